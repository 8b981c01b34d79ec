"""Heartbeats: when a clock was last at work, so that downtime is charged to nobody."""

from django.db import models


class Heartbeat(models.Model):
    """The one row that every running clock keeps fresh."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at}"

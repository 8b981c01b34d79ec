"""Series: what a sitting plays together: *partita, rivincita, bella*, or a *giro* that swaps partners."""

from django.db import models
from django.db.models import Q

from games.models.tables import Table


class Series(models.Model):
    """Matches of the same people at one table that count together; their score is read from the matches themselves."""

    class State(models.TextChoices):
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        BROKEN = "broken", "broken"  # somebody has left

    table = models.ForeignKey(Table, models.PROTECT, related_name="series")
    kind = models.CharField(max_length=5, choices=Table.Series)
    state = models.CharField(max_length=8, choices=State, default=State.RUNNING)
    players = models.JSONField(help_text="User ids in the order of the chairs at its beginning.")
    began_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(state="running"), name="one_running_series")
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.table_id}"

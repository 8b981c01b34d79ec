"""Notices: what a person is told under their bell, in a form that every language can be made of."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Notice(models.Model):
    """One fact for one person: its kind, and what fills the kind's text (accounts.notices).

    People in `data` are ids, never names: a name may change, and an account may close. The same fact is not told a
    second time while the first is unread.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "data"], condition=models.Q(read_at=None), name="unread_notice_once"
            )
        ]
        indexes = [models.Index(fields=["user", "-id"], name="notices_of_user")]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"

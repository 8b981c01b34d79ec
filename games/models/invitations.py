"""Invitations: a named person is asked to a chair of somebody's table."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Invitation(models.Model):
    """One invitation; it is accepted, declined, expired or overtaken once."""

    class State(models.TextChoices):
        PENDING = "pending", "pending"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        EXPIRED = "expired", "expired"
        LAPSED = "lapsed", "lapsed"  # withdrawn, or overtaken: the chair, its controller or the table went

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="invitations")
    number = models.PositiveSmallIntegerField()
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    invited = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    made_at = models.DateTimeField()
    act_at = models.DateTimeField(help_text="When it expires.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "invited"], condition=Q(state="pending"), name="one_open_invitation_a_person"
            ),
            models.CheckConstraint(condition=~Q(inviter=models.F("invited")), name="nobody_invites_themselves"),
        ]
        indexes = [
            models.Index(fields=["act_at"], condition=Q(state="pending"), name="invitation_due"),
            models.Index(fields=["invited", "-id"], name="invitations_of_person"),
            models.Index(fields=["inviter", "made_at"], name="invitations_by_person"),
        ]

    def __str__(self) -> str:
        return f"{self.invited_id} is invited to {self.table_id}/{self.number}"

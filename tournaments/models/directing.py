"""Directing: calls for the director, and the log of everything that was decided."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.rounds import Encounter
from tournaments.models.tournaments import Tournament


class DirectorCall(models.Model):
    """Somebody at a table, or the server for them, asks for the director."""

    class Reason(models.TextChoices):
        PLAYER = "player", _("something else")  # of somebody at the table, like the next three
        RULES = "rules", _("a question about the rules")
        CONDUCT = "conduct", _("how somebody behaves")
        TROUBLE = "trouble", _("something does not work")
        ABSENT = "absent", _("somebody is missing")  # of players, and of the server when nobody of a side has come
        TIMEOUT = "timeout", _("a card was played for somebody out of time")
        DISPUTE = "dispute", _("the sides disagree about a result on paper")
        UNCLEAR = "unclear", _("a match ended without saying who has won")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="calls")
    encounter = models.ForeignKey(Encounter, models.CASCADE, null=True, related_name="calls")
    reason = models.CharField(max_length=8, choices=Reason, default=Reason.PLAYER)
    words = models.CharField(max_length=200, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    taken_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["encounter", "reason"], condition=Q(closed_at=None), name="one_open_call_for_a_reason"
            )
        ]
        indexes = [models.Index(fields=["tournament"], condition=Q(closed_at=None), name="open_calls")]

    def __str__(self) -> str:
        return f"{self.reason} in {self.tournament_id}"


class AuditEntry(models.Model):
    """One act of a director, or of the server in their place: who, when, what, before, after, from where."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="audit")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", help_text="None: the server."
    )
    act = models.CharField(max_length=30)
    about = models.CharField(max_length=60, blank=True, help_text="The key of a pairing, the number of an entrant …")
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    way = models.CharField(max_length=6, help_text="page, api, server")
    address = models.GenericIPAddressField(null=True)

    class Meta:
        indexes = [models.Index(fields=["tournament", "-id"], name="audit_of_tournament")]

    def __str__(self) -> str:
        return f"{self.act} in {self.tournament_id}"

"""Entrants: who plays in a tournament, since when, and how they came in."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournaments import Tournament


class Entrant(models.Model):
    """A pair or a person in a tournament. Its number never changes and is what formats know it by.

    Single players whose partners are drawn are each an entrant in state `single` until the draw, which makes pairs.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("on the waiting list")
        ENTERED = "entered", _("entered")
        SINGLE = "single", _("waits for the draw of partners")
        PAIRED = "paired", _("drawn into a pair")  # a single that is part of another entrant now
        STRUCK = "struck", _("not there at check-in")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField(help_text="From 1, in the order of entry.")
    name = models.CharField(max_length=140, blank=True, help_text="A name of its own; empty: its members' names.")
    state = models.CharField(max_length=12, choices=State, default=State.ENTERED)
    seed = models.PositiveIntegerField(null=True, help_text="1 is the strongest; none before the seeding.")
    seed_by_hand = models.PositiveIntegerField(null=True, help_text="Where the director wants it.")
    joined = models.PositiveSmallIntegerField(default=1, help_text="Its first round.")
    left = models.PositiveSmallIntegerField(null=True, help_text="The first round it is out of.")
    absent = ArrayField(models.PositiveSmallIntegerField(), default=list, help_text="Rounds missed in between.")
    entered_at = models.DateTimeField(default=timezone.now)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    checked_in_at = models.DateTimeField(null=True)
    fee_paid = models.BooleanField(default=False)
    place = models.PositiveIntegerField(null=True, help_text="At the end of the tournament; shared places are equal.")
    series_points = models.PositiveIntegerField(null=True, help_text="What the place is worth in its series.")

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "seed"], condition=Q(seed__isnull=False), name="seed_once_a_tournament"
            ),
        ]
        indexes = [models.Index(fields=["tournament", "state"], name="entrants_by_state")]

    def __str__(self) -> str:
        return f"{self.number} in {self.tournament_id}"


class EntrantMember(models.Model):
    """Somebody's time in an entrant: a substitute closes one row and opens another. Without an account: a name."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="tournament_places")
    name = models.CharField(max_length=60, blank=True, help_text="Who has no account plays at tables on paper only.")
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"], condition=Q(until=None), name="one_entrant_a_player"
            ),
            models.CheckConstraint(condition=Q(user=None) ^ Q(name=""), name="member_by_account_or_name"),
        ]
        indexes = [models.Index(fields=["user"], condition=Q(until=None), name="places_of_player")]

    def __str__(self) -> str:
        return f"{self.user_id or self.name} in {self.entrant_id}"


class PairProposal(models.Model):
    """One asks another to enter as a pair; accepted, it has become an entrant."""

    class State(models.TextChoices):
        PENDING = "pending", "pending"
        ACCEPTED = "accepted", "accepted"
        REFUSED = "refused", "refused"
        LAPSED = "lapsed", "lapsed"  # withdrawn, overtaken by another entry, or entries closed

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="proposals")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    entrant = models.ForeignKey(Entrant, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "by", "to"], condition=Q(state="pending"), name="proposed_once"
            )
        ]
        indexes = [models.Index(fields=["to"], condition=Q(state="pending"), name="proposals_to_player")]

    def __str__(self) -> str:
        return f"{self.by_id} asks {self.to_id}"


class DeskNote(models.Model):
    """The partnership desk: somebody without a partner says so, and what kind of partner they look for."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="desk")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    words = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="one_note_a_player")]

    def __str__(self) -> str:
        return f"{self.user_id} at the desk of {self.tournament_id}"

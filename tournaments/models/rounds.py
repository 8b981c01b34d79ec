"""Rounds: their draws, the encounters in them, and the tables and legs by which these are decided."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Table
from tournaments.models.entrants import Entrant
from tournaments.models.tournaments import Tournament


class Round(models.Model):
    """A round. A draft may be drawn anew or edited; released it is public; running its tables are open."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        RELEASED = "released", _("drawn")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.DRAFT)
    drawn_at = models.DateTimeField(default=timezone.now)
    released_at = models.DateTimeField(null=True)
    starts_at = models.DateTimeField(null=True, help_text="When its tables open by themselves.")
    started_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="The cap of the round clock (tournaments 4).")
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_once"),
            models.UniqueConstraint(fields=["tournament"], condition=~Q(state="closed"), name="one_round_at_a_time"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament_id}"


class Encounter(models.Model):
    """Two entrants who meet in a round, or one with a free round. *key* is the pairing's, the same in every draw of it.

    The stored result is what `formats` calls one: the ending, a walk-over's winner, and the legs.
    """

    class Ending(models.TextChoices):
        OPEN = "", "open"  # or decided by itself: a free round, somebody who has left
        PLAYED = "played", "played"
        WALKOVER = "walkover", "walkover"
        VOID = "void", "void"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="encounters")
    round = models.ForeignKey(Round, models.CASCADE, related_name="encounters")
    key = models.CharField(max_length=16)
    table_number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Entrant, models.PROTECT, related_name="+")
    away = models.ForeignKey(Entrant, models.PROTECT, null=True, related_name="+")
    is_rematch = models.BooleanField(default=False)
    by_hand = models.BooleanField(default=False, help_text="The director made the pairing.")
    ending = models.CharField(max_length=8, choices=Ending, default=Ending.OPEN, blank=True)
    winner = models.CharField(max_length=4, blank=True, help_text="Of a walk-over: home or away.")
    decided_at = models.DateTimeField(null=True)
    begun_at = models.DateTimeField(null=True, help_text="When its first match, or its first score on paper, began.")
    waits_until = models.DateTimeField(null=True, help_text="When who is absent loses a tavolino; none: nobody waits.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "key"], name="pairing_once"),
            models.CheckConstraint(condition=~Q(home=models.F("away")), name="nobody_meets_oneself"),
        ]
        indexes = [models.Index(fields=["round", "table_number"], name="encounters_of_round")]

    def __str__(self) -> str:
        return f"{self.key} of {self.tournament_id}"


class EncounterLeg(models.Model):
    """The score of one leg of an encounter; *match* is the one it comes from, none for a leg on paper."""

    class Way(models.TextChoices):
        PLAYED = "played", "played"  # at a table of the site
        PAPER = "paper", "paper"  # with real cards, confirmed by both sides
        DIRECTOR = "director", "director"

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="legs")
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    home = models.PositiveSmallIntegerField()
    away = models.PositiveSmallIntegerField()
    won_by = models.CharField(max_length=4, blank=True, help_text="Where the score does not say it.")
    way = models.CharField(max_length=8, choices=Way, default=Way.PLAYED)
    match = models.ForeignKey("games.Match", models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number"], name="leg_once"),
            models.UniqueConstraint(fields=["match"], name="match_counts_for_one_leg"),
        ]

    def __str__(self) -> str:
        return f"leg {self.number} of {self.encounter_id}: {self.home}-{self.away}"


class EncounterTable(models.Model):
    """The table at which a leg is played. A leg that is to be played again has another attempt, at another table."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="tables")
    leg = models.PositiveSmallIntegerField()
    room = models.PositiveSmallIntegerField(default=1, help_text="Teams play in two rooms at once.")
    attempt = models.PositiveSmallIntegerField(default=1)
    table = models.OneToOneField(Table, models.PROTECT, related_name="encounter_table")
    home_first = models.BooleanField(default=True, help_text="Home has the seats of side 0.")
    opened_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["encounter", "leg", "room", "attempt"], name="one_table_a_leg_and_room")
        ]

    def __str__(self) -> str:
        return f"table of leg {self.leg} of {self.encounter_id}"


class PaperResult(models.Model):
    """The result of a leg played with real cards, which counts once a second person has confirmed it.

    Whoever has no account writes by the link of one side (*home_link*, *away_link* are hashes of them).
    """

    class State(models.TextChoices):
        OPEN = "open", "open"  # links are out, or the score sheet is being kept
        PROPOSED = "proposed", "proposed"
        CONFIRMED = "confirmed", "confirmed"
        DROPPED = "dropped", "dropped"

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="papers")
    leg = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    home_link = models.CharField(max_length=64, blank=True, db_index=True)
    away_link = models.CharField(max_length=64, blank=True, db_index=True)
    sheet = models.JSONField(default=list, help_text="The hands of the score sheet (segnapunti), as records have them.")
    home = models.PositiveSmallIntegerField(null=True)
    away = models.PositiveSmallIntegerField(null=True)
    proposed_side = models.CharField(max_length=8, blank=True, help_text="home, away, or director.")
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    proposed_at = models.DateTimeField(null=True)
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    confirmed_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=0, help_text="Two phones cannot write over one another.")
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["encounter", "leg"], condition=~Q(state="dropped"), name="one_paper_a_leg")
        ]

    def __str__(self) -> str:
        return f"paper of leg {self.leg} of {self.encounter_id}"

"""Matches: one play to its end at one table, and who sat where."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.identifiers import uuid7
from games.models.tables import Table


class Match(models.Model):
    """A match; everything that happened in it is in its events, and this row says where it stands."""

    class Status(models.TextChoices):
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        ABORTED = "aborted", "aborted"  # nobody won: ended before the first trick was complete

    class Act(models.TextChoices):
        """What the clock does next by itself (architecture, Time)."""

        DEAL = "deal", "deal"  # the next hand is due
        BOT = "bot", "bot"  # a bot's turn to act
        LAST_CARD = "last_card", "last_card"  # the last card of a hand plays itself
        TIMEOUT = "timeout", "timeout"  # the deadline of the player to act

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="matches")
    number = models.PositiveIntegerField(help_text="1 for the first match at its table.")
    preset = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    rules_version = models.PositiveSmallIntegerField()
    rated = models.BooleanField(default=False)
    unrated_reason = models.CharField(max_length=20, blank=True)
    move_seconds = models.PositiveSmallIntegerField()
    bank_seconds = models.PositiveSmallIntegerField()
    bot_delay_ms = models.PositiveIntegerField()
    status = models.CharField(max_length=8, choices=Status, default=Status.RUNNING)
    seq = models.PositiveIntegerField(default=0, help_text="The number of the latest event.")
    hand = models.PositiveIntegerField(default=0, help_text="How many hands have been dealt.")
    act_kind = models.CharField(max_length=9, choices=Act, blank=True)
    act_at = models.DateTimeField(null=True)
    act_seq = models.PositiveIntegerField(null=True, help_text="The act is void once the match has moved past this.")
    turn_since = models.DateTimeField(null=True, help_text="When the clock of the player to act began to run.")
    result = models.JSONField(null=True, help_text="The engine's outcome: winners, totals, stake, reason.")
    finish_no = models.PositiveBigIntegerField(null=True, unique=True, help_text="The order in which matches ended.")
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="match_number_once"),
            models.UniqueConstraint(fields=["table"], condition=Q(status="running"), name="one_running_match"),
        ]
        indexes = [
            models.Index(fields=["act_at"], condition=Q(act_at__isnull=False), name="match_act_due"),
            models.Index(fields=["-finish_no"], name="match_finished"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class MatchSeat(models.Model):
    """Who holds a seat, from which event to which; a substitution closes one row and opens another."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="match_seats")
    from_seq = models.PositiveIntegerField(default=1)
    to_seq = models.PositiveIntegerField(null=True)
    bank_ms = models.PositiveIntegerField(help_text="Milliseconds of reserve left.")
    timeouts = models.PositiveSmallIntegerField(default=0, help_text="Time-outs in a row; three call a bot.")
    bot_since = models.PositiveIntegerField(null=True, help_text="The event from which a bot plays for the holder.")
    wants_back = models.BooleanField(default=False, help_text="The holder asked for the seat at the next turn.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=Q(to_seq__isnull=True), name="one_holder_a_seat"
            )
        ]
        indexes = [models.Index(fields=["user", "-match"], name="seats_of_user")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

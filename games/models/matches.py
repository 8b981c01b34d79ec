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
        ENTROPY = "entropy", "entropy"  # who has not committed to entropy for it is not waited for any longer
        BOT = "bot", "bot"  # a bot's turn to act
        LAST_CARD = "last_card", "last_card"  # the last card of a hand plays itself
        TIMEOUT = "timeout", "timeout"  # the deadline of the player to act
        RESUME = "resume", "resume"  # a pause has lasted as long as one may

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="matches")
    number = models.PositiveIntegerField(help_text="1 for the first match at its table.")
    series = models.ForeignKey("games.Series", models.SET_NULL, null=True, related_name="matches")
    preset = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    rules_version = models.PositiveSmallIntegerField()
    pool = models.CharField(max_length=20)
    rated = models.BooleanField(default=False, help_text="False as soon as a reason against it is known.")
    unrated_reason = models.CharField(
        max_length=20,
        blank=True,
        help_text="casual, bot, aborted, no_trick, same_people, annulled; before_ratings: ended before there were any.",
    )
    move_seconds = models.PositiveSmallIntegerField()
    bank_seconds = models.PositiveSmallIntegerField()
    bot_delay_ms = models.PositiveIntegerField()
    watch_delay = models.PositiveSmallIntegerField(default=0, help_text="Seconds after which watchers see an event.")
    is_official = models.BooleanField(default=False, help_text="Part of a tournament: its table is official.")
    table_version = models.PositiveIntegerField(default=0, help_text="The version of the table when it began.")
    status = models.CharField(max_length=8, choices=Status, default=Status.RUNNING)
    seq = models.PositiveIntegerField(default=0, help_text="The number of the latest event.")
    act_kind = models.CharField(max_length=9, choices=Act, blank=True)
    act_at = models.DateTimeField(null=True)
    act_seq = models.PositiveIntegerField(null=True, help_text="The act is void once the match has moved past this.")
    turn_since = models.DateTimeField(null=True, help_text="When the clock of the player to act began to run.")
    credit_ms = models.PositiveIntegerField(default=0, help_text="Downtime credited, not yet told to the players.")
    result = models.JSONField(null=True, help_text="The engine's outcome: winners, totals, stake, reason.")
    ruling = models.JSONField(null=True, help_text="What was decided instead of the result of play: winners, totals.")
    company = models.BigIntegerField(null=True, help_text="Who played a rated match, as one number; null: not rated.")
    finish_no = models.PositiveBigIntegerField(null=True, help_text="The order in which matches of a pool ended.")
    is_counted = models.BooleanField(
        default=False, db_default=False, help_text="In its players' statistics, as it stands."
    )
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="match_number_once"),
            models.UniqueConstraint(fields=["table"], condition=Q(status="running"), name="one_running_match"),
            models.UniqueConstraint(fields=["pool", "finish_no"], name="finish_no_once"),
        ]
        indexes = [
            models.Index(fields=["act_at"], condition=Q(act_at__isnull=False), name="match_act_due"),
            models.Index(fields=["credit_ms"], condition=Q(credit_ms__gt=0), name="match_credit_due"),
            models.Index(fields=["status", "-id"], name="match_status"),
            models.Index(fields=["id"], condition=Q(status="finished", is_counted=False), name="match_to_count"),
            models.Index(fields=["company", "finished_at"], condition=Q(company__isnull=False), name="match_company"),
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
    by_bot = models.BooleanField(default=False, help_text="A bot was playing for the holder when the match ended.")
    side = models.PositiveSmallIntegerField(null=True, help_text="At the end: who shares it played together.")
    place = models.PositiveSmallIntegerField(null=True, help_text="The side's: 1 is the best; sides that tie share it.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=Q(to_seq__isnull=True), name="one_holder_a_seat"
            )
        ]
        indexes = [models.Index(fields=["user", "-match"], name="seats_of_user")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

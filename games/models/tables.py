"""Tables: a place in the lobby, its rules and its chairs."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import Club
from games.models.house_rules import HouseRules
from games.models.identifiers import table_code


class Table(models.Model):
    """A table where matches are played one after another under one set of rules."""

    class Status(models.TextChoices):
        OPEN = "open", "open"  # waiting for people: before the first match, or between two
        PLAYING = "playing", "playing"
        CLOSED = "closed", "closed"

    class Visibility(models.TextChoices):
        PUBLIC = "public", "public"
        LINK = "link", "link"  # whoever knows the address
        PASSWORD = "password", "password"
        CLUB = "club", "club"  # members of its club

    class Partners(models.TextChoices):
        """How it is settled who plays with whom in the first match."""

        CHOSEN = "chosen", "chosen"  # by where people sit down
        LOT = "lot", "lot"
        CARD = "card", "card"  # the highest cards drawn play together

    class Series(models.TextChoices):
        """What the matches at a table are parts of."""

        BELLA = "bella", "bella"  # partita, rivincita and, at one all, the bella
        GIRO = "giro", "giro"  # three matches, with each partner once

    code = models.CharField(max_length=16, unique=True, default=table_code, editable=False)
    name = models.CharField(max_length=60, blank=True)
    preset = models.CharField(max_length=20)
    options = models.JSONField(default=dict, help_text="Only what differs from the preset.")
    rules_version = models.PositiveSmallIntegerField()
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, related_name="tables", help_text="Whose table it is; most are nobody's."
    )
    house_rules = models.ForeignKey(
        HouseRules, models.PROTECT, null=True, related_name="tables", help_text="The version it was opened with."
    )
    seat_count = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    password = models.CharField(max_length=128, blank=True, help_text="A password hash; empty when none is asked.")
    rated = models.BooleanField(default=False)
    partners = models.CharField(max_length=6, choices=Partners, default=Partners.CHOSEN)
    is_practice = models.BooleanField(default=False, help_text="Only its opener and bots of the house sit here.")
    move_seconds = models.PositiveSmallIntegerField(default=30, help_text="Seconds a card; 0: no clock.")
    bank_seconds = models.PositiveSmallIntegerField(default=180, help_text="Seconds of reserve a match.")
    bot_delay_ms = models.PositiveIntegerField(default=900, help_text="Milliseconds a bot waits before it acts.")
    series_kind = models.CharField(max_length=5, choices=Series, blank=True, help_text="Empty: single matches.")
    bella = models.JSONField(default=dict, help_text="The options of the bella that differ from the table's.")
    watch_delay = models.PositiveSmallIntegerField(default=0, help_text="Seconds after which watchers see a match.")
    is_official = models.BooleanField(default=False, help_text="Who sits here is decided elsewhere: by a tournament.")
    origin = models.CharField(max_length=120, blank=True, help_text="What an official table is part of, in words.")
    origin_url = models.CharField(max_length=200, blank=True, help_text="The page of what it is part of.")
    bots_allowed = models.BooleanField(default=True, help_text="At an official table: a bot may play for the absent.")
    stops_at = models.DateTimeField(
        null=True, help_text="At an official table: the hand begun before it is the last, unless the score is level."
    )
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0, help_text="Grows with every change of the table itself.")
    match_count = models.PositiveIntegerField(default=0)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [models.Index(fields=["status", "-changed_at"], name="table_status_changed")]
        constraints = [
            models.CheckConstraint(
                condition=Q(club__isnull=False) | (~Q(visibility="club") & Q(house_rules=None)),
                name="only_clubs_have_members_and_rules",
            ),
            models.CheckConstraint(
                condition=Q(is_official=True) | Q(origin="", origin_url="", stops_at=None, bots_allowed=True),
                name="only_official_tables_have_an_origin",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.code


class Seat(models.Model):
    """A chair at a table; seat numbers grow counter-clockwise (rules 1)."""

    class Rematch(models.TextChoices):
        """What a sitter wants once a match has ended."""

        SAME = "same", "same"  # the same seats
        SWAP = "swap", "swap"  # another partner

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    sat_at = models.DateTimeField(null=True, help_text="When the sitter sat down: the first of a side controls it.")
    controller = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+",
        help_text="Who decides about this empty chair: a seated partner (product, Seating).",
    )  # fmt: skip
    is_exclusive = models.BooleanField(default=False, help_text="True while a person sits: one lobby chair each.")
    is_reserved = models.BooleanField(default=False, help_text="True for a person's chair at an official table.")
    arrived_at = models.DateTimeField(null=True, help_text="When who has a reserved chair was first there.")
    rematch = models.CharField(max_length=4, choices=Rematch, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_once_per_table"),
            models.UniqueConstraint(fields=["table", "user"], name="one_chair_a_table"),
            models.UniqueConstraint(fields=["user"], condition=Q(is_exclusive=True), name="one_lobby_chair_a_person"),
            models.UniqueConstraint(fields=["user"], condition=Q(is_reserved=True), name="one_reserved_chair_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class SeatRequest(models.Model):
    """Somebody asks for a chair that another controls; no answer by *act_at* accepts.

    The refusals a sitter has spent are counted from these rows: distinct askers refused before match *match_number*.
    """

    class State(models.TextChoices):
        PENDING = "pending", "pending"
        ACCEPTED = "accepted", "accepted"
        REFUSED = "refused", "refused"
        LAPSED = "lapsed", "lapsed"  # withdrawn, or overtaken: the chair or its controller went

    table = models.ForeignKey(Table, models.CASCADE, related_name="requests")
    match_number = models.PositiveIntegerField(help_text="The match at this table that the chair is asked for.")
    number = models.PositiveSmallIntegerField()
    asker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    controller = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    act_at = models.DateTimeField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "asker"], condition=Q(state="pending"), name="one_open_request_a_person"
            )
        ]
        indexes = [models.Index(fields=["act_at"], condition=Q(state="pending"), name="request_due")]

    def __str__(self) -> str:
        return f"{self.asker_id} asks for {self.table_id}/{self.number}"

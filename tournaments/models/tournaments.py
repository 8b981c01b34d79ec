"""Tournaments: what is played, by whom it may be entered, and how far it has got."""

import secrets

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.models.identifiers import table_code

LOT_BYTES = 16


def new_lot() -> str:
    """Return a text nobody can guess, from which everything of one tournament is drawn by lot."""
    return secrets.token_hex(LOT_BYTES)


class Tournament(models.Model):
    """A tournament of a club's. What was in force is stored with it and shown on its page (tournaments, preamble).

    Its entrants, pairings and results are the truth; brackets and tables are made from them again each time
    (docs/adr/0061). Whoever changes anything of it locks this row first (services.locks).
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparation")  # only those who run it see it
        ANNOUNCED = "announced", _("announced")  # entries, then check-in
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Format(models.TextChoices):
        KNOCKOUT = "knockout", _("knock-out")
        DOUBLE_ELIMINATION = "double_elimination", _("double elimination")
        ROUND_ROBIN = "round_robin", _("round robin")
        GROUPS = "groups", _("groups, then knock-out")
        SWISS = "swiss", _("Swiss system")
        DANISH = "danish", _("Danish system")

    class Entry(models.TextChoices):
        """Who an entrant is, and how one comes in."""

        PAIRS = "pairs", _("pairs")  # one invites, the other accepts
        DRAWN = "drawn", _("single players, partners drawn")
        SINGLES = "singles", _("single players")  # at games of one-person sides

    class Seeding(models.TextChoices):
        RATING = "rating", _("by rating")
        HAND = "hand", _("by hand")
        LOT = "lot", _("by lot")

    class OpenTo(models.TextChoices):
        EVERYBODY = "everybody", _("everybody")
        MEMBERS = "members", _("members of the club")

    class Pace(models.TextChoices):
        AUTOMATIC = "automatic", _("rounds follow by themselves")
        BY_HAND = "by_hand", _("the director draws and starts each round")

    code = models.CharField(max_length=16, unique=True, default=table_code, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    series = models.ForeignKey("tournaments.TournamentSeries", models.SET_NULL, null=True, related_name="tournaments")
    series_day = models.DateField(null=True, help_text="The day of its series that it is.")
    name = models.CharField(_("name"), max_length=80)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    prizes = models.TextField(_("prizes"), max_length=1000, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.DRAFT)

    format = models.CharField(_("format"), max_length=18, choices=Format)
    format_options = models.JSONField(default=dict, help_text="What the format asks for (tournaments.formats.named).")
    plan = models.JSONField(default=dict, help_text="The legs of an encounter (tournaments.selectors.plans).")
    round_plans = models.JSONField(default=dict, help_text="By number of the round: another plan.")

    entry = models.CharField(_("entrants"), max_length=7, choices=Entry, default=Entry.PAIRS)
    open_to = models.CharField(_("open to"), max_length=9, choices=OpenTo, default=OpenTo.EVERYBODY)
    capacity = models.PositiveSmallIntegerField(_("entrants at most"), null=True, help_text="None: as the format has.")
    bots_allowed = models.BooleanField(_("bots may play"), default=False)
    late_entry = models.BooleanField(_("late entry"), default=True, help_text="Where the format takes it.")
    seeding = models.CharField(_("seeding"), max_length=6, choices=Seeding, default=Seeding.RATING)
    lot = models.CharField(max_length=64, default=new_lot, editable=False, help_text="Shown once entries have closed.")
    rated = models.BooleanField(_("rated"), default=True)
    fee = models.CharField(_("entry fee"), max_length=80, blank=True, help_text="As text: no money passes the site.")

    move_seconds = models.PositiveSmallIntegerField(default=20, help_text="Seconds a card (rules 10).")
    bank_seconds = models.PositiveSmallIntegerField(default=120, help_text="Seconds of reserve a match.")
    bot_delay_ms = models.PositiveIntegerField(default=900, help_text="Milliseconds a bot waits before it acts.")
    watch_delay = models.PositiveSmallIntegerField(default=0, help_text="Seconds after which watchers see a match.")

    starts_at = models.DateTimeField(_("start"))
    check_in_minutes = models.PositiveSmallIntegerField(default=30, help_text="0: nobody has to check in.")
    grace_minutes = models.PositiveSmallIntegerField(default=10, help_text="How long a table waits for who is absent.")
    round_minutes = models.PositiveSmallIntegerField(null=True, help_text="The round clock; none: no cap.")
    break_minutes = models.PositiveSmallIntegerField(default=3, help_text="From a draw to the start of its round.")
    pace = models.CharField(max_length=9, choices=Pace, default=Pace.AUTOMATIC)

    version = models.PositiveIntegerField(default=0, help_text="Grows with every change anybody may see.")
    act_at = models.DateTimeField(null=True, help_text="When the sweep has something to do (services.sweep).")
    paused_at = models.DateTimeField(null=True, help_text="Since when the director has stopped it.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    entries_closed_at = models.DateTimeField(null=True, help_text="When who is in was settled, and the lot shown.")
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True, help_text="Finished, stopped early, or cancelled.")
    stopped_early = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints = [
            models.UniqueConstraint(fields=["series", "series_day"], name="one_tournament_a_day_of_a_series"),
        ]
        indexes = [
            models.Index(fields=["act_at"], condition=Q(act_at__isnull=False), name="tournament_act_due"),
            models.Index(fields=["club", "-starts_at"], name="tournaments_of_club"),
            models.Index(fields=["state", "starts_at"], name="tournament_state_starts"),
        ]

    def __str__(self) -> str:
        return self.name


class Reminder(models.Model):
    """One notice about one start: a restart cannot double it, and another start is another reminder (tournaments 8)."""

    class Kind(models.TextChoices):
        CHECK_IN = "check_in", "check_in"
        START = "start", "start"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="reminders")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind)
    starts_at = models.DateTimeField(help_text="The start it refers to.")
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "kind", "starts_at"], name="reminded_once_of_a_start")
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.user_id} of {self.tournament_id}"


class ForbiddenPair(models.Model):
    """Two entrants that are not to be drawn together, where the format draws."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="forbidden")
    one = models.ForeignKey("tournaments.Entrant", models.CASCADE, related_name="+")
    other = models.ForeignKey("tournaments.Entrant", models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "one", "other"], name="forbidden_once"),
            models.CheckConstraint(condition=Q(one__lt=models.F("other")), name="forbidden_in_order"),
        ]

    def __str__(self) -> str:
        return f"not {self.one_id} with {self.other_id}"


class TournamentSeries(models.Model):
    """A calendar of tournaments in the club's civil time, with a points table (a league, a season; tournaments 3, 7).

    Moments are made of day and hour when they are wanted (accounts.civil_time): Thursday 21:00 stays Thursday 21:00.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournament_series")
    slug = models.SlugField(max_length=48)
    name = models.CharField(_("name"), max_length=80)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    zone = models.CharField(max_length=64, help_text="The club's when the series was made.")
    first_day = models.DateField(_("first day"))
    hour = models.TimeField(_("time"))
    weekly = models.BooleanField(_("every week"), default=True)
    until = models.DateField(_("until"), null=True, blank=True)
    days_ahead = models.PositiveSmallIntegerField(default=6, help_text="How many days before one it is announced.")
    template = models.JSONField(default=dict, help_text="The fields of each of its tournaments.")
    points = ArrayField(models.PositiveSmallIntegerField(), default=list, help_text="By place, from the first on.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, help_text="No further tournament is announced.")

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="series_slug_once_a_club")]

    def __str__(self) -> str:
        return self.name

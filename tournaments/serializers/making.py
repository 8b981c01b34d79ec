"""Making: the shapes in which REST takes what a tournament says of itself, and gives it."""

from datetime import UTC, datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from rest_framework import serializers

from accounts.models import Right
from accounts.serializers.exact import ExactBoolean, ExactInteger, ExactSerializer, ExactText
from tournaments.models import Tournament
from tournaments.selectors.entries import lot_seal, shown_lot
from tournaments.selectors.entry_rules import room_in
from tournaments.services.making import LONGEST_REASON
from tournaments.services.tournament_facts import (
    LONGEST_DESCRIPTION,
    LONGEST_FEE,
    LONGEST_NAME,
    LONGEST_PRIZES,
)

PLAN_HELP = "`{legs: [{preset, options, target, paper}, …], scoring: encounter | leg}`, one, three or five legs."
YEARS = range(2000, 2101)


class ExactMoment(serializers.DateTimeField):
    """A JSON string: a moment in ISO 8601 with its offset, or Z."""

    def to_internal_value(self, value: Any) -> datetime:
        """Return it in UTC: the database knows no offset of sixteen hours and more, Python does.

        Refuses what is no moment, or does not say in which zone it is meant.
        """
        try:
            moment = parse_datetime(value) if isinstance(value, str) else None
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None or moment.year not in YEARS:
            self.fail("invalid", format="ISO 8601 with an offset")
        return moment.astimezone(UTC)


class ClubNameSerializer(serializers.Serializer[Any]):
    """A club, as far as its address and name."""

    slug = serializers.CharField()
    name = serializers.CharField()
    zone = serializers.CharField(help_text="IANA name: where its clocks are.")


class TournamentFactsSerializer(ExactSerializer):
    """What a tournament says of itself; what is not given is as usual, or stays."""

    name = ExactText(max_length=LONGEST_NAME)
    format = serializers.ChoiceField(Tournament.Format.values)
    starts_at = ExactMoment(help_text="With its offset.")
    description = ExactText(max_length=LONGEST_DESCRIPTION, allow_blank=True, required=False)
    prizes = ExactText(max_length=LONGEST_PRIZES, allow_blank=True, required=False)
    fee = ExactText(max_length=LONGEST_FEE, allow_blank=True, required=False)
    format_options = serializers.DictField(required=False, help_text="As `docs/tournaments.md` lists them by format.")
    plan = serializers.DictField(required=False, help_text=PLAN_HELP)
    round_plans = serializers.DictField(required=False, help_text="Other plans by number of the round, or `last`.")
    entry = serializers.ChoiceField(Tournament.Entry.values, required=False)
    open_to = serializers.ChoiceField(Tournament.OpenTo.values, required=False)
    capacity = ExactInteger(required=False, allow_null=True)
    bots_allowed = ExactBoolean(required=False)
    late_entry = ExactBoolean(required=False)
    seeding = serializers.ChoiceField(Tournament.Seeding.values, required=False)
    rated = ExactBoolean(required=False)
    move_seconds = ExactInteger(required=False)
    bank_seconds = ExactInteger(required=False)
    bot_delay_ms = ExactInteger(required=False)
    watch_delay = ExactInteger(required=False)
    check_in_minutes = ExactInteger(required=False, help_text="0: nobody has to check in.")
    grace_minutes = ExactInteger(required=False)
    round_minutes = ExactInteger(required=False, allow_null=True)
    break_minutes = ExactInteger(required=False)
    pace = serializers.ChoiceField(Tournament.Pace.values, required=False)


class NewTournamentSerializer(TournamentFactsSerializer):
    """A tournament to be made."""

    club = ExactText(max_length=48, help_text="The club's slug.")


class TournamentSerializer(serializers.Serializer[Any]):
    """A tournament as everybody may see it."""

    code = serializers.CharField()
    club = ClubNameSerializer()
    series = serializers.CharField(source="series.slug", default=None, allow_null=True)
    state = serializers.ChoiceField(Tournament.State.values)
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    prizes = serializers.CharField(allow_blank=True)
    fee = serializers.CharField(allow_blank=True)
    format = serializers.ChoiceField(Tournament.Format.values)
    format_options = serializers.DictField()
    plan = serializers.DictField(help_text=PLAN_HELP)
    round_plans = serializers.DictField()
    entry = serializers.ChoiceField(Tournament.Entry.values)
    open_to = serializers.ChoiceField(Tournament.OpenTo.values)
    capacity = serializers.IntegerField(allow_null=True)
    bots_allowed = serializers.BooleanField()
    late_entry = serializers.BooleanField()
    seeding = serializers.ChoiceField(Tournament.Seeding.values)
    rated = serializers.BooleanField()
    move_seconds = serializers.IntegerField()
    bank_seconds = serializers.IntegerField()
    bot_delay_ms = serializers.IntegerField()
    watch_delay = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    check_in_minutes = serializers.IntegerField()
    grace_minutes = serializers.IntegerField()
    round_minutes = serializers.IntegerField(allow_null=True)
    break_minutes = serializers.IntegerField()
    pace = serializers.ChoiceField(Tournament.Pace.values)
    version = serializers.IntegerField()
    paused_at = serializers.DateTimeField(allow_null=True)
    entries_closed_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    stopped_early = serializers.BooleanField()
    room = serializers.SerializerMethodField(help_text="How many may have a place.")
    lot_seal = serializers.SerializerMethodField(help_text="SHA-256 of the lot, in hex: from the announcement on.")
    lot = serializers.SerializerMethodField(help_text="What everything is drawn from; null until entries are closed.")

    def get_room(self, tournament: Tournament) -> int:
        """Return how many there is room for."""
        return room_in(tournament)

    def get_lot_seal(self, tournament: Tournament) -> str:
        """Return what the lot can be checked by."""
        return lot_seal(tournament)

    def get_lot(self, tournament: Tournament) -> str | None:
        """Return the lot as far as it is public."""
        return shown_lot(tournament)


class CheckInWindowSerializer(serializers.Serializer[Any]):
    """When people check in."""

    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()


class TournamentYouSerializer(serializers.Serializer[Any]):
    """What the caller has to do with a tournament."""

    rights = serializers.ListField(child=serializers.ChoiceField(Right.values))
    entrant = serializers.IntegerField(allow_null=True, help_text="The number of the entrant they stand in.")


class OneTournamentSerializer(TournamentSerializer):
    """A tournament, its check-in, how many have a place or wait for one, and what the caller has to do with it."""

    check_in = CheckInWindowSerializer(allow_null=True)
    entered = serializers.IntegerField()
    waiting = serializers.IntegerField()
    you = TournamentYouSerializer()


class CancellationSerializer(ExactSerializer):
    """Why it is cancelled."""

    reason = ExactText(max_length=LONGEST_REASON, allow_blank=True, default="")

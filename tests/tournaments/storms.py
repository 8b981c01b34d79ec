"""Storms: running tournaments in which anything happens, through the services; legs are on paper, so results are typed.

A director enters and corrects results, takes them back, sends people off and lets them come back; the sweep draws and
starts rounds by itself. Refusals are events like others; what is stored must at every moment be one tournament.
"""

import random
from contextlib import suppress
from datetime import datetime, timedelta

from games.engine.errors import Refusal as RuleRefusal
from tests.tournaments.factories import STARTS_AT, a_director, a_tournament, pairs
from tests.tournaments.formats.invariants import check_stage
from tests.tournaments.formats.storms import FORMATS
from tournaments.formats.danish import Danish
from tournaments.formats.encounters import Ending, Leg, LegRule, Plan, Side
from tournaments.formats.errors import Refusal
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Knockout
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.stage import Format
from tournaments.formats.swiss import Swiss
from tournaments.models import Encounter, EncounterTable, Entrant, Round, Tournament
from tournaments.selectors.plans import stored_plan
from tournaments.selectors.stages import format_of, stage_of
from tournaments.services import corrections, departures, drawing, papers, sweep
from tournaments.services.audit import SERVER, Hand

ON_PAPER = stored_plan(Plan((LegRule(on_paper=True),)))
WHY = "the weather"


class Storm:
    """One tournament, its director, and the time in it."""

    def __init__(self, name: str, rng: random.Random) -> None:
        played, entrants = FORMATS[name](rng)
        self.rng = rng
        director = a_director()
        self.hand = Hand(director.pk, "page")
        facts = {"plan": ON_PAPER, "options": _options(played), "check_in_minutes": 0, "grace_minutes": 0}
        self.tournament = a_tournament(director, name, **facts)
        pairs(self.tournament, min(entrants, 12) if not isinstance(played, Groups) else entrants)
        self.now: datetime = STARTS_AT
        drawing.start_tournament(tournament_id=self.tournament.pk, hand=SERVER, now=self.now)

    @property
    def is_over(self) -> bool:
        """Whether its places are stored, or the server waits for a director to go on."""
        self.tournament.refresh_from_db()
        return self.tournament.state != Tournament.State.RUNNING

    def strike(self) -> None:
        """Let one thing happen, and check what holds after it."""
        self.now += timedelta(minutes=1)
        event = self.rng.choices(self._EVENTS, weights=self._WEIGHTS)[0]
        with suppress(Refusal, RuleRefusal):  # which change nothing: what is stored is looked at all the same
            event(self)
        self._look()

    def _sweep(self) -> None:
        sweep.run_due(self.now + timedelta(minutes=10))

    def _enter(self) -> None:
        if (encounter := self._one_of(decided_at=None, round__state=Round.State.RUNNING)) is not None:
            home, away = self.rng.choice([(31, self.rng.randrange(31)), (self.rng.randrange(31), 31)])
            papers.enter(**self._at(encounter), leg=1, home=home, away=away)

    def _correct(self) -> None:
        if (encounter := self._one_of()) is None:
            return
        chance = self.rng.random()
        facts: dict[str, object] = {"legs": [Leg(31, self.rng.randrange(31))]}
        if chance < 0.2:
            facts = {"ending": Ending.VOID}
        elif chance < 0.4:
            facts = {"ending": Ending.WALKOVER, "winner": self.rng.choice(list(Side))}
        corrections.decide_encounter(**self._at(encounter), reason=WHY, **facts)

    def _take_back(self) -> None:
        if (encounter := self._one_of(decided_at__isnull=False)) is not None:
            corrections.take_back(**self._at(encounter), reason=WHY)

    def _withdraw(self) -> None:
        departures.withdraw(**self._about(self._somebody()))

    def _come_back(self) -> None:
        departures.come_back(**self._about(self._somebody()))

    def _send_both_off(self) -> None:
        if (encounter := self._one_of(decided_at=None)) is not None:
            departures.disqualify_both(**self._at(encounter), reason=WHY)

    def _one_of(self, **facts: object) -> Encounter | None:
        found = Encounter.objects.filter(tournament=self.tournament, away__isnull=False, **facts).order_by("pk")
        return self.rng.choice(list(found)) if found else None

    def _somebody(self) -> int:
        numbers = Entrant.objects.filter(tournament=self.tournament).values_list("number", flat=True)
        return self.rng.choice(list(numbers.order_by("number")))

    def _at(self, encounter: Encounter) -> dict[str, object]:
        return {"tournament_id": self.tournament.pk, "key": encounter.key, "hand": self.hand, "now": self.now}

    def _about(self, number: int) -> dict[str, object]:
        return {"tournament_id": self.tournament.pk, "number": number, "hand": self.hand, "now": self.now}

    def _look(self) -> None:
        """Check what is stored: a stage that holds together, one round at a time, places that follow from results."""
        tournament = Tournament.objects.get(pk=self.tournament.pk)
        stage, played = stage_of(tournament), format_of(tournament)
        check_stage(played, stage, self.rng)
        not_closed = Round.objects.filter(tournament=tournament).exclude(state=Round.State.CLOSED)
        assert not_closed.count() <= 1 or tournament.state != Tournament.State.RUNNING
        assert not EncounterTable.objects.filter(encounter__tournament=tournament).exists()
        open_keys = {pairing.key for pairing in stage.open}
        waiting = Encounter.objects.filter(tournament=tournament, decided_at=None).exclude(round__state="draft")
        undecided = dict(waiting.values_list("key", "round__state"))
        assert open_keys <= undecided.keys(), "something open is stored as decided"
        by_themselves = {undecided[key] for key in undecided.keys() - open_keys}
        assert by_themselves <= {Round.State.RELEASED}, "something decided by itself is stored as open"
        assert not by_themselves or tournament.act_at is not None, "nobody will look at it"
        if tournament.state == Tournament.State.FINISHED:
            places = played.standings(stage).places
            stored = dict(
                Entrant.objects.filter(tournament=tournament, seed__isnull=False).values_list("number", "place")
            )
            assert stored == places, "the places stored are not those of the results"

    _EVENTS = (_sweep, _enter, _correct, _take_back, _withdraw, _come_back, _send_both_off)
    _WEIGHTS = (25, 50, 10, 5, 2, 2, 1)


def rage(name: str, seed: object, events: int) -> int:
    """Let so many things happen in tournaments of a format, one after another; return in how many tournaments."""
    rng = random.Random(f"{name} {seed} services")
    tournaments, happened = 0, 0
    while happened < events:
        storm = Storm(name, rng)
        tournaments += 1
        struck = 0
        while not storm.is_over and happened < events and struck < 150:
            storm.strike()
            struck += 1
            happened += 1
    return tournaments


def _options(played: Format) -> dict[str, object]:
    """Return the options of a format as a tournament stores them."""
    match played:
        case Knockout():
            return {"third_place": played.third_place}
        case RoundRobin():
            return {"double": played.double}
        case Swiss() | Danish():
            return {"rounds": played.length}
        case Groups():
            return {"groups": played.groups, "qualify": played.qualify, "third_place": played.third_place}
    return {}

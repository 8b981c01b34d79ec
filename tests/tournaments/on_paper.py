"""On paper: an encounter that is being played with real cards, as rows, and who plays in it."""

from datetime import timedelta
from typing import Any, NamedTuple

from accounts.models import User
from tests.tournaments.factories import STARTS_AT, a_director, a_pair, a_tournament
from tournaments.formats.encounters import LegRule, Plan, best_of
from tournaments.models import Encounter, Entrant, EntrantMember, Round, Tournament
from tournaments.selectors.plans import stored_plan
from tournaments.services.audit import Hand
from tournaments.services.paper_desk import Writer

NOW = STARTS_AT + timedelta(minutes=5)
ON_PAPER = LegRule(on_paper=True)


class Scene(NamedTuple):
    """A final on paper: its director, and somebody of each side."""

    tournament: Tournament
    encounter: Encounter
    director: User
    home: User
    away: User

    @property
    def place(self) -> dict[str, Any]:
        """The first leg, as services are told."""
        return {"tournament_id": self.tournament.pk, "key": self.encounter.key, "leg": 1}

    @property
    def hand(self) -> Hand:
        """The director's."""
        return Hand(self.director.pk, "page")

    @property
    def writers(self) -> dict[str, Writer]:
        """Who writes for which side."""
        return {"home": Writer(self.home.pk), "away": Writer(self.away.pk)}


def a_final(rule: LegRule = ON_PAPER, legs: int = 1, **facts: Any) -> Scene:
    """Return a final of two pairs whose round is running."""
    director = a_director()
    plan: Plan = best_of(legs, rule)
    facts = {"state": "running", "started_at": STARTS_AT, "plan": stored_plan(plan), **facts}
    tournament = a_tournament(director, **facts)
    one, other = (a_pair(tournament, seed=seed) for seed in (1, 2))
    now = Round.objects.create(tournament=tournament, number=1, state="running", started_at=STARTS_AT)
    encounter = Encounter.objects.create(
        tournament=tournament, round=now, key="K1.1", table_number=1, home=one, away=other
    )
    return Scene(tournament, encounter, director, *(_somebody(entrant) for entrant in (one, other)))


def without_account(entrant: Entrant, name: str = "Nonno Piero") -> None:
    """Let somebody without an account play in the place of an entrant's second member."""
    second = entrant.members.order_by("pk").last()
    second.until = NOW
    second.save()
    EntrantMember.objects.create(tournament=entrant.tournament, entrant=entrant, name=name)


def _somebody(entrant: Entrant) -> User:
    first = entrant.members.order_by("pk").first()
    assert first.user is not None
    return first.user

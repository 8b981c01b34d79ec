"""Factories: tournaments with entrants, as rows, for tests that begin later than at the entry desk."""

from collections.abc import Sequence
from datetime import UTC, datetime

from accounts.models import User
from accounts.services.clubs import found
from tests.accounts.factories import UserFactory
from tournaments.formats.encounters import Plan
from tournaments.formats.named import check_options
from tournaments.models import Entrant, EntrantMember, Tournament
from tournaments.selectors.plans import stored_plan

STARTS_AT = datetime(2027, 1, 14, 20, 0, tzinfo=UTC)  # a Thursday, 21:00 in Rome


def a_director() -> User:
    """Return somebody who owns a club."""
    director = UserFactory(password=None)
    found(user_id=director.pk, name=f"Circolo {director.username}")
    return director


def a_tournament(director: User, format_name: str = "knockout", **facts) -> Tournament:
    """Return an announced tournament of the club that *director* owns; `options` are the format's."""
    options = facts.pop("options", {"rounds": 3} if format_name in {"swiss", "danish"} else {})
    facts.setdefault("plan", stored_plan(Plan()))
    return Tournament.objects.create(
        club=director.memberships.get().club,
        name=facts.pop("name", "Giovedì del circolo"),
        format=format_name,
        format_options=check_options(format_name, options),
        state=facts.pop("state", Tournament.State.ANNOUNCED),
        starts_at=facts.pop("starts_at", STARTS_AT),
        created_by=director,
        **facts,
    )


def a_pair(tournament: Tournament, people: Sequence[User] | None = None, **facts) -> Entrant:
    """Return an entrant of two people, who are there."""
    people = people or UserFactory.create_batch(2, password=None)
    facts.setdefault("number", tournament.entrants.count() + 1)
    facts.setdefault("checked_in_at", tournament.starts_at)
    entrant = Entrant.objects.create(tournament=tournament, **facts)
    EntrantMember.objects.bulk_create(
        EntrantMember(tournament=tournament, entrant=entrant, user=user) for user in people
    )
    return entrant


def pairs(tournament: Tournament, count: int) -> list[Entrant]:
    """Return *count* entrants of two new people each."""
    return [a_pair(tournament) for _ in range(count)]

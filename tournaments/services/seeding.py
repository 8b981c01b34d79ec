"""Seeding: puts those who play in the order of their strength: by rating, by hand, or by the published lot."""

from collections.abc import Collection, Iterable, Sequence

from django.db import transaction

from games.models import pool_of
from games.models.ratings import START
from games.selectors.ratings import ratings_of
from tournaments.errors import WrongState
from tournaments.formats import seeding
from tournaments.formats.errors import BadSeeding
from tournaments.formats.seeding import Entry
from tournaments.formats.stage import Entrant as Contender
from tournaments.models import Entrant, EntrantMember, Tournament
from tournaments.selectors.entry_rules import usual_preset
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_director
from tournaments.services.locks import lock_tournament, touch


def seed_entrants(tournament: Tournament) -> None:
    """Give every entrant that plays its seed, in a locked tournament no round of which is drawn."""
    entrants = list(Entrant.objects.filter(tournament=tournament, state=Entrant.State.ENTERED).order_by("number"))
    seeds = {seeded.number: seeded.seed for seeded in _seeded(tournament, entrants)}
    Entrant.objects.filter(tournament=tournament).exclude(seed=None).update(seed=None)  # for a seed stands once
    for entrant in entrants:
        entrant.seed = seeds[entrant.number]
    Entrant.objects.bulk_update(entrants, ["seed"])


@transaction.atomic
def set_seeds(*, tournament_id: int, hand: Hand, order: Sequence[int]) -> None:
    """Put entrants in the director's order, the strongest first, by number; who is not named follows by rating.

    From then on the tournament is seeded by hand. Locks it; raises NoRight, BadSeeding, and WrongState once a round is
    drawn.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.DRAFT, Tournament.State.ANNOUNCED)
    check_director(tournament, hand)
    if tournament.rounds.exists():
        raise WrongState("a round is drawn")
    entrants = {entrant.number: entrant for entrant in Entrant.objects.filter(tournament=tournament)}
    if len(set(order)) < len(order) or not entrants.keys() >= set(order):
        raise BadSeeding("the order names an entrant twice, or one that is not there")
    before = {"order": _by_hand(entrants.values()), "seeding": tournament.seeding}
    for number, entrant in entrants.items():
        entrant.seed_by_hand = order.index(number) + 1 if number in order else None
    Entrant.objects.bulk_update(entrants.values(), ["seed_by_hand"])
    tournament.seeding = Tournament.Seeding.HAND
    if tournament.entries_closed_at is not None:
        seed_entrants(tournament)
    note(tournament, hand, "seeded", before=before, after={"order": list(order)})
    touch(tournament, "seeding")


def ratings_in(tournament: Tournament, entrants: Collection[Entrant]) -> dict[int, tuple[float, ...]]:
    """Return the ratings of the players of *entrants*, by number, in the pool of the tournament's first leg.

    Two queries; who has no account has no rating.
    """
    pool = pool_of(usual_preset(tournament))
    numbers = {entrant.pk: entrant.number for entrant in entrants}
    members = EntrantMember.objects.filter(entrant__in=numbers, until=None).exclude(user=None).order_by("pk")
    places = [(numbers[entrant_id], user_id) for entrant_id, user_id in members.values_list("entrant_id", "user_id")]
    known = ratings_of({user_id for _number, user_id in places})
    found: dict[int, tuple[float, ...]] = {}
    for number, user_id in places:
        rating = next((row.rating for row in known[user_id] if row.pool == pool), START)
        found[number] = (*found.get(number, ()), rating)
    return found


def _seeded(tournament: Tournament, entrants: Collection[Entrant]) -> Sequence[Contender]:
    if tournament.seeding == Tournament.Seeding.LOT:
        return seeding.by_lot(tournament.lot, [entrant.number for entrant in entrants])
    ratings = ratings_in(tournament, entrants)
    strongest = seeding.by_rating(
        Entry(entrant.number, entrant.entered_at, ratings.get(entrant.number, ())) for entrant in entrants
    )
    if tournament.seeding == Tournament.Seeding.RATING:
        return strongest
    first = _by_hand(entrants)
    return seeding.in_order(first + [seeded.number for seeded in strongest if seeded.number not in first])


def _by_hand(entrants: Iterable[Entrant]) -> list[int]:
    """Return the numbers of those whom the director has placed, in that order."""
    placed = [(entrant.seed_by_hand, entrant.number) for entrant in entrants if entrant.seed_by_hand is not None]
    return [number for _place, number in sorted(placed)]

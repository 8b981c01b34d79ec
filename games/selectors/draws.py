"""Draws: how chance puts people into sides before a match, from a seed that everybody is told (docs/adr/0035).

Everybody draws a card in the order of the chairs, from a deck shuffled as a hand's is (docs/fair-deal.md, without
entropy). By card the rank decides, and equal ranks draw again among themselves; by lot the card alone, all forty being
different. The first in that order fill the first side, chair by chair, the next the second.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from games.engine.cards import Card
from games.engine.shuffle import shuffled
from games.models import PartnerDraw, Table

Side = tuple[int, ...]
_RANKS = 10


@dataclass(frozen=True, slots=True)
class Draw:
    """The outcome: the cards drawn in each round, and who sits where, by user."""

    rounds: tuple[Mapping[int, Card], ...]
    seats: Mapping[int, int]


def label_of(code: str, match_number: int) -> str:
    """Return the name the draw for a match at a table has in its shuffle."""
    return f"{code}:partners:{match_number}"


def draw_partners(method: str, users: Sequence[int], sides: Sequence[Side], seed: bytes, label: str) -> Draw:
    """Return the draw that *seed* gives; *users* stand in the order of their chairs. Raises ValueError for no seed."""
    cards = iter(shuffled(seed, (), label))
    rounds: list[Mapping[int, Card]] = []
    order = list(_ranked(list(users), cards, rounds, is_rank_alone=method == Table.Partners.CARD))
    chairs = [chair for side in sides for chair in side]
    return Draw(tuple(rounds), dict(zip(chairs, order, strict=True)))


def drawn_at(table: Table, until: int | None = None) -> Mapping[str, object] | None:
    """Return what is told of the latest draw at a table, for match number *until* at most (docs/protocol.md 1.4)."""
    if table.partners == Table.Partners.CHOSEN:
        return None
    draws = PartnerDraw.objects.filter(table=table)
    if until is not None:
        draws = draws.filter(match_number__lte=until)
    return draws.order_by("-match_number").values_list("facts", flat=True).first()


def _ranked(
    users: list[int], cards: Iterator[Card], rounds: list[Mapping[int, Card]], *, is_rank_alone: bool
) -> Iterator[int]:
    """Yield *users* by what they draw, the highest first; who has drawn equal draws again."""
    drawn = {user: next(cards) for user in users}
    rounds.append(drawn)

    def height(user: int) -> tuple[int, int]:
        suit, power = divmod(drawn[user], _RANKS)
        return power, 0 if is_rank_alone else suit

    for _, equals in groupby(sorted(users, key=height, reverse=True), height):
        tied = list(equals)
        yield from tied if len(tied) == 1 else _ranked(tied, cards, rounds, is_rank_alone=is_rank_alone)

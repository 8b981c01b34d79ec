"""Worked examples: cases of a ruleset reckoned by the engine itself, so that a rules page cannot be out of step."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.cards import card_codes, hand_of, parse_cards
from games.engine.contracts import Contract
from games.engine.deal import deal_cards
from games.engine.declarations import POINTS, held_in
from games.engine.hand import HandInPlay
from games.engine.rulesets import Ruleset
from games.engine.scoring import ALL_POINTS, card_points, payments, score
from games.engine.shapes import Sides

_DECK: Final = tuple(range(40))
# Thirds of each side by how many sides there are, the last trick and its three with the last: they make 35.
_THIRDS: Final = {
    2: ((14, 21), (17, 18), (15, 20)),
    3: ((11, 11, 13),),
    4: ((8, 8, 8, 11),),
    5: ((5, 7, 7, 8, 8),),
    6: ((4, 5, 5, 5, 8, 8),),
    7: ((2, 5, 5, 5, 5, 5, 8),),
}
# Cards as one might hold them; the last of `_DRAWN` comes from the stock.
_HELD: Final = ("Ad Ac As", "3d 3c 3s 3b", "Ad 2d 3d", "2d 2c 2s 2b Ad 3d", "2c 2d 2s Ac 3c")
_DRAWN: Final = "Ad Ac As Ab"


@dataclass(frozen=True, slots=True)
class Held:
    """Cards held, each combination they make, and the points of all."""

    cards: list[str]
    made: list[str]
    points: int


@dataclass(frozen=True, slots=True)
class Paid:
    """What a contract brings to who undertook it, to a partner and to each of the others, made and lost."""

    bid: str
    is_alone: bool
    made: tuple[int, ...]
    lost: tuple[int, ...]


@cache
def _hand(rules: Ruleset) -> HandInPlay:
    """Return a hand just dealt under *rules*: what the engine's own arithmetic is asked about. Read-only."""
    return HandInPlay(rules, 0, deal_cards(rules, 0, _DECK), sides=rules.sides, first=True, redeals=0)


def thirds_text(thirds: int) -> str:
    """Return thirds as people write them: 14 is 4⅔."""
    whole, part = divmod(thirds, 3)
    return f"{whole or ''}{('', '⅓', '⅔')[part]}" or "0"


def counted(rules: Ruleset) -> list[str]:
    """Return how hands are counted: the thirds of each side, and the points they are."""
    hand, told = _hand(rules), []
    for thirds in _THIRDS[rules.shape.side_count]:
        points = card_points(hand, thirds, len(thirds) - 1)
        cases = [f"{thirds_text(taken)} → {worth}" for taken, worth in zip(thirds, points, strict=True)]
        told.append(
            _("%(cases)s: %(sum)s in all. The last trick's point is in the last of them.")
            % {"cases": ", ".join(cases), "sum": _points(sum(points))}
        )
    return told


def extremes(rules: Ruleset) -> list[str]:
    """Return what taking everything is worth where that is special."""
    if rules.goal == "highest" and (
        "cappotto" not in rules.traits or rules.cappotto_effect not in {"double", "plus_one"}
    ):
        return []
    hand, sides = _hand(rules), rules.shape.side_count
    worth = score(hand, (ALL_POINTS, *[0] * (sides - 1)), (0,) * sides, 0)
    told = " : ".join(map(str, worth))
    return [_("Everything taken by one: the hand counts %(points)s.") % {"points": told}]


def declared(rules: Ruleset) -> list[Held]:
    """Return examples of what may be declared."""
    if not rules.has_declarations:
        return []
    return [_held(parse_cards(text)) for text in _HELD]


def drawn(rules: Ruleset) -> Held | None:
    """Return the example of a fourth card drawn while the declared three are held, where cards are drawn."""
    if rules.shape.rest_use != "stock" or not rules.has_declarations:
        return None
    return _held(parse_cards(_DRAWN))


def _held(cards: Iterable[int]) -> Held:
    hand = hand_of(cards)
    words = {
        "three": pgettext("declaration", "three"),
        "four": pgettext("declaration", "four"),
        "napoletana": pgettext("declaration", "napoletana"),
    }
    found = held_in(hand)
    made = [f"{words[combination.kind]} {combination.points}" for combination in found]
    return Held(card_codes(hand), made, sum(POINTS[combination.kind] for combination in found))


def paid(rules: Ruleset) -> list[Paid]:
    """Return what each contract pays; who may be alone or have a partner stands twice."""
    rows = []
    for contract in rules.contracts:
        for sides in _sides_of(rules, contract):
            made, lost = (_shares(rules, contract, sides, made=made) for made in (True, False))
            rows.append(Paid(contract.bid, len(sides[0]) == 1, made, lost))
    return rows


def _sides_of(rules: Ruleset, contract: Contract) -> list[Sides]:
    seats = tuple(range(rules.shape.size))
    alone: Sides = (seats[:1], seats[1:])
    return [(seats[:2], seats[2:]), alone] if contract.called == "stays" else [alone]


def _shares(rules: Ruleset, contract: Contract, sides: Sides, *, made: bool) -> tuple[int, ...]:
    hand = _hand(rules).copy()
    hand.contract, hand.sides = contract, sides
    points = payments(hand, made=made)
    return (*(points[seat] for seat in sides[0]), points[sides[1][0]])


def _points(count: int) -> str:
    return ngettext("%(count)d point", "%(count)d points", count) % {"count": count}

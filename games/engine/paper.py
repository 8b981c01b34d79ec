"""Paper: hands counted by those who played them with real cards, scored as if they had been played here.

The people at a table count one side's cards; the rest follows: the last trick, the other side's points, declarations,
cappotto and faults. A hand becomes awards (docs/record.md), and a sheet of hands is a record like any other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from games.engine import endings, scoring
from games.engine.actions import Award
from games.engine.cards import SUIT_MASK
from games.engine.declarations import HONOURS, POINTS, Kind
from games.engine.errors import BadFormat, BadRules, DeclarationNotHeld, MatchOver, NotAllowed
from games.engine.match import Match
from games.engine.record import hand_record
from games.engine.rulesets import Ruleset

ALL_THIRDS: Final = 35  # of a hand, the last trick among them
SIDES: Final = 2
KINDS: Final[tuple[Kind, ...]] = ("three", "four", "napoletana")
_MOST_BY_RANK: Final = len(HONOURS)  # one three or four of each
_MOST_BY_SUIT: Final = len(SUIT_MASK)
_FIELDS: Final = frozenset({"thirds", "three", "four", "napoletana", "faults", "last", "all_tricks"})

Counts = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Counted:
    """What the people at a table say of one hand; pairs go by side.

    *thirds* are those of side 0 with the last trick, None where no cards were counted because a fault ended the hand.
    *last* is the side that took the last trick, where that was noted; *all_tricks* that one side took them all.
    """

    thirds: int | None
    three: Counts = (0, 0)
    four: Counts = (0, 0)
    napoletana: Counts = (0, 0)
    faults: Counts = (0, 0)
    last: int | None = None
    all_tricks: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return it as a sheet keeps it beside the awards of the hand."""
        pairs = {name: list(getattr(self, name)) for name in (*KINDS, "faults")}
        return {"thirds": self.thirds, **pairs, "last": self.last, "all_tricks": self.all_tricks}

    @classmethod
    def from_dict(cls, obj: object) -> "Counted":
        """Return what `as_dict` wrote, or somebody sent; fields may be missing. Raises BadFormat."""
        if not isinstance(obj, Mapping) or obj.keys() - _FIELDS:
            raise BadFormat(f"a hand has {', '.join(sorted(_FIELDS))}")
        thirds, last, all_tricks = obj.get("thirds"), obj.get("last"), obj.get("all_tricks", False)
        if thirds is not None and (type(thirds) is not int or not 0 <= thirds <= ALL_THIRDS):
            raise BadFormat(f"thirds is 0-{ALL_THIRDS}, or nothing")
        if (last is not None and (type(last) is not int or last not in range(SIDES))) or type(all_tricks) is not bool:
            raise BadFormat("last is a side or nothing, all_tricks true or false")
        pairs = {name: _pair(obj.get(name, [0, 0]), name) for name in (*KINDS, "faults")}
        return cls(thirds, **pairs, last=last, all_tricks=all_tricks)


def _pair(value: object, name: str) -> Counts:
    if not isinstance(value, list | tuple) or len(value) != SIDES:
        raise BadFormat(f"{name} has a number for each side")
    if not all(type(count) is int and 0 <= count <= _MOST_BY_SUIT for count in value):
        raise BadFormat(f"{name} is 0-{_MOST_BY_SUIT} a side")
    return value[0], value[1]


class Hand(NamedTuple):
    """A hand as it stands on the sheet; pairs go by side. *points* are those of the cards, None where none counted."""

    counted: Counted
    points: Counts | None
    declared: Counts
    faults: Counts  # points they brought each side
    gained: Counts
    totals: Counts
    cappotto: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet so far. *winner* is None while it runs, and at the end of a fixed number of hands that is level."""

    rules: Ruleset
    hands: tuple[Hand, ...]
    is_over: bool
    winner: int | None

    @property
    def totals(self) -> Counts:
        """The running totals by side."""
        return self.hands[-1].totals if self.hands else (0, 0)


def is_final(rules: Ruleset, one: int, other: int) -> bool:
    """Tell whether a match may be over at these totals: somebody is ahead, at the target or by another ending."""
    if one == other:
        return False
    ends_otherwise = rules.hands or rules.cappotto_effect == "wins_match" or rules.call_out == "lose_match"
    return bool(ends_otherwise) or max(one, other) >= rules.target


def makes_whole_hands(rules: Ruleset, one: int, other: int) -> bool:
    """Tell whether totals can come of hands counted to the end, each worth eleven points; where nothing else counts."""
    if rules.has_declarations or rules.cappotto_effect == "plus_one" or rules.call_out != "off":
        return True
    return (one + other) % scoring.ALL_POINTS == 0


def side_points(thirds: int) -> Counts:
    """Return the points of both sides where side 0 has *thirds*: what is dropped never parts the eleven (rules 2.4)."""
    return thirds // 3, (ALL_THIRDS - thirds) // 3


def thirds_of(points: int) -> int:
    """Return the fewest thirds that make so many points of a hand. Raises BadFormat."""
    if not 0 <= points <= scoring.ALL_POINTS:
        raise BadFormat(f"a side has 0-{scoring.ALL_POINTS} points of the cards")
    return 3 * points


def sheet_of(rules: Ruleset, counted: Sequence[Counted]) -> Sheet:
    """Return the sheet of these hands. Raises BadRules, MatchOver, NotAllowed, DeclarationNotHeld."""
    sheet, _ = _written(rules, counted)
    return sheet


def record_hands(rules: Ruleset, counted: Sequence[Counted]) -> list[dict[str, Any]]:
    """Return the hands as a record has them, each with what was counted beside its awards. Raises as `sheet_of`."""
    return _written(rules, counted)[1]


def _written(rules: Ruleset, counted: Sequence[Counted]) -> tuple[Sheet, list[dict[str, Any]]]:
    if rules.sides is None or len(rules.sides) != SIDES or rules.goal != "highest":
        raise BadRules("a score sheet is for two sides that are known and play for points")
    match = Match(rules)
    hands: list[Hand] = []
    records: list[dict[str, Any]] = []
    verdict: endings.Verdict | None = None
    for said in counted:
        if verdict is not None:
            raise MatchOver("the match has ended")
        dealer = match.next_dealer or 0
        match.start_paper_hand(dealer)
        hand, awards = _scored(match, said)
        for award in awards:
            match.apply(award)
        hands.append(hand._replace(totals=(match.totals[0], match.totals[1])))
        records.append(hand_record(dealer, None, awards, counted=said.as_dict()))
        verdict = endings.verdict(rules, replace(match.hands[-1], cappotto=hand.cappotto, last_side=said.last))
    winners = verdict[0] if verdict is not None else ()
    sheet = Sheet(rules, tuple(hands), verdict is not None, winners[0] if len(winners) == 1 else None)
    return sheet, records


def _scored(match: Match, said: Counted) -> tuple[Hand, list[Award]]:
    """Return a hand with its awards, which are never none: a record knows a paper hand by them."""
    rules, hand = match.ruleset, match.hand
    _check(rules, said)
    declared = tuple(sum(POINTS[kind] * getattr(said, kind)[side] for kind in KINDS) for side in range(SIDES))
    points = side_points(said.thirds) if said.thirds is not None else None
    winner = _cappotto(rules, said, points)
    if winner is not None and rules.cappotto_voids_declarations:
        declared = tuple(worth if side == winner else 0 for side, worth in enumerate(declared))
    cards = scoring.score(hand, points, (0, 0), winner) if points is not None and hand is not None else (0, 0)
    faults = tuple(scoring.PENALTY * said.faults[1 - side] for side in range(SIDES))
    awards = [Award(side, worth, "cards") for side, worth in enumerate(cards) if points is not None]
    awards += [Award(side, worth, "declared") for side, worth in enumerate(declared) if worth]
    awards += [Award(side, worth, "fault") for side, worth in enumerate(faults) if worth]
    gained = scoring.add(scoring.add(tuple(cards), declared), faults)
    return Hand(said, points, _two(declared), _two(faults), _two(gained), (0, 0), winner), awards


def _check(rules: Ruleset, said: Counted) -> None:
    """Accept a hand that can have been. Raises NotAllowed, DeclarationNotHeld."""
    if said.thirds is None and not any(said.faults):
        raise NotAllowed("a hand has cards that were counted, or a fault that ended it")
    if any(any(getattr(said, kind)) for kind in KINDS) and not rules.has_declarations:
        raise NotAllowed("these rules have no declarations")
    threes, fours = sum(said.three), sum(said.four)
    by_rank = max(threes, fours) if rules.shape.rest_use == "stock" else threes + fours  # a fourth card may be drawn
    if by_rank > _MOST_BY_RANK or sum(said.napoletana) > _MOST_BY_SUIT:
        raise DeclarationNotHeld("the pack does not hold so many combinations")
    if said.all_tricks and (said.thirds is None or scoring.ALL_POINTS not in side_points(said.thirds)):
        raise NotAllowed("who takes every trick has all the points")


def _cappotto(rules: Ruleset, said: Counted, points: Counts | None) -> int | None:
    """Return the side that made cappotto as the option defines it (rules 5)."""
    if points is None or scoring.ALL_POINTS not in points:
        return None
    if rules.cappotto == "all_tricks" and not said.all_tricks:
        return None
    return points.index(scoring.ALL_POINTS)


def _two(pair: Sequence[int]) -> Counts:
    return pair[0], pair[1]

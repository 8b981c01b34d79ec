"""Actions: what a seat, the server or a director does in a hand, as the record writes it.

``parse_action`` and ``action_dict`` are a pair: every action round-trips. Keys an action does not know are left to the
record's keeper.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from games.engine.cards import CODES, Card, parse_card, parse_cards, sequence_text
from games.engine.errors import BadFormat, quoted

MOST_SEATS: Final = 7
MOST_POINTS: Final = 10_000  # of an award, either way: far above any fault, far below what a number can do to a page


class Play(NamedTuple):
    """A card, with its signal or spoken word; ``timeout`` when the server played it for an absent seat.

    A named tuple, because nearly every action is one and a frozen dataclass takes twice as long to make.
    """

    seat: int
    card: Card
    signal: str | None = None
    say: str | None = None
    timeout: bool = False

    @property
    def do(self) -> str:
        """The act, whoever made it."""
        return "play"


@dataclass(frozen=True, slots=True)
class Declare:
    """A declaration (*accusa*): one or more sets of cards that stand or fall together."""

    seat: int
    sets: tuple[tuple[Card, ...], ...]
    do: ClassVar[str] = "declare"


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of the auction, ``passo`` included."""

    seat: int
    bid: str
    timeout: bool = False
    do: ClassVar[str] = "bid"


@dataclass(frozen=True, slots=True)
class Call:
    """The card a soloist or caller names."""

    seat: int
    card: Card
    timeout: bool = False
    do: ClassVar[str] = "call"


@dataclass(frozen=True, slots=True)
class Give:
    """The card returned for the one called."""

    seat: int
    card: Card
    timeout: bool = False
    do: ClassVar[str] = "give"


@dataclass(frozen=True, slots=True)
class Take:
    """How many cards of the monte the first opponent takes."""

    seat: int
    count: int
    timeout: bool = False
    do: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards laid face down after taking from the monte."""

    seat: int
    cards: tuple[Card, ...]
    timeout: bool = False
    do: ClassVar[str] = "discard"


@dataclass(frozen=True, slots=True)
class AMonte:
    """The request for a redeal (*a monte*)."""

    seat: int
    do: ClassVar[str] = "a_monte"


@dataclass(frozen=True, slots=True)
class CallOut:
    """The claim to have reached the target (*mi chiamo fuori*)."""

    seat: int
    do: ClassVar[str] = "call_out"


@dataclass(frozen=True, slots=True)
class Resign:
    """A side gives the match up; ``seat`` says who spoke for it."""

    seat: int
    side: int
    do: ClassVar[str] = "resign"


@dataclass(frozen=True, slots=True)
class Award:
    """Points a director gives to a side (to a seat where totals are by seat)."""

    side: int
    points: int
    reason: str
    do: ClassVar[str] = "award"


Action: TypeAlias = Play | Declare | Bid | Call | Give | Take | Discard | AMonte | CallOut | Resign | Award


def _int(obj: Mapping[str, Any], key: str, below: int | None = None) -> int:
    value = obj.get(key)
    if type(value) is not int or (below is not None and not 0 <= value < below):
        raise BadFormat(f"{key} is missing, no number or out of range")
    return value


def _str(obj: Mapping[str, Any], key: str) -> str:
    value = obj.get(key)
    if not isinstance(value, str):
        raise BadFormat(f"{key} is missing or no text")
    return value


def _word(obj: Mapping[str, Any], key: str) -> str | None:
    return _str(obj, key) if key in obj else None


def _timeout(obj: Mapping[str, Any]) -> bool:
    return obj.get("timeout") is True


def _play(obj: Mapping[str, Any], seat: int) -> Play:
    code = _str(obj, "card")
    if len(obj) == 3:  # seat, do, card: nearly every action of a record
        return Play(seat, parse_card(code))
    signal, say = _word(obj, "signal"), _word(obj, "say")
    return Play(seat, parse_card(code), signal, say)


def _declare(obj: Mapping[str, Any], seat: int) -> Declare:
    sets = obj.get("sets")
    if not isinstance(sets, list) or not sets or not all(isinstance(text, str) for text in sets):
        raise BadFormat("sets is missing, empty or no list of texts")
    return Declare(seat, tuple(parse_cards(text) for text in sets))


_BY_SEAT: Final[dict[str, Callable[[Mapping[str, Any], int], Action]]] = {
    "play": _play,
    "timeout": lambda obj, seat: Play(seat, parse_card(_str(obj, "card")), timeout=True),
    "declare": _declare,
    "bid": lambda obj, seat: Bid(seat, _str(obj, "bid"), _timeout(obj)),
    "call": lambda obj, seat: Call(seat, parse_card(_str(obj, "card")), _timeout(obj)),
    "give": lambda obj, seat: Give(seat, parse_card(_str(obj, "card")), _timeout(obj)),
    "take": lambda obj, seat: Take(seat, _int(obj, "count"), _timeout(obj)),
    "discard": lambda obj, seat: Discard(seat, parse_cards(_str(obj, "cards")), _timeout(obj)),
    "a_monte": lambda _obj, seat: AMonte(seat),
    "call_out": lambda _obj, seat: CallOut(seat),
}
ACTS: Final = frozenset(_BY_SEAT) | {"resign", "award"}


def parse_action(obj: object, *, seats: int = MOST_SEATS, scores: int = MOST_SEATS) -> Action:
    """Return the action an object of the record says, for a table of *seats* seats and *scores* totals.

    Raises BadFormat for an unknown act, a seat or side out of range, a missing field or one of the wrong type; then
    BadCard for a text that is no card.
    """
    if not isinstance(obj, (dict, Mapping)):
        raise BadFormat("an action is an object")
    do = obj.get("do")
    parse = _BY_SEAT.get(do) if isinstance(do, str) else None
    if parse is not None:
        return parse(obj, _int(obj, "seat", seats))
    if do == "award":
        side, points = _int(obj, "side", scores), _int(obj, "points")
        if abs(points) > MOST_POINTS:
            raise BadFormat("no award has so many points")
        return Award(side, points, _str(obj, "reason"))
    if do == "resign":
        return Resign(_int(obj, "seat", seats), _int(obj, "side", scores))
    raise BadFormat(f"no act is called {quoted(do)}")


def action_dict(action: Action) -> dict[str, Any]:
    """Return *action* as the record writes it."""
    match action:
        case Play(seat, card, signal, say, timeout):
            out: dict[str, Any] = {"seat": seat, "do": "timeout" if timeout else "play", "card": CODES[card]}
            if signal is not None:
                out["signal"] = signal
            if say is not None:
                out["say"] = say
            return out
        case Award(side, points, reason):
            return {"do": "award", "side": side, "points": points, "reason": reason}
        case Declare(seat, sets):
            return {"seat": seat, "do": "declare", "sets": [sequence_text(cards) for cards in sets]}
        case Resign(seat, side):
            return {"seat": seat, "do": "resign", "side": side}
        case AMonte() | CallOut():
            return {"seat": action.seat, "do": action.do}
    out = {"seat": action.seat, "do": action.do, **_move(action)}
    if action.timeout:
        out["timeout"] = True
    return out


def _move(action: Bid | Call | Give | Take | Discard) -> dict[str, Any]:
    match action:
        case Bid():
            return {"bid": action.bid}
        case Call() | Give():
            return {"card": CODES[action.card]}
        case Take():
            return {"count": action.count}
        case Discard():
            return {"cards": sequence_text(action.cards)}

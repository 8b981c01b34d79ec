"""Record: ``tressette/1``, the account of a match, read back by playing it again and written from what was done.

``replay`` never raises for a bad record: it answers with the first refusal, where it stands and its code.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn, TextIO

from games.engine.actions import Action, action_dict, parse_action
from games.engine.deal import Deal, deal_dict, parse_deal
from games.engine.errors import BadCard, BadDeal, BadFormat, MatchOver, Refusal
from games.engine.match import Match
from games.engine.rulesets import FIRST_VERSION, Ruleset, people_at, resolve
from games.engine.scoring import result_of

FORMAT: Final = "tressette/1"


class NotJsonError(ValueError):
    """The input is no JSON; the message says where."""


class _UnfinishedError(NotJsonError):
    """The text ends before its value does."""


class _Place:
    """Where in the record the replay stands, counted from 0; None for the whole."""

    __slots__ = ("action", "hand")

    def __init__(self) -> None:
        self.hand: int | None = None
        self.action: int | None = None


def replay(obj: object) -> dict[str, Any]:
    """Return what the record *obj* comes to: its result, or ``{"error": …}`` for the first rule it breaks."""
    place = _Place()
    try:
        return result_dict(_played(obj, place))
    except Refusal as refusal:
        return {
            "error": {
                "hand": place.hand,
                "action": place.action,
                "code": refusal.code,
                "detail": refusal.detail,
            }
        }


def match_of(obj: object) -> Match:
    """Return the match the record *obj* tells, as far as it goes. Raises the first Refusal."""
    return _played(obj, _Place())


def _played(obj: object, place: _Place) -> Match:
    record = well_formed(obj)
    match = Match(rules_of(record))
    for number, hand in enumerate(record["hands"]):
        place.hand, place.action = number, None
        _play_hand(match, hand, place)
    return match


def rules_of(record: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of a record; where it names no version, the first. Raises BadRules, BadOption."""
    return resolve(record["rules"], record.get("options", {}), record.get("rules_version", FIRST_VERSION))


def well_formed(obj: object) -> Mapping[str, Any]:
    """Return the record *obj* after checking its outer shape. Raises BadFormat."""
    if not isinstance(obj, Mapping) or obj.get("format") != FORMAT:
        raise BadFormat(f"a record is an object of format {FORMAT}")
    rules, options, players = obj.get("rules"), obj.get("options", {}), obj.get("players")
    if not isinstance(rules, str) or not isinstance(options, Mapping) or not isinstance(obj.get("hands"), list):
        raise BadFormat("rules is a text, options an object, hands a list")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise BadFormat("players is a list of names")
    if type(obj.get("rules_version", FIRST_VERSION)) is not int:
        raise BadFormat("rules_version is a number")
    people = people_at(rules, options)
    if people is not None and len(players) != people:
        raise BadFormat(f"{people} people play this game")
    return obj


def _play_hand(match: Match, hand: object, place: _Place) -> None:
    if not isinstance(hand, Mapping) or "deal" not in hand or not isinstance(hand.get("actions"), list):
        raise BadFormat("a hand is an object with a deal and a list of actions")
    _start(match, hand)
    seats, scores = match.ruleset.seats, match.ruleset.scores
    apply = match.apply
    for number, obj in enumerate(hand["actions"]):
        place.action = number
        try:
            action = parse_action(obj, seats=seats, scores=scores)
        except BadCard:
            match.admit(obj["do"], obj["seat"])  # who may do what comes before what card it is
            raise
        apply(action)


def _start(match: Match, hand: Mapping[str, Any]) -> None:
    if match.finished:
        raise MatchOver("the match has ended")
    dealer = hand.get("dealer")
    if type(dealer) is not int:
        raise BadDeal("dealer is no seat")
    if hand["deal"] == [] and _is_paper(hand):
        match.start_paper_hand(dealer)
    else:
        match.start_hand(dealer, parse_deal(match.ruleset, hand))


def _is_paper(hand: Mapping[str, Any]) -> bool:
    """Tell whether a hand without cards has awards, and awards only."""
    actions = hand["actions"]
    return bool(actions) and all(isinstance(action, Mapping) and action.get("do") == "award" for action in actions)


def result_dict(match: Match) -> dict[str, Any]:
    """Return what replay prints for *match*; of a running game with a secret partner it names the partner."""
    hands = [result.as_dict() for result in match.hands]
    if match.hand is not None and not match.hand.ended:
        hands.append(result_of(match.hand, match.totals).as_dict())
    out: dict[str, Any] = {
        "finished": match.finished,
        "winners": list(match.winners),
        "totals": list(match.totals),
    }
    due = match.next
    if due is not None:
        do, seat = due
        out["next"] = {"do": do, "dealer": seat} if do == "deal" else {"seat": seat, "do": do}
    if match.stake is not None:
        out["stake"] = match.stake
    return out | {"hands": hands}


def record_of(ruleset: Ruleset, players: Sequence[str], hands: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the record of a match: *hands* as hand_record makes them, *players* the people in seat order."""
    version = {"rules_version": ruleset.version} if ruleset.version != FIRST_VERSION else {}
    return {
        "format": FORMAT,
        "rules": ruleset.preset,
        **version,
        "options": ruleset.options_changed(),
        "players": list(players),
        "hands": [dict(hand) for hand in hands],
    }


def hand_record(
    dealer: int, deal: Deal | None, actions: Iterable[Action | Mapping[str, Any]], **extra: object
) -> dict[str, Any]:
    """Return a hand as the record writes it; a paper hand has no deal, *extra* keys (board, commit) are kept."""
    dealt = deal_dict(deal) if deal is not None else {"deal": []}
    done = [dict(action) if isinstance(action, Mapping) else action_dict(action) for action in actions]
    return {"dealer": dealer, **dealt, "actions": done, **extra}


def read_records(source: TextIO) -> Iterator[object]:
    """Yield the JSON values of *source*: one a line, or one in all. Raises NotJsonError.

    Memory stays that of one line, but for a single object spread over several.
    """
    is_first = True
    for number, line in enumerate(source, start=1):
        if not line.strip():
            continue
        try:
            value = _value(line, number)
        except _UnfinishedError as error:
            if not is_first:
                raise NotJsonError(str(error)) from None
            yield _value(line + source.read(), number)
            return
        yield value
        is_first = False


def _value(text: str, first_line: int) -> object:
    try:
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        kind = NotJsonError if error.pos < len(text.rstrip()) else _UnfinishedError
        raise kind(f"line {first_line + error.lineno - 1} column {error.colno}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise NotJsonError(f"line {first_line}: {error}") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")

"""Tournament facts: what a tournament says of itself, checked as a whole, and what of it may still change.

Nothing here reads a clock or asks for a right; the services of `making` do.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from accounts.texts import one_line, some_words
from games.services.tables import BANK_SECONDS, BOT_DELAY_MS, MOVE_SECONDS, WATCH_DELAY
from tournaments.errors import BadTournament, WrongState
from tournaments.formats.named import check_options
from tournaments.formats.stage import Format
from tournaments.models import Entrant, Tournament
from tournaments.selectors.entry_rules import (
    CLOSES_BEFORE,
    IN,
    MOST_ENTRANTS,
    every_plan,
    most_entrants,
    people_in_one,
    played_by,
    side_of,
    takes_entries,
)
from tournaments.selectors.plans import LAST_ROUND, plan_from, rules_of, stored_plan

State = Tournament.State

LONGEST_NAME: Final = 80
LONGEST_DESCRIPTION: Final = 4000
LONGEST_PRIZES: Final = 1000
LONGEST_FEE: Final = 80
FURTHEST: Final = timedelta(days=730)
MOST_ROUND_PLANS: Final = 12
_MOST_ROUND_NUMBER: Final = 999

RANGES: Final[Mapping[str, range]] = {
    "capacity": range(2, MOST_ENTRANTS + 1),
    "move_seconds": MOVE_SECONDS,
    "bank_seconds": BANK_SECONDS,
    "bot_delay_ms": BOT_DELAY_MS,
    "watch_delay": WATCH_DELAY,
    "grace_minutes": range(1, 61),
    "round_minutes": range(10, 241),
    "break_minutes": range(61),
    "check_in_minutes": range(10, 241),
}
"""What each number may be; check-in may be 0 too, capacity and the round clock may be none."""

_SHOWN: Final = frozenset({"description", "prizes"})
_ANY_TIME: Final = _SHOWN | {
    "name",
    "fee",
    "late_entry",
    "pace",
    "grace_minutes",
    "break_minutes",
    "round_minutes",
    "watch_delay",
}
_UNTIL_SETTLED: Final = frozenset({"entry", "open_to", "capacity", "seeding", "starts_at", "check_in_minutes"})
"""What decides who plays, and so stands once that has been settled."""
_UNTIL_DRAWN: Final = frozenset(
    {"format", "format_options", "plan", "round_plans", "rated", "bots_allowed"}
    | {"move_seconds", "bank_seconds", "bot_delay_ms"}
)
FACTS: Final = _ANY_TIME | _UNTIL_SETTLED | _UNTIL_DRAWN
"""Every fact that can be given, by the names of the columns."""


def changeable(tournament: Tournament) -> frozenset[str]:
    """Return the facts that may still change."""
    if tournament.state in {State.FINISHED, State.CANCELLED}:
        return _SHOWN
    if tournament.state == State.RUNNING:
        return _ANY_TIME
    if tournament.state == State.DRAFT:
        return FACTS
    free = _ANY_TIME | _UNTIL_DRAWN
    if takes_entries(tournament):
        free |= _UNTIL_SETTLED
    return free - {"entry"} if Entrant.objects.filter(tournament=tournament).exists() else free


def take(tournament: Tournament, facts: Mapping[str, Any], *, now: datetime) -> dict[str, Any]:
    """Set *facts* on a tournament that is not stored yet, or locked; return those that differ now, as they were.

    The whole has been checked then. Raises BadTournament, WrongState for what may not change any more, BadText,
    BadFormatOption, BadLegs, and what the format refuses of the capacity.
    """
    if unknown := facts.keys() - FACTS:
        raise BadTournament(f"a tournament has no {min(unknown)}", min(unknown))
    free = changeable(tournament)
    before: dict[str, Any] = {}
    for name in sorted(facts, key=lambda name: name != "format"):  # its options are those of the new format
        value = _CHECKS.get(name, _choice_or_flag)(name, facts[name], tournament)
        if value == getattr(tournament, name):
            continue
        if name not in free:
            raise WrongState(f"{name} cannot change any more: the tournament is {tournament.state}")
        before[name] = getattr(tournament, name)
        setattr(tournament, name, value)
    if "format" in before and "format_options" not in facts:
        before.setdefault("format_options", tournament.format_options)
        tournament.format_options = check_options(tournament.format, {})
    if before.keys() - _SHOWN:
        _check_whole(tournament, now=now, is_new_time=bool(before.keys() & {"starts_at", "check_in_minutes"}))
    return before


def check_start(tournament: Tournament, *, now: datetime) -> None:
    """Accept a start that is still to come, with time to check in where that is asked for. Raises BadTournament."""
    if not now < tournament.starts_at <= now + FURTHEST:
        raise BadTournament("it starts in the future, and within two years", "starts_at")
    if tournament.check_in_minutes and tournament.starts_at - CLOSES_BEFORE <= now:
        raise BadTournament("check-in closes five minutes before the start, which is too soon", "starts_at")


def check_size(played: Format, entrants: int) -> None:
    """Accept a number of entrants the format can be played by. Raises its refusal, BadTournament beyond the site's."""
    played.check(entrants)
    if entrants > MOST_ENTRANTS:
        raise BadTournament(f"the site holds {MOST_ENTRANTS} entrants", "capacity")


def _check_whole(tournament: Tournament, *, now: datetime, is_new_time: bool) -> None:
    """Accept facts that fit together."""
    if is_new_time:
        check_start(tournament, now=now)
    played = played_by(tournament)
    if most_entrants(played) == 0:
        played.check(MOST_ENTRANTS)
        raise BadTournament("no number of entrants can play this", "format_options")
    if tournament.capacity is not None:
        check_size(played, tournament.capacity)
    people = people_in_one(tournament, is_drawn=True)
    for leg in (leg for plan in every_plan(tournament) for leg in plan.legs):
        if side_of(rules_of(leg)) != people:
            wanted = "two people on each side" if people == 2 else "one person on each side"
            raise BadTournament(f"{leg.preset} has not {wanted}, as these entrants need", "plan")
    _check_round_numbers(tournament, played)
    if tournament.pk is not None and takes_entries(tournament):
        _check_room(tournament, played)


def _check_room(tournament: Tournament, played: Format) -> None:
    """Accept a capacity that holds those who are in. Raises BadTournament."""
    here = Entrant.objects.filter(tournament=tournament, state__in=IN).count()
    if tournament.entry == Tournament.Entry.DRAWN:
        here = (here + 1) // 2
    if here > min(tournament.capacity or MOST_ENTRANTS, most_entrants(played)):
        raise BadTournament(f"{here} are in already", "capacity")


def _check_round_numbers(tournament: Tournament, played: Format) -> None:
    """Accept plans of rounds there can be. Raises BadTournament."""
    rounds = played.rounds(tournament.capacity or most_entrants(played))
    numbers = [int(number) for number in tournament.round_plans if number != LAST_ROUND]
    if any(not 1 <= number <= rounds for number in numbers):
        raise BadTournament(f"there are rounds 1-{rounds}", "round_plans")


def _text(longest: int) -> Callable[[str, Any, Tournament], str]:
    def check(name: str, value: Any, _tournament: Tournament) -> str:
        return one_line(_string(name, value), longest=longest)

    return check


def _paragraphs(longest: int) -> Callable[[str, Any, Tournament], str]:
    def check(name: str, value: Any, _tournament: Tournament) -> str:
        lines = _string(name, value).replace("\r\n", "\n").strip().split("\n")
        text = "\n".join(one_line(line, longest=longest) for line in lines)
        if len(text) > longest:
            raise BadTournament(f"{name} has at most {longest} characters", name)
        return text

    return check


def _name(name: str, value: Any, _tournament: Tournament) -> str:
    return some_words(_string(name, value), longest=LONGEST_NAME)


def _string(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise BadTournament(f"{name} is a text", name)
    return value


def _number(name: str, value: Any, _tournament: Tournament) -> int | None:
    allowed = RANGES[name]
    if value is None and name in {"capacity", "round_minutes"}:
        return None
    if type(value) is not int or not (value in allowed or (value == 0 and name == "check_in_minutes")):
        raise BadTournament(f"{name} is {allowed[0]} to {allowed[-1]}", name)
    return int(value)


def _moment(name: str, value: Any, _tournament: Tournament) -> datetime:
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise BadTournament(f"{name} is a moment with its offset", name)
    return value


def _choice_or_flag(name: str, value: Any, _tournament: Tournament) -> Any:
    known = _CHOICES.get(name)
    if known is None and not isinstance(value, bool):
        raise BadTournament(f"{name} is true or false", name)
    if known is not None and value not in known:
        raise BadTournament(f"{name} is one of {', '.join(known)}", name)
    return value


def _options(name: str, value: Any, tournament: Tournament) -> dict[str, bool | int]:
    return check_options(tournament.format, _object(name, value))


def _plan(name: str, value: Any, _tournament: Tournament) -> dict[str, Any]:
    return stored_plan(plan_from(_object(name, value)))


def _round_plans(name: str, value: Any, _tournament: Tournament) -> dict[str, Any]:
    plans = _object(name, value)
    if len(plans) > MOST_ROUND_PLANS:
        raise BadTournament(f"at most {MOST_ROUND_PLANS} rounds have a plan of their own", name)
    checked = {}
    for number, plan in plans.items():
        is_number = number.isascii() and number.isdigit() and number == str(int(number[:4]))
        if number != LAST_ROUND and not (is_number and 1 <= int(number) <= _MOST_ROUND_NUMBER):
            raise BadTournament(f"round_plans are by the number of a round, or {LAST_ROUND}", name)
        checked[number] = stored_plan(plan_from(_object(name, plan)))
    return checked


def _object(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise BadTournament(f"{name} is an object", name)
    return value


_CHOICES: Final[Mapping[str, list[str]]] = {
    "format": Tournament.Format.values,
    "entry": Tournament.Entry.values,
    "open_to": Tournament.OpenTo.values,
    "seeding": Tournament.Seeding.values,
    "pace": Tournament.Pace.values,
}
_CHECKS: Final[Mapping[str, Callable[[str, Any, Tournament], Any]]] = {
    "name": _name,
    "description": _paragraphs(LONGEST_DESCRIPTION),
    "prizes": _paragraphs(LONGEST_PRIZES),
    "fee": _text(LONGEST_FEE),
    "format_options": _options,
    "plan": _plan,
    "round_plans": _round_plans,
    "starts_at": _moment,
    **dict.fromkeys(RANGES, _number),
}
"""How each fact is checked by itself; the others are one of their choices, or true or false."""

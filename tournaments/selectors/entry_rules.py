"""Entry rules: who may stand in a tournament, how many there is room for, and when people say that they are there."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games.engine.rulesets import Ruleset
from tournaments.formats.encounters import Plan
from tournaments.formats.errors import Refusal
from tournaments.formats.named import format_of
from tournaments.formats.stage import Format
from tournaments.models import Entrant, Tournament
from tournaments.selectors.plans import plans_of, rules_of

MOST_ENTRANTS: Final = 512
"""What the site holds, whatever a format could."""
CLOSES_BEFORE: Final = timedelta(minutes=5)
"""How long before the start the check-in closes (tournaments 2)."""
IN: Final = (Entrant.State.ENTERED, Entrant.State.SINGLE)
"""The states of those who have a place, as far as they play."""

State = Tournament.State


@dataclass(frozen=True, slots=True)
class CheckIn:
    """When those who play say that they are there."""

    opens_at: datetime
    closes_at: datetime

    def is_open(self, now: datetime) -> bool:
        """Tell whether it is on."""
        return self.opens_at <= now < self.closes_at


def check_in_of(tournament: Tournament) -> CheckIn | None:
    """Return the time of the check-in, None where nobody has to say that they are there."""
    if not tournament.check_in_minutes:
        return None
    opens_at = tournament.starts_at - timedelta(minutes=tournament.check_in_minutes)
    return CheckIn(opens_at, tournament.starts_at - CLOSES_BEFORE)


def closing_time_of(tournament: Tournament) -> datetime:
    """Return when it is settled who plays: the end of the check-in, or the start."""
    check_in = check_in_of(tournament)
    return tournament.starts_at if check_in is None else check_in.closes_at


def people_in_one(tournament: Tournament, *, is_drawn: bool = False) -> int:
    """Return how many people enter together; where partners are drawn, two once they are (*is_drawn*)."""
    match tournament.entry:
        case Tournament.Entry.PAIRS:
            return 2
        case Tournament.Entry.DRAWN:
            return 2 if is_drawn else 1
    return 1


def side_of(rules: Ruleset) -> int | None:
    """Return how many people are on each side of a game of two sides, None where the sides are unlike."""
    sizes = {len([seat for seat in side if seat in rules.person_seats]) for side in rules.sides or ()}
    return sizes.pop() if len(sizes) == 1 else None


def is_of_two_sides(rules: Ruleset) -> bool:
    """Tell whether a tournament can be played by these rules: two sides, of one person each or of two."""
    return rules.sides is not None and len(rules.sides) == 2 and side_of(rules) in {1, 2}


def plays_on_paper_only(tournament: Tournament) -> bool:
    """Tell whether every leg is played with real cards, so that nobody needs an account."""
    return all(leg.on_paper for plan in every_plan(tournament) for leg in plan.legs)


def every_plan(tournament: Tournament) -> list[Plan]:
    """Return the usual plan of a tournament and those of all rounds that differ."""
    usual, rounds = plans_of(tournament)
    return [usual, *(plan for _number, plan in rounds)]


def usual_preset(tournament: Tournament) -> str:
    """Return the game of the first leg, in whose pool seeds are looked up."""
    return rules_of(plans_of(tournament)[0].legs[0]).preset


def played_by(tournament: Tournament) -> Format:
    """Return the format of a tournament, stored or not, without the pairs that are forbidden in it: no query."""
    return format_of(tournament.format, tournament.format_options)


def room_in(tournament: Tournament) -> int:
    """Return how many entrants may be in before the partners are drawn: two single players take a pair's place."""
    most = min(tournament.capacity or MOST_ENTRANTS, most_entrants(played_by(tournament)))
    is_of_singles = tournament.entry == Tournament.Entry.DRAWN and tournament.entries_closed_at is None
    return most * 2 if is_of_singles else most


def free_places(tournament: Tournament) -> int:
    """Return how many more may come in; none where there are too many already."""
    return max(0, room_in(tournament) - Entrant.objects.filter(tournament=tournament, state__in=IN).count())


def most_entrants(played: Format) -> int:
    """Return the most entrants a format can be played by, up to MOST_ENTRANTS; 0 where it cannot be played at all."""
    return next((count for count in range(MOST_ENTRANTS, 1, -1) if _can_play(played, count)), 0)


def takes_entries(tournament: Tournament) -> bool:
    """Tell whether entries are taken in the usual way: it is announced, and who plays is not settled yet."""
    return tournament.state == State.ANNOUNCED and tournament.entries_closed_at is None


def takes_late_entries(tournament: Tournament) -> bool:
    """Tell whether somebody may still come late, as far as that does not hang on the rounds played."""
    is_settled = tournament.state == State.RUNNING or (
        tournament.state == State.ANNOUNCED and tournament.entries_closed_at is not None
    )
    return is_settled and tournament.late_entry and played_by(tournament).takes_late


def _can_play(played: Format, entrants: int) -> bool:
    try:
        played.check(entrants)
    except Refusal:
        return False
    return True

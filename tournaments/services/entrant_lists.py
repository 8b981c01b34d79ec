"""Entrant lists: taking the entrants of a tournament in from a table, line by line and only as a whole.

A dry run does all of it and takes it back: so it can say of each line what would happen, and nothing else does later.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from accounts import names
from accounts.errors import BadList
from accounts.errors import Refusal as AccountRefusal
from accounts.models import User
from tournaments.formats.errors import Refusal as FormatRefusal
from tournaments.models import Entrant, Tournament
from tournaments.selectors.entry_rules import plays_on_paper_only
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_director
from tournaments.services.entrant_tables import read_entrants
from tournaments.services.hand_entries import put_in
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.people import lock_people
from tournaments.services.seeding import set_seeds


@dataclass(slots=True)
class Line:
    """One line of a list: who it is about, what would be done, and what is wrong with it."""

    number: int
    players: list[str]
    seed: int | None = None
    fee_paid: bool = False
    action: str = ""  # entered, waiting; empty where nothing can be done
    faults: list[str] = field(default_factory=list)
    entrant: int | None = None


@transaction.atomic
def take_in(*, tournament_id: int, hand: Hand, data: bytes, dry_run: bool, now: datetime) -> list[Line]:
    """Read a list of entrants and, unless it is a dry run, put them in; return the lines.

    Names are those of accounts; others are of people without one, where every leg is on paper. Locks the people named,
    then the tournament. Raises NoRight, WrongState, BadList for what is no table of entrants, and for one with a line
    that has a fault unless it is a dry run: the whole list is taken in, or nothing.
    """
    rows = read_entrants(data)
    keys = {names.key_of(name) for row in rows for name in row.players}
    found = User.objects.filter(name_key__in=keys, is_active=True).exclude(kind=User.Kind.GUEST)
    people = {user.name_key: user for user in lock_people(found.values_list("pk", flat=True))}
    tournament = lock_tournament(tournament_id, Tournament.State.ANNOUNCED)
    check_director(tournament, hand)
    lines = [Line(row.number, row.players, row.seed, row.fee_paid, faults=list(row.faults)) for row in rows]
    _find_twice(lines)
    with transaction.atomic():
        for line in lines:
            if not line.faults:
                _put_in(tournament, line, people, hand, now)
        is_sound = not any(line.faults for line in lines)
        if is_sound and any(line.seed for line in lines):
            set_seeds(tournament_id=tournament_id, hand=hand, order=_order(tournament, lines))
        transaction.set_rollback(dry_run or not is_sound)
    if dry_run:
        return lines
    if not is_sound:
        raise BadList("some lines have faults; nothing was taken in")
    tournament.refresh_from_db()
    touch(tournament)
    return lines


def _put_in(tournament: Tournament, line: Line, people: Mapping[str, User], hand: Hand, now: datetime) -> None:
    """Put the entrant of a line in, or note on the line why not."""
    known = [people.get(names.key_of(name)) for name in line.players]
    plain = [name for name, user in zip(line.players, known, strict=True) if user is None]
    if plain and not plays_on_paper_only(tournament):
        line.faults.append("unknown_person")
        return
    try:
        with transaction.atomic():
            entrant = put_in(tournament, [user for user in known if user is not None], plain, hand=hand, now=now)
    except (FormatRefusal, AccountRefusal) as refusal:
        line.faults.append(refusal.code)
        return
    line.entrant, line.action = entrant.number, "waiting" if entrant.state == Entrant.State.WAITING else "entered"
    if line.fee_paid:
        Entrant.objects.filter(pk=entrant.pk).update(fee_paid=True)
        note(tournament, hand, "fee", about=str(entrant.number), before={"paid": False}, after={"paid": True})


def _order(tournament: Tournament, lines: list[Line]) -> list[int]:
    """Return the numbers of the seeded, those of the list before whom the director had placed earlier."""
    seeded = [(line.seed, line.entrant) for line in lines if line.seed is not None and line.entrant is not None]
    first = [number for _seed, number in sorted(seeded)]
    placed = Entrant.objects.filter(tournament=tournament, seed_by_hand__isnull=False).order_by("seed_by_hand")
    return first + [number for number in placed.values_list("number", flat=True) if number not in first]


def _find_twice(lines: list[Line]) -> None:
    """Note who, and which seed, stands in the list more than once."""
    people = Counter(names.key_of(name) for line in lines for name in line.players)
    seeds = Counter(line.seed for line in lines if line.seed is not None)
    for line in lines:
        if any(people[names.key_of(name)] > 1 for name in line.players):
            line.faults.append("repeated_person")
        if line.seed is not None and seeds[line.seed] > 1:
            line.faults.append("repeated_seed")

"""Entries by hand: a director puts entrants in, takes them out, or fills a tournament up with the bots of the house."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count

from django.db import transaction

from accounts.errors import NotMember
from accounts.models import User
from accounts.selectors.clubs import membership_of
from accounts.services.bots import house_bot
from accounts.texts import some_words
from games.services.house_bots import LEVEL
from tournaments.errors import BadEntrant, BadTournament, WrongState
from tournaments.models import Entrant, EntrantMember, Tournament
from tournaments.selectors.entry_rules import IN, people_in_one, room_in, takes_entries
from tournaments.services.admitting import admit, take_out
from tournaments.services.audit import Hand, note
from tournaments.services.check_in import entrant_of
from tournaments.services.directors import check_director
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.people import lock_people
from tournaments.services.telling import tell

State = Tournament.State
LONGEST_NAME = 60


@transaction.atomic
def add(*, tournament_id: int, hand: Hand, user_ids: Sequence[int], names: Sequence[str], now: datetime) -> int:
    """Put people in as one entrant and tell them; return its number. *names* are of people without an account.

    A director speaks for members of the club, and for nobody else. Locks the people, then the tournament. Raises
    NoRight, NotMember, NoSuchPlayer, MembersOnly, BadText, AlreadyEntered, BadEntrant, WrongState, EntryClosed.
    """
    people = lock_people(user_ids)
    tournament = lock_tournament(tournament_id, State.ANNOUNCED, State.RUNNING)
    check_director(tournament, hand)
    entrant = put_in(tournament, people, names, hand=hand, now=now)
    touch(tournament)
    return entrant.number


def put_in(
    tournament: Tournament, people: Sequence[User], names: Sequence[str], *, hand: Hand, now: datetime
) -> Entrant:
    """Put locked people into a locked tournament for its director, and tell them; the caller touches it.

    Raises NotMember, BadText, AlreadyEntered, BadEntrant, WrongState, EntryClosed.
    """
    plain = [some_words(name, longest=LONGEST_NAME) for name in names]
    for person in people:
        is_human = person.kind == User.Kind.HUMAN
        if is_human and membership_of(user_id=person.pk, club_id=tournament.club_id) is None:
            raise NotMember(f"{person.username} is no member of the club: they enter themselves")
    if len({person.pk for person in people}) < len(people):
        raise BadEntrant("nobody is their own partner")
    entrant = admit(tournament, people=people, names=plain, by_id=hand.user_id, now=now, is_by_hand=True)
    after = {"players": [person.pk for person in people], "names": plain, "state": entrant.state}
    note(tournament, hand, "entered", about=str(entrant.number), after=after)
    tell(tournament, [entrant], "tournament_entered")
    return entrant


@transaction.atomic
def remove(*, tournament_id: int, number: int, hand: Hand, reason: str, now: datetime) -> None:
    """Take an entrant out of a tournament that has not begun, and tell it. Locks the tournament.

    Raises NoRight, NoSuchEntrant, WrongState once it runs (then `departures` do it) or where it is out, BadText.
    """
    tournament = lock_tournament(tournament_id, State.ANNOUNCED)
    check_director(tournament, hand)
    entrant = entrant_of(tournament, number)
    if entrant.state not in {*IN, Entrant.State.WAITING}:
        raise WrongState(f"the entrant is {entrant.state}")
    note(tournament, hand, "removed", about=str(number), before={"state": entrant.state}, reason=reason)
    tell(tournament, [entrant], "tournament_removed")
    take_out(tournament, entrant, Entrant.State.WITHDRAWN, now)
    touch(tournament)


@transaction.atomic
def fill_with_bots(*, tournament_id: int, hand: Hand, up_to: int, now: datetime) -> int:
    """Enter bots of the house until *up_to* have a place; return how many came in. Nobody who waits is overtaken.

    Locks the tournament. Raises NoRight, WrongState, BadEntrant where bots may not play, BadTournament for more than
    there is room for.
    """
    tournament = lock_tournament(tournament_id, State.ANNOUNCED)
    check_director(tournament, hand)
    if not takes_entries(tournament):
        raise WrongState("entries are closed")
    if not tournament.bots_allowed:
        raise BadEntrant("bots may not play in this tournament")
    if not 0 <= up_to <= room_in(tournament):
        raise BadTournament(f"there is room for {room_in(tournament)}", "up_to")
    here = Entrant.objects.filter(tournament=tournament, state__in=IN).count()
    bots = _bots_outside(tournament)
    size = people_in_one(tournament)
    for _place in range(up_to - here):
        admit(tournament, people=[next(bots) for _ in range(size)], by_id=hand.user_id, now=now)
    came = max(0, up_to - here)
    if came:
        note(tournament, hand, "filled_with_bots", after={"came": came})
        touch(tournament)
    return came


def _bots_outside(tournament: Tournament) -> Iterator[User]:
    """Return bots of the house that do not play here yet, one after the other."""
    standing = EntrantMember.objects.filter(tournament=tournament, until=None, user__kind=User.Kind.BOT)
    inside = set(standing.values_list("user_id", flat=True))
    for number in count():
        if (bot_id := house_bot(LEVEL, number)) not in inside:
            yield User.objects.get(pk=bot_id)

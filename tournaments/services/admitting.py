"""Admitting: how an entrant comes into a locked tournament and out of it, whoever asked for it; the waiting list.

Everything here is called with the tournament's lock held, and leaves it to the caller to `touch` the tournament.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Max, Q

from accounts.models import User
from accounts.selectors.clubs import membership_of
from tournaments.errors import AlreadyEntered, BadEntrant, ClubTournament, WrongState
from tournaments.formats.errors import EntryClosed
from tournaments.formats.late_entries import enter
from tournaments.models import DeskNote, Entrant, EntrantMember, PairProposal, Tournament
from tournaments.selectors.entry_rules import (
    check_in_of,
    free_places,
    people_in_one,
    plays_on_paper_only,
    takes_entries,
)
from tournaments.selectors.stages import format_of, stage_of
from tournaments.services.audit import SERVER, note
from tournaments.services.drafts import drop_draft
from tournaments.services.seeding import seed_entrants
from tournaments.services.telling import tell

State = Entrant.State
_GONE = (State.WITHDRAWN, State.STRUCK)


def check_may_stand(tournament: Tournament, people: Collection[User]) -> None:
    """Accept people with accounts who may play here and stand in no entrant yet.

    Raises ClubTournament, BadEntrant for bots where none may play, AlreadyEntered.
    """
    if any(person.kind == User.Kind.BOT for person in people) and not tournament.bots_allowed:
        raise BadEntrant("bots may not play in this tournament")
    if tournament.open_to == Tournament.OpenTo.MEMBERS:
        for person in people:
            is_human = person.kind == User.Kind.HUMAN
            if is_human and membership_of(user_id=person.pk, club_id=tournament.club_id) is None:
                raise ClubTournament(f"{person.username} is no member of the club")
    standing = EntrantMember.objects.filter(tournament=tournament, user__in=people, until=None)
    if (first := standing.select_related("user").order_by("pk").first()) is not None and first.user is not None:
        raise AlreadyEntered(f"{first.user.username} has entered already")


def admit(
    tournament: Tournament,
    *,
    people: Sequence[User],
    names: Sequence[str] = (),
    by_id: int | None,
    now: datetime,
    is_by_hand: bool = False,
) -> Entrant:
    """Take people in as one entrant, or put them on the waiting list; what they had proposed otherwise lapses.

    *names* are of people without an account. Once it is settled who plays they come late, if they still may; a director
    may let them in (*is_by_hand*) where late entry is not for everybody. Raises what `check_may_stand` raises,
    BadEntrant for a number of people that makes no entrant, WrongState, and EntryClosed.
    """
    if names and not plays_on_paper_only(tournament):
        raise BadEntrant("who has no account plays only where every leg is on paper")
    wanted = people_in_one(tournament, is_drawn=tournament.entries_closed_at is not None)
    if len(people) + len(names) != wanted:
        raise BadEntrant(f"an entrant is of {wanted} here")
    check_may_stand(tournament, people)
    entrant = _former(tournament, people) or Entrant(tournament=tournament, number=next_number(tournament))
    entrant.entered_at, entrant.entered_by_id, entrant.checked_in_at = now, by_id, None
    if takes_entries(tournament):
        _give_place(tournament, entrant, people, now)
    else:
        _give_late_place(tournament, entrant, now, is_by_hand=is_by_hand)
    entrant.save()
    _set_members(tournament, entrant, people, names, now)
    forget_wishes(tournament, people)
    return entrant


def take_out(tournament: Tournament, entrant: Entrant, state: str, now: datetime) -> None:
    """Take an entrant out of a tournament that has not begun: its players are free, and the next who waits comes in."""
    EntrantMember.objects.filter(entrant=entrant, until=None).update(until=now)
    entrant.state, entrant.seed, entrant.seed_by_hand, entrant.checked_in_at = state, None, None, None
    entrant.save(update_fields=["state", "seed", "seed_by_hand", "checked_in_at"])
    is_settled = tournament.entries_closed_at is not None
    if not is_settled or tournament.entry != Tournament.Entry.DRAWN:  # later a single player finds no partner
        promote(tournament, only_present=is_settled and check_in_of(tournament) is not None)
    if is_settled:
        seed_entrants(tournament)


def promote(tournament: Tournament, *, only_present: bool = False) -> list[Entrant]:
    """Give free places to those who have waited longest, and tell them; return who came in.

    With *only_present*, to those alone who have said that they are there.
    """
    waiting = Entrant.objects.filter(tournament=tournament, state=State.WAITING).order_by("entered_at", "number")
    if only_present:
        waiting = waiting.exclude(checked_in_at=None)
    promoted = list(waiting[: free_places(tournament)])
    for entrant in promoted:
        entrant.state = _state_of_place(tournament)
        entrant.save(update_fields=["state"])
        note(tournament, SERVER, "promoted", about=str(entrant.number))
    tell(tournament, promoted, "tournament_promoted")
    return promoted


def forget_wishes(tournament: Tournament, people: Collection[User]) -> None:
    """Let lapse what people who are in now have proposed or been proposed, and take down their notes at the desk."""
    concerned = Q(by__in=people) | Q(to__in=people)
    waiting = PairProposal.objects.filter(concerned, tournament=tournament, state=PairProposal.State.PENDING)
    waiting.update(state=PairProposal.State.LAPSED)
    DeskNote.objects.filter(tournament=tournament, user__in=people).delete()


def next_number(tournament: Tournament) -> int:
    """Return the number of the next entrant of a locked tournament."""
    last: int | None = Entrant.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _give_place(tournament: Tournament, entrant: Entrant, people: Sequence[User], now: datetime) -> None:
    """Let an entrant in, or have it wait; who comes while people check in is there, and so is a bot."""
    check_in = check_in_of(tournament)
    is_of_bots = all(person.kind == User.Kind.BOT for person in people) and bool(people)
    if is_of_bots or (check_in is not None and check_in.is_open(now)):
        entrant.checked_in_at = now
    entrant.joined, entrant.left, entrant.absent = 1, None, []
    has_queue = Entrant.objects.filter(tournament=tournament, state=State.WAITING).exclude(pk=entrant.pk).exists()
    has_room = free_places(tournament) > 0 and not has_queue
    entrant.state = _state_of_place(tournament) if has_room else State.WAITING


def _give_late_place(tournament: Tournament, entrant: Entrant, now: datetime, *, is_by_hand: bool) -> None:
    """Let an entrant in as the last seed, from the next round on (formats.late_entries).

    A draft of that round goes, for it was drawn without them. Raises WrongState, EntryClosed.
    """
    if tournament.state not in {Tournament.State.ANNOUNCED, Tournament.State.RUNNING}:
        raise WrongState(f"the tournament is {tournament.state}")
    played = format_of(tournament)
    if not is_by_hand and not (tournament.late_entry and played.takes_late):
        raise EntryClosed("this tournament takes nobody once it is settled who plays")
    if free_places(tournament) == 0:
        raise EntryClosed("the tournament is full")
    late = enter(played, stage_of(tournament), entrant.number).entrant(entrant.number)
    entrant.joined, entrant.seed, entrant.left, entrant.absent = late.joined, late.seed, None, []
    entrant.state, entrant.checked_in_at = State.ENTERED, now
    drop_draft(tournament, SERVER, "somebody came late")


def _state_of_place(tournament: Tournament) -> State:
    is_single = tournament.entry == Tournament.Entry.DRAWN and tournament.entries_closed_at is None
    return State.SINGLE if is_single else State.ENTERED


def _former(tournament: Tournament, people: Sequence[User]) -> Entrant | None:
    """Return the entrant these very people were in before it withdrew or was struck off; it goes to the end again."""
    if not people:
        return None
    ids = {person.pk for person in people}
    gone = Entrant.objects.filter(tournament=tournament, state__in=_GONE, seed=None, members__user__in=people)
    for entrant in gone.distinct().prefetch_related("members").order_by("pk"):
        if {member.user_id for member in entrant.members.all()} == ids:
            return entrant
    return None


def _set_members(
    tournament: Tournament, entrant: Entrant, people: Sequence[User], names: Sequence[str], now: datetime
) -> None:
    back = EntrantMember.objects.filter(entrant=entrant, user__in=people)
    if back.update(since=now, until=None):
        return
    members = [EntrantMember(tournament=tournament, entrant=entrant, user=person, since=now) for person in people]
    members += [EntrantMember(tournament=tournament, entrant=entrant, name=name, since=now) for name in names]
    EntrantMember.objects.bulk_create(members)

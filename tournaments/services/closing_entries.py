"""Closing entries: at the end of the check-in it is settled who plays, with whom, and as which seed."""

from datetime import datetime

from django.db import transaction

from accounts.notices import PERSON
from accounts.services import notices
from tournaments.formats.partners import draw_partners
from tournaments.models import DeskNote, Entrant, EntrantMember, PairProposal, Tournament
from tournaments.selectors.entry_rules import IN, check_in_of
from tournaments.services.admitting import next_number, promote
from tournaments.services.arming import arm
from tournaments.services.audit import SERVER, Hand, note
from tournaments.services.directors import check_director
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.seeding import seed_entrants
from tournaments.services.telling import notice_data, tell

State = Entrant.State


@transaction.atomic
def close_entries_now(*, tournament_id: int, hand: Hand, now: datetime) -> bool:
    """Settle who plays before the time for it, and tell whether this did it. Locks the tournament.

    Raises NoRight, WrongState unless it is announced.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.ANNOUNCED)
    check_director(tournament, hand)
    if tournament.entries_closed_at is not None:
        return False
    note(tournament, hand, "entries_closed_early")
    close_entries(tournament, now)
    arm(tournament)
    touch(tournament)
    return True


def close_entries(tournament: Tournament, now: datetime) -> None:
    """Settle who plays in a locked, announced tournament; a second time changes nothing. The caller touches it.

    Who has not said that they are there is struck off, and those who wait and are there come in, unless nobody could
    check in yet; partners are drawn where they are; everybody gets a seed. From now on
    the lot is public. Whether so many can play the format is for who starts it to see.
    """
    if tournament.entries_closed_at is not None:
        return
    check_in = check_in_of(tournament)
    has_begun = check_in is not None and check_in.opens_at <= now
    struck = _strike_the_absent(tournament, now) if has_begun else []
    promoted = promote(tournament, only_present=has_begun)
    tournament.entries_closed_at = now
    if tournament.entry == Tournament.Entry.DRAWN:
        _draw_partners(tournament, now)
    seed_entrants(tournament)
    PairProposal.objects.filter(tournament=tournament, state=PairProposal.State.PENDING).update(
        state=PairProposal.State.LAPSED
    )
    DeskNote.objects.filter(tournament=tournament).delete()
    entered = Entrant.objects.filter(tournament=tournament, state=State.ENTERED)
    after = {
        "entered": list(entered.order_by("seed").values_list("number", flat=True)),
        "struck": [entrant.number for entrant in struck],
        "promoted": [entrant.number for entrant in promoted],
        "lot": tournament.lot,
    }
    note(tournament, SERVER, "entries_closed", after=after)
    tournament.save(update_fields=["entries_closed_at"])


def _strike_the_absent(tournament: Tournament, now: datetime) -> list[Entrant]:
    absent = list(Entrant.objects.filter(tournament=tournament, state__in=IN, checked_in_at=None).order_by("number"))
    tell(tournament, absent, "tournament_struck")
    for entrant in absent:
        entrant.state = State.STRUCK
    Entrant.objects.bulk_update(absent, ["state"])
    EntrantMember.objects.filter(entrant__in=absent, until=None).update(until=now)
    return absent


def _draw_partners(tournament: Tournament, now: datetime) -> None:
    """Make pairs of the single players, in the order they are drawn; who is left over from an odd number waits."""
    singles = {entrant.number: entrant for entrant in Entrant.objects.filter(tournament=tournament, state=State.SINGLE)}
    drawn = draw_partners(tournament.lot, singles)
    members = EntrantMember.objects.filter(entrant__in=singles.values(), until=None)
    players: dict[int, int] = dict(members.exclude(user=None).values_list("entrant__number", "user_id"))
    for number, (one, other) in enumerate(drawn.pairs, next_number(tournament)):
        both = [singles[one], singles[other]]
        EntrantMember.objects.filter(entrant__in=both, until=None).update(until=now)
        for single in both:
            single.state = State.PAIRED
        Entrant.objects.bulk_update(both, ["state"])
        pair = Entrant.objects.create(
            tournament=tournament,
            number=number,
            entered_at=min(single.entered_at for single in both),
            checked_in_at=now,
            fee_paid=all(single.fee_paid for single in both),
        )
        EntrantMember.objects.bulk_create(
            EntrantMember(tournament=tournament, entrant=pair, user_id=players[single.number], since=now)
            for single in both
        )
        for single, partner in (both, both[::-1]):
            data = {**notice_data(tournament), PERSON: players[partner.number]}
            notices.give(user_id=players[single.number], kind="tournament_partner_drawn", data=data)
    if drawn.left_over is not None:
        alone = singles[drawn.left_over]
        alone.state = State.WAITING
        alone.save(update_fields=["state"])
        tell(tournament, [alone], "tournament_left_over")

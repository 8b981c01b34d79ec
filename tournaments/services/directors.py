"""Directors: who may run a tournament, and about whose encounters they may decide (docs/adr/0072)."""

from accounts.models import Right
from accounts.selectors.clubs import check_right
from tournaments.errors import OwnEncounter
from tournaments.models import Encounter, EntrantMember, Tournament
from tournaments.services.audit import SERVER, Hand


def check_director(tournament: Tournament, hand: Hand, right: Right = Right.TOURNAMENTS) -> None:
    """Accept the server, and who has the *right* in the tournament's club. Raises NoRight."""
    if hand != SERVER:
        check_right(user_id=hand.user_id, club_id=tournament.club_id, right=right)


def check_not_own(tournament: Tournament, hand: Hand, *entrant_ids: int | None) -> None:
    """Accept a director who was never a member of one of these entrants. Raises OwnEncounter."""
    asked = [entrant_id for entrant_id in entrant_ids if entrant_id is not None]
    own = EntrantMember.objects.filter(tournament=tournament, entrant_id__in=asked)
    if hand.user_id is not None and own.filter(user_id=hand.user_id).exists():
        raise OwnEncounter("who plays in an encounter does not decide it: ask another director")


def check_decides(tournament: Tournament, hand: Hand, encounter: Encounter) -> None:
    """Accept who has Right.RESULTS and plays for neither side of the encounter. Raises NoRight, OwnEncounter."""
    check_director(tournament, hand, Right.RESULTS)
    check_not_own(tournament, hand, encounter.home_id, encounter.away_id)

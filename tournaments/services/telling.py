"""Telling: facts of a tournament under the bells of those who play in it (tournaments.notices)."""

from collections.abc import Collection

from accounts.notices import PERSON
from accounts.services import notices
from tournaments.models import Entrant, EntrantMember, Tournament


def notice_data(tournament: Tournament) -> dict[str, str]:
    """Return what every notice about a tournament holds."""
    return {"tournament": tournament.code, "tournament_name": tournament.name}


def players_of(entrants: Collection[Entrant]) -> list[int]:
    """Return the ids of those who play in entrants now and have an account."""
    members = EntrantMember.objects.filter(entrant__in=entrants, until=None).exclude(user=None)
    return list(members.order_by("user_id").values_list("user_id", flat=True))


def tell(tournament: Tournament, entrants: Collection[Entrant], kind: str, **more: str | int) -> None:
    """Tell everybody who plays in *entrants* now, by mail too; *more* is what the kind has beside the tournament."""
    data = {**notice_data(tournament), **more}
    notices.give_all(user_ids=players_of(entrants), kind=kind, data=data, by_mail=True)


def tell_partner(tournament: Tournament, entrant: Entrant, user_id: int) -> None:
    """Tell who plays with somebody that this one has withdrawn, and they with them."""
    others = [player for player in players_of([entrant]) if player != user_id]
    notices.give_all(user_ids=others, kind="tournament_out", data={**notice_data(tournament), PERSON: user_id})

"""Nameplates: what the entrants of a tournament are called, and who plays in each."""

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from tournaments.models import Entrant, EntrantMember, Tournament

BETWEEN_NAMES = " · "
STANDING = (Entrant.State.ENTERED, Entrant.State.SINGLE, Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED)
"""Entrants who have, or had, a place."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays in an entrant; without an account there is only a name."""

    user_id: int | None
    name: str
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Nameplate:
    """An entrant as pages and REST name it; *name* is its own, or that of its players."""

    entrant_id: int
    number: int
    name: str
    players: tuple[Player, ...]
    state: str
    seed: int | None
    place: int | None
    checked_in: bool

    @property
    def stands(self) -> bool:
        """Whether it has, or had, a place in the tournament."""
        return self.state in STANDING

    @property
    def user_ids(self) -> frozenset[int]:
        """Return the accounts of its players."""
        return frozenset(player.user_id for player in self.players if player.user_id is not None)


Nameplates = dict[int, Nameplate]


def nameplates(tournament: Tournament) -> Nameplates:
    """Return the entrants of a tournament by number, as they are now: two queries."""
    people = _playing().only("entrant", "name", "user__username", "user__kind")
    entrants = tournament.entrants.prefetch_related(Prefetch("members", queryset=people, to_attr="players_now"))
    return {entrant.number: nameplate(entrant) for entrant in entrants}


def with_players(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """Return *entrants* with those who play in them now, as `nameplate` wants them."""
    return entrants.prefetch_related(Prefetch("members", queryset=_playing(), to_attr="players_now"))


def nameplate(entrant: Entrant) -> Nameplate:
    """Return what an entrant of `with_players` is called."""
    players = tuple(_player(member) for member in entrant.players_now)  # type: ignore[attr-defined] # by with_players
    return Nameplate(
        entrant_id=entrant.pk,
        number=entrant.number,
        name=entrant.name or BETWEEN_NAMES.join(player.name for player in players) or f"#{entrant.number}",
        players=players,
        state=entrant.state,
        seed=entrant.seed,
        place=entrant.place,
        checked_in=entrant.checked_in_at is not None,
    )


def _playing() -> QuerySet[EntrantMember]:
    return EntrantMember.objects.filter(until=None).select_related("user").order_by("pk")


def _player(member: EntrantMember) -> Player:
    if member.user is None:
        return Player(None, member.name)
    return Player(member.user_id, member.user.username, is_bot=member.user.kind == "bot")

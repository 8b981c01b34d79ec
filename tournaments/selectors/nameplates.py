"""Nameplates: what the entrants of a tournament are called, and who plays in each."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from accounts.models import User
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
    """Return the entrants of a tournament by number, as they are now: two queries, and no model instances."""
    players: dict[int, list[Player]] = {}
    members = EntrantMember.objects.filter(tournament=tournament, until=None).order_by("pk")
    rows = members.values_list("entrant", "user", "name", "user__username", "user__kind")
    for entrant_id, user_id, name, username, kind in rows:
        players.setdefault(entrant_id, []).append(_player(user_id, name, username, kind))
    fields = ("pk", "number", "name", "state", "seed", "place", "checked_in_at")
    plates = {}
    for pk, number, name, state, seed, place, at in tournament.entrants.values_list(*fields):
        playing = tuple(players.get(pk, ()))
        shown = _name(name, number, playing)
        plates[number] = Nameplate(pk, number, shown, playing, state, seed, place, checked_in=at is not None)
    return plates


def with_players(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """Return *entrants* with those who play in them now, as `nameplate` wants them."""
    playing = EntrantMember.objects.filter(until=None).select_related("user").order_by("pk")
    return entrants.prefetch_related(Prefetch("members", queryset=playing, to_attr="players_now"))


def nameplate(entrant: Entrant) -> Nameplate:
    """Return what an entrant of `with_players` is called."""
    players = tuple(_player_of(member) for member in entrant.players_now)  # type: ignore[attr-defined] # by with_players
    return Nameplate(
        entrant_id=entrant.pk,
        number=entrant.number,
        name=_name(entrant.name, entrant.number, players),
        players=players,
        state=entrant.state,
        seed=entrant.seed,
        place=entrant.place,
        checked_in=entrant.checked_in_at is not None,
    )


def _name(own: str, number: int, players: Sequence[Player]) -> str:
    return own or BETWEEN_NAMES.join(player.name for player in players) or f"#{number}"


def _player_of(member: EntrantMember) -> Player:
    username, kind = (member.user.username, member.user.kind) if member.user else (None, None)
    return _player(member.user_id, member.name, username, kind)


def _player(user_id: int | None, name: str, username: str | None, kind: str | None) -> Player:
    return Player(None, name) if username is None else Player(user_id, username, is_bot=kind == User.Kind.BOT)

"""Players: who plays here, as anybody may see it."""

from typing import Any

from django.db.models import QuerySet

from accounts.errors import NoSuchPlayer
from accounts.models import User
from accounts.names import key_of
from games.models import Match, MatchSeat


def players() -> QuerySet[User]:
    """Return everybody with an open account, no guests; ordered by `name_key` where an order is needed."""
    return User.objects.filter(closed_at=None, is_active=True).exclude(kind=User.Kind.GUEST)


def named_like(found: QuerySet[User], start: str) -> QuerySet[User]:
    """Return those of *found* whose name begins with *start*, whatever its case or accents."""
    return found.filter(name_key__startswith=key_of(start)) if start.isprintable() else found.none()


def player_named(name: str) -> User:
    """Return the player of this name, in any spelling. Raises NoSuchPlayer."""
    player = players().filter(name_key=key_of(name)).first() if name.isprintable() else None
    if player is None:
        raise NoSuchPlayer
    return player


def person_named(name: str) -> User:
    """Return whoever has this name, in any spelling: also a guest, or who may not log in now. Raises NoSuchPlayer."""
    person = User.objects.filter(closed_at=None, name_key=key_of(name)).first() if name.isprintable() else None
    if person is None:
        raise NoSuchPlayer
    return person


def player_facts(player: User) -> dict[str, Any]:
    """Return what everybody may know of *player*."""
    return {
        "id": player.pk,
        "name": player.username,
        "kind": player.kind,
        "level": player.bot_level or None,
        "joined_at": player.date_joined,
    }


def played_by(found: QuerySet[Match], player: User) -> QuerySet[Match]:
    """Return those of *found* in which *player* held a seat at the end, or holds one now."""
    return found.filter(pk__in=MatchSeat.objects.filter(user=player, to_seq=None).values("match_id"))

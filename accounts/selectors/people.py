"""People: what a person's pages list."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.utils import timezone

from accounts.errors import NoSuchPlayer, NoSuchToken
from accounts.models import Token, User


def tokens_of(*, user_id: int) -> list[Token]:
    """Return a user's tokens that still open something, the newest first."""
    return list(Token.objects.filter(user_id=user_id, expires_at__gt=timezone.now()).order_by("-created_at"))


def token_of(*, user_id: int, token_id: int) -> Token:
    """Return one token of a user. Raises NoSuchToken."""
    token = Token.objects.filter(user_id=user_id, pk=token_id).first()
    if token is None:
        raise NoSuchToken
    return token


def id_of_player(name: str) -> int:
    """Return the id of who plays under *name*, or one that looks like it. Raises NoSuchPlayer."""
    user = User.objects.named_like(name).filter(is_active=True).first()
    if user is None:
        raise NoSuchPlayer
    return user.pk


def me(*, user_id: int) -> dict[str, Any]:
    """Return what REST tells a person of themselves (GET /api/v1/me/). Raises NoSuchPlayer."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        raise NoSuchPlayer
    return {
        "id": user.pk,
        "name": user.username,
        "kind": user.kind,
        "email": user.email,
        "email_confirmed": user.has_confirmed_email,
        "language": user.language,
        "joined_at": user.date_joined,
    }


def sessions_of(*, user_id: int) -> list[UserSession]:
    """Return where a user is logged in, the newest first; what has run out meanwhile is dropped."""
    user = User.objects.get(pk=user_id)
    return sorted(UserSession.objects.purge_and_list(user), key=lambda session: session.created_at, reverse=True)

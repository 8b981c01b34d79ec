"""Tokens: secrets by which a person's programs come in over REST and the sockets.

A secret is 256 random bits, so its hash needs neither salt nor slowness: there is no dictionary to try against a stolen
table, and a plain SHA-256 can be looked up by index on every request. The look-up compares hashes, of which a caller
can choose no prefix, so how long it takes tells nothing of the secrets that exist.
"""

import secrets
from collections.abc import Collection, Iterable
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import announce
from accounts.errors import BadExpiry, BadScope, BadToken, NoSuchPlayer, NoSuchToken, TooManyTokens
from accounts.models import Token, User

MARK = "bongioco_"
"""How every secret begins, so that scanners of leaked files and people know one when they see it."""
SHOWN_CHARACTERS = len(MARK) + 6
MOST_TOKENS = 20
LONGEST_LIFE = timedelta(days=366)
USE_NOTED_EVERY = timedelta(minutes=1)


class Issued(NamedTuple):
    """A new token and its secret, which nobody can read again."""

    token_id: int
    secret: str


@transaction.atomic
def issue(*, user_id: int, name: str, scopes: Collection[str], life: timedelta) -> Issued:
    """Make a token that expires after *life*. Locks the user's row.

    Raises BadScope for no scope or an unknown one, BadExpiry outside one day to a year, TooManyTokens beyond twenty,
    NoSuchPlayer for an account that is closed or asleep.
    """
    if not scopes or not set(scopes) <= set(Token.Scope.values):
        raise BadScope
    if not timedelta(days=1) <= life <= LONGEST_LIFE:
        raise BadExpiry
    now = timezone.now()
    if not User.objects.select_for_update().filter(pk=user_id, is_active=True).values_list("pk"):
        raise NoSuchPlayer
    Token.objects.filter(user_id=user_id, expires_at__lte=now).delete()
    if Token.objects.filter(user_id=user_id).count() >= MOST_TOKENS:
        raise TooManyTokens
    secret = MARK + secrets.token_urlsafe(32)
    token = Token.objects.create(
        user_id=user_id,
        name=name,
        digest=_digest(secret),
        prefix=secret[:SHOWN_CHARACTERS],
        scopes=[scope for scope in Token.Scope.values if scope in scopes],
        created_at=now,
        expires_at=now + life,
    )
    return Issued(token.pk, secret)


def revoke(*, user_id: int, token_id: int) -> None:
    """Forget a token of this user; sockets that came in by it close. Raises NoSuchToken."""
    if not _forget(user_id, Token.objects.filter(user_id=user_id, pk=token_id)):
        raise NoSuchToken


def revoke_all(*, user_id: int) -> None:
    """Forget every token of this user."""
    _forget(user_id, Token.objects.filter(user_id=user_id))


def holder_of(secret: str) -> tuple[int, frozenset[str]]:
    """Return whom *secret* speaks for and its scopes, noting the use at most once a minute. Raises BadToken."""
    now = timezone.now()
    token = (
        Token.objects.filter(digest=_digest(secret), expires_at__gt=now, user__is_active=True)
        .only("user_id", "scopes", "last_used_at")
        .first()
    )
    if token is None:
        raise BadToken
    if token.last_used_at is None or token.last_used_at <= now - USE_NOTED_EVERY:
        is_due = Q(last_used_at=None) | Q(last_used_at__lte=now - USE_NOTED_EVERY)
        Token.objects.filter(is_due, pk=token.pk).update(last_used_at=now)
    return token.user_id, frozenset(token.scopes)


@transaction.atomic
def _forget(user_id: int, tokens: Iterable[Token]) -> int:
    """Delete *tokens*, say which, and return how many there were."""
    digests = []
    for token in tokens:
        digests.append(bytes(token.digest).hex())
        token.delete()
    if digests:
        announce.session_ended(user_id=user_id, ended=[f"token:{digest}" for digest in digests])
    return len(digests)


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()

"""Credentials: what let the people behind live sockets in, and whether it still holds."""

from collections.abc import Collection
from typing import NamedTuple

from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import Token, User

TOKEN = "token:"  # noqa: S105 - how the name of a token's credential begins


class Credential(NamedTuple):
    """What let a user in; *name* is how messages call it (accounts.services.sessions), and a token's is its hash."""

    user_id: int
    name: str
    session_key: str = ""


def ended_among(credentials: Collection[Credential]) -> set[Credential]:
    """Return those that hold no longer: logged out, expired, revoked, or of an account asleep. Three queries."""
    now = timezone.now()
    people = {credential.user_id for credential in credentials}
    awake = set(User.objects.filter(pk__in=people, is_active=True).values_list("pk", flat=True))
    keys = [credential.session_key for credential in credentials if credential.session_key]
    sessions = set(Session.objects.filter(pk__in=keys, expire_date__gt=now).values_list("pk", flat=True))
    digests = [_digest(credential) for credential in credentials if credential.name.startswith(TOKEN)]
    rows = Token.objects.filter(digest__in=digests, expires_at__gt=now).values_list("digest", flat=True)
    tokens = {bytes(digest) for digest in rows}
    return {
        credential
        for credential in credentials
        if credential.user_id not in awake
        or (credential.session_key not in sessions if credential.session_key else _digest(credential) not in tokens)
    }


def _digest(credential: Credential) -> bytes:
    return bytes.fromhex(credential.name.removeprefix(TOKEN))

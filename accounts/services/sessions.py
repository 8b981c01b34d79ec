"""Sessions: the devices a person is logged in on, how they end, and how live sockets learn of it.

A socket outlives the request that let it in, so it is told: it joins group `user.<id>`, keeps the credential it came
with and closes (4001) on a `session.ended` message for which `is_ended_by` is true.
"""

from collections.abc import Collection, Mapping
from hashlib import sha256
from importlib import import_module
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction

from accounts import announce
from accounts.errors import NoSuchSession


def credential_of_session(session_key: str) -> str:
    """Return how messages name the session of *session_key*: by a hash, for the key itself is a password."""
    return f"session:{sha256(session_key.encode()).hexdigest()}"


def credential_of_token(secret: str) -> str:
    """Return how messages name the token of *secret*."""
    return f"token:{sha256(secret.encode()).hexdigest()}"


def is_ended_by(message: Mapping[str, Any], credential: str) -> bool:
    """Tell whether a `session.ended` *message* ends what came in with *credential*."""
    ended = message["ended"]
    return credential != message["kept"] and (announce.EVERYTHING in ended or credential in ended)


@transaction.atomic
def end_sessions(*, user_id: int, session_keys: Collection[str] | None = None, kept_key: str | None = None) -> None:
    """End the sessions of a user (all, or those of *session_keys*) but that of *kept_key*; say so after commit."""
    rows = UserSession.objects.filter(user_id=user_id)
    if session_keys is not None:
        rows = rows.filter(session_key__in=session_keys)
    if kept_key is not None:
        rows = rows.exclude(session_key=kept_key)
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    for key in rows.values_list("session_key", flat=True):
        store.delete(key)
    rows.delete()
    announce.session_ended(
        user_id=user_id,
        ended=[announce.EVERYTHING] if session_keys is None else [credential_of_session(key) for key in session_keys],
        kept="" if kept_key is None else credential_of_session(kept_key),
    )


def end_session(*, user_id: int, session_id: int) -> str:
    """End the session of this row and return its key. Raises NoSuchSession if the user has no such session."""
    key = UserSession.objects.filter(user_id=user_id, pk=session_id).values_list("session_key", flat=True).first()
    if key is None:
        raise NoSuchSession
    end_sessions(user_id=user_id, session_keys=[key])
    return str(key)

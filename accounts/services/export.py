"""Export: everything the site keeps about one person, for that person."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.errors import NoSuchPlayer
from accounts.models import Block, Follow, Notice, Silence, Token, User

FORMAT = "bongioco-export/1"


def data_of(*, user_id: int) -> dict[str, Any]:
    """Return what is kept about a user, as JSON knows it. Raises NoSuchPlayer.

    Each function in ON_EXPORT_WANTED adds the sections of its app; a section has one owner.
    """
    user = User.objects.filter(pk=user_id, closed_at=None).first()
    if user is None:
        raise NoSuchPlayer
    data: dict[str, Any] = {"format": FORMAT, "exported_at": _utc(timezone.now()), **_own_sections(user)}
    for function in settings.ON_EXPORT_WANTED:
        sections: Mapping[str, Any] = import_string(function)(user_id=user_id)
        if twice := data.keys() & sections.keys():
            raise ValueError(f"{function} exports {', '.join(sorted(twice))}, which is another's.")
        data |= sections
    return data


def _own_sections(user: User) -> dict[str, Any]:
    """Return what accounts itself keeps. No secret is in it: a stolen export opens no door."""
    return {
        **_ties(user),
        "account": {
            "id": user.pk,
            "name": user.username,
            "email": user.email,
            "email_confirmed": user.has_confirmed_email,
            "kind": user.kind,
            "language": user.language,
            "wants_chat": user.wants_chat,
            "wants_ladder": user.wants_ladder,
            "wants_mail": user.wants_mail,
            "joined_at": _utc(user.date_joined),
            "last_login_at": _utc(user.last_login),
            "staff": user.is_staff,
        },
        "email_addresses": [
            {"email": address.email, "confirmed": address.verified}
            for address in EmailAddress.objects.filter(user_id=user.pk).order_by("pk")
        ],
        "sessions": [
            {
                "started_at": _utc(session.created_at),
                "last_seen_at": _utc(session.last_seen_at),
                "address": session.ip,
                "browser": session.user_agent,
            }
            for session in UserSession.objects.filter(user_id=user.pk).order_by("pk")
        ],
        "tokens": [
            {
                "name": token.name,
                "prefix": token.prefix,
                "scopes": token.scopes,
                "created_at": _utc(token.created_at),
                "expires_at": _utc(token.expires_at),
                "last_used_at": _utc(token.last_used_at),
            }
            for token in Token.objects.filter(user_id=user.pk).order_by("pk")
        ],
        "second_factors": [
            {"type": factor.type, "created_at": _utc(factor.created_at), "last_used_at": _utc(factor.last_used_at)}
            for factor in Authenticator.objects.filter(user_id=user.pk).order_by("pk")
        ],
    }


def _ties(user: User) -> dict[str, Any]:
    """Return what there is between the user and others, and what the site has told the user."""
    followed = Follow.objects.filter(follower=user).order_by("pk").values_list("followed__username", "made_at")
    followers = Follow.objects.filter(followed=user).order_by("pk").values_list("follower__username", "made_at")
    blocked = Block.objects.filter(blocker=user).order_by("pk").values_list("blocked__username", "made_at")
    return {
        "following": [{"name": name, "since": _utc(since)} for name, since in followed],
        "followers": [{"name": name, "since": _utc(since)} for name, since in followers],
        "blocked": [{"name": name, "since": _utc(since)} for name, since in blocked],
        "notices": [
            {"kind": row.kind, "data": row.data, "made_at": _utc(row.made_at), "read_at": _utc(row.read_at)}
            for row in Notice.objects.filter(user=user).order_by("pk")
        ],
        "time_outs": [
            {
                "given_at": _utc(row.given_at),
                "until": _utc(row.until),
                "reason": row.reason,
                "lifted_at": _utc(row.lifted_at),
            }
            for row in Silence.objects.filter(user=user).order_by("pk")
        ],
    }


def _utc(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")

"""People: what they choose about themselves, and what the staff decides about their accounts."""

from django.conf import settings
from django.db import transaction

from accounts import announce
from accounts.errors import NoSuchPlayer
from accounts.models import User
from accounts.services.sessions import end_sessions


def is_language(code: str) -> bool:
    """Tell whether the site speaks the language of this code."""
    return code in dict(settings.LANGUAGES)


def choose_language(*, user_id: int, code: str) -> None:
    """Remember the language in which a user reads the site and its mails; an unknown one changes nothing."""
    if is_language(code):
        User.objects.filter(pk=user_id).update(language=code)


@transaction.atomic
def choose_chat(*, user_id: int, wants: bool) -> None:
    """Remember whether a user wants to see what others write at the tables; their sockets hear of it."""
    User.objects.filter(pk=user_id).update(wants_chat=wants)
    announce.talk_changed(user_id=user_id)


def choose_ladder(*, user_id: int, wants: bool) -> None:
    """Remember whether a user is shown in the ladders; who is not uses no rank there, from now on."""
    User.objects.filter(pk=user_id).update(wants_ladder=wants)


def choose_mail(*, user_id: int, wants: bool) -> None:
    """Remember whether a user wants mail about their tournaments and clubs; letters that wait ask again."""
    User.objects.filter(pk=user_id).update(wants_mail=wants)


@transaction.atomic
def deactivate(*, user_id: int) -> None:
    """Keep a user out: no log-in, no token, and whatever is open closes. Raises NoSuchPlayer for a closed account."""
    if not User.objects.filter(pk=user_id, closed_at=None).update(is_active=False):
        raise NoSuchPlayer
    end_sessions(user_id=user_id)


def reactivate(*, user_id: int) -> None:
    """Let a user in again. Raises NoSuchPlayer for a closed account."""
    if not User.objects.filter(pk=user_id, closed_at=None).update(is_active=True):
        raise NoSuchPlayer

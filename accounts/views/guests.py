"""Guests: how a visitor without an account comes in at the press of a button."""

from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from accounts.services import guests

BACKEND = "accounts.backend.NameOrAddressBackend"


class TooManyGuests(Exception):  # noqa: N818 - a fact about an address
    """As many guests as one address may send have come from it."""


def enter(request: HttpRequest) -> int | None:
    """Return the visitor's user id, making a guest of a stranger; None where this site has no guests.

    The guest's session ends with the guest's time, however much is played. Raises TooManyGuests.
    """
    if request.user.pk is not None:
        return request.user.pk
    if not settings.GUESTS_WELCOME:
        return None
    if not ratelimit.consume(request, action="guest"):
        raise TooManyGuests
    user_id = guests.admit()
    login(request, User.objects.get(pk=user_id), backend=BACKEND)
    request.session.set_expiry(timezone.now() + guests.LIFE)
    return user_id

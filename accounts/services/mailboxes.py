"""Mailboxes: e-mail addresses people give, and whose they are once confirmed (docs/adr/0005)."""

from contextlib import suppress

from django.db import IntegrityError, transaction

from accounts.errors import AddressTaken
from accounts.models import User


def fold(address: str) -> str:
    """Return the one form of an e-mail address: no case, and the domain as the network writes it (IDNA)."""
    local, _, domain = address.strip().rpartition("@")
    with suppress(UnicodeError):  # no such domain: the address matches nothing but itself
        domain = domain.encode("idna").decode("ascii")
    return f"{local}@{domain}".lower()


def owner_of(address: str) -> User | None:
    """Return the user who has confirmed *address*, if anybody has."""
    return User.objects.filter(email_key=fold(address)).first()


def confirm(*, user_id: int, address: str) -> None:
    """Make *address* the confirmed address of a user. Raises AddressTaken if another account has confirmed it."""
    try:
        with transaction.atomic():
            User.objects.filter(pk=user_id).update(email=address, email_key=fold(address))
    except IntegrityError as conflict:
        raise AddressTaken from conflict

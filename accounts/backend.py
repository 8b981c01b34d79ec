"""Backend: who comes in by a password, under a name or a confirmed e-mail address."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from accounts.models import User
from accounts.names import key_of
from accounts.services.mailboxes import owner_of


class NameOrAddressBackend(ModelBackend):
    """Knows a person by any spelling of the name, or by the address they have confirmed.

    An address that is not confirmed does not count, even as the only one: whether a log-in by it works would tell a
    stranger, who has just signed up with it, if somebody else has it (field report D7).
    """

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        email: str | None = None,
        **credentials: Any,
    ) -> User | None:
        """Return the user whom the credentials prove, hashing a password in every case so that time tells nothing."""
        if not password:
            return None
        user = self._user_of(username, email)
        if user is None:
            User().set_password(password)
            return None
        return user if user.check_password(password) and self.user_can_authenticate(user) else None

    def _user_of(self, username: str | None, email: str | None) -> User | None:
        if email and (owner := owner_of(email)):
            return owner
        if username and "@" in username:
            return owner_of(username)
        return User.objects.filter(name_key=key_of(username)).first() if username else None

"""Changepassword: Django's own, after which nothing that the old password opened stays open."""

from getpass import getuser
from typing import Any

from django.contrib.auth.management.commands import changepassword

from accounts.models import User
from accounts.services.sessions import end_sessions


class Command(changepassword.Command):
    """Asks for a new password, stores it, ends every session of the user and closes their sockets."""

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Do it. Raises CommandError as Django's own does."""
        said = super().handle(*args, **options)
        user = User.objects.get_by_natural_key(options["username"] or getuser())
        end_sessions(user_id=user.pk)
        return said

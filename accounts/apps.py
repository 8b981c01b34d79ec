"""App: accounts."""

from typing import Any

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, their tokens and their clubs."""

    name = "accounts"

    def ready(self) -> None:
        """Listen for log-outs: there are several doors out (allauth's, the admin's, ours) and one signal for all."""
        from django.contrib.auth.signals import user_logged_out

        user_logged_out.connect(end_session_of, dispatch_uid="accounts.end_session_of")


def end_session_of(request: Any, user: Any, **kwargs: Any) -> None:
    """End the session that logs out, so that the sockets it let in close too."""
    from accounts.services.sessions import end_sessions  # models are not loaded while apps are

    if user is not None and request.session.session_key is not None:
        end_sessions(user_id=user.pk, session_keys=[request.session.session_key])

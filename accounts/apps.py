"""App: accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, their tokens and their clubs."""

    name = "accounts"

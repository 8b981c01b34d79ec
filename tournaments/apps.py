"""App: tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Brackets, rounds and standings."""

    name = "tournaments"

"""App: games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, matches and what is played there."""

    name = "games"

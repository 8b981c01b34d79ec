"""App: config, so that its commands, checks and shared REST parts are found."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The site itself."""

    name = "config"

"""Apps: the site itself, so that its commands, checks and shared REST parts are found, and its static files."""

from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig

import config.celery  # noqa: F401 -- tasks are sent to its queues; here, for what opens and tends a site needs no Celery


class ConfigConfig(AppConfig):
    """The site itself."""

    name = "config"


class CollectedFilesConfig(StaticFilesConfig):
    """Django's static files, less what no page of ours loads."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "django_htmx/ext/*",  # they name modules that only a bundler could find: the manifest would refuse them
        "drf_spectacular_sidecar/redoc/*",
        "rest_framework/*",  # our REST speaks JSON alone
    ]

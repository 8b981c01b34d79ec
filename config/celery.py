"""Celery: the workers' application, its queues and the slow sweeps of beat."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# A worker and a beat would run all of Django's checks, and load every page for them: that is `make check`'s work.
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")

app = Celery("bongioco")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

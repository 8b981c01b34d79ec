"""Celery: the workers' application, its queues and the slow sweeps of beat."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("bongioco")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

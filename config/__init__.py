"""Config: how the site is put together: settings, addresses, servers and workers."""

from config.celery import app as celery_app

__all__ = ["celery_app"]

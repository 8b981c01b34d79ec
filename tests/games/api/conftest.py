"""What every test of REST gets."""

import pytest


@pytest.fixture(autouse=True)
def _light_passwords(settings) -> None:
    """Passwords are hashed in no time: nobody logs in by one here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

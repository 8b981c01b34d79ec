"""The tests' house: what every test may ask for, and how generated cases are drawn."""

import gc
import random
from collections.abc import Iterator

import hypothesis
import pytest
from django.apps import apps
from django.conf import settings

pytest_plugins = ["tests.private_servers", "tests.database", "tests.live_site", "tests.chromium", "tests.order"]

# The same cases in every run: a failure is a failure for everybody.
hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, print_blob=True)
hypothesis.settings.load_profile("repeatable")


class Draws:
    """What the system's randomness is asked for, drawn from a seed instead."""

    def __init__(self, seed: str) -> None:
        dice = random.Random(seed)
        self.token_bytes, self.randbelow, self.randbits = dice.randbytes, dice.randrange, dice.getrandbits
        self.choice = dice.choice
        self._milliseconds = 1_800_000_000_000

    def time_ns(self) -> int:
        """A millisecond later each time: identifiers sort by when they were made."""
        self._milliseconds += 1
        return self._milliseconds * 1_000_000


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Have the collector pass over modules and collected tests from here on: a tenth of a run went into seeing them."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _light_passwords() -> Iterator[None]:
    """Passwords are hashed in no time; only the processes of the live site take the time the site takes."""
    if not apps.ready:
        yield
        return
    from django.test import override_settings  # a third of a second that pure tests need not spend

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def _repeatable_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test deals the same hands in every run, in its own process; `make soak` is for hands nobody has seen."""
    if apps.ready:
        from games.models import identifiers
        from games.services import deals

        draws = Draws(request.node.nodeid)
        monkeypatch.setattr(identifiers, "secrets", draws)
        monkeypatch.setattr(identifiers, "time", draws)
        monkeypatch.setattr(deals, "secrets", draws)


@pytest.fixture(autouse=True)
def _no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing follows by itself: no worker runs here, and often no broker. Tests of what follows ask for it."""
    if apps.ready:
        monkeypatch.setattr(settings, "ON_MATCH_FINISHED", [])
        monkeypatch.setattr(settings, "ON_MATCH_CORRECTED", [])
        monkeypatch.setattr(settings, "ON_OFFICIAL_TIMEOUT", [])
        monkeypatch.setattr(settings, "ON_LETTERS_WRITTEN", [])

"""Doors: whether the time of an answer tells who has an account (field report D7), with real password hashes.

python -m bench.doors        prints one JSON line for each way to ask
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from bench.rig import rig

KNOWN, UNKNOWN = "ada@example.org", "bea@example.org"
PASSWORD = "tre-di-spade-busso"  # noqa: S105 (of nobody)
MUST_REACH = 0.05  # seconds between the two medians


def main() -> None:
    """Measure and print."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tries", type=int, default=30)
    tries = words.parse_args().tries
    with rig(EMAIL_URL="memorymail://"):
        from django.conf import settings
        from django.contrib.staticfiles.storage import staticfiles_storage
        from django.test import Client
        from django.test.utils import setup_test_environment

        from accounts.models import User
        from config.preparation import collect_static

        collect_static()
        storage: Any = staticfiles_storage  # it has read the list of names, empty then, before they were collected
        storage.hashed_files, storage.manifest_hash = storage.load_manifest()
        setup_test_environment()
        settings.ACCOUNT_RATE_LIMITS = False
        User.objects.create_user("Ada", KNOWN, PASSWORD, email_key=KNOWN)
        names = iter(f"persona{number}x" for number in range(10_000))

        def sign_up(address: str) -> None:
            Client().post("/account/signup/", {"username": next(names), "email": address, "password1": PASSWORD})

        def ask_for_a_new_password(address: str) -> None:
            Client().post("/account/password/reset/", {"email": address})

        def log_in(address: str) -> None:
            Client().post("/account/login/", {"login": address, "password": "wrong-wrong"})

        for act in (sign_up, ask_for_a_new_password, log_in):
            known, unknown = medians(act, tries)
            row = {"bench": "doors", "act": act.__name__, "known_ms": round(1000 * known, 1)}
            row |= {"unknown_ms": round(1000 * unknown, 1), "ratio": round(known / unknown, 3)}
            print(json.dumps(row | {"must_reach": "< 50 ms apart", "reached": abs(known - unknown) < MUST_REACH}))


def medians(act: Callable[[str], None], tries: int) -> tuple[float, float]:
    """Return the median seconds of *act* for the known and the unknown address, asked in turn."""
    took: dict[str, list[float]] = {KNOWN: [], UNKNOWN: []}
    for address in took:
        act(address)
    for _ in range(tries):
        for address, times in took.items():
            start = time.perf_counter()
            act(address)
            times.append(time.perf_counter() - start)
    return statistics.median(took[KNOWN]), statistics.median(took[UNKNOWN])


if __name__ == "__main__":
    main()

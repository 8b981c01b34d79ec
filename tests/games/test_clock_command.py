"""The clock as a process: it acts by itself, stops cleanly, survives kills and a lost database, and shares its work."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Match
from tests.games.factories import log_of, match_with

pytestmark = pytest.mark.django_db(transaction=True)

CHECKOUT = Path(__file__).resolve().parents[2]
PATIENCE = 40  # seconds; these machines are busy


@pytest.fixture
def start_clock() -> Iterator[Callable[[], subprocess.Popen]]:
    """Start a clock over the database of the test; whatever is left of them is ended."""
    name = connection.settings_dict["NAME"]
    url = os.environ["DATABASE_URL"].replace("/bongioco?", f"/{name}?")
    clocks: list[subprocess.Popen] = []

    def start() -> subprocess.Popen:
        command = [sys.executable, "manage.py", "clock"]
        clocks.append(subprocess.Popen(command, cwd=CHECKOUT, env=os.environ | {"DATABASE_URL": url}))
        return clocks[-1]

    yield start
    for clock in clocks:
        if clock.poll() is None:
            clock.kill()
        clock.wait(timeout=PATIENCE)


def quick_match() -> Match:
    return match_with([None] * 4, now=timezone.now(), options={"target": 200}, bot_delay_ms=0)


def seq_of(match: Match) -> int:
    return Match.objects.values_list("seq", flat=True).get(pk=match.pk)


def wait_for_more(*matches: Match) -> None:
    """Wait until each match has moved on; fail when one does not."""
    before = {match: seq_of(match) for match in matches}
    deadline = time.monotonic() + PATIENCE
    while any(seq_of(match) <= before[match] + 2 for match in matches):
        assert time.monotonic() < deadline, "nothing happens"
        time.sleep(0.05)


def assert_whole(match: Match) -> None:
    log = log_of(match)
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    hands, cards = 0, set()
    for event in log:
        if event.kind == "dealt":
            hands, cards = hands + 1, set()
        if event.kind == "played":
            assert event.public["card"] not in cards
            cards.add(event.public["card"])
    assert hands


def test_it_acts_and_ends_when_told(start_clock) -> None:
    match = quick_match()
    clock = start_clock()
    wait_for_more(match)
    clock.send_signal(signal.SIGTERM)
    assert clock.wait(timeout=PATIENCE) == 0
    stopped_at = seq_of(match)
    time.sleep(0.3)
    assert seq_of(match) == stopped_at
    assert_whole(match)


def test_two_clocks_one_of_them_killed(start_clock) -> None:
    matches = [quick_match() for _ in range(3)]
    doomed, _ = start_clock(), start_clock()
    wait_for_more(*matches)
    doomed.kill()
    assert doomed.wait(timeout=PATIENCE) == -signal.SIGKILL
    wait_for_more(*matches)
    for match in matches:
        assert_whole(match)


def test_a_lost_database_is_waited_for(start_clock, kill_connections) -> None:
    match = quick_match()
    clock = start_clock()
    wait_for_more(match)
    assert kill_connections() > 0
    wait_for_more(match)
    assert clock.poll() is None
    assert_whole(match)

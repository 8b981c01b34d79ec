"""Chaos in short: the servers, then every process of a whole site, killed under live tables; nothing is lost."""

import json
import subprocess
import sys

import pytest

from config.hosting.embedded import CHECKOUT

pytestmark = pytest.mark.waits


def test_a_site_killed_as_a_whole_comes_back_and_nothing_is_lost_or_doubled() -> None:
    """`make chaos` does it with fifty tables and fifteen strikes."""
    words = ["--tables", "4", "--each", "1", "--rest", "0.5", "--pace", "0.6", "--short"]
    done = subprocess.run(
        [sys.executable, "-m", "bench.chaos", *words],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    first, second, verdict = map(json.loads, done.stdout.splitlines())
    assert set(first["killed"]) == {"postgres", "valkey"}
    assert set(second["killed"]) == {"postgres", "valkey", "web-1", "worker-1", "clock-1", "beat"}
    assert (verdict["checked"]["matches"], verdict["faults"]) == (4, 0)
    assert verdict["checked"]["cards_acknowledged"] > 10

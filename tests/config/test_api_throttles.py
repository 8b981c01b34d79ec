"""Throttles: a rate holds under parallel calls, tells when to come back, and counts each caller alone (field D9)."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from pytest_django import Settings

from config import throttles


@pytest.fixture(autouse=True)
def _rates(settings: Settings, redis_url: str) -> Iterator[None]:
    settings.THROTTLE_RATES = {"few": "5/minute", "quick": "10/second"}
    valkey = throttles.counter(redis_url).registered_client
    valkey.flushall()
    yield
    valkey.flushall()


def test_of_twenty_parallel_calls_five_pass() -> None:
    barrier = Barrier(20)

    def call(_: int) -> float:
        barrier.wait()
        return throttles.spend("few", "address:192.0.2.1")

    with ThreadPoolExecutor(20) as pool:
        waits = list(pool.map(call, range(20)))
    assert waits.count(0) == 5
    assert all(0 < wait <= 12 for wait in waits if wait)  # one more every twelve seconds


def test_callers_and_rates_are_counted_apart() -> None:
    assert [throttles.spend("few", "user:1") > 0 for _ in range(6)] == [False] * 5 + [True]
    assert throttles.spend("few", "user:2") == 0
    assert throttles.spend("quick", "user:1") == 0


def test_the_wait_it_tells_is_enough() -> None:
    while not (wait := throttles.spend("quick", "user:1")):
        pass
    time.sleep(wait + 0.01)
    assert throttles.spend("quick", "user:1") == 0


def test_a_refused_call_costs_nothing() -> None:
    waits = [throttles.spend("few", "user:1") for _ in range(30)]
    assert max(waits) <= 12


def test_no_caller_is_remembered_longer_than_its_rate_looks_back(redis_url: str) -> None:
    throttles.spend("few", "user:1")
    valkey = throttles.counter(redis_url).registered_client
    [key] = valkey.keys("throttle:*")
    assert 0 < valkey.pttl(key) <= 60_000

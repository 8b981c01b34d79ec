"""REST of records: the archive as a stream that neither memory nor the database feels, however long it is."""

import json
import tracemalloc
from typing import Any

import httpx
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.api.records import lines
from games.models import Match
from games.selectors import archive
from games.selectors.archive import Place, records_after
from games.selectors.listings import finished_matches
from games.selectors.records import record_of_match
from tests.accounts.factories import UserFactory, token_of
from tests.games.api.callers import Caller, browser, code_of
from tests.games.factories import act, later, match_with, now_of
from tests.live_site import LiveSite


def ended_match(minute: int, **facts: Any) -> Match:
    """A match given up at *minute*."""
    players = [UserFactory() for _ in range(4)]
    match = match_with(players, now=later(60 * minute), **facts)
    for player in players[0], players[2]:
        act(match, player, "resign", now=now_of(match).event.at)
    match.refresh_from_db()
    return match


def read(site: LiveSite, query: str = "", secret: str = "") -> list[dict[str, Any]]:
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    answer = httpx.get(f"{site.url}/api/v1/records/{query}", headers=headers, timeout=30)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    assert "Content-Length" not in answer.headers
    return [json.loads(line) for line in answer.text.splitlines()]


def test_the_archive_is_streamed_in_the_order_the_matches_ended(live_site: LiveSite, monkeypatch) -> None:
    matches = [ended_match(minute) for minute in (5, 2, 9)]
    running = match_with([UserFactory() for _ in range(4)])
    by_link = ended_match(1, visibility="link")

    told = read(live_site)
    order = [matches[1], matches[0], matches[2]]
    assert [record["match"] for record in told] == [str(match.pk) for match in order]
    for record, match in zip(told, order, strict=True):
        assert {key: value for key, value in record.items() if key != "finished_at"} == json.loads(
            json.dumps(record_of_match(match.pk) | {"site": live_site.url})
        )
    assert str(running.pk) not in json.dumps(told)

    own = by_link.seats.first().user
    assert read(live_site, secret=token_of(own))[0]["match"] == str(by_link.pk)
    name = matches[0].seats.first().user.username
    assert [record["match"] for record in read(live_site, f"?player={name}")] == [str(matches[0].pk)]
    assert read(live_site, "?preset=biska") == []
    since = told[1]["finished_at"].replace("+", "%2B")
    assert [record["match"] for record in read(live_site, f"?since={since}")] == [
        record["match"] for record in told[1:]
    ]
    head = httpx.head(f"{live_site.url}/api/v1/records/", timeout=30)
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.django_db
def test_portions_leave_nothing_out_and_tell_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "CHUNK", 2)
    matches = [ended_match(minute) for minute in range(5)]
    Match.objects.update(finished_at=matches[0].finished_at)  # all in the same instant
    found, place, told = finished_matches(), None, []
    for _ in range(3):
        records, place = records_after(found, place)
        told += [record["match"] for record in records]
    assert place is None
    assert told == sorted(str(match.pk) for match in matches)


@pytest.mark.django_db
def test_each_portion_is_a_few_queries_of_its_own() -> None:
    for minute in range(3):
        ended_match(minute)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        records_after(finished_matches(), None)
    assert len(asked) <= 1 + 3 * 3


async def test_memory_does_not_grow_with_the_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    record = {"hands": ["x" * 1000 for _ in range(20)]}
    asked = 0

    async def next_records(found: int, place: Place | None) -> tuple[list[dict[str, Any]], Place | None]:
        nonlocal asked
        asked += 1
        return [record] * 20, Place(None, asked) if asked < found else None

    monkeypatch.setattr("games.api.records._next_records", next_records)

    async def peak(portions: int) -> int:
        nonlocal asked
        asked = 0
        tracemalloc.start()
        count = 0
        async for line in lines(portions):
            count += len(line)
        assert count > portions * 20 * 20_000
        _, highest = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return highest

    short, long = await peak(3), await peak(150)
    assert long < short + 100_000


async def test_a_reader_who_stops_is_read_for_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def next_records(found: int, place: Place | None) -> tuple[list[dict[str, Any]], Place | None]:
        asked.append(place)
        return [{}], Place(None, len(asked))

    monkeypatch.setattr("games.api.records._next_records", next_records)
    stream = lines(1)
    for _ in range(3):
        await anext(stream)
    await stream.aclose()
    assert len(asked) == 3


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        "since=yesterday",
        "since=",
        "since=0001-01-01T00:00:00%2B05:00",
        "since=9999-12-31T23:59:59-05:00",
        "player=nobody-here",
        "preset=poker",
        "status=finished",
        "cursor=x",
        "page_size=5",
    ],
)
def test_a_filter_that_cannot_be_is_refused(query: str) -> None:
    response = Caller().get(f"/records/?{query}")
    assert (response.status_code, code_of(response)) == (400, "bad_format")


@pytest.mark.parametrize("since", ["0593-11-01T12:20:44%2B20:37", "2026-01-01T00:00:00-23:59", "2026-01-01T00:00:00Z"])
def test_since_may_have_any_offset(live_site: LiveSite, since: str) -> None:
    assert read(live_site, f"?since={since}") == []


@pytest.mark.django_db
def test_an_archive_wanted_too_often_is_refused(settings) -> None:
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "records": "2/minute"}
    statuses = [browser().head("/api/v1/records/").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]

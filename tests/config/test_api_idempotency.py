"""Idempotency: a write with a key is done once, whoever repeats it, however fast, and its answer can be read again."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.db import connection

from accounts.models import Token, User
from config.idempotency import KEPT_SECONDS
from games.models import Table
from games.services import tables
from tests.accounts.factories import UserFactory
from tests.games.api.callers import Caller, browser, code_of
from tests.games.factories import first_choice, holder_on_turn, log_of, match_with, now_of

pytestmark = pytest.mark.django_db
CLUB = {"preset": "club"}


@pytest.fixture
def caller() -> Caller:
    return Caller(UserFactory())


def test_a_repeat_gets_the_first_answer_and_does_nothing(caller: Caller) -> None:
    key = uuid4()
    first = caller.post("/tables/", CLUB, key=key)
    again = caller.post("/tables/", CLUB, key=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again["Location"] == first["Location"]
    assert again["Content-Type"] == "application/json"
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    assert Table.objects.count() == 1


def test_without_a_key_each_call_counts(caller: Caller) -> None:
    assert caller.post("/tables/", CLUB).json()["code"] != caller.post("/tables/", CLUB).json()["code"]


@pytest.mark.parametrize(
    ("verb", "path", "body"),
    [("post", "/tables/", {"preset": "biska"}), ("post", "/tokens/", CLUB), ("delete", "/tokens/1/", CLUB)],
)
def test_the_same_key_for_another_request_is_refused(caller: Caller, verb: str, path: str, body: object) -> None:
    key = uuid4()
    caller.post("/tables/", CLUB, key=key)
    response = caller.call(verb, path, body, key=key)
    assert (response.status_code, code_of(response)) == (422, "idempotency_mismatch")
    assert Table.objects.count() == 1


def test_a_key_belongs_to_its_caller(caller: Caller) -> None:
    key = uuid4()
    other = Caller(UserFactory())
    assert caller.post("/tables/", CLUB, key=key).json()["code"] != other.post("/tables/", CLUB, key=key).json()["code"]


def test_a_weaker_token_cannot_read_a_stronger_ones_answer(caller: Caller) -> None:
    key = uuid4()
    caller.post("/tables/", CLUB, key=key)
    weak = Caller(caller.user, "read")
    assert code_of(weak.post("/tables/", CLUB, key=key)) == "bad_scope"


def test_a_refused_call_leaves_its_key_free(caller: Caller) -> None:
    key = uuid4()
    assert code_of(caller.post("/tables/", {"preset": "poker"}, key=key)) == "bad_rules"
    assert caller.post("/tables/", CLUB, key=key).status_code == 201


def test_a_failed_call_leaves_its_key_free(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    key = uuid4()
    caller.client.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr(tables, "open_table", lambda **_: 1 / 0)
        assert caller.post("/tables/", CLUB, key=key).status_code == 500
    assert caller.post("/tables/", CLUB, key=key).status_code == 201


@pytest.mark.parametrize("key", ["", "1", "not-a-uuid", "x" * 300])
def test_a_key_is_a_uuid(caller: Caller, key: str) -> None:
    response = caller.post("/tables/", CLUB, key=key)
    assert (response.status_code, code_of(response)) == (400, "bad_format")
    assert not Table.objects.exists()


def test_spellings_of_a_uuid_are_one_key(caller: Caller) -> None:
    key = uuid4()
    first = caller.post("/tables/", CLUB, key=str(key).upper())
    assert caller.post("/tables/", CLUB, key=f"{{{key}}}").content == first.content


def test_by_cookie_too() -> None:
    client = browser(UserFactory())
    key = {"Idempotency-Key": str(uuid4())}
    first, again = (
        client.post("/api/v1/tables/", CLUB, content_type="application/json", headers=key) for _ in range(2)
    )
    assert first.content == again.content


def test_a_cookie_without_csrf_token_reads_no_kept_answer() -> None:
    user = UserFactory()
    key = {"Idempotency-Key": str(uuid4())}
    browser(user).post("/api/v1/tables/", CLUB, content_type="application/json", headers=key)
    forged = browser(user, enforce_csrf_checks=True)
    response = forged.post("/api/v1/tables/", CLUB, content_type="application/json", headers=key)
    assert code_of(response) == "csrf_failed"


def test_a_new_tokens_secret_can_be_read_again_but_lies_nowhere_in_clear(caller: Caller, redis_url: str) -> None:
    from redis import Redis

    key = uuid4()
    wish = {"name": "bot", "scopes": ["read"]}
    secret = caller.post("/tokens/", wish, key=key).json()["secret"]
    assert caller.post("/tokens/", wish, key=key).json()["secret"] == secret
    assert Token.objects.filter(user=caller.user, name="bot").count() == 1
    with Redis.from_url(redis_url) as valkey:
        kept = [valkey.get(name) for name in valkey.keys("*idempotency*")]
        names = b"".join(valkey.keys("*idempotency*"))
    assert len(kept) == 1
    assert secret.encode() not in kept[0]
    assert str(key).encode() not in names
    assert key.hex.encode() not in names


def test_an_answer_is_kept_for_a_day(caller: Caller, redis_url: str) -> None:
    from redis import Redis

    caller.post("/tables/", CLUB, key=uuid4())
    with Redis.from_url(redis_url) as valkey:
        [name] = valkey.keys("*idempotency*")
        assert KEPT_SECONDS - 60 < valkey.ttl(name) <= KEPT_SECONDS == 86_400


def test_a_repeated_command_is_one_act_and_outlives_the_cache() -> None:
    callers = {user.pk: Caller(user) for user in (UserFactory() for _ in range(4))}
    match = match_with([caller.user for caller in callers.values()])
    user = holder_on_turn(match)
    do, fields = first_choice(match, user)
    seq, key = now_of(match).seq, uuid4()
    first = callers[user.pk].command(match.pk, seq, do, key=key, **fields)
    again = callers[user.pk].command(match.pk, seq, do, key=key, **fields)
    cache.clear()
    later = callers[user.pk].command(match.pk, seq, do, key=key, **fields)
    in_the_body = callers[user.pk].post(
        f"/matches/{match.pk}/commands/", {"type": do, "seq": seq, "command_id": str(key), **fields}
    )
    assert first.status_code == 200
    assert first.json() == again.json() == later.json() == in_the_body.json()
    assert [event.command_id for event in log_of(match)].count(UUID(str(key))) == 1


def test_a_key_used_for_another_command_is_refused() -> None:
    callers = {user.pk: Caller(user) for user in (UserFactory() for _ in range(4))}
    match = match_with([caller.user for caller in callers.values()])
    user = holder_on_turn(match)
    do, fields = first_choice(match, user)
    seq, key = now_of(match).seq, uuid4()
    callers[user.pk].command(match.pk, seq, do, key=key, **fields)
    other = callers[user.pk].command(match.pk, seq, "leave", key=key)
    assert code_of(other) == "idempotency_mismatch"


# --- at the same time --------------------------------------------------------------------------
def at_once(calls: list[Callable[[], Any]]) -> list[Any]:
    """What the calls return, begun in the same instant, each in a thread with a connection of its own."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.mark.django_db(transaction=True)
def test_parallel_repeats_open_one_table() -> None:
    user, key = UserFactory(), uuid4()
    callers = [Caller(user) for _ in range(6)]
    answers = at_once([lambda caller=caller: caller.post("/tables/", CLUB, key=key) for caller in callers])
    assert Table.objects.count() == 1
    done = [answer for answer in answers if answer.status_code == 201]
    assert {answer.content for answer in done} == {done[0].content}
    assert {code_of(answer) for answer in answers if answer.status_code != 201} <= {"busy"}
    assert all("Retry-After" in answer for answer in answers if answer.status_code != 201)
    assert callers[0].post("/tables/", CLUB, key=key).content == done[0].content


@pytest.fixture
def halted(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Event, Event]]:
    """The first call to open a table has come there, and may go on."""
    arrived, released = Event(), Event()
    open_table = tables.open_table

    def slowly(**facts: Any) -> int:
        arrived.set()
        assert released.wait(20)
        return open_table(**facts)

    monkeypatch.setattr(tables, "open_table", slowly)
    yield arrived, released
    released.set()


@pytest.mark.django_db(transaction=True)
def test_a_repeat_that_comes_while_the_first_still_runs_is_told_to_come_again(halted: tuple[Event, Event]) -> None:
    arrived, released = halted
    user: User = UserFactory()
    first, second = Caller(user), Caller(user)
    key = uuid4()

    def begin() -> Any:
        try:
            return first.post("/tables/", CLUB, key=key)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(begin)
        assert arrived.wait(20)
        meanwhile = second.post("/tables/", CLUB, key=key)
        other = second.post("/tables/", {"preset": "biska"}, key=key)
        released.set()
        done = running.result(20)
    assert (meanwhile.status_code, code_of(meanwhile), meanwhile["Retry-After"]) == (503, "busy", "1")
    assert code_of(other) == "idempotency_mismatch"
    assert second.post("/tables/", CLUB, key=key).content == done.content

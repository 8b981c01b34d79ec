"""What the sockets hear of a change: after the commit, once, and only what everybody may see."""

import json
from collections.abc import Iterator
from uuid import UUID

import msgpack
import pytest
import redis
from django.db import transaction

from games import announce

MATCH = UUID("0190f3a2-0000-7000-8000-000000000001")
EVENT = {"type": "event", "match": str(MATCH), "seq": 3, "kind": "played", "seat": 1, "card": "3d", "state": {}}


class Heard:
    """What has been said to any group, in order."""

    def __init__(self, pubsub: "redis.client.PubSub") -> None:
        self._pubsub = pubsub

    def all(self) -> list[tuple[str, dict]]:
        messages = []
        while (message := self._pubsub.get_message(timeout=0.2)) is not None:
            if message["type"] == "pmessage":
                group = message["channel"].decode().partition("__group__")[2]
                messages.append((group, msgpack.unpackb(message["data"])))
        return messages


@pytest.fixture
def heard(redis_url: str) -> Iterator[Heard]:
    with redis.Redis.from_url(redis_url) as valkey, valkey.pubsub() as pubsub:
        pubsub.psubscribe("bongioco__group__*")
        pubsub.get_message(timeout=1)
        yield Heard(pubsub)


@pytest.mark.django_db(transaction=True)
def test_an_event_is_told_to_its_match_when_it_is_stored(heard: Heard) -> None:
    with transaction.atomic():
        announce.event(match_id=MATCH, seq=3, frame=EVENT)
        assert heard.all() == []
    [(group, message)] = heard.all()
    assert group == message["group"] == f"match.{MATCH.hex}"
    assert (message["type"], message["seq"], json.loads(message["text"])) == ("match.event", 3, EVENT)


@pytest.mark.django_db(transaction=True)
def test_a_rollback_has_said_nothing(heard: Heard) -> None:
    with transaction.atomic():
        announce.event(match_id=MATCH, seq=3, frame=EVENT)
        announce.table(table_id=5)
        announce.notice(user_id=7, code="seat_asked", table="abc")
        transaction.set_rollback(True)
    assert heard.all() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", ["you", "private", "view"])
def test_no_private_part_can_be_told_to_a_group(heard: Heard, key: str) -> None:
    with pytest.raises(ValueError, match="no private part"):
        announce.event(match_id=MATCH, seq=3, frame={**EVENT, key: {"hand": "3d"}})
    assert heard.all() == []


@pytest.mark.django_db(transaction=True)
def test_a_changed_table_is_told_at_the_table_and_in_the_lobby(heard: Heard) -> None:
    announce.table(table_id=5)
    assert heard.all() == [
        ("table.5", {"type": "table.changed", "group": "table.5"}),
        ("lobby", {"type": "lobby.changed", "group": "lobby"}),
    ]


@pytest.mark.django_db(transaction=True)
def test_a_notice_goes_to_one_person(heard: Heard) -> None:
    announce.notice(user_id=7, code="seat_asked", table="Caffè 3♠ / è")
    [(group, message)] = heard.all()
    assert group == "user.7"
    assert json.loads(message["text"]) == {"type": "notice", "code": "seat_asked", "table": "Caffè 3♠ / è"}

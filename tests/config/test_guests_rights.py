"""Guests: over all REST there is nothing a guest may write that a stranger may not, but at the own table."""

import pytest
from redis import Redis

from accounts.models import User
from accounts.services.guests import admit
from tests.config.authorization_matrix import BODIES, WRITES, rows
from tests.config.authorization_world import World
from tests.games.api.callers import browser


@pytest.mark.django_db
def test_a_guest_writes_nothing_that_a_stranger_may_not(redis_url: str) -> None:
    world, wrong = World(), []
    client = browser(User.objects.get(pk=admit()), raise_request_exception=False)
    with Redis.from_url(redis_url) as valkey:
        for row in rows():
            for verb in (
                set(row.verbs) & set(WRITES) if row.path.startswith("/api/") and row.answers[0] == "401" else ()
            ):
                valkey.flushall()  # allowances are for other tests
                body = BODIES.get((row.path, verb)) or {}
                address = world.address(row.path, row.place)
                found = getattr(client, verb.lower())(address, data=body, content_type="application/json").status_code
                if not 400 <= found < 500:
                    wrong.append(f"{row.path} {verb} {row.place}: {found}")
    assert not wrong, "\n".join(wrong)

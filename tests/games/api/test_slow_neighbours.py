"""Slow neighbours: a request that holds the database up holds no other table up (field D4)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import httpx
from django.db import transaction

from games.models import Match
from tests.accounts.factories import UserFactory, token_of
from tests.games.factories import first_choice, holder_on_turn, match_with, now_of
from tests.live_site import LiveSite

HELD = 5  # requests that wait, as when somebody runs a slow export five times over


Call = Callable[[], httpx.Response]


def command(site: LiveSite, match: Match, secrets: dict[int, str]) -> Call:
    """A call that plays what whoever is on turn may play; nothing but the call itself needs a thread of its own."""
    user = holder_on_turn(match)
    do, fields = first_choice(match, user)
    address = f"{site.url}/api/v1/matches/{match.pk}/commands/"
    body = {"type": do, "seq": now_of(match).seq, **fields}
    headers = {"Authorization": f"Bearer {secrets[user.pk]}"}
    return lambda: httpx.post(address, json=body, headers={**headers, "Idempotency-Key": str(uuid4())}, timeout=30)


def test_a_card_is_played_while_other_requests_wait_for_the_database(live_site: LiveSite) -> None:
    users = [UserFactory() for _ in range(8)]
    secrets = {user.pk: token_of(user) for user in users}
    slow, quick = match_with(users[:4]), match_with(users[4:])
    with ThreadPoolExecutor(HELD) as pool:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=slow.pk)  # the barrier: what the others wait for
            waiting = [pool.submit(command(live_site, slow, secrets)) for _ in range(HELD)]
            cards = [command(live_site, quick, secrets)().status_code for _ in range(4)]
            pages = [
                httpx.get(f"{live_site.url}/api/v1/{path}/", timeout=30).status_code for path in ("tables", "players")
            ]
            assert not any(call.done() for call in waiting)
        statuses = sorted(call.result(30).status_code for call in waiting)
    assert cards == [200] * 4
    assert pages == [200, 200]
    assert statuses == [200] + [409] * (HELD - 1)  # of five who played the same card at once, one did

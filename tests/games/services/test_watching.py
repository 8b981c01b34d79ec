"""Who may not look on: refused at every door, at once, and nobody else is."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.test import Client as Browser

from accounts.models import User
from games.errors import NoSuchMatch, WatchBanned
from games.models import Match, WatchBan
from games.selectors.doors import check_match_open
from games.selectors.listings import visible_matches
from games.selectors.tables import table_view
from games.services import watching
from tests.games.factories import act, match_of, match_with, people, person, play_hand

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    return match_with(people(4), options={"hands": 1})


def sees(match: Match, user: User | None) -> set[str]:
    """What a reader gets to see of a match, by the door."""
    user_id = user.pk if user else None
    doors: dict[str, Callable[[], object]] = {
        "table": lambda: table_view(match.table_id, user_id),
        "match": lambda: check_match_open(match.pk, user_id, unlocked=()),
        "lists": lambda: visible_matches(user_id).get(pk=match.pk),
    }
    seen = set()
    for name, door in doors.items():
        try:
            door()
        except (WatchBanned, Match.DoesNotExist):
            continue
        seen.add(name)
    return seen


ALL = {"table", "match", "lists"}


@pytest.mark.parametrize("is_at_table", [True, False])
def test_every_door_is_shut_to_whom_it_concerns_and_to_nobody_in_particular(match: Match, is_at_table: bool) -> None:
    banned, other = people(2)
    place = {"table_id": match.table_id} if is_at_table else {"match_id": match.pk}
    ban = watching.ban_from_table if is_at_table else watching.ban_from_match
    for user in (banned, User.objects.get(username=match.seats.first().user.username)):
        ban(**place, user_id=user.pk, reason="has yet to play it")
        ban(**place, user_id=user.pk, reason="twice is once")
    assert WatchBan.objects.count() == 2
    assert sees(match, banned) == sees(match, None) == set()
    assert sees(match, other) == sees(match, match.seats.first().user) == ALL
    for row in WatchBan.objects.all():
        watching.allow(ban_id=row.pk)
        watching.allow(ban_id=row.pk)
    assert sees(match, banned) == sees(match, None) == ALL


def test_a_ban_from_one_match_ends_at_its_table_with_the_next(match: Match) -> None:
    from games.services import rematch

    banned = person()
    watching.ban_from_match(match_id=match.pk, user_id=banned.pk, reason="x")
    play_hand(match)
    for seat in match.seats.all():
        rematch.agree(table_id=match.table_id, user_id=seat.user_id, swap=False)
    assert sees(match, banned) == {"table"}
    assert sees(match_of(match.table), banned) == ALL


def test_who_has_left_the_seat_to_a_bot_still_sees_the_table(match: Match) -> None:
    player = match.seats.get(number=1).user
    watching.ban_from_table(table_id=match.table_id, user_id=player.pk, reason="x")
    act(match, player, "leave")
    assert sees(match, player) == ALL


def test_pages_and_rest_refuse_by_code(match: Match) -> None:
    banned = person()
    watching.ban_from_match(match_id=match.pk, user_id=banned.pk, reason="x")
    browser = Browser()
    for path in (f"/tables/{match.table.code}/", f"/matches/{match.pk}/", f"/matches/{match.pk}/replay.json"):
        assert browser.get(path).status_code == 403
    assert "account/login" in browser.get(f"/tables/{match.table.code}/").content.decode()
    browser.force_login(banned)
    assert (
        "yet to play" in browser.get(f"/tables/{match.table.code}/", headers={"Accept-Language": "en"}).content.decode()
    )
    for path in ("", "events/", "record/"):
        answer = browser.get(f"/api/v1/matches/{match.pk}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "watch_banned")
    answer = browser.get(f"/api/v1/tables/{match.table.code}/")
    assert (answer.status_code, answer.json()["code"]) == (403, "watch_banned")
    play_hand(match)
    assert match.pk not in visible_matches(banned.pk).values_list("pk", flat=True), "nor is it in the archive"


def test_a_ban_is_at_one_place(match: Match) -> None:
    user = person()
    for place in ({}, {"match": match, "table": match.table}):
        with pytest.raises(IntegrityError), transaction.atomic():
            WatchBan.objects.create(user=user, reason="x", **place)
    with pytest.raises(NoSuchMatch):
        watching.ban_from_match(match_id="01900000-0000-7000-8000-000000000000", user_id=user.pk, reason="x")


def test_the_staff_makes_and_lifts_a_ban(match: Match, admin_client: Browser) -> None:
    banned = person()
    version = match.table.version
    admin_client.post("/admin/games/watchban/add/", {"match": match.pk, "user": banned.pk, "reason": "board 7"})
    row = WatchBan.objects.get(match=match, user=banned)
    match.table.refresh_from_db()
    assert match.table.version > version
    admin_client.post(f"/admin/games/watchban/{row.pk}/delete/", {"post": "yes"})
    assert sees(match, banned) == ALL

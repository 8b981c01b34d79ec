"""Lateness: a watcher is shown a table as it stood, whatever door they come by; players see it as it stands."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Token, User
from accounts.selectors.ties import people_followed_by
from accounts.services import ties
from accounts.services.tokens import issue
from games import presence
from games.engine.errors import BadFormat
from games.errors import MatchRunning, NoRight, NoSuchMatch, NotOpen, TablePlaying
from games.models import Event, Match, PartnerDraw, RatingChange
from games.selectors.boards import board_tables
from games.selectors.frames import event_frames, fresh_view
from games.selectors.friends import friends_facts
from games.selectors.lateness import check_over, sight_of
from games.selectors.listings import finished_matches, running_matches
from games.selectors.standing import latest_change, news_since
from games.selectors.statistics import statistics_of
from games.selectors.tables import lobby_tables, table_view
from games.services import house_bots, invitations, rematch, seating, tables
from games.services.privacy import change_visibility
from games.services.statistics import count, count_left
from tests.games.factories import (
    act,
    first_choice,
    holder_on_turn,
    match_of,
    match_with,
    now_of,
    open_table,
    people,
    person,
)

pytestmark = pytest.mark.django_db

DELAY = 300


@pytest.fixture
def late():
    """A late match begun long ago, at which four cards were played four minutes ago and two just now."""
    players = people(4)
    began = timezone.now() - timedelta(hours=1)
    match = match_with(players, now=began, watch_delay=DELAY)
    for number in range(6):
        play(match, minutes_ago=20 if number < 4 else 1)
    return match, players


def play(match, minutes_ago: float) -> None:
    user = holder_on_turn(match)
    do, fields = first_choice(match, user)
    act(match, user, do, now=timezone.now() - timedelta(minutes=minutes_ago), **fields)
    match.refresh_from_db()


def resign(match, players) -> None:
    for seat in (0, 2):
        act(match, players[seat], "resign")
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def grow_old(match, minutes: float) -> None:
    """Let a match, and all that happened in it, have been *minutes* earlier."""
    by = timedelta(minutes=minutes)
    match.started_at -= by
    match.finished_at -= by
    match.save()
    for event in Event.objects.filter(match=match):
        Event.objects.filter(pk=event.pk).update(at=event.at - by)


def test_a_watcher_sees_what_is_old_enough_and_a_player_all(late) -> None:
    match, players = late
    watcher = person()
    for reader in (None, watcher.pk):
        assert fresh_view(match.pk, reader)["seq"] == match.seq - 2
        assert sight_of(match.pk, reader).delay == timedelta(seconds=DELAY)
        assert fresh_view(match.pk, reader)["view"]["last_trick"]["number"] == 1
        assert fresh_view(match.pk, reader)["view"]["trick"]["plays"] == []
    assert fresh_view(match.pk, players[0].pk)["seq"] == match.seq
    assert sight_of(match.pk, players[0].pk).delay == timedelta()


def test_news_end_where_sight_ends(late) -> None:
    match, players = late
    seen = match.seq - 2
    assert news_since(match.pk, seen - 3, None).seq == seen
    assert [frame["seq"] for frame in news_since(match.pk, seen - 3, None).frames] == [seen - 2, seen - 1, seen]
    assert news_since(match.pk, seen + 1, None) is None  # who claims to have seen more is shown the state
    assert news_since(match.pk, seen, players[1].pk).seq == match.seq


def test_a_match_that_has_just_begun_is_not_there_yet() -> None:
    players = people(4)
    match = match_with(players, now=timezone.now(), watch_delay=DELAY)
    with pytest.raises(NoSuchMatch):
        fresh_view(match.pk)
    view = table_view(match.table_id)
    assert (view["status"], view["match"], view["match_number"]) == ("open", None, 0)
    assert view["version"] == match.table_version - 1
    assert [seat["user"]["id"] for seat in view["seats"]] == [player.pk for player in players]
    assert (view["you"]["may"], view["you"]["delay"]) == ([], DELAY)
    assert table_view(match.table_id, players[2].pk)["match"] == str(match.pk)


def test_the_end_is_kept_back_with_all_that_would_tell_it(late) -> None:
    match, players = late
    before = table_view(match.table_id)
    resign(match, players)
    rematch.agree(table_id=match.table_id, user_id=players[0].pk)
    seating.stand(table_id=match.table_id, user_id=players[3].pk)
    assert table_view(match.table_id) == before
    assert before["status"] == "playing"
    assert fresh_view(match.pk)["view"]["status"] == "running"
    for check in (lambda: check_over(match.pk, None), lambda: check_over(match.pk, person().pk)):
        with pytest.raises(MatchRunning):
            check()
    check_over(match.pk, players[3].pk)
    assert match not in finished_matches()
    assert match not in finished_matches(person().pk)
    assert match in finished_matches(players[0].pk)
    with pytest.raises(TablePlaying):
        seating.sit(table_id=match.table_id, user_id=person().pk, number=3)
    assert table_view(match.table_id, players[0].pk)["status"] == "open"
    assert table_view(match.table_id, players[3].pk)["you"]["delay"] == 0  # has played it


def test_after_the_delay_everybody_knows_the_end_and_may_sit_down(late) -> None:
    match, players = late
    resign(match, players)
    seating.stand(table_id=match.table_id, user_id=players[3].pk)
    grow_old(match, minutes=DELAY / 60 + 1)
    view = table_view(match.table_id, (anna := person()).pk)
    assert (view["status"], view["match"]) == ("open", str(match.pk))
    assert "sit:3" in view["you"]["may"]
    assert fresh_view(match.pk)["view"]["status"] == "finished"
    check_over(match.pk, None)
    assert match in finished_matches()
    assert seating.sit(table_id=match.table_id, user_id=anna.pk, number=3) is not None


def test_the_version_never_goes_back_nor_ahead_of_the_table(late) -> None:
    match, players = late
    versions = [table_view(match.table_id)["version"]]
    resign(match, players)
    versions.append(table_view(match.table_id)["version"])
    grow_old(match, minutes=10)
    versions.append(table_view(match.table_id)["version"])
    for player in players:
        rematch.agree(table_id=match.table_id, user_id=player.pk)
    second = match_of(match.table)
    versions.append(table_view(match.table_id)["version"])
    Match.objects.filter(pk=second.pk).update(started_at=second.started_at - timedelta(minutes=10))
    versions.append(table_view(match.table_id)["version"])
    assert versions == sorted(versions)
    assert versions[-1] <= table_view(match.table_id, players[0].pk)["version"]
    assert versions[0] == versions[1] < versions[-1]


def test_a_late_series_is_told_as_late(late) -> None:
    players = people(4)
    match = match_with(players, now=timezone.now() - timedelta(hours=1), watch_delay=DELAY, series="bella")
    resign(match, players)
    assert table_view(match.table_id)["sitting"]["score"] == [0, 0]
    assert table_view(match.table_id, players[0].pk)["sitting"]["score"] == [0, 1]
    grow_old(match, minutes=10)
    assert table_view(match.table_id)["sitting"]["score"] == [0, 1]


def test_no_list_or_board_shows_a_late_match(late) -> None:
    match, players = late
    table = match.table
    assert match not in running_matches()
    assert table not in lobby_tables()
    assert open_table(watch_delay=DELAY) in lobby_tables()  # until its first match begins
    stamp = latest_change()
    resign(match, players)
    assert latest_change() == stamp
    assert not isinstance(board_tables([table.code])[table.code], int)


def test_over_rest_a_watcher_gets_no_more(late) -> None:
    match, players = late
    watcher, player = client_of(person()), client_of(players[0])
    base = f"/api/v1/matches/{match.pk}/"
    seen = match.seq - 2
    assert watcher.get(base).json()["seq"] == seen
    assert player.get(base).json()["seq"] == match.seq
    events = watcher.get(f"{base}events/?since=0").json()
    assert (events["seq"], events["events"][-1]["seq"]) == (seen, seen)
    assert watcher.get(f"{base}events/?since={seen}").json()["events"] == []
    assert player.get(f"{base}events/?since={seen}").json()["seq"] == match.seq
    assert all(row["match"] != str(match.pk) for row in watcher.get("/api/v1/matches/").json()["results"])
    command = {"type": "play", "card": "3d", "seq": seen, "command_id": "0190d7f2-0000-7000-8000-000000000001"}
    answers = [watcher.post(f"{base}commands/", command, format="json")]
    resign(match, players)
    answers.append(watcher.post(f"{base}commands/", command, format="json"))
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(403, "not_seated")}
    assert watcher.get(f"{base}record/").json()["code"] == "match_running"
    assert player.get(f"{base}record/").status_code == 200
    assert str(match.pk) not in finished(watcher)
    assert str(match.pk) in finished(player)
    assert watcher.get(f"/api/v1/tables/{match.table.code}/").json()["status"] == "playing"


def client_of(user) -> APIClient:
    scopes = (Token.Scope.READ, Token.Scope.PLAY)
    secret = issue(user_id=user.pk, name="t", scopes=scopes, life=timedelta(days=1)).secret
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def finished(client) -> list[str]:
    return [row["match"] for row in client.get("/api/v1/matches/?status=finished").json()["results"]]


def test_the_pages_tell_no_more(late, client) -> None:
    match, players = late
    resign(match, players)
    page = client.get(f"/tables/{match.table.code}/").content.decode()
    assert client.get(f"/matches/{match.pk}/").url == f"/tables/{match.table.code}/"
    assert client.get(f"/matches/{match.pk}/replay.json").status_code == 404
    assert str(match.pk) not in client.get("/matches/").content.decode()
    latest = event_frames(match.pk, 0, match.seq)[-6:]
    assert all(frame.get("card", "no card") not in page for frame in latest if frame["kind"] == "played")
    client.force_login(players[1])
    assert client.get(f"/matches/{match.pk}/").status_code == 200


def test_a_table_is_late_by_a_quarter_of_an_hour_at_most() -> None:
    for seconds in (-1, 901):
        with pytest.raises(BadFormat):
            open_table(watch_delay=seconds)
    opener = person()
    table = open_table(opener, watch_delay=900)
    for number in range(3):
        house_bots.seat_bot(table_id=table.pk, user_id=opener.pk, number=number)
    assert "sit:3" in table_view(table.pk, person().pk)["you"]["may"]


def test_a_table_without_delay_costs_no_query_more(django_assert_num_queries) -> None:
    match = match_with(people(4), now=timezone.now())
    now_of(match)
    with django_assert_num_queries(1):
        sight_of(match.pk, None)
    with django_assert_num_queries(2):
        fresh_view(match.pk)


def test_statistics_and_histories_name_it_once_its_end_has_been_seen(late, client) -> None:
    match, players = late
    name = players[0].username
    resign(match, players)
    RatingChange.objects.create(
        match=match, user=players[0], pool=match.pool, side=0, finish_no=match.finish_no, before=1500, after=1490, k=20,
        expected=0.5, score=0, place=2, matches=1, has_left=False,
    )  # fmt: skip
    address = f"/api/v1/players/{name}/ratings/{match.pool}/history/"
    count(match_id=match.pk)
    count_left()
    assert statistics_of(players[0].pk).sums.played == 0
    assert client_of(person()).get(address).json()["results"] == []
    assert len(client_of(players[0]).get(address).json()["results"]) == 1
    grow_old(match, minutes=DELAY / 60 + 1)
    count_left()
    assert statistics_of(players[0].pk).sums.played == 1
    assert [row["match"] for row in client_of(person()).get(address).json()["results"]] == [str(match.pk)]


def test_who_follows_a_player_does_not_see_their_match_begin_and_end(late, monkeypatch) -> None:
    _, players = late
    fan, sitter = person(), person()
    table = open_table(watch_delay=DELAY)
    seating.sit(table_id=table.pk, user_id=sitter.pk, number=0)
    for followed in (players[0], sitter):
        ties.follow(user_id=fan.pk, other_id=followed.pk)
    everybody = frozenset({players[0].pk, sitter.pk})
    monkeypatch.setattr(presence, "here", lambda tables: dict.fromkeys(tables, presence.Here(everybody, 0)))
    told = {row["id"]: row["table"] for row in friends_facts(list(people_followed_by(user_id=fan.pk)))}
    assert told[players[0].pk] is None
    assert told[sitter.pk]["code"] == table.code


def test_no_refusal_tells_that_a_late_table_has_closed(late) -> None:
    match, players = late
    code, watcher = match.table.code, person()
    before = board_tables([code])[code]
    resign(match, players)
    tables.close_table(table_id=match.table_id, user_id=match.table.opened_by_id)
    assert table_view(match.table_id)["status"] == "playing"
    assert type(board_tables([code])[code]) is type(before) is NotOpen
    with pytest.raises(NoRight):
        change_visibility(table_id=match.table_id, user_id=watcher.pk, visibility="link")
    with pytest.raises(TablePlaying):
        invitations.invite(table_id=match.table_id, user_id=watcher.pk, invited_id=players[0].pk, number=0)


def test_a_draw_for_the_next_match_is_told_as_late_as_the_match(late) -> None:
    players = people(4)
    match = match_with(players, now=timezone.now() - timedelta(hours=1), watch_delay=DELAY, partners="lot")
    resign(match, [User.objects.get(pk=pk) for pk in seats_of(match)])
    drawn = table_view(match.table_id)["draw"]
    facts = {**drawn, "match_number": 2}
    PartnerDraw.objects.create(table=match.table, match_number=2, facts=facts, made_at=timezone.now())
    assert table_view(match.table_id)["draw"] == drawn
    assert table_view(match.table_id, players[0].pk)["draw"] == facts


def seats_of(match) -> list[int]:
    """Return who holds the seats of a match, by seat."""
    return [holder.user_id for _, holder in sorted(now_of(match).holders.items())]

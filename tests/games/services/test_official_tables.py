"""Official tables: opened with everybody in their chair, begun by the last arrival, kept from their players' wishes."""

from datetime import timedelta

import pytest

from accounts.models import Notice
from games import announce
from games.engine.errors import BadFormat
from games.errors import AlreadySeated, NoSuchTable, NotSeated, OfficialTable, TableClosed, TablePlaying
from games.models import Match, Seat, Table
from games.selectors.listings import running_matches
from games.selectors.official import official_state
from games.selectors.tables import lobby_tables
from games.services import (
    house_bots,
    invitations,
    official_tables,
    privacy,
    rematch,
    seating,
    tables,
)
from games.services.tables import IDLE_AFTER
from tests.games.factories import START, later, log_of, match_of, match_with, now_of, open_table, people, person
from tests.games.official import ORIGIN, arrive, bots, official_match, official_table
from tests.games.sitting import sit

pytestmark = pytest.mark.django_db


def test_the_last_to_arrive_starts_the_match() -> None:
    players = people(4)
    table = official_table(players)
    assert [arrive(table, player) for player in players[:3]] == [False] * 3
    assert official_state([table.pk])[table.pk].missing == {players[3].pk}
    assert arrive(table, players[3], later(60))
    match = match_of(table)
    assert match.is_official
    assert match.rated
    assert match.started_at == later(60)
    assert official_state([table.pk])[table.pk].match_id == match.pk
    assert not arrive(table, players[3])
    assert Match.objects.filter(table=table).count() == 1


def test_everybody_is_told_that_the_table_is_ready(monkeypatch) -> None:
    led: list[tuple[int, str, str]] = []
    monkeypatch.setattr(announce, "notice", lambda *, user_id, code, table: led.append((user_id, code, table)))
    players = people(4)
    table = official_table(players)
    assert led == [(player.pk, "table_ready", table.code) for player in players]
    told = Notice.objects.filter(kind="table_ready")
    assert {notice.user_id for notice in told} == {player.pk for player in players}
    assert told[0].data == {"table": table.code, "origin": ORIGIN}


def test_bots_of_the_house_are_there_at_once() -> None:
    table = official_table(bots())
    assert match_of(table).status == Match.Status.RUNNING
    assert not Seat.objects.filter(is_reserved=True).exists()
    player = person()
    mixed = official_table([player, *bots(3)])
    assert not Match.objects.filter(table=mixed).exists()
    assert arrive(mixed, player)


def test_who_waits_in_the_lobby_stands_up_and_who_plays_leaves_the_match_to_a_bot() -> None:
    players = people(4)
    waited_at = open_table()
    sit(waited_at, players[0], 0)
    others = people(3)
    casual = match_with([players[1], *others])
    official_table(players)
    assert not Seat.objects.filter(table=waited_at, user__isnull=False).exists()
    assert now_of(casual).holders[0].by_bot
    assert now_of(casual).holders[0].has_left
    assert not now_of(casual).holders[1].by_bot


def test_who_waits_for_the_others_may_sit_in_the_lobby_meanwhile() -> None:
    players = people(4)
    table = official_table(players)
    elsewhere = open_table()
    sit(elsewhere, players[0], 0)
    for player in players:
        arrive(table, player)
    assert match_of(table).status == Match.Status.RUNNING
    assert Seat.objects.filter(table=elsewhere, user=players[0]).exists()


def test_nobody_has_chairs_at_two_official_tables() -> None:
    players = people(4)
    official_table(players)
    with pytest.raises(AlreadySeated):
        official_table([players[0], *people(3)])
    assert Table.objects.filter(is_official=True).count() == 1


@pytest.mark.parametrize(
    "facts", [{"chairs": [0, 1, 2, 4]}, {"move_seconds": 2}, {"watch_delay": 9000}, {"bot_delay_ms": -1}]
)
def test_terms_that_cannot_be_are_refused(facts) -> None:
    with pytest.raises(BadFormat):
        official_table(people(4), **facts)


def test_chairs_and_doors_are_not_its_players_to_decide_about() -> None:
    players = people(4)
    table, stranger = official_table(players), person()
    wishes = [
        lambda: sit(table, stranger, 0),
        lambda: seating.stand(table_id=table.pk, user_id=players[0].pk),
        lambda: house_bots.seat_bot(table_id=table.pk, user_id=players[0].pk, number=0),
        lambda: house_bots.unseat_bot(table_id=table.pk, user_id=players[0].pk, number=0),
        lambda: invitations.invite(table_id=table.pk, user_id=players[0].pk, invited_id=stranger.pk, number=0),
        lambda: rematch.agree(table_id=table.pk, user_id=players[0].pk),
        lambda: tables.close_table(table_id=table.pk, user_id=players[0].pk),
        lambda: privacy.change_visibility(table_id=table.pk, user_id=players[0].pk, visibility="link"),
    ]
    for wish in wishes:
        with pytest.raises(OfficialTable):
            wish()


def test_only_who_has_a_chair_arrives_and_only_at_official_tables() -> None:
    players = people(4)
    table = official_table(players)
    with pytest.raises(NotSeated):
        arrive(table, person())
    casual = open_table()
    sit(casual, players[0], 0)
    with pytest.raises(NoSuchTable):
        arrive(casual, players[0])
    official_tables.close_official_table(table_id=table.pk)
    with pytest.raises(TableClosed):
        arrive(table, players[0])


def test_it_is_watched_and_not_sat_down_at() -> None:
    match = official_match()
    assert match.pk in {found.pk for found in running_matches()}
    assert not lobby_tables().exists()
    assert log_of(match)[0].public["pauses"] is False


def test_waiting_never_closes_it_and_half_an_hour_after_its_match_does() -> None:
    table = official_table(people(4))
    long_after = later(0) + 3 * IDLE_AFTER
    Table.objects.filter(pk=table.pk).update(changed_at=START)
    assert tables.close_idle(now=long_after) == 0
    official_tables.close_official_table(table_id=table.pk)
    official_tables.close_official_table(table_id=table.pk)
    assert not Seat.objects.filter(table=table, user__isnull=False).exists()
    played = official_match().table
    with pytest.raises(TablePlaying):
        official_tables.close_official_table(table_id=played.pk)


def test_the_round_clock_is_set_anew() -> None:
    table = official_table(people(4), stops_at=later(60))
    official_tables.extend(table_id=table.pk, stops_at=later(60) + timedelta(minutes=5))
    table.refresh_from_db()
    assert table.stops_at == later(360)
    official_tables.extend(table_id=table.pk, stops_at=None)
    official_tables.close_official_table(table_id=table.pk)
    with pytest.raises(TableClosed):
        official_tables.extend(table_id=table.pk, stops_at=later(60))

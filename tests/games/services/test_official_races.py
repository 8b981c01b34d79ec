"""Races at official tables: whoever comes first, a match starts once, ends once, and a seat has one holder."""

import pytest

from games.errors import Refusal
from games.models import Event, Match, MatchSeat, Seat, Table
from games.services import clock, directing
from tests.games.factories import (
    START,
    act,
    first_choice,
    holder_on_turn,
    match_of,
    now_of,
    open_table,
    people,
    person,
    play_hand,
)
from tests.games.official import arrive, official_match, official_table
from tests.games.races import at_once
from tests.games.sitting import sit

pytestmark = pytest.mark.django_db(transaction=True)


def test_four_who_arrive_at_once_start_one_match() -> None:
    players = people(4)
    table = official_table(players)
    outcomes = at_once([lambda player=player: arrive(table, player) for player in players * 2])
    assert sorted(outcomes) == [False] * 7 + [True]
    assert Match.objects.filter(table=table).count() == 1
    assert Event.objects.filter(match=match_of(table), kind="started").count() == 1


def test_a_table_opens_while_one_of_its_people_sits_down_in_the_lobby() -> None:
    players, elsewhere = people(4), open_table()
    outcomes = at_once([lambda: official_table(players), lambda: sit(elsewhere, players[0], 0)])
    assert not any(isinstance(outcome, Exception) for outcome in outcomes)
    assert Seat.objects.filter(is_reserved=True).count() == 4
    table = Table.objects.get(is_official=True)
    for player in players:
        arrive(table, player)
    assert match_of(table).status == Match.Status.RUNNING


def test_two_tables_for_the_same_person_become_one() -> None:
    shared = person()
    outcomes = at_once([lambda: official_table([shared, *people(3)]), lambda: official_table([shared, *people(3)])])
    assert sum(isinstance(outcome, Table) for outcome in outcomes) == 1
    assert Seat.objects.filter(user=shared, is_reserved=True).count() == 1


def test_the_director_stops_a_match_as_its_hand_ends_by_the_round_clock() -> None:
    match = official_match(stops_at=START)
    while match.act_kind != Match.Act.LAST_CARD or sum(map(len, now_of(match).view["trick"]["plays"])) < 6:
        match.refresh_from_db()
        if match.act_kind == Match.Act.LAST_CARD:
            clock.run_ahead(match.pk)
        else:
            user = holder_on_turn(match)
            do, fields = first_choice(match, user)
            act(match, user, do, **fields)
        match.refresh_from_db()
    outcomes = at_once(
        [
            lambda: clock.run_ahead(match.pk),
            lambda: directing.stop_match(match_id=match.pk, winners=[0], now=START),
        ]
    )
    assert sum(isinstance(outcome, Exception) for outcome in outcomes) <= 1
    assert Event.objects.filter(match=match, kind="ended").count() == 1
    match.refresh_from_db()
    assert match.finish_no is not None


def test_a_player_acts_as_another_takes_the_seat() -> None:
    for _ in range(3):
        players, into = people(4), person()
        match = official_match(players)
        out = holder_on_turn(match)
        seat = now_of(match).seat_of(out.pk)
        do, fields = first_choice(match, out)
        seq = now_of(match).seq
        played, replaced = at_once(
            [
                lambda match=match, out=out, do=do, fields=fields, seq=seq: act(match, out, do, seq=seq, **fields),
                lambda match=match, out=out, into=into: directing.substitute(
                    table_id=match.table_id, out_id=out.pk, in_id=into.pk, now=START
                ),
            ]
        )
        assert replaced is None
        assert isinstance(played, int | Refusal)
        assert now_of(match).seat_of(into.pk) == seat
        assert MatchSeat.objects.filter(match=match, number=seat, to_seq=None).get().user == into
        cards = list(Event.objects.filter(match=match, kind="played"))
        assert len(cards) == isinstance(played, int)


def test_the_last_arrival_and_a_substitution_leave_one_holder_in_every_chair() -> None:
    players, into = people(4), person()
    table = official_table(players)
    for player in players[:3]:
        arrive(table, player)
    at_once(
        [
            lambda: arrive(table, players[3]),
            lambda: directing.substitute(table_id=table.pk, out_id=players[3].pk, in_id=into.pk, now=START),
        ]
    )
    sitter = Seat.objects.get(table=table, number=3).user
    match = Match.objects.filter(table=table).first()
    if match is not None:
        assert now_of(match).holders[3].user_id == sitter.pk
        play_hand(match)
    else:
        assert sitter == into

"""Clock: what is due is done once however many clocks there are, nothing old hits anybody, downtime is given back."""

import logging
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.db import OperationalError

from games.models import Event, Heartbeat, Match, Table
from games.selectors.memory import forget_all
from games.services import clock, seating, tables
from games.services import logbook as logbooks
from tests.games.factories import (
    START,
    act,
    first_choice,
    holder_on_turn,
    later,
    log_of,
    match_with,
    now_of,
    open_table,
    people,
    person,
    run_clock,
)
from tests.games.races import at_once


@pytest.mark.django_db
class TestOneClock:
    def test_it_does_what_is_due_and_nothing_else(self) -> None:
        due, waits = match_with([None] * 4), match_with(people(4))
        assert clock.run_due(START) == 0
        assert clock.run_due(later(3)) >= 1
        assert now_of(due).seq > now_of(waits).seq

    def test_it_stops_at_its_limit(self) -> None:
        match_with([None] * 4, bot_delay_ms=0)
        assert clock.run_due(later(60), limit=2) == 2

    def test_it_knows_when_the_next_thing_is_due(self) -> None:
        assert clock.next_due() is None
        match = match_with(people(4))
        match.refresh_from_db()
        assert clock.next_due() == match.act_at

    def test_a_broken_match_does_not_stop_the_others(self, caplog) -> None:
        broken, sound = match_with([None] * 4), match_with([None] * 4)
        log = Event.objects.filter(match=broken, kind="dealt").get()
        log.private["server"]["deal"][0] = "what is this"
        log.save()
        forget_all()
        with caplog.at_level(logging.CRITICAL):
            clock.run_due(later(3), limit=2)
        assert now_of(sound).seq > 3
        broken.refresh_from_db()
        assert broken.seq == 3
        assert broken.act_at == later(33)

    def test_a_lost_database_is_the_loops_to_notice(self, monkeypatch) -> None:
        match_with([None] * 4)

        def lost(*_args):
            raise OperationalError

        monkeypatch.setattr(clock, "_do", lost)
        with pytest.raises(OperationalError):
            clock.run_due(later(3))

    def test_an_act_a_player_was_quicker_than_is_void(self) -> None:
        match = match_with(people(4), move_seconds=20, bank_seconds=0)
        user = holder_on_turn(match)
        do, fields = first_choice(match, user)
        act(match, user, do, now=later(21.4), **fields)
        assert clock.run_due(later(21.5)) == 0
        assert [event.by for event in log_of(match) if event.kind == "played"] == ["player"]

    def test_a_bot_that_chooses_wrongly_does_the_least(self, monkeypatch, caplog) -> None:
        match = match_with([None] * 4)
        monkeypatch.setattr("games.services.bots.choose", lambda **_facts: [{"seat": 0, "do": "play", "card": "??"}])
        with caplog.at_level(logging.CRITICAL):
            run_clock(match)
        assert log_of(match)[-1].public["timeout"] is True

    def test_idle_tables_are_closed_but_not_those_with_people(self) -> None:
        idle, kept = open_table(), open_table()
        match = match_with(people(4))
        seating.sit(table_id=kept.pk, user_id=person().pk, number=0)
        Table.objects.update(changed_at=START)
        assert tables.close_idle(now=START + tables.IDLE_AFTER) == 0
        assert tables.close_idle(now=START + tables.IDLE_AFTER + timedelta(seconds=1)) == 1
        statuses = {table.pk: table.status for table in Table.objects.all()}
        assert statuses == {idle.pk: "closed", kept.pk: "open", match.table_id: "playing"}


@pytest.mark.django_db
class TestDowntime:
    def test_a_pause_without_any_clock_is_given_back_to_who_is_to_act(self) -> None:
        match = match_with(people(4), move_seconds=20, bank_seconds=0)
        assert clock.beat(later(2)) == 0
        assert clock.beat(later(62)) == 1
        match.refresh_from_db()
        assert match.act_at == later(1 + 20 + 0.5 + 60)
        assert clock.run_due(later(62)) == 1  # the players are told
        event = log_of(match)[-1]
        assert (event.kind, event.public) == ("clock_credited", {"ms": 60_000})
        assert now_of(match).view["clock"]["deadline"] == "2031-03-01T20:01:21.000Z"
        assert clock.run_due(later(62)) == 0
        assert clock.run_due(later(81.5)) == 1
        assert log_of(match)[-1].public["timeout"] is True

    def test_only_the_part_of_the_turn_that_fell_into_the_pause(self) -> None:
        match_with(people(4), now=later(50), move_seconds=20, bank_seconds=0)
        clock.beat(START)
        clock.beat(later(60))
        assert Match.objects.get().act_at == later(51 + 20.5 + 9)

    def test_a_turn_that_has_not_begun_loses_nothing(self) -> None:
        match_with(people(4), now=later(60), move_seconds=20, bank_seconds=0)
        clock.beat(START)
        assert clock.beat(later(60.5)) == 0

    def test_a_beat_in_time_credits_nothing(self) -> None:
        match_with(people(4))
        clock.beat(START)
        assert clock.beat(later(5)) == 0
        assert clock.beat(later(9)) == 0

    def test_a_card_before_the_players_are_told_settles_it_too(self) -> None:
        match = match_with(people(4), move_seconds=20, bank_seconds=30)
        clock.beat(later(2))
        clock.beat(later(62))
        seat = now_of(match).turn
        user = holder_on_turn(match)
        do, fields = first_choice(match, user)
        act(match, user, do, now=later(63), **fields)
        assert now_of(match).view["clock"]["bank"][seat] == 30_000
        assert not Match.objects.filter(credit_ms__gt=0).exists()

    def test_a_bots_pause_and_the_next_hand_are_simply_late(self) -> None:
        match = match_with([None] * 4)
        clock.beat(START)
        assert clock.beat(later(600)) == 0
        assert clock.run_due(later(600), limit=1) == 1
        assert log_of(match)[-1].by == "bot"


@pytest.mark.django_db(transaction=True)
class TestSeveralClocks:
    def test_every_act_is_done_once(self) -> None:
        matches = [match_with([None] * 4, bot_delay_ms=0) for _ in range(6)]
        for second in range(2, 18, 2):
            at_once([partial(clock.run_due, later(second), 60)] * 4)
        for match in matches:
            log = log_of(match)
            assert [event.seq for event in log] == list(range(1, len(log) + 1))
            assert len(log) > 20
            cards = [event.public["card"] for event in log if event.kind == "played"]
            assert len(cards) == len(set(cards))

    def test_downtime_is_given_back_once(self) -> None:
        match = match_with(people(4), move_seconds=20, bank_seconds=0)
        clock.beat(later(2))
        assert sorted(at_once([partial(clock.beat, later(62))] * 6)) == [0, 0, 0, 0, 0, 1]
        match.refresh_from_db()
        assert (match.credit_ms, match.act_at) == (60_000, later(81.5))
        assert Heartbeat.objects.get().at == later(62)
        done = at_once([partial(clock.run_due, later(62))] * 4)
        assert sum(done) == 1
        assert [event.kind for event in log_of(match)].count("clock_credited") == 1

    def test_a_card_and_the_time_out_are_one_play(self) -> None:
        for _ in range(15):
            match = match_with(people(4), move_seconds=20, bank_seconds=0)
            match.refresh_from_db()
            user = holder_on_turn(match)
            do, fields = first_choice(match, user)
            seq = now_of(match).seq
            at_once(
                [
                    partial(act, match, user, do, seq=seq, now=match.act_at, **fields),
                    partial(clock.run_due, match.act_at, 1),
                ]
            )
            plays = [event for event in log_of(match) if event.kind == "played"]
            assert len(plays) == 1
            Match.objects.all().update(act_at=None)

    def test_a_match_held_by_a_player_is_left_to_them(self) -> None:
        match = match_with([None] * 4)
        with logbooks.writing(match.pk, START):
            (done,) = at_once([partial(clock.run_due, later(9), 1)])
        assert done == 0


@pytest.mark.django_db(transaction=True)
class TestClicks:
    """The same moment from several sockets."""

    def test_the_same_command_from_ten_threads_is_one_card(self) -> None:
        match = match_with(people(4))
        user = holder_on_turn(match)
        do, fields = first_choice(match, user)
        command = uuid4()
        seq = now_of(match).seq
        outcomes = at_once([partial(act, match, user, do, seq=seq, command_id=command, **fields)] * 10)
        assert set(outcomes) == {seq + 1}
        assert [event.kind for event in log_of(match)].count("played") == 1

    def test_ten_different_cards_at_once_are_one_card(self) -> None:
        match = match_with(people(4))
        user = holder_on_turn(match)
        position = now_of(match)
        cards = position.yours(position.turn)["may"]["play"]
        outcomes = at_once([partial(act, match, user, "play", seq=position.seq, card=card) for card in cards])
        assert sum(isinstance(outcome, int) for outcome in outcomes) == 1
        assert [event.kind for event in log_of(match)].count("played") == 1

    def test_what_was_rolled_back_was_never_said(self, monkeypatch) -> None:
        match = match_with(people(4))
        said = []
        monkeypatch.setattr("games.announce._send", lambda *message: said.append(message))
        user = holder_on_turn(match)
        do, fields = first_choice(match, user)
        before = now_of(match)
        monkeypatch.setattr(logbooks.Logbook, "shut", lambda _book: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            act(match, user, do, **fields)
        assert said == []
        assert now_of(match) is before

    def test_who_is_told_finds_it_stored(self, monkeypatch) -> None:
        match = match_with(people(4))
        found = []

        def look(_group, message) -> None:
            if message["type"] == "match.event":
                found.append(Event.objects.filter(match=match, seq=message["seq"]).exists())

        layer = type("Layer", (), {"publish": staticmethod(look)})
        monkeypatch.setattr("games.announce.get_channel_layer", lambda: layer)
        user = holder_on_turn(match)
        do, fields = first_choice(match, user)
        act(match, user, do, **fields)
        assert found == [True]

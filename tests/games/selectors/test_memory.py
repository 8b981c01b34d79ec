"""Memory: a move costs the same however long its match is; what is remembered is a fold of the log, in bounded room."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.errors import BadCard
from games.errors import NoSuchMatch
from games.models import Match
from games.selectors.frames import event_frames, fresh_view
from games.selectors.memory import _Memory, forget_all, position_of
from games.selectors.positions import MatchPosition
from games.selectors.records import record_of_match
from games.selectors.standing import private_parts
from games.selectors.tables import lobby_row, lobby_tables, table_view
from games.services import clock, seating
from tests.games.factories import (
    act,
    first_choice,
    holder_on_turn,
    match_with,
    now_of,
    open_table,
    people,
    person,
    play_hand,
    run_clock,
)

pytestmark = pytest.mark.django_db(transaction=True)


def queries_of(deed) -> list[str]:
    with CaptureQueriesContext(connection) as context:
        deed()
    return [query["sql"] for query in context.captured_queries]


def card(match) -> list[str]:
    """Let whoever is on turn play a card; return the statements it took."""
    user = holder_on_turn(match)
    do, fields = first_choice(match, user)
    seq = now_of(match).seq
    return queries_of(lambda: act(match, user, do, seq=seq, **fields))


def test_a_card_costs_four_statements_in_the_first_hand_and_in_the_sixth() -> None:
    match = match_with(people(4), options={"target": 200})
    counts = []
    for _ in range(6):
        counts.append(len(card(match)))
        play_hand(match)
        run_clock(match)
    # BEGIN, the match's row, the event with the row's move, COMMIT.
    assert counts == [4] * 6


def test_a_bots_card_costs_as_much() -> None:
    match = match_with([None] * 4, options={"target": 200})
    counts = []
    for _ in range(120):
        match.refresh_from_db()
        before = now_of(match)
        found = queries_of(lambda: clock.run_ahead(match.pk))
        if before.turn is not None and now_of(match).seq == before.seq + 1:
            counts.append(len(found))
    assert set(counts) == {4}


def test_what_a_refusal_costs() -> None:
    match = match_with(people(4))
    user = holder_on_turn(match)

    def refused() -> None:
        with pytest.raises(BadCard):
            act(match, user, "play", seq=now_of(match).seq, card="zz")

    assert len(queries_of(refused)) <= 5


def test_an_event_is_told_without_a_query_where_it_was_stored() -> None:
    match = match_with(people(4))
    card(match)
    position = now_of(match)
    assert queries_of(lambda: private_parts(match.pk, position.seq)) == []
    assert len(queries_of(lambda: event_frames(match.pk, position.seq - 1, position.seq))) == 1
    assert len(queries_of(lambda: fresh_view(match.pk))) == 2


def test_another_process_reads_on_from_what_it_knows() -> None:
    match = match_with(people(4))
    for _ in range(12):
        card(match)
    forget_all()
    seq = Match.objects.get(pk=match.pk).seq
    assert len(queries_of(lambda: position_of(match.pk, seq - 1))) == 1
    (read_on,) = queries_of(lambda: position_of(match.pk, seq))
    assert f'"seq" > {seq - 1}' in read_on


def test_a_log_that_does_not_reach_so_far() -> None:
    match = match_with(people(4))
    with pytest.raises(NoSuchMatch):
        position_of(match.pk, match.seq + 5)
    assert event_frames(match.pk, match.seq, match.seq + 5) == []


def test_the_room_is_bounded_and_the_latest_stay() -> None:
    match = match_with(people(4))
    for _ in range(10):
        card(match)
    match.refresh_from_db()
    memory = _Memory(room=3)
    for seq in range(1, match.seq + 1):
        memory.put(position_of(match.pk, seq))
    assert memory.nearest(match.pk, match.seq - 3) is None
    assert memory.nearest(match.pk, match.seq - 2).seq == match.seq - 2
    memory.nearest(match.pk, match.seq - 2)
    memory.put(position_of(match.pk, 1))
    assert memory.nearest(match.pk, 2).seq == 1
    assert memory.nearest(match.pk, match.seq - 2).seq == match.seq - 2


def test_a_position_is_never_changed() -> None:
    match = match_with(people(4))
    position = now_of(match)
    seq, view, hand = position.seq, dict(position.view), list(position.yours(0)["hand"])
    for _ in range(5):
        card(match)
    assert (position.seq, position.view, position.yours(0)["hand"]) == (seq, view, hand)
    assert isinstance(now_of(match), MatchPosition)


def test_reading_costs_the_same_for_more_rows() -> None:
    table = open_table()
    seats = [person() for _ in range(2)]
    assert len(queries_of(lambda: table_view(table.pk, seats[0].pk))) <= 6
    for number, user in enumerate(seats):
        seating.sit(table_id=table.pk, user_id=user.pk, number=number)
    for asker in people(4):
        seating.sit(table_id=table.pk, user_id=asker.pk, number=2)
    assert len(queries_of(lambda: table_view(table.pk, seats[0].pk))) <= 6
    counts = []
    for _ in range(3):
        open_table()
        counts.append(len(queries_of(lambda: [lobby_row(found) for found in lobby_tables()])))
    assert counts == [2, 2, 2]


def test_a_record_costs_three_queries() -> None:
    match = match_with([None] * 4, options={"target": 11})
    run_clock(match, 600)
    assert len(queries_of(lambda: record_of_match(match.pk))) == 3

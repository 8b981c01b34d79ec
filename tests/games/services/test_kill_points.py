"""Kill points: whatever statement a service dies at, nothing is half done, and the same wish again succeeds."""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Max

from games.models import Deal, Event, Match, Pool, Seat, Table
from games.selectors.frames import fresh_view
from games.selectors.memory import forget_all
from games.services import clock, house_bots, rematch, seating
from tests.games.factories import (
    act,
    first_choice,
    holder_on_turn,
    match_of,
    match_with,
    now_of,
    open_table,
    people,
    run_clock,
)

pytestmark = pytest.mark.django_db(transaction=True)


class Killed(Exception):  # noqa: N818 - it is the end, no error
    pass


def killed_at(statement: int, deed: Callable[[], object]) -> bool:
    """Do *deed* but die at one of its statements; tell whether it came so far."""
    count = 0

    def die(execute, sql, params, many, context):
        nonlocal count
        count += 1
        if count == statement:
            raise Killed
        return execute(sql, params, many, context)

    with connection.execute_wrapper(die):
        try:
            deed()
        except Killed:
            return True
    return False


def facts() -> tuple:
    """Everything stored that the services of play and seating write."""
    return tuple(
        tuple(model.objects.order_by("pk").values_list(*fields))
        for model, fields in (
            (Table, ("pk", "status", "version", "match_count")),
            (Seat, ("pk", "user", "controller", "is_exclusive", "rematch")),
            (Match, ("pk", "status", "seq", "act_kind", "act_at", "act_seq", "finish_no")),
            (Event, ("match", "seq", "kind")),
            (Deal, ("match", "hand", "revealed_seq")),
            (Pool, ("name", "finished")),
        )
    )


def survives(deed: Callable[[], object]) -> int:
    """Kill *deed* at each of its statements, without a trace, then let it live; return how many there are."""
    before = facts()
    statement = 1
    while killed_at(statement, deed):
        assert facts() == before, f"half done at statement {statement}"
        statement += 1
    assert facts() != before
    for match in Match.objects.annotate(latest=Max("events__seq")):
        assert match.seq == match.latest == match.events.count()
    playing = set(Table.objects.filter(status=Table.Status.PLAYING).values_list("pk", flat=True))
    assert playing == set(Match.objects.filter(status=Match.Status.RUNNING).values_list("table", flat=True))
    return statement - 1


def test_the_last_chair_and_the_start() -> None:
    opener, anna = people(2)
    table, left = open_table(opener), open_table()
    for number in (0, 1, 2):
        house_bots.seat_bot(table_id=table.pk, user_id=opener.pk, number=number)
    seating.sit(table_id=left.pk, user_id=anna.pk, number=0)
    assert survives(partial(seating.sit, table_id=table.pk, user_id=anna.pk, number=3)) > 10


def test_a_card() -> None:
    match = match_with(people(4))
    user = holder_on_turn(match)
    do, fields = first_choice(match, user)
    command, seq = uuid4(), now_of(match).seq
    survives(partial(act, match, user, do, seq=seq, command_id=command, **fields))
    forget_all()
    assert fresh_view(match.pk)["seq"] == seq + 1


def test_the_card_that_ends_the_match() -> None:
    match = match_with([None] * 4, options={"hands": 1})
    while True:
        match.refresh_from_db()
        hand = now_of(match).game.hand
        if hand is not None and len(hand.tricks) == 9 and len(hand.position.plays) == 3:
            break
        run_clock(match)
    assert survives(partial(clock.run_ahead, match.pk)) > 8
    match.refresh_from_db()
    assert match.finish_no == 1


def test_the_rematch() -> None:
    players = people(4)
    match = match_with(players)
    for seat in (0, 2):
        act(match, players[seat], "resign")
    for player in players[:3]:
        rematch.agree(table_id=match.table_id, user_id=player.pk, swap=True)
    survives(partial(rematch.agree, table_id=match.table_id, user_id=players[3].pk, swap=True))
    assert match_of(match.table).number == 2

"""Everybody at once: one chair, one match, four different people, whatever the order of the threads."""

from functools import partial

import pytest

from games.engine.errors import Refusal
from games.errors import AlreadySeated, SeatTaken, TablePlaying
from games.models import Match, Seat, Table
from games.services import house_bots, seating
from tests.games.factories import open_table, people, person
from tests.games.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def sit(table, user, number):
    return partial(seating.sit, table_id=table.pk, user_id=user.pk, number=number)


def started(table) -> list[Match]:
    return list(Match.objects.filter(table=table))


def test_ten_people_for_the_last_chair() -> None:
    opener = person()
    table = open_table(opener)
    for number in (0, 1, 2):
        house_bots.seat_bot(table_id=table.pk, user_id=opener.pk, number=number)
    outcomes = at_once([sit(table, user, 3) for user in people(10)])
    assert outcomes.count(None) == 1
    refusals = [outcome for outcome in outcomes if outcome is not None]
    assert all(isinstance(refusal, SeatTaken | TablePlaying) for refusal in refusals), refusals
    assert len(started(table)) == 1


def one_after_another(deeds) -> list[object]:
    """What each deed gave, or the refusal it met."""
    outcomes = []
    for deed in deeds:
        try:
            outcomes.append(deed())
        except Refusal as refusal:
            outcomes.append(refusal)
    return outcomes


def test_a_hundred_people_for_four_chairs() -> None:
    table = open_table(preset="perdere")  # everybody alone: nobody has to be asked
    wishes = [sit(table, user, number % 4) for number, user in enumerate(people(100))]
    crowds = at_once([partial(one_after_another, wishes[first::10]) for first in range(10)])
    outcomes = [outcome for crowd in crowds for outcome in crowd]
    assert outcomes.count(None) == 4
    assert sum(isinstance(outcome, SeatTaken | TablePlaying) for outcome in outcomes) == 96
    match = Match.objects.get(table=table)
    assert match.seats.values("user").distinct().count() == 4


def test_one_person_in_all_chairs_at_once() -> None:
    table, anna = open_table(), person()
    outcomes = at_once([sit(table, anna, number) for number in range(4)])
    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, AlreadySeated) for outcome in outcomes) == 3
    assert Seat.objects.filter(user=anna).count() == 1


def test_one_person_at_eight_tables_at_once() -> None:
    tables, anna = [open_table() for _ in range(8)], person()
    outcomes = at_once([sit(table, anna, 0) for table in tables])
    assert all(outcome is None or isinstance(outcome, Refusal) for outcome in outcomes), outcomes
    assert Seat.objects.filter(user=anna).count() == 1
    assert Seat.objects.exclude(controller=None).count() == 1


def test_two_people_change_places_between_two_tables() -> None:
    first, second = open_table(), open_table()
    anna, bruno = people(2)
    for _ in range(10):
        sit(first, anna, 0)()
        sit(second, bruno, 0)()
        outcomes = at_once([sit(second, anna, 1), sit(first, bruno, 1)])
        assert outcomes == [None, None]
        assert set(Seat.objects.exclude(user=None).values_list("table", "number")) == {(first.pk, 1), (second.pk, 1)}


def test_two_last_chairs_start_one_match_fifty_times() -> None:
    opener = person()
    for _ in range(50):
        table = open_table(opener)
        for number in (0, 1):
            house_bots.seat_bot(table_id=table.pk, user_id=opener.pk, number=number)
        anna, bruno = people(2)
        assert at_once([sit(table, anna, 2), sit(table, bruno, 3)]) == [None, None]
        match = Match.objects.get(table=table)
        assert match.seats.values("user").distinct().count() == 4
        assert match.deals.count() == 1
        table.refresh_from_db()
        assert (table.status, table.match_count) == (Table.Status.PLAYING, 1)
        Seat.objects.filter(table=table).update(is_exclusive=False)


def test_accepting_and_the_clock_seat_an_asker_once() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)()
    request = sit(table, bruno, 2)()
    asked = table.requests.get()
    outcomes = at_once(
        [
            partial(seating.answer, request_id=request, user_id=anna.pk, accept=True),
            partial(seating.accept_due, request_id=request, now=asked.act_at),
            partial(seating.answer, request_id=request, user_id=anna.pk, accept=False),
            partial(seating.stand, table_id=table.pk, user_id=anna.pk),
        ]
    )
    assert all(outcome in (None, True, False) or isinstance(outcome, Refusal) for outcome in outcomes), outcomes
    assert Seat.objects.filter(user=bruno).count() <= 1
    asked.refresh_from_db()
    assert asked.state != "pending"
    assert (asked.state == "accepted") == Seat.objects.filter(user=bruno, table=table).exists()

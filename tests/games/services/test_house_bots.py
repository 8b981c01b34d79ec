"""House bots at a table: who may call one, who may send it away, and where."""

import pytest

from games.errors import NoRight, SeatAskedFor, SeatNotYours
from games.models import Match
from games.services import house_bots
from tests.games.factories import match_with, open_table, people, person
from tests.games.sitting import controllers, sit, sitter

pytestmark = pytest.mark.django_db


def test_a_sitter_fills_chairs_with_bots_and_takes_them_out() -> None:
    table, anna = open_table(), person()
    sit(table, anna, 0)
    house_bots.seat_bot(table_id=table.pk, user_id=anna.pk, number=2)
    house_bots.seat_bot(table_id=table.pk, user_id=anna.pk, number=1)
    assert sitter(table, 1) != sitter(table, 2)
    assert controllers(table) == {}  # a bot decides about no chair
    house_bots.unseat_bot(table_id=table.pk, user_id=anna.pk, number=2)
    assert controllers(table) == {2: anna.pk}
    assert sit(table, person(), 3) is None


def test_three_bots_and_a_sitter_are_a_match() -> None:
    match = match_with([person(), None, None, None])
    assert match.status == Match.Status.RUNNING


def test_bots_are_for_who_is_at_the_table() -> None:
    opener, anna = people(2)
    table = open_table(opener)
    with pytest.raises(NoRight):
        house_bots.seat_bot(table_id=table.pk, user_id=anna.pk, number=0)
    house_bots.seat_bot(table_id=table.pk, user_id=opener.pk, number=0)
    with pytest.raises(NoRight):
        house_bots.unseat_bot(table_id=table.pk, user_id=anna.pk, number=0)


def test_no_bot_in_a_chair_another_decides_about() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    sit(table, bruno, 1)
    with pytest.raises(SeatNotYours):
        house_bots.seat_bot(table_id=table.pk, user_id=bruno.pk, number=2)
    house_bots.seat_bot(table_id=table.pk, user_id=anna.pk, number=2)
    with pytest.raises(SeatNotYours):
        house_bots.unseat_bot(table_id=table.pk, user_id=bruno.pk, number=2)


def test_no_bot_in_a_chair_somebody_waits_for() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    sit(table, bruno, 2)
    with pytest.raises(SeatAskedFor):
        house_bots.seat_bot(table_id=table.pk, user_id=anna.pk, number=2)


def test_a_person_is_no_bot_to_be_taken_out() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    sit(table, bruno, 1)
    with pytest.raises(SeatNotYours):
        house_bots.unseat_bot(table_id=table.pk, user_id=anna.pk, number=1)

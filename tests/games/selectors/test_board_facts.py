"""Boards: what is shown of a table in little, read for many tables at once."""

import pytest
from django.test import Client as Browser
from django.utils import timezone

from games.models import Table
from games.selectors.boards import boards_of, running_tables
from games.selectors.memory import forget_all
from games.services import tv
from games.templatetags.games import board_place, board_scores
from tests.games.factories import match_with, now_of, open_table, people, play_randomly

pytestmark = pytest.mark.django_db


def test_many_boards_are_read_with_as_many_queries_as_one(django_assert_num_queries) -> None:
    for count in (1, 4):
        for _ in range(count):
            play_randomly(match_with(people(4)), seed=count, most=20)
        table_ids = list(Table.objects.values_list("pk", flat=True))
        forget_all()
        with django_assert_num_queries(4):
            boards = boards_of(table_ids)
        assert len(boards) == len(table_ids)
        with django_assert_num_queries(3):
            assert boards_of(table_ids) == boards


@pytest.mark.parametrize(
    "preset", ["club", "due", "morto", "cinque", "terziglio", "chiamare", "perdere", "spizzichino"]
)
def test_a_board_says_what_everybody_sees_and_nothing_else(preset: str) -> None:
    seats = len(open_table(preset=preset).seats.all())
    match = match_with(people(seats), preset, rated=preset == "club")
    play_randomly(match, seed=5, most=30)
    view, facts = now_of(match).view, boards_of([match.table_id])[match.table_id].facts
    for key in ("hand", "phase", "dealer", "sides", "totals", "counts", "target"):
        assert facts[key] == view[key], key
    shown = (
        view["trick"]["plays"]
        if view["trick"] and view["trick"]["plays"]
        else (view["last_trick"] or {"plays": []})["plays"]
    )
    assert facts["cloth"] == shown
    assert [seat["id"] for seat in facts["seats"]] == [seat["id"] for seat in view["seats"]]
    assert len(board_scores(facts)) == len(view["totals"])
    assert {board_place(seat["seat"], facts) for seat in facts["seats"]} <= {"north", "south", "east", "west", "any"}


def test_only_public_tables_at_which_a_match_is_on_are_running() -> None:
    open_table()
    match_with(people(4), visibility="link")
    late = match_with(people(4))
    Table.objects.filter(pk=late.table_id).update(watch_delay=30)
    first, second = match_with(people(4)), match_with(people(4))
    assert running_tables() == [second.table_id, first.table_id]
    assert running_tables(1) == [second.table_id]


def test_tv_over_rest_and_its_page() -> None:
    browser = Browser()
    assert browser.get("/api/v1/tv/").json() == {"table": None, "since": None, "board": None}
    match = match_with(people(4))
    tv.tune(timezone.now())
    told = browser.get("/api/v1/tv/")
    assert told.json()["board"]["match"] == str(match.pk)
    assert browser.get("/api/v1/tv/", headers={"If-None-Match": told["ETag"]}).status_code == 304
    for address in ("/tv/", "/watch/", "/"):
        assert f'data-table="{match.table.code}"' in browser.get(address).content.decode(), address

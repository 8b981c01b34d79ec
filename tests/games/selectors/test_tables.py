"""Tables as their readers see them: the snapshot, each reader's own part, and the lobby."""

import pytest

from games.engine.errors import BadFormat, BadOption, BadRules
from games.errors import NoRight, NoSuchTable, TablePlaying, TablePrivate, WrongPassword
from games.models import Table
from games.selectors.tables import lobby_row, lobby_tables, table_view
from games.services import house_bots, seating, tables
from tests.games.factories import match_with, open_table, people, person

pytestmark = pytest.mark.django_db


def chair(number, user=None, controller=None) -> dict:
    return {"seat": number, "user": user, "controller": controller, "rematch": None}


def test_the_snapshot() -> None:
    opener, anna = people(2)
    table = open_table(opener, options={"target": 21}, name="Caffè 3♠ / è")
    seating.sit(table_id=table.pk, user_id=anna.pk, number=0)
    view = table_view(table.pk)
    table.refresh_from_db()
    assert view == {
        "code": table.code,
        "name": "Caffè 3♠ / è",
        "version": table.version,
        "status": "open",
        "preset": "club",
        "options": {"target": 21},
        "target": 21,
        "visibility": "public",
        "club": None,
        "house_rules": None,
        "rated": False,
        "partners": "chosen",
        "move_seconds": 30,
        "bank_seconds": 180,
        "series": None,
        "bella": {},
        "watch_delay": 0,
        "match_number": 0,
        "seats": [
            chair(0, user={"id": anna.pk, "name": anna.username, "kind": "human"}),
            chair(1),
            chair(2, controller={"id": anna.pk, "name": anna.username}),
            chair(3),
        ],
        "match": None,
        "sitting": None,
        "draw": None,
        "official": None,
        "opened_by": {"id": opener.pk, "name": opener.username, "kind": "human"},
        "you": {
            "seat": None,
            "requests": [],
            "asked": None,
            "invitations": [],
            "may": [],
            "delay": 0,
            "replaced": False,
        },
    }


def may(table, user) -> set[str]:
    return set(table_view(table.pk, user.pk)["you"]["may"])


def invites(*numbers: int) -> set[str]:
    """Who may call a bot to a chair may invite somebody there."""
    return {act for number in numbers for act in (f"bot:{number}", f"invite:{number}")}


def test_what_each_may_do() -> None:
    opener, anna, bruno = people(3)
    table = open_table(opener)
    assert may(table, anna) == {"sit:0", "sit:1", "sit:2", "sit:3"}
    assert may(table, opener) == {*may(table, anna), "close", "privacy", *invites(0, 1, 2, 3)}
    seating.sit(table_id=table.pk, user_id=anna.pk, number=0)
    assert may(table, anna) == {"stand", *invites(1, 2, 3)}
    seating.sit(table_id=table.pk, user_id=bruno.pk, number=2)
    assert may(table, bruno) == {"stand"}
    assert may(table, anna) == {"stand", *invites(1, 3)}
    seating.answer(request_id=table.requests.get().pk, user_id=anna.pk, accept=True)
    assert may(table, anna) == {"stand", "swap", *invites(1, 3)}
    house_bots.seat_bot(table_id=table.pk, user_id=anna.pk, number=1)
    assert may(table, bruno) == {"stand", "swap", "unbot:1", *invites(3)}
    house_bots.seat_bot(table_id=table.pk, user_id=anna.pk, number=3)
    assert (may(table, anna), may(table, opener)) == (set(), {"privacy"})
    assert table_view(table.pk)["match"] is not None


def test_the_offers_are_what_the_services_accept() -> None:
    opener, anna = people(2)
    table = open_table(opener)
    seating.sit(table_id=table.pk, user_id=anna.pk, number=0)
    for user in (opener, anna):
        assert ("close" in may(table, user)) == (user is opener)
    with pytest.raises(NoRight):
        tables.close_table(table_id=table.pk, user_id=anna.pk)
    tables.close_table(table_id=table.pk, user_id=opener.pk)
    assert may(table, opener) == set()


def test_a_password_hides_the_table() -> None:
    opener, anna, bruno = people(3)
    table = open_table(opener, visibility="password", password="tre di coppe")
    for user_id in (None, anna.pk):
        with pytest.raises(TablePrivate):
            table_view(table.pk, user_id)
    assert table_view(table.pk, opener.pk)["visibility"] == "password"
    assert "tre di coppe" not in str(table_view(table.pk, anna.pk, unlocked=True))
    with pytest.raises(WrongPassword):
        tables.check_table_password(table_id=table.pk, password="due di coppe")
    tables.check_table_password(table_id=table.pk, password="tre di coppe")
    seating.sit(table_id=table.pk, user_id=bruno.pk, number=0, unlocked=True)
    assert table_view(table.pk, bruno.pk)["you"]["seat"] == 0


def test_no_such_table() -> None:
    for deed in (
        lambda: table_view(10**9),
        lambda: tables.check_table_password(table_id=10**9, password=""),
        lambda: seating.sit(table_id=10**9, user_id=person().pk, number=0),
        lambda: tables.close_table(table_id=10**9, user_id=1),
    ):
        with pytest.raises(NoSuchTable):
            deed()


def test_the_lobby_shows_public_tables_that_are_not_closed() -> None:
    opener = person()
    shown, playing = open_table(opener), match_with([None] * 4).table
    open_table(opener, visibility="link")
    open_table(opener, visibility="password", password="x")
    closed = open_table(opener)
    tables.close_table(table_id=closed.pk, user_id=opener.pk)
    found = {table.pk: table for table in lobby_tables()}
    assert found.keys() == {shown.pk, playing.pk}
    assert (found[shown.pk].has_room, found[playing.pk].has_room) == (True, False)
    row = lobby_row(found[playing.pk])
    assert [seat["user"]["kind"] for seat in row["seats"]] == ["bot"] * 4
    assert [table.pk for table in lobby_tables().filter(status="open")] == [shown.pk]


@pytest.mark.parametrize(
    ("facts", "refusal"),
    [
        ({"preset": "scopa"}, BadRules),
        ({"options": {"target": 0}}, BadOption),
        ({"options": {"bottle": 1}}, BadOption),
        ({"move_seconds": 0, "bank_seconds": 0}, BadFormat),
        ({"move_seconds": 0, "bank_seconds": 0, "visibility": "link", "rated": True}, BadFormat),
        ({"move_seconds": 0, "bank_seconds": 60, "visibility": "link"}, BadFormat),
        ({"move_seconds": 4}, BadFormat),
        ({"move_seconds": 301}, BadFormat),
        ({"bank_seconds": 3601}, BadFormat),
        ({"bank_seconds": -1}, BadFormat),
        ({"bot_delay_ms": 10_001}, BadFormat),
        ({"visibility": "secret"}, BadFormat),
        ({"visibility": "password"}, BadFormat),
        ({"password": "x"}, BadFormat),
        ({"name": "x" * 61}, BadFormat),
    ],
)
def test_tables_that_cannot_be(facts, refusal) -> None:
    with pytest.raises(refusal):
        open_table(**facts)
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Bar   Sport ", "Bar Sport"),
        ("a\nb\tc", "a b c"),
        ("\u202edrawkcab", "drawkcab"),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("🂡" * 60, "🂡" * 60),
    ],
)
def test_a_tables_name_is_one_plain_line(name, shown) -> None:
    assert open_table(name=name).name == shown


def test_options_without_difference_are_not_stored() -> None:
    assert open_table(options={"target": 31, "stakes": "on"}).options == {"stakes": "on"}


def test_a_playing_table_is_not_closed() -> None:
    table = match_with([None] * 4).table
    with pytest.raises(TablePlaying):
        tables.close_table(table_id=table.pk, user_id=table.opened_by_id)


def test_codes_are_not_to_be_guessed() -> None:
    codes = {open_table().code for _ in range(20)}
    assert len(codes) == 20
    assert all(len(code) == 10 for code in codes)


def test_house_bots_sit_at_many_tables() -> None:
    first, second = (match_with([None] * 4).table for _ in range(2))
    bots = [set(table.seats.values_list("user", flat=True)) for table in (first, second)]
    assert bots[0] & bots[1]
    assert all(len(found) == 4 for found in bots)

"""Pagination: cursors lead through a list once, in order, and cannot be made by hand or taken elsewhere."""

from base64 import b64encode
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import signing

from tests.accounts.factories import UserFactory
from tests.games.api.callers import Caller, browser, code_of

pytestmark = pytest.mark.django_db


def cursor_in(address: str) -> str:
    return parse_qs(urlsplit(address).query)["cursor"][0]


@pytest.fixture
def names() -> list[str]:
    return sorted(UserFactory(username=f"Pagina-{letter}").username for letter in "abcdefg")


def test_pages_lead_forth_and_back_through_the_whole_list(names: list[str]) -> None:
    caller = Caller()
    page = caller.get("/players/?name=pagina&page_size=3").json()
    assert page["previous"] is None
    seen = [row["name"] for row in page["results"]]
    UserFactory(username="Pagina-aa")  # a row before what was read shifts nothing
    while page["next"]:
        page = caller.get(page["next"].removeprefix("http://testserver")).json()
        seen += [row["name"] for row in page["results"]]
    assert seen == names
    back = caller.get(page["previous"].removeprefix("http://testserver")).json()
    assert [row["name"] for row in back["results"]] == names[3:6]


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "cD1hYmM=",
        b64encode(b"p=2020-01-01&o=5").decode(),
        "%00",
        "a:b:c",
        "é",
        "x" * 5000,
        signing.dumps([0, False, "'; DROP TABLE"], salt="cursor:/api/v1/tables/"),
        signing.dumps([0, False, "a"], salt="cursor"),
        signing.dumps([0, False, "a"], key="another site's key", salt="cursor:/api/v1/players/"),
    ],
    ids=lambda cursor: cursor.partition(":")[0][:40],  # what is signed holds the time: every worker must name it alike
)
def test_a_hand_made_cursor_is_refused(names: list[str], cursor: str) -> None:
    response = browser().get("/api/v1/players/", {"cursor": cursor})
    assert (response.status_code, code_of(response)) == (400, "bad_cursor")


def test_a_cursor_altered_by_one_sign_is_refused(names: list[str]) -> None:
    cursor = cursor_in(Caller().get("/players/?page_size=2").json()["next"])
    for position in (0, len(cursor) // 2, len(cursor) - 1):
        altered = cursor[:position] + ("A" if cursor[position] != "A" else "B") + cursor[position + 1 :]
        assert code_of(Caller().get(f"/players/?cursor={altered}")) == "bad_cursor"


def test_a_cursor_is_good_for_its_own_list_only(names: list[str]) -> None:
    cursor = cursor_in(Caller().get("/players/?page_size=2").json()["next"])
    assert Caller().get(f"/players/?cursor={cursor}").status_code == 200
    assert code_of(Caller().get(f"/matches/?cursor={cursor}")) == "bad_cursor"


@pytest.mark.parametrize("size", ["0", "-1", "201", "1e2", "ten", "", "9" * 30, "²", "٣"])
def test_a_page_size_that_cannot_be_is_refused(size: str) -> None:
    response = browser().get("/api/v1/players/", {"page_size": size})
    assert (response.status_code, code_of(response)) == (400, "bad_format")


def test_page_ten_asks_no_more_than_page_one(names: list[str], django_assert_num_queries) -> None:
    address = "/players/?page_size=2"
    for _ in range(3):
        with django_assert_num_queries(1):
            page = Caller().get(address).json()
        address = page["next"].removeprefix("http://testserver/api/v1")

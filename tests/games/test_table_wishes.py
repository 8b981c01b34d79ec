"""What a table may be opened for, by form and over REST: a series, a bella by its own rules, watchers who are late."""

import pytest
from rest_framework.test import APIClient

from games.models import Table
from tests.games.factories import open_table, person

pytestmark = pytest.mark.django_db


def form(client, preset: str = "club", **fields):
    given = {
        "visibility": "public",
        "clock": "usual",
        "target": "31",
        "partners": "chosen",
        "tie": "extra_hand",
        **fields,
    }
    page = client.get(f"/tables/new/?preset={preset}")
    names = page.context["form"].fields.keys()
    initial = {name: page.context["form"][name].initial for name in names}
    data = {name: value for name, value in {**initial, **given}.items() if name in names and value not in (None, False)}
    return client.post(f"/tables/new/?preset={preset}", data)


def test_the_form_opens_a_table_for_a_bella_that_watchers_see_late(client) -> None:
    client.force_login(person())
    answer = form(client, series="bella", bella_target="21", watch_delay="300")
    assert answer.status_code == 302
    table = Table.objects.latest("pk")
    assert (table.series_kind, table.bella, table.watch_delay) == ("bella", {"target": 21}, 300)
    page = client.get(answer.url, headers={"accept-language": "en"}).content.decode()
    assert "(the bella to 21)" in page
    assert "see everything 300 s late" in page


def test_the_form_offers_what_can_be_played(client) -> None:
    client.force_login(person())
    offered = {}
    for preset in ("club", "due", "tre"):
        fields = client.get(f"/tables/new/?preset={preset}").context["form"].fields
        offered[preset] = [value for value, _ in fields["series"].choices] if "series" in fields else None
    assert offered == {"club": ["", "bella", "giro"], "due": ["", "bella"], "tre": None}
    assert form(client, "tre", series="giro").status_code == 302  # a field that is not there is not read
    assert Table.objects.latest("pk").series_kind == ""
    assert form(client, series="briscola").status_code == 422
    assert form(client, watch_delay="7").status_code == 422


def test_over_rest() -> None:
    client = APIClient()
    client.force_authenticate(person())
    wish = {"preset": "club", "series": "bella", "bella": {"target": 41}, "watch_delay": 900}
    answer = client.post("/api/v1/tables/", wish, format="json")
    assert answer.status_code == 201, answer.json()
    shown = answer.json()
    assert {key: shown[key] for key in wish} == wish
    assert (shown["sitting"], shown["you"]["delay"]) == (None, 900)
    for wrong in (
        {"series": "best"}, {"watch_delay": 901}, {"watch_delay": "60"}, {"bella": {"target": 41}},
        {"series": "giro", "preset": "tre"}, {"series": "bella", "bella": {"players": 3}},
    ):  # fmt: skip
        assert client.post("/api/v1/tables/", {"preset": "club", **wrong}, format="json").status_code in {400, 422}


def test_a_table_for_single_matches_says_so() -> None:
    client = APIClient()
    table = open_table()
    shown = client.get(f"/api/v1/tables/{table.code}/").json()
    assert (shown["series"], shown["bella"], shown["watch_delay"], shown["sitting"]) == (None, {}, 0, None)

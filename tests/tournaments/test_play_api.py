"""Rounds, encounters, brackets and tables over REST: what the pages show, with exact shapes."""

import pytest

from accounts.models import User
from tests.games.api.callers import Caller, browser, code_of
from tests.tournaments.factories import a_director, a_tournament
from tests.tournaments.played import a_field, decide, draw, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return a_director()


def test_rounds_and_encounters_are_told_as_they_stand(director: User) -> None:
    tournament = a_field(director, 5, "swiss", names=list("ABCDE"))
    drawn = draw(tournament)
    decide(drawn.encounters.get(table_number=1), (31, 18))
    path = f"/tournaments/{tournament.code}"
    rounds = Caller().get(f"{path}/rounds/").json()
    assert [(each["number"], each["state"], each["encounters"], each["decided"]) for each in rounds] == [
        (1, "running", 2, 1)
    ]
    told = Caller().get(f"{path}/rounds/1/").json()
    assert told["round"] == rounds[0]
    first, second, bye = told["encounters"]
    assert (first["home"]["name"], first["winner"], first["score"]) == ("A", "home", [1, 0])
    assert [(leg["score"], leg["way"]) for leg in first["legs"]] == [([31, 18], "played")]
    assert (second["state"], second["ending"], second["winner"]) == ("open", None, None)
    assert (bye["state"], bye["away"], bye["ending"]) == ("bye", None, "bye")
    assert Caller().get(f"{path}/encounters/{first['key']}/").json() == first
    for missing in ("rounds/2/", "encounters/S9.9/"):
        answer = Caller().get(f"{path}/{missing}")
        assert (answer.status_code, code_of(answer)) == (404, "no_such_pairing")


def test_every_number_comes_with_the_terms_it_is_the_sum_of(director: User) -> None:
    tournament = a_field(director, 7, "swiss", options={"rounds": 4})
    path = f"/tournaments/{tournament.code}/standings/"
    assert Caller().get(path).json() == {"tables": []}
    play(tournament, 4)
    answer = Caller().get(path)
    (table,) = answer.json()["tables"]
    assert table["columns"] == ["points", "buchholz", "difference", "scored"]
    assert [line["place"] for line in table["lines"]] == sorted(line["place"] for line in table["lines"])
    for line in table["lines"]:
        for cell in line["cells"]:
            assert cell["value"] == sum(term["amount"] for term in cell["terms"])
    assert Caller().get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_bracket_says_where_everybody_comes_from(director: User) -> None:
    tournament = a_field(director, 4, options={"third_place": True})
    path = f"/tournaments/{tournament.code}/bracket/"
    assert Caller().get(path).json() == {"matches": []}
    for encounter in draw(tournament).encounters.all():
        decide(encounter, (31, 20))
    by_key = {node["key"]: node for node in Caller().get(path).json()["matches"]}
    seat = {"entrant": 1, "seed": 1, "winner_of": None, "loser_of": None}
    assert (by_key["K1.1"]["home"], by_key["K1.1"]["winner"]) == (seat, 1)
    assert by_key["K2.1"]["home"] == {"entrant": 1, "seed": None, "winner_of": "K1.1", "loser_of": None}
    assert by_key["T"]["away"]["loser_of"] == "K1.2"
    swiss = a_tournament(director, "swiss")
    answer = Caller().get(f"/tournaments/{swiss.code}/bracket/")
    assert (answer.status_code, code_of(answer)) == (404, "not_found")


def test_a_draft_is_told_to_nobody_else(director: User) -> None:
    draft = a_tournament(director, state="draft")
    for part in ("rounds/", "standings/", "bracket/"):
        answer = Caller().get(f"/tournaments/{draft.code}/{part}")
        assert (answer.status_code, code_of(answer)) == (404, "no_such_tournament")
        assert Caller(director, "read").get(f"/tournaments/{draft.code}/{part}").status_code == 200


def test_an_address_with_a_nul_leads_nowhere() -> None:
    caller = Caller()
    for path in ("/tournaments/?club=%00", "/api/v1/tournaments/?club=%00"):
        assert caller.client.get(path).status_code in {200, 404}
    assert caller.client.get("/tournaments/%00/").status_code == 404
    assert browser(a_director()).get("/tournaments/new/?club=%00").status_code == 404

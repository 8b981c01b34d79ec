"""REST of papers: what players and directors do to a sheet, and what is refused."""

import pytest

from tests.accounts.factories import UserFactory
from tests.games.api.callers import Caller, code_of
from tests.tournaments.on_paper import a_final
from tournaments.formats.encounters import LegRule
from tournaments.models import EncounterLeg

pytestmark = pytest.mark.django_db


def at(scene, rest: str = "1/") -> str:
    return f"/tournaments/{scene.tournament.code}/encounters/K1.1/papers/{rest}"


def test_a_sheet_is_kept_proposed_and_confirmed():
    scene = a_final(LegRule(preset="club", on_paper=True))
    home, away = Caller(scene.home, "read", "play"), Caller(scene.away, "read", "play")
    first = home.post(at(scene), {"do": "hand", "version": 0, "hand": {"thirds": 21, "napoletana": [1, 0]}})
    assert first.status_code == 200, first.content
    sheet = first.json()
    assert (sheet["totals"], sheet["version"], sheet["side"]) == ([10, 4], 1, "home")
    assert sheet["hands"][0]["counted"]["thirds"] == 21
    stale = away.post(at(scene), {"do": "undo", "version": 0})
    assert (stale.status_code, code_of(stale)) == (409, "paper_changed")
    home.post(at(scene), {"do": "propose", "version": 1, "home": 31, "away": 20})
    own = home.post(at(scene), {"do": "confirm", "version": 2})
    assert (own.status_code, code_of(own)) == (409, "own_proposal")
    assert away.get(at(scene)).json()["proposal"] == {"home": 31, "away": 20, "by": "home"}
    done = away.post(at(scene), {"do": "confirm", "version": 2}).json()
    assert (done["score"], done["is_due"]) == ([31, 20], False)
    assert EncounterLeg.objects.count() == 1
    assert [sheet["leg"] for sheet in Caller().get(at(scene, "")).json()] == [1]


REFUSED = [
    ({}, 400), ({"do": "steal", "version": 0}, 400), ({"do": "confirm"}, 400),
    ({"do": "propose", "version": 0}, 400),
    ({"do": "confirm", "version": 0, "home": 1}, 400), ({"do": "hand", "version": 0, "hand": {"thirds": 36}}, 400),
    ({"do": "hand", "version": 0, "hand": {"thirds": 9, "cheat": 1}}, 400), ({"do": "hand", "version": 0}, 400),
    ({"do": "hand", "version": 0, "hand": {"thirds": 9, "four": [2, 2]}}, 422),
    ({"do": "propose", "version": 0, "home": 31, "away": 31}, 422),
    ({"do": "propose", "version": 0, "home": "31", "away": 2}, 400),
    ({"do": "propose", "version": 10**30, "home": 31, "away": 2}, 409), ({"do": "undo", "version": 0}, 409),
]  # fmt: skip


def test_what_cannot_be_is_refused_and_changes_nothing():
    scene = a_final(LegRule(preset="club", on_paper=True))
    player = Caller(scene.home, "play")
    for body, status in REFUSED:
        assert player.post(at(scene), body).status_code == status, body
        assert Caller().get(at(scene)).json()["version"] == 0, body


def test_a_director_opens_enters_and_puts_away():
    scene = a_final(LegRule())
    player = Caller(scene.home, "play", "account")
    assert code_of(player.post(at(scene), {"do": "propose", "version": 0, "home": 31, "away": 2})) == "not_on_paper"
    assert code_of(player.post(at(scene, ""), {})) == "no_right"
    director = Caller(scene.director, "account", "read")
    assert director.post(at(scene, ""), {"leg": 1}).json()["is_on_paper"] is True
    assert director.call("delete", at(scene)).status_code == 204
    assert director.get(at(scene)).json()["is_on_paper"] is False
    entered = director.call("put", at(scene), {"home": 28, "away": 30, "reason": "clock"})
    assert entered.json()["score"] == [28, 30]
    assert code_of(director.call("put", at(scene), {"home": 30, "away": 28})) in {"leg_closed", "wrong_state"}


def test_links_are_shown_once_and_end():
    scene = a_final()
    director = Caller(scene.director, "account")
    made = director.post(at(scene, "1/links/")).json()
    assert made["home"] != made["away"]
    assert "/paper/" in made["home"]
    assert director.call("delete", at(scene, "1/links/")).status_code == 204
    assert code_of(director.call("delete", at(scene, "1/links/"))) == "no_such_paper"


def test_a_draft_is_unknown_to_strangers():
    scene = a_final()
    scene.tournament.state = "draft"
    scene.tournament.save()
    assert code_of(Caller(UserFactory(), "read").get(at(scene))) == "no_such_tournament"
    assert code_of(Caller().get(at(scene, "").replace("K1.1", "K7.7"))) == "no_such_tournament"

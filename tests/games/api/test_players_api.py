"""REST of players and rulesets: what everybody may know, and nothing else."""

import pytest

from accounts.services.closing import close_account
from games.engine.options import OPTIONS
from games.engine.rulesets import PRESETS, resolve
from tests.accounts.factories import BotFactory, ConfirmedUserFactory, UserFactory
from tests.games.api.callers import Caller, code_of

pytestmark = pytest.mark.django_db


def test_a_player_is_found_by_any_spelling_of_the_name() -> None:
    user = ConfirmedUserFactory(username="Niccolò")
    told = Caller().get("/players/niccolo/").json()
    assert told == {
        "id": user.pk,
        "name": "Niccolò",
        "kind": "human",
        "level": None,
        "joined_at": told["joined_at"],
        "ratings": [],
        "statistics": told["statistics"],
    }
    for spelling in ("NICCOLÒ", "Niccolo%CC%80", "niccol%C3%B2"):
        assert Caller().get(f"/players/{spelling}/").json() == told


def test_nothing_private_is_told_of_a_player() -> None:
    user = ConfirmedUserFactory(username="Segreta", email="segreta@posta.example")
    reader = Caller(UserFactory())
    for path in ("/players/", "/players/segreta/"):
        text = reader.get(path).content.decode()
        assert "posta" not in text
        assert user.password not in text


def test_players_are_listed_by_name_and_narrowed() -> None:
    for name in ("Bruno", "anna", "Ánita", "Carla"):
        UserFactory(username=name)
    bot = BotFactory(username="Ada-bot", bot_level="buono")

    def names(query: str) -> list[str]:
        return [row["name"] for row in Caller().get(f"/players/{query}").json()["results"]]

    assert names("") == ["Ada-bot", "Ánita", "anna", "Bruno", "Carla"]
    assert names("?name=AN") == ["Ánita", "anna"]
    assert names("?name=%25") == []
    assert names("?kind=bot") == [bot.username]
    assert Caller().get("/players/ada-bot/").json()["level"] == "buono"


def test_a_closed_account_is_nobody() -> None:
    user = UserFactory(username="Partita")
    close_account(user_id=user.pk)
    assert code_of(Caller().get("/players/partita/")) == "no_such_player"
    assert code_of(Caller().get(f"/players/ex-{user.pk}/")) == "no_such_player"
    assert Caller().get("/players/").json()["results"] == []


@pytest.mark.parametrize("query", ["kind=robot", "name=", "email=x", "name=%00"])
def test_a_filter_that_cannot_be_is_refused(query: str) -> None:
    response = Caller().get(f"/players/?{query}")
    assert (response.status_code, code_of(response)) == (400, "bad_format")


def test_every_preset_is_told_as_the_rules_library_has_it() -> None:
    told = {row["preset"]: row for row in Caller().get("/rulesets/").json()}
    assert told.keys() == PRESETS.keys()
    for name, row in told.items():
        assert Caller().get(f"/rulesets/{name}/").json() == row
        rules = resolve(name, {})
        for option, facts in row["options"].items():
            default = getattr(rules, option)
            assert facts["default"] == (list(default) if isinstance(default, tuple) else default), (name, option)
        assert row["options"].keys() == OPTIONS.keys()
        assert row["players"][str(rules.players)] == rules.people


def test_what_a_ruleset_offers_can_be_opened() -> None:
    caller = Caller(UserFactory())
    for row in Caller().get("/rulesets/").json():
        options = {name: facts["offered"][-1] for name, facts in row["options"].items() if facts["offered"]}
        options = {name: value for name, value in options.items() if name not in {"signal_words", "players"}}
        told = caller.post("/tables/", {"preset": row["preset"], "options": options})
        assert told.status_code == 201, told.content

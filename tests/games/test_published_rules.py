"""Published rules: a match stored before a change of its preset is read as it was played, whatever came since."""

import dataclasses
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from games.engine import rulesets
from games.engine.errors import BadFormat, BadRules
from games.engine.record import match_of, record_of, replay, result_dict
from games.engine.rulesets import PRESETS, PUBLISHED, resolve
from games.models import Event, Match, pool_of
from games.selectors.memory import position_of
from games.selectors.records import record_of_match
from tests.games.factories import match_with, open_table, people, play_randomly

STORED = sorted((Path(__file__).parents[1] / "data" / "matches").glob("*.json"))


@pytest.fixture
def version_2(monkeypatch) -> rulesets.Preset:
    """The preset `biska` as it might be published anew: another target, window and lead."""
    changed = dataclasses.replace(
        PRESETS["biska"],
        version=2,
        differs={"target": 31, "first_lead": "right_of_dealer", "declare_basis": "dealt", "tie": "last_trick"},
    )
    monkeypatch.setattr(rulesets, "PRESETS", {**PRESETS, "biska": changed})
    monkeypatch.setattr(rulesets, "PUBLISHED", {**PUBLISHED, ("biska", 2): changed})
    return changed


def store(kept: dict[str, Any]) -> Match:
    """Put a stored match back into the database, its rows and events as they were; people get the ids of today."""
    players = people(len(kept["events"][0]["public"]["seats"]))
    match = Match.objects.create(
        table=open_table(players[0]), number=1, pool=pool_of(kept["match"]["preset"]), **kept["match"]
    )
    for row in kept["events"]:
        if row["kind"] == "started":
            for seat, player in zip(row["public"]["seats"], players, strict=True):
                seat["user"] = player.pk
        Event.objects.create(match=match, **{**row, "at": datetime.fromisoformat(row["at"])})
    return match


@pytest.mark.django_db
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
@pytest.mark.usefixtures("version_2")
def test_a_stored_match_comes_to_the_same_end(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    match = store(kept)
    position = position_of(match.pk, match.seq)
    assert position.rules.version == kept["match"]["rules_version"]
    assert result_dict(position.game) == kept["replay"]
    record = record_of_match(match.pk)
    assert record["hands"] == kept["record"]["hands"]
    assert replay(kept["record"]) == replay(record) == kept["replay"]


def test_there_are_stored_matches_of_the_first_rules() -> None:
    assert {path.stem.partition("-")[0] for path in STORED} >= {"biska", "terziglio"}


@pytest.mark.django_db
def test_new_tables_take_the_latest_rules_and_say_so_in_their_record(version_2) -> None:
    before = open_table(preset="terziglio")
    table = open_table(preset="biska")
    assert (before.rules_version, table.rules_version) == (1, 2)
    match = match_with([None] * 4, preset="biska", options={"target": 1})
    play_randomly(match, seed=2)
    record = record_of_match(match.pk)
    assert record["rules_version"] == 2
    assert match_of(record).ruleset == resolve("biska", {"target": 1}, 2)
    assert replay(record)["finished"]


def test_each_version_keeps_its_own_defaults(version_2) -> None:
    old, new = resolve("biska", {}, 1), resolve("biska", {})
    assert (old.version, old.target, new.version, new.target) == (1, 21, 2, 31)
    assert old.options_changed() == new.options_changed() == {}
    assert resolve("biska", {"target": 21}).options_changed() == {"target": 21}
    assert resolve("biska", {"target": 31}, 1).options_changed() == {"target": 31}
    assert "rules_version" not in record_of(old, [], [])


@pytest.mark.parametrize(("version", "refusal"), [(3, BadRules), (0, BadRules), ("2", BadFormat), (True, BadFormat)])
def test_a_version_never_published_is_refused(version: object, refusal: type[Exception]) -> None:
    record = {**record_of(resolve("club", {}), list("abcd"), []), "rules_version": version}
    with pytest.raises(refusal):
        match_of(record)


def test_every_preset_ever_published_is_kept() -> None:
    assert {(preset.name, preset.version) for preset in PRESETS.values()} <= set(PUBLISHED)
    assert all(key == (preset.name, preset.version) for key, preset in PUBLISHED.items())
    assert {name for name, version in PUBLISHED if version == 1} == set(PRESETS)

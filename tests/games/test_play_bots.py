"""A match of bots in the terminal: any preset, the same for the same seed, nothing stored."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine.rulesets import PRESETS

CARD = re.compile(r"\b[A234567FCR][dcsb]\b")


def play_bots(*arguments: str) -> str:
    out = StringIO()
    call_command("play_bots", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_is_played_and_told(preset: str) -> None:
    said = play_bots(preset, "--hands", "1")
    assert " won, totals " in said.splitlines()[-1]
    tricks = [line for line in said.splitlines() if re.match(r" +\d+\. ", line)]
    played = [card for line in tricks for card in CARD.findall(line)]
    assert played
    assert "thirds" in said
    if preset not in {"terziglio", "chiamare", "bolognese"}:  # there an all-passed or redealt hand may come before
        assert len(set(played)) == len(played)


def test_seven_sit_down_where_seven_may() -> None:
    assert "Gina" in play_bots("perdere", "--players", "7", "--hands", "1")


def test_the_seed_is_the_match() -> None:
    assert play_bots("tre", "--target", "11", "--seed", "4") == play_bots("tre", "--target", "11", "--seed", "4")
    assert play_bots("tre", "--target", "11", "--seed", "4") != play_bots("tre", "--target", "11", "--seed", "5")


@pytest.mark.parametrize("arguments", [("scopa",), ("club", "--players", "5"), ("club", "--target", "0")])
def test_rules_that_do_not_exist_are_told(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match=r"bad_(rules|option)") as refused:
        play_bots(*arguments)
    assert refused.value.returncode == 2

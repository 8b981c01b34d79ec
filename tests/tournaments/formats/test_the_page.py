"""The page about tournaments: what it shows to developers works as it stands, and so does the lot a shell draws."""

import re
import subprocess
from pathlib import Path

from tournaments.formats.ledger import Why
from tournaments.formats.lots import drawn

PAGE = (Path(__file__).parents[3] / "docs" / "tournaments.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    [found] = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return found


def test_the_example_plays_a_round() -> None:
    names: dict = {}
    exec(compile(block("python"), "docs/tournaments.md", "exec"), names)  # noqa: S102 - our own page
    first = names["swiss"].standings(names["stage"]).rows[0]
    [term] = first.cell("points").terms
    assert (term.amount, term.why) == (1, Why.WON)


def test_a_shell_draws_the_same_lot() -> None:
    shown = subprocess.run(["sh", "-c", block("sh")], capture_output=True, text=True, check=True, timeout=20).stdout
    assert [int(line.split()[1]) for line in shown.splitlines()] == drawn("our text", "seeds", [1, 2, 3, 4])

"""Mutants: wrong rules that once were somebody's right ones, each put into a copy of the engine and caught by name.

    python -m bench.mutants

Every test named passes on the copy as it is, and fails with its mutant in it. Exits with 1 if one survives.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TESTS: Final = "tests/games/engine"
PYTEST: Final = ("-m", "pytest", "-q", "-x", "-c", "/dev/null", "-p", "no:cacheprovider", "-p", "no:django")


@dataclass(frozen=True)
class Mutant:
    """A wrong rule: *right* becomes *wrong* in *module* of the engine, and *test* says so."""

    name: str
    module: str
    right: str
    wrong: str
    test: str


MUTANTS: Final = (
    Mutant(
        "swap 3 and 2",
        "cards.py",
        'RANKS: Final = "4567FCRA23"',
        'RANKS: Final = "4567FCRA32"',
        "test_trick_rules.py::test_the_strongest_card_of_the_suit_led_takes_the_trick",
    ),
    Mutant(
        "drop follow-suit",
        "hand.py",
        "if led & hand and not led & bit:",
        "if False:",
        "test_trick_rules.py::test_each_wrong_card_has_its_refusal_and_changes_nothing",
    ),
    Mutant(
        "floor per trick",
        "tricks.py",
        "self.taken[winner] += self.value",
        "self.taken[winner] += self.value // 3 * 3",
        "test_match_endings.py::test_tricks_of_2_2_2_5_and_4_thirds_are_5_points",
    ),
    Mutant(
        "round to nearest",
        "scoring.py",
        "points = [side // 3 for side in thirds]",
        "points = [(side + 1) // 3 for side in thirds]",
        "test_match_endings.py::test_thirds_are_floored_once_a_side",
    ),
    Mutant(
        "count a four as 4+3",
        "declarations.py",
        '"four": 4,',
        '"four": 7,',
        "test_declaration_rules.py::test_points_of_a_hand",
    ),
    Mutant(
        "lose the last trick",
        "scoring.py",
        "gained[last_side] += LAST_TRICK + left_over(hand)",
        "gained[last_side] += left_over(hand)",
        "test_match_endings.py::test_the_last_trick_adds_three_thirds",
    ),
    Mutant(
        "let a void card win",
        "tricks.py",
        "elif self.takers[self.best] >> card & 1:",
        "elif card % 10 > self.best % 10:",
        "test_trick_rules.py::test_the_strongest_card_of_the_suit_led_takes_the_trick",
    ),
)


def passes(copy: Path, *tests: str) -> bool:
    """Tell whether the tests pass on the copy of the engine. Raises RuntimeError where none could be run at all."""
    paths = [f"{TESTS}/{test}" for test in tests]
    command = [sys.executable, *PYTEST, "--import-mode=importlib", f"--rootdir={copy}", *paths]
    run = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=120, check=False)
    if run.returncode not in (0, 1):
        raise RuntimeError(run.stdout + run.stderr)
    return run.returncode == 0


def survives(mutant: Mutant, copy: Path) -> bool:
    """Put the mutant into the copy, tell whether its test notices nothing, and take it out again."""
    path = copy / "games" / "engine" / mutant.module
    source = path.read_text(encoding="utf-8")
    if source.count(mutant.right) != 1:
        raise RuntimeError(f"{mutant.name}: {mutant.module} no longer says {mutant.right!r} once")
    path.write_text(source.replace(mutant.right, mutant.wrong), encoding="utf-8")
    try:
        return passes(copy, mutant.test)
    finally:
        path.write_text(source, encoding="utf-8")


def copy_engine(directory: Path) -> Path:
    """Copy the engine, its tests and what they read into *directory*."""
    for part in ("games/engine", TESTS, "tests/data", "docs"):
        shutil.copytree(ROOT / part, directory / part, ignore=shutil.ignore_patterns("__pycache__"))
    (directory / "games" / "__init__.py").touch()
    (directory / "conftest.py").write_text(f"import sys\n\nsys.path.insert(0, {str(directory)!r})\n", encoding="utf-8")
    return directory


def main() -> None:
    """Try every mutant and print a line each."""
    with tempfile.TemporaryDirectory(prefix="bongioco-mutants-") as directory:
        copy = copy_engine(Path(directory))
        if not passes(copy, *{mutant.test for mutant in MUTANTS}):
            raise RuntimeError("a test fails on the engine as it is")
        survivors = 0
        for mutant in MUTANTS:
            alive = survives(mutant, copy)
            survivors += alive
            print(f"{'SURVIVED' if alive else 'caught'}: {mutant.name} ({mutant.test})", flush=True)
    if survivors:
        raise SystemExit(1)


if __name__ == "__main__":
    main()

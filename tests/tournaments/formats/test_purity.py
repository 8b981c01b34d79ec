"""Purity: formats know no framework, no clock and no chance, and take one library in one module."""

import ast
from pathlib import Path

import pytest

import tournaments.formats
from tests.purity import FORBIDDEN_CALLS, calls_of, imports_of, tree_of

FORMATS = sorted(Path(tournaments.formats.__file__).parent.glob("*.py"))
ALLOWED = {
    "collections",
    "dataclasses",
    "datetime",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "operator",
    "statistics",
    "typing",
}
OUTSIDE = {"matching": {"rustworkx"}}  # ADR 0060


@pytest.mark.parametrize("file", FORMATS, ids=lambda file: file.stem)
def test_formats_are_pure(file: Path) -> None:
    tree = tree_of(file)
    imported = imports_of(tree)
    own = {name for name in imported if name.startswith("tournaments.formats")}
    assert own <= {"tournaments.formats", *(f"tournaments.formats.{other.stem}" for other in FORMATS)}
    assert {name.split(".")[0] for name in imported - own} <= ALLOWED | OUTSIDE.get(file.stem, set())
    assert calls_of(tree).isdisjoint(FORBIDDEN_CALLS)
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert read.isdisjoint({"now", "today", "utcnow", "urandom", "random"})

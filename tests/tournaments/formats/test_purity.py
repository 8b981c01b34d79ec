"""Purity: formats know no framework, no clock and no chance, and take one library in one module."""

import ast
from pathlib import Path

import pytest

import tournaments.formats

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
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")
    own = {name for name in imported if name.startswith("tournaments.formats")}
    assert own <= {"tournaments.formats", *(f"tournaments.formats.{other.stem}" for other in FORMATS)}
    assert {name.split(".")[0] for name in imported - own} <= ALLOWED | OUTSIDE.get(file.stem, set())
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert called.isdisjoint({"open", "print", "input", "eval", "exec", "hash", "id"})
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert read.isdisjoint({"now", "today", "utcnow", "urandom", "random"})

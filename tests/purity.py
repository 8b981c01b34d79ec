"""Purity: what a module of pure code imports and calls, as its source says."""

import ast
from pathlib import Path

FORBIDDEN_CALLS = frozenset({"open", "print", "input", "eval", "exec", "hash", "id"})


def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports_of(tree: ast.Module) -> set[str]:
    """The modules imported, by their whole names."""
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")
    return imported


def calls_of(tree: ast.Module) -> set[str]:
    """The names called as plain functions."""
    return {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}

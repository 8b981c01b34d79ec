"""Glyphs: the index figures, drawn as single strokes in a box 24 wide and 38 high so that no font is needed."""
# ruff: noqa: INP001 (a program and its parts, not a package)

from __future__ import annotations

GLYPHS = {
    "A": "M0 38L12 0L24 38M5 25H19",
    "2": "M1 10C1-3 23-4 23 10C23 20 6 26 1 38H24",
    "3": "M2 4C8-2 22-2 22 9C22 15 17 18 10 18C18 18 24 21 24 28C24 40 7 41 0 33",
    "4": "M17 38V0L0 26H24",
    "5": "M21 0H4L3 17C9 12 24 13 24 25C24 40 8 41 0 34",
    "6": "M20 1C8 3 1 14 1 26C1 42 23 42 23 26C23 12 5 12 2 24",
    "7": "M0 0H24C14 12 9 24 8 38",
    "F": "M2 38V0H22M2 18H18",
    "C": "M23 6C12-7 0 3 0 19C0 36 12 45 23 32",
    "J": "M20 0V26C20 42 1 42 1 28",
    "Q": "M12 0C-3 0-3 38 12 38C27 38 27 0 12 0ZM14 28L24 41",
    "K": "M2 0V38M23 0L2 23M10 15L24 38",
    "R": "M2 38V0H10C26 0 26 20 10 20H2M11 20L24 38",
}

"""Grandi: the same suits for weak eyes and bright rooms: only rank and mark, as large as the card allows."""

# ruff: noqa: INP001 (a program and its parts, not a package)

from __future__ import annotations

from frame import svg
from glyphs import GLYPHS
from palette import INK, Suit, at, group, path
from pips import PIPS

PAPER = "#fffefa"


def card(suit: Suit, rank: str) -> str:
    """Draw one face: half of it, then the same half turned."""
    y, scale = {"d": (152, 1.35), "c": (153, 1.25), "s": (158, 1.12), "b": (158, 1.12)}[suit.letter]
    pen = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    glyph = path(GLYPHS[rank], stroke=suit.deep, stroke_width="5.6", transform="translate(27 28) scale(2)", **pen)
    mark = group(PIPS[suit.letter](suit), stroke=INK, stroke_width="3", transform=at(51, y, scale=scale), **pen)
    return svg(
        f'<rect x="3" y="3" width="194" height="326" rx="13" fill="{PAPER}" stroke="{INK}" stroke-width="4"/>',
        group(glyph + mark, id="h"),
        '<use href="#h" transform="rotate(180 100 166)"/>',
    )

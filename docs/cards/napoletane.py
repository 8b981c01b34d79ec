"""Napoletane: the deck of the site, as printed in Naples: traditional pip places, fante, cavallo and re."""

# ruff: noqa: INP001 (a program and its parts, not a package)

from __future__ import annotations

from aces import ACES
from figures import FIGURES
from frame import corners, frame, svg
from glyphs import GLYPHS
from palette import INK, Suit, at, group, path
from pips import PIPS, numbered


def card(suit: Suit, rank: str) -> str:
    """Draw one face, as the text of its file."""
    if rank == "A":
        picture = ACES[suit.letter](suit)
    elif rank in FIGURES:
        picture = FIGURES[rank](suit)
    else:
        picture = numbered(suit, rank)
    return svg(
        f"<defs>{group(PIPS[suit.letter](suit), id='p')}</defs>",
        frame(),
        group(picture, stroke=INK, stroke_width="2.5", stroke_linejoin="round", stroke_linecap="round"),
        corners(index(suit, rank)),
    )


def index(suit: Suit, rank: str) -> str:
    """Draw the corner: the figure of the rank over a small mark of the suit."""
    y, scale = {"d": (84, 0.62), "c": (86, 0.6), "s": (91, 0.58), "b": (91, 0.56)}[suit.letter]
    pen = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    corner_mark = f'<use href="#p" transform="{at(28, y, scale=scale)}"/>'
    figure = path(GLYPHS[rank], stroke=suit.deep, stroke_width=7, transform="translate(16 19)", **pen)
    return figure + group(corner_mark, stroke=INK, stroke_width="3.2", **pen)


def mark(suit: Suit) -> str:
    """Draw a suit mark by itself, in a square."""
    scale = {"d": 1.8, "c": 1.5, "s": 1.05, "b": 1.05}[suit.letter]
    pen = {"stroke": INK, "stroke_width": "3.2", "stroke_linejoin": "round"}
    drawn = group(PIPS[suit.letter](suit), transform=at(48, 48, scale=scale), **pen)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">{drawn}</svg>\n'

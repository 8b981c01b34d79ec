"""Francesi: the forty cards with French suits, J Q K for fante, cavallo and re; in four colours or in two."""

# ruff: noqa: INP001 (a program and its parts, not a package)

from __future__ import annotations

from dataclasses import replace

from figures import donna, fante, re
from frame import corners, frame, svg
from glyphs import GLYPHS
from palette import GOLD, INK, SUITS, Suit, at, group, path
from pips import PLACES

HEART = "M0 25C-8 14-24 5-24-9C-24-19-17-25-10-25C-4-25 0-20 0-16C0-20 4-25 10-25C17-25 24-19 24-9C24 5 8 14 0 25Z"
DIAMOND = "M0-30Q9-12 21 0Q9 12 0 30Q-9 12-21 0Q-9-12 0-30Z"
SPADE = (
    "M0-28C7-14 24-5 24 9C24 17 18 21 12 21C7 21 3 18 2 15C2 21 4 26 8 29H-8C-4 26-2 21-2 15C-3 18-7 21-12 21"
    "C-18 21-24 17-24 9C-24-5-7-14 0-28Z"
)
CLUB = (
    "M0-28A11 11 0 0 1 8-9.5A11 11 0 1 1 13 17C8 17 4 15 2 11C2 19 4 25 8 29H-8C-4 25-2 19-2 11C-4 15-8 17-13 17"
    "A11 11 0 1 1-8-9.5A11 11 0 0 1 0-28Z"
)
MARKS = {"d": DIAMOND, "c": HEART, "s": SPADE, "b": CLUB}
LETTERS = {"F": "J", "C": "Q", "R": "K"}
COURTS = {"F": fante, "C": donna, "R": re}

FOUR_COLOURS = tuple(
    replace(suit, deep=deep, trim=GOLD)
    for suit, deep in zip(SUITS, ("#9a5407", "#b3201c", "#1f3c7c", "#2f6128"), strict=True)
)
RED, BLACK = FOUR_COLOURS[1], replace(FOUR_COLOURS[2], fill="#4a5470", deep="#221f26", pale="#c9cedb")
TWO_COLOURS = tuple(
    replace(RED if suit.letter in "dc" else BLACK, letter=suit.letter, hair=suit.hair) for suit in FOUR_COLOURS
)


def card(suit: Suit, rank: str) -> str:
    """Draw one face, as the text of its file."""
    if rank == "A":
        picture = use(100, 166, scale=3)
    elif rank in COURTS:
        picture = COURTS[rank](suit)
    else:
        scale, places = PLACES[rank]
        picture = "".join(use(x, y, scale=0.9 * scale, turn=180 if y > 166 else 0) for x, y in places)
    pip = path(MARKS[suit.letter], suit.deep, stroke="none", id="p")
    return svg(
        f"<defs>{pip}</defs>",
        frame(),
        group(picture, stroke=INK, stroke_width="2.5", stroke_linejoin="round", stroke_linecap="round"),
        corners(index(suit, rank)),
    )


def use(x: float, y: float, *, scale: float, turn: float = 0) -> str:
    """Lay one mark."""
    return f'<use href="#p" transform="{at(x, y, scale=scale, turn=turn)}"/>'


def index(suit: Suit, rank: str) -> str:
    """Draw the corner: J, Q and K for the figures, over the mark."""
    pen = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    glyph = GLYPHS[LETTERS.get(rank, rank)]
    return path(glyph, stroke=suit.deep, stroke_width=7, transform="translate(16 19)", **pen) + use(28, 84, scale=0.62)

"""Aces: the one large mark of each suit, drawn for its size and not blown up from the pip."""
# ruff: noqa: INP001 (a program and its parts, not a package)

from __future__ import annotations

from palette import AMBER, GOLD, INK, STOCK, Suit, at, circle, ellipse, path
from pips import petals, star


def rosette(suit: Suit) -> str:
    """Draw the ace of denari: a toothed sun around a rosette of two rings of petals."""
    return (
        '<g transform="translate(100 166)">'
        + path(star(24, 72, 60), suit.deep)
        + circle(0, 0, 60, suit.fill)
        + circle(0, 0, 53, "none", stroke_width=1.6)
        + path(petals(16, 14, 51, 9), STOCK, stroke_width=1.8)
        + path(petals(8, 12, 36, 11), AMBER, stroke_width=1.8)
        + circle(0, 0, 13, suit.fill)
        + path(star(8, 10, 4.5), INK, stroke="none")
        + "</g>"
    )


def chalice(suit: Suit) -> str:
    """Draw the ace of coppe: a wide goblet with a studded band."""
    studs = ((-36, -45), (-18, -39), (0, -37), (18, -39), (36, -45))
    return (
        '<g transform="translate(100 164)">'
        + path("M-54-74C-54-20-36 8-12 18V46C-14 62-46 60-46 84H46C46 60 14 62 12 46V18C36 8 54-20 54-74Z", suit.fill)
        + ellipse(0, -74, 54, 13, GOLD)
        + ellipse(0, -74, 43, 8, suit.deep)
        + path("M-53-58Q0-36 53-58L51-42Q0-18-51-42Z", GOLD)
        + "".join(circle(x, y, 4, suit.fill, stroke_width=1.6) for x, y in studs)
        + path("M-36-26Q-30 0-10 14M-13-20Q-12 4-4 17M13-20Q12 4 4 17M36-26Q30 0 10 14", stroke_width=2)
        + ellipse(0, 32, 20, 10, GOLD)
        + path("M-38 72Q0 62 38 72", stroke=GOLD, stroke_width=5)
        + path("M-46 84H46V92H-46Z", GOLD)
        + "</g>"
    )


def great_sword(suit: Suit) -> str:
    """Draw the ace of spade: a short broad sword with a ribbon round its blade."""
    blade = "M100 28L120 62 116 206H84L80 62Z"
    guard = (
        "M46 206C38 206 38 222 48 222C54 222 56 218 60 220C80 232 120 232 140 220C144 218 146 222 152 222"
        "C162 222 162 206 154 206C140 206 124 202 100 202S60 206 46 206Z"
    )
    ribbon = (
        "M56 150C70 130 92 132 100 146C108 160 130 162 146 142L150 158C134 184 106 180 96 162C90 152 72 150 60 166Z"
        "M56 150L60 166 44 176 50 164 42 156ZM146 142L150 158 164 152 156 146 160 136Z"
    )
    return (
        path(blade, suit.fill)
        + path("M100 30V206L84 204 80 62Z", suit.deep, stroke="none")
        + path(blade, stroke_width=3)
        + path("M100 62V198", stroke=suit.pale, stroke_width=3)
        + path("M91 226H109L106 278H94Z", INK)
        + path("M93 238L107 234M93 250L107 246M94 262L106 258M94 274L106 270", stroke=GOLD, stroke_width=3)
        + path(guard, GOLD)
        + circle(100, 214, 6, suit.fill, stroke_width=2)
        + circle(100, 290, 13, GOLD)
        + circle(100, 290, 5, suit.fill, stroke_width=2)
        + path(ribbon, suit.pale)
    )


def great_cudgel(suit: Suit) -> str:
    """Draw the ace of bastoni: one cudgel, leaning, with its last leaves."""
    leaf = path("M0 0C10-12 26-14 38-6C28 6 12 8 0 0ZM4-1L30-5", suit.pale)
    leaves = ((126, 132, -30), (84, 196, 200), (94, 110, 215), (104, 232, 10))
    return '<use href="#p" transform="translate(100 166) rotate(14) scale(3)" stroke-width="1"/>' + "".join(
        f'<g transform="{at(x, y, turn=turn)}">{leaf}</g>' for x, y, turn in leaves
    )


ACES = {"d": rosette, "c": chalice, "s": great_sword, "b": great_cudgel}

"""Cards: draws the forty faces, the back and the suit marks as SVG (see README.md); every run gives the same bytes.

python docs/cards/draw_cards.py [FOLDER]
"""
# ruff: noqa: INP001 (a program and its parts, not a package)

from __future__ import annotations

import sys
from pathlib import Path

from aces import ACES
from figures import FIGURES
from glyphs import GLYPHS
from palette import BACK, EDGE, GOLD, HEIGHT, INK, RANKS, STOCK, SUITS, WIDTH, Suit, at, circle, group, path
from pips import PIPS, numbered, petals, star

STATIC = Path(__file__).resolve().parents[2] / "static"

# An address that ends in #plain shows the face without its corners.
PLAIN = '<style>#plain:target~.i{display:none}</style><g id="plain"/>'


def card(suit: Suit, rank: str) -> str:
    """Draw one face, as the text of its file."""
    if rank == "A":
        picture = ACES[suit.letter](suit)
    elif rank in FIGURES:
        picture = FIGURES[rank](suit)
    else:
        picture = numbered(suit, rank)
    return svg(
        f'<defs>{group(PIPS[suit.letter](suit), id="p")}<g id="i">{index(suit, rank)}</g></defs>',
        frame(),
        group(picture, stroke=INK, stroke_width="2.5", stroke_linejoin="round", stroke_linecap="round"),
        PLAIN,
        '<g class="i"><use href="#i"/><use href="#i" transform="rotate(180 100 166)"/></g>',
    )


def back() -> str:
    """Draw the one back: a lattice with a sun in the middle, the same either way up."""
    lattice = (
        '<pattern id="l" width="18" height="18" patternUnits="userSpaceOnUse" patternTransform="translate(1 4)">'
        f'<path d="M0 9L9 0L18 9L9 18Z" fill="none" stroke="{STOCK}" stroke-width="1"/>'
        f'<circle cx="9" cy="9" r="2" fill="{GOLD}"/></pattern>'
    )
    panel = '<rect x="13" y="13" width="174" height="306" rx="4" '
    sun = (
        circle(0, 0, 44, BACK, stroke=STOCK, stroke_width=2)
        + path(star(16, 38, 26), GOLD)
        + circle(0, 0, 22, BACK, stroke=STOCK, stroke_width=2)
        + path(petals(8, 5, 19, 5), STOCK)
        + circle(0, 0, 4, GOLD)
    )
    return svg(
        f"<defs>{lattice}</defs>",
        frame(),
        f'{panel}fill="{BACK}"/>{panel}fill="url(#l)"/>',
        f'<g transform="translate(100 166)">{sun}</g>',
    )


def index(suit: Suit, rank: str) -> str:
    """Draw the corner: the figure of the rank over a small mark of the suit."""
    y, scale = {"d": (84, 0.62), "c": (86, 0.6), "s": (91, 0.58), "b": (91, 0.56)}[suit.letter]
    pen = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    corner_mark = f'<use href="#p" transform="{at(28, y, scale=scale)}"/>'
    figure = path(GLYPHS[rank], stroke=suit.deep, stroke_width=7, transform="translate(16 19)", **pen)
    return figure + group(corner_mark, stroke=INK, stroke_width="3.2", **pen)


def frame() -> str:
    """Draw the stock and its thin double border."""
    return (
        f'<rect x="1" y="1" width="198" height="330" rx="13" fill="{STOCK}" stroke="{EDGE}" stroke-width="2"/>'
        f'<rect x="6" y="6" width="188" height="320" rx="9" fill="none" stroke="{INK}" stroke-width="1.600"/>'
        f'<rect x="9.500" y="9.500" width="181" height="313" rx="6" fill="none" stroke="{INK}" stroke-width=".8"/>'
    )


def svg(*parts: str) -> str:
    """Wrap parts into a whole drawing."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        + "".join(parts)
        + "</svg>\n"
    )


def mark(suit: Suit) -> str:
    """Draw a suit mark by itself, in a square."""
    scale = {"d": 1.8, "c": 1.5, "s": 1.05, "b": 1.05}[suit.letter]
    pen = {"stroke": INK, "stroke_width": "3.2", "stroke_linejoin": "round"}
    drawn = group(PIPS[suit.letter](suit), transform=at(48, 48, scale=scale), **pen)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">{drawn}</svg>\n'


def draw(folder: Path) -> None:
    """Write the deck and the suit marks into *folder*, laid out as static/ is."""
    deck, icons = folder / "cards" / "napoletane", folder / "icons"
    for place in (deck, icons):
        place.mkdir(parents=True, exist_ok=True)
    (deck / "back.svg").write_text(back(), encoding="utf-8")
    for suit in SUITS:
        (icons / f"suit-{suit.letter}.svg").write_text(mark(suit), encoding="utf-8")
        for rank in RANKS:
            (deck / f"{rank}{suit.letter}.svg").write_text(card(suit, rank), encoding="utf-8")


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else STATIC)

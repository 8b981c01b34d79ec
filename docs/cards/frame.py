"""Frame: the paper of a card, its two corners, the whole file, and the one back."""

# ruff: noqa: INP001 (a program and its parts, not a package)

from __future__ import annotations

from palette import BACK, EDGE, GOLD, HEIGHT, INK, STOCK, WIDTH, circle, path
from pips import petals, star

# An address that ends in #plain shows the face without its corners.
PLAIN = '<style>#plain:target~.i{display:none}</style><g id="plain"/>'


def svg(*parts: str) -> str:
    """Wrap parts into a whole drawing."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        + "".join(parts)
        + "</svg>\n"
    )


def frame() -> str:
    """Draw the stock and its thin double border."""
    return (
        f'<rect x="1" y="1" width="198" height="330" rx="13" fill="{STOCK}" stroke="{EDGE}" stroke-width="2"/>'
        f'<rect x="6" y="6" width="188" height="320" rx="9" fill="none" stroke="{INK}" stroke-width="1.600"/>'
        f'<rect x="9.500" y="9.500" width="181" height="313" rx="6" fill="none" stroke="{INK}" stroke-width=".8"/>'
    )


def corners(corner: str) -> str:
    """Put a corner at the top left and, turned, at the bottom right."""
    return f'{PLAIN}<g class="i"><g id="i">{corner}</g><use href="#i" transform="rotate(180 100 166)"/></g>'


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

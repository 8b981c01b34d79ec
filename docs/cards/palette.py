"""Palette: the inks the cards are printed with, and the few SVG forms every part is built from."""
# ruff: noqa: INP001 (a program and its parts, not a package)

from __future__ import annotations

from dataclasses import dataclass

WIDTH, HEIGHT = 200, 332  # 50 : 83, the Neapolitan card

STOCK = "#fbf4e3"
EDGE = "#cdbf9f"
INK = "#2b2320"
GOLD = "#e6ad36"
AMBER = "#b5651d"
SKIN = "#f3cfa6"
WHITE = "#fffdf5"
BACK = "#8c342c"


@dataclass(frozen=True)
class Suit:
    """A suit: its letter, its flat fill, a deep tone for index and shade, a pale one, a trim, and hair and horse."""

    letter: str
    fill: str
    deep: str
    pale: str
    trim: str
    hair: str
    horse: str


SUITS = (
    Suit("d", "#e6ad36", "#8a5606", "#f7e3b0", AMBER, "#6b4324", "#f2e6cd"),
    Suit("c", "#c8412f", "#9c1f1b", "#efb9a2", GOLD, "#3b2a22", "#b9835a"),
    Suit("s", "#31529a", "#1f3c7c", "#b4c6e8", GOLD, "#a9a298", "#d3d0c8"),
    Suit("b", "#5f8f45", "#2f6128", "#cbdcb0", GOLD, "#8c4a22", "#75604f"),
)
RANKS = "A234567FCR"


def path(d: str, fill: str = "none", **more: object) -> str:
    """Draw one path; keyword names take a hyphen for their underscore."""
    return _element("path", d=d, fill=fill, **more)


def circle(x: float, y: float, r: float, fill: str = "none", **more: object) -> str:
    """Draw one circle."""
    return _element("circle", cx=x, cy=y, r=r, fill=fill, **more)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str = "none", **more: object) -> str:
    """Draw one ellipse."""
    return _element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **more)


def group(*parts: str, **more: object) -> str:
    """Put parts under common attributes."""
    attributes = "".join(f' {name.replace("_", "-")}="{_value(value)}"' for name, value in more.items())
    return f"<g{attributes}>{''.join(parts)}</g>"


def at(x: float, y: float, *, scale: float = 1, turn: float = 0) -> str:
    """Place a part: put the origin at (x, y), then turn (degrees) and scale."""
    steps = [f"translate({_value(x)} {_value(y)})"]
    if turn:
        steps.append(f"rotate({_value(turn)})")
    if scale != 1:
        steps.append(f"scale({_value(scale)})")
    return " ".join(steps)


def limb(d: str, fill: str, *, width: float = 14) -> str:
    """Draw an arm or a leg: a thick line with an outline, made of two strokes."""
    return path(d, stroke_width=width + 5) + path(d, stroke=fill, stroke_width=width)


def _element(name: str, **attributes: object) -> str:
    pairs = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{pairs}/>"


def _value(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)

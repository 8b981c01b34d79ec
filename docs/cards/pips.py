"""Pips: the four suit marks, each drawn about the origin, and how many of them lie on a card."""
# ruff: noqa: INP001 (a program and its parts, not a package)

from __future__ import annotations

from math import cos, pi, sin

from palette import AMBER, GOLD, INK, WHITE, Suit, at, circle, ellipse, path


def star(points: int, outer: float, inner: float, *, turn: float = 0) -> str:
    """Return the outline of a star of *points* rays."""
    corners = []
    for step in range(points * 2):
        radius = inner if step % 2 else outer
        angle = pi * step / points + turn
        corners.append(f"{radius * sin(angle):.1f} {-radius * cos(angle):.1f}")
    return "M" + "L".join(corners) + "Z"


def petals(count: int, near: float, far: float, wide: float) -> str:
    """Return the outline of *count* leaf-shaped petals between two radii."""
    out = []
    for step in range(count):
        a = 2 * pi * step / count

        def spot(radius: float, side: float, a: float = a) -> str:
            return f"{radius * sin(a) + side * cos(a):.1f} {-radius * cos(a) + side * sin(a):.1f}"

        middle = (near + far) / 2
        out.append(f"M{spot(near, 0)}Q{spot(middle, wide)} {spot(far, 0)}Q{spot(middle, -wide)} {spot(near, 0)}Z")
    return "".join(out)


def coin(suit: Suit) -> str:
    """Draw a sun disc, 50 across."""
    return (
        circle(0, 0, 24, suit.fill)
        + circle(0, 0, 18.5, "none", stroke_width=1.6)
        + path(star(8, 16, 7.5), AMBER, stroke_width=1.4)
        + circle(0, 0, 4.5, suit.pale, stroke_width=1.6)
    )


def goblet(suit: Suit) -> str:
    """Draw a goblet without a lid, 44 by 60."""
    return (
        path("M-20-25C-20-5-13 5-4 8V16C-5 22-17 21-17 29H17C17 21 5 22 4 16V8C13 5 20-5 20-25Z", suit.fill)
        + ellipse(0, -25, 20, 5, GOLD)
        + path("M-18.500-12Q0-3 18.500-12", stroke=GOLD, stroke_width=4)
        + ellipse(0, 12, 7.5, 4, GOLD)
    )


def sword(suit: Suit) -> str:
    """Draw a short straight sword, point up, 34 by 86."""
    return (
        path("M0-43L7-31 6 14H-6L-7-31Z", suit.fill)
        + path("M0-32V10", stroke=suit.pale, stroke_width=2)
        + path("M-4 18H4V34H-4Z", INK)
        + path("M-15 12H15Q18 12 18 16T15 20H-15Q-18 20-18 16T-15 12Z", GOLD)
        + circle(0, 37, 5.5, GOLD)
    )


def cudgel(suit: Suit) -> str:
    """Draw a rough cudgel, thick end up, 26 by 86."""
    return (
        path(
            "M-4 43H4L6 20 10 15 7 9 9-12 14-18 11-24 12-34C12-40 7-43 0-43S-12-40-12-34L-11-14-15-8-10-3-8 22Z",
            suit.fill,
        )
        + ellipse(0, -36, 7, 4, suit.pale, stroke_width=1.6)
        + path("M-4-20Q-1-14-4-8M3 0Q5 8 2 14M-3 20V30", stroke_width=1.8)
    )


PIPS = {"d": coin, "c": goblet, "s": sword, "b": cudgel}

# Pip places of the numbered cards: a scale, then centres.
LEFT, MIDDLE, RIGHT = 72, 100, 128
PLACES = {
    "2": (1.4, [(MIDDLE, 94), (MIDDLE, 238)]),
    "3": (1.12, [(MIDDLE, 64), (MIDDLE, 166), (MIDDLE, 268)]),
    "4": (1.06, [(LEFT, 100), (RIGHT, 100), (LEFT, 232), (RIGHT, 232)]),
    "5": (1.02, [(LEFT, 76), (RIGHT, 76), (MIDDLE, 166), (LEFT, 256), (RIGHT, 256)]),
    "6": (1.0, [(x, y) for y in (68, 166, 264) for x in (LEFT, RIGHT)]),
    "7": (1.0, [(LEFT, 68), (RIGHT, 68), (47, 166), (MIDDLE, 166), (153, 166), (LEFT, 264), (RIGHT, 264)]),
}


def numbered(suit: Suit, rank: str) -> str:
    """Lay out the pips of a card from 2 to 7."""
    if suit.letter == "b":
        return crossed(suit, int(rank))
    scale, places = PLACES[rank]
    return "".join(f'<use href="#p" transform="{at(x, y, scale=scale)}"/>' for x, y in places)


def crossed(suit: Suit, count: int) -> str:
    """Lay out cudgels: two side by side, more woven, an odd one upright through the middle; the three wear a mask."""

    def lay(x: float, turn: float, long: float, wide: float) -> str:
        return f'<use href="#p" transform="translate({x} 166) rotate({turn}) scale({wide} {long})"/>'

    if count == 2:
        return lay(76, 0, 2.7, 1.5) + lay(124, 0, 2.7, 1.5)
    if count == 3:
        return lay(100, 0, 2.9, 1.25) + lay(100, 24, 2.5, 1.25) + lay(100, -24, 2.5, 1.25) + mask(suit)
    pairs = count // 2
    step, wide, lean = (30, 1.1, 13.5) if pairs == 2 else (19, 0.76, 13)
    offsets = [step * (place - (pairs - 1) / 2) for place in range(pairs)]
    upright = lay(100, 0, 3.2, wide) if count % 2 else ""
    return (
        "".join(lay(100 + x, lean, 2.95, wide) for x in offsets)
        + "".join(lay(100 + x, -lean, 2.95, wide) for x in offsets)
        + upright
    )


def mask(suit: Suit) -> str:
    """Draw the face on the three of bastoni: a moustached man of leaves, our own."""
    return (
        '<g transform="translate(100 166)">'
        + path(petals(14, 26, 54, 11), suit.pale)
        + path("M-30-10C-30-36 30-36 30-10C30 14 18 34 0 36C-18 34-30 14-30-10Z", GOLD)
        + path("M-24-14Q-14-22-5-13M24-14Q14-22 5-13", stroke_width=4)
        + ellipse(-13, -5, 6, 4, WHITE)
        + ellipse(13, -5, 6, 4, WHITE)
        + circle(-13, -5, 2.2, INK, stroke="none")
        + circle(13, -5, 2.2, INK, stroke="none")
        + path("M-3-8L-6 9Q0 13 6 9L3-8", stroke_width=2)
        + path("M0 14C-8 8-18 12-27 6C-24 20-10 22 0 18C10 22 24 20 27 6C18 12 8 8 0 14Z", INK)
        + path("M-9 24Q0 30 9 24", stroke_width=2.5)
        + "</g>"
    )

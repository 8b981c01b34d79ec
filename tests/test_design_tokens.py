"""Design tokens: contrast measured from static/css/tokens.css (WCAG 2.2 AA), and the dark values kept in step."""

import math
import re
from itertools import pairwise
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parent.parent / "static" / "css" / "tokens.css"
SHEET = re.sub(r"/\*.*?\*/", "", TOKENS.read_text(encoding="utf-8"), flags=re.DOTALL)

Tokens = dict[str, str]


def block(selector: str) -> Tokens:
    """The custom properties of the first rule with this selector."""
    body, *_ = re.findall(rf"(?:^|[{{}}\n])\s*{re.escape(selector)}\s*\{{([^{{}}]*--[^{{}}]*)\}}", SHEET)
    return {name: " ".join(value.split()) for name, value in re.findall(r"--([\w-]+):([^;]+);", body)}


LIGHT = block(":root")
DARK_CHOSEN = block(':root[data-theme="dark"]')
DARK_SYSTEM = block(':root:not([data-theme="light"])')
HIGH_CHOSEN = block(':root[data-contrast="high"]')
HIGH_SYSTEM = block(':root:not([data-contrast="normal"])')
THEMES = {
    "light": LIGHT,
    "dark": LIGHT | DARK_CHOSEN,
    "light, high contrast": LIGHT | HIGH_CHOSEN,
    "dark, high contrast": LIGHT | DARK_CHOSEN | HIGH_CHOSEN,
}

# ink on ground: the least contrast the pages may show
TEXT, MARK = 4.5, 3.0
PAIRS = [
    *[("ink", ground, TEXT) for ground in ("paper", "surface", "sunk", "accent-wash", "danger-wash", "good-wash")],
    *[("ink-soft", ground, TEXT) for ground in ("paper", "surface", "sunk")],
    *[(ink, ground, TEXT) for ink in ("link", "link-hover") for ground in ("paper", "surface", "sunk")],
    *[(ink, ground, TEXT) for ink in ("on-felt", "on-felt-soft", "accent") for ground in ("felt", "felt-deep")],
    *[("danger", ground, TEXT) for ground in ("paper", "surface", "danger-wash")],
    *[("good", ground, TEXT) for ground in ("paper", "surface")],
    *[("accent-text", ground, TEXT) for ground in ("paper", "surface", "accent-wash")],
    ("on-accent", "accent", TEXT),
    ("stock", "print", TEXT),
    ("print", "on-felt", TEXT),
    ("on-danger", "danger", TEXT),
    *[("line-strong", ground, MARK) for ground in ("paper", "surface")],
    *[("focus", ground, MARK) for ground in ("paper", "surface", "sunk")],
    *[(f"suit-{suit}", ground, MARK) for suit in "dcsb" for ground in ("paper", "surface")],
    *[("felt-line", ground, MARK) for ground in ("felt", "felt-deep")],
]


def luminance(tokens: Tokens, name: str) -> float:
    """Relative luminance of an OKLCH token, following var() and keeping within sRGB."""
    value = tokens[name]
    if reference := re.fullmatch(r"var\(--([\w-]+)\)", value):
        return luminance(tokens, reference[1])
    found = re.fullmatch(r"oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)", value)
    assert found, f"--{name}: {value}"
    light, chroma, hue = (float(number) for number in found.groups())
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    red, green, blue = (min(1.0, max(0.0, part)) for part in (red, green, blue))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(tokens: Tokens, ink: str, ground: str) -> float:
    """WCAG contrast ratio of two tokens."""
    darker, lighter = sorted((luminance(tokens, ink), luminance(tokens, ground)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_agrees_with_known_ratios() -> None:
    known = {"black": "oklch(0 0 0)", "white": "oklch(1 0 0)", "red": "oklch(0.627966 0.257704 29.2346)"}
    assert contrast(known, "black", "white") == pytest.approx(21, abs=0.01)
    assert contrast(known, "red", "white") == pytest.approx(3.998, abs=0.02)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_contrast(theme: str, ink: str, ground: str, least: float) -> None:
    measured = contrast(THEMES[theme], ink, ground)
    assert measured >= least, f"{ink} on {ground} in {theme}: {measured:.2f}"


def test_the_dark_and_the_high_values_stand_twice_and_are_equal() -> None:
    assert DARK_CHOSEN == DARK_SYSTEM
    assert HIGH_CHOSEN == HIGH_SYSTEM


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_suits_differ_in_lightness(theme: str) -> None:
    steps = sorted(luminance(THEMES[theme], f"suit-{suit}") for suit in "dcsb")
    assert all((higher + 0.05) / (lower + 0.05) >= 1.2 for lower, higher in pairwise(steps)), steps

"""Cards: draws every deck, the back and the suit marks as SVG (see README.md); every run gives the same bytes.

python docs/cards/draw_cards.py [FOLDER]
"""
# ruff: noqa: INP001 (a program and its parts, not a package)

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import francesi
import grandi
import napoletane
from frame import back
from palette import RANKS, SUITS, Suit

STATIC = Path(__file__).resolve().parents[2] / "static"

DECKS: dict[str, tuple[Sequence[Suit], Callable[[Suit, str], str]]] = {
    "napoletane": (SUITS, napoletane.card),
    "grandi": (SUITS, grandi.card),
    "francesi": (francesi.TWO_COLOURS, francesi.card),
    "francesi-4": (francesi.FOUR_COLOURS, francesi.card),
}


def draw(folder: Path) -> None:
    """Write the decks and the suit marks into *folder*, laid out as static/ is."""
    for name, (suits, card) in DECKS.items():
        deck = folder / "cards" / name
        deck.mkdir(parents=True, exist_ok=True)
        (deck / "back.svg").write_text(back(), encoding="utf-8")
        for suit in suits:
            for rank in RANKS:
                (deck / f"{rank}{suit.letter}.svg").write_text(card(suit, rank), encoding="utf-8")
    icons = folder / "icons"
    icons.mkdir(parents=True, exist_ok=True)
    for suit in SUITS:
        (icons / f"suit-{suit.letter}.svg").write_text(napoletane.mark(suit), encoding="utf-8")


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else STATIC)

"""Contracts: what each bid of an auction undertakes, and how a hand is paid (rules 6.1 and 6.2)."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

PASSO: Final = "passo"
POINTS_TO_MAKE: Final = 6  # of the 11, for the soloist or the caller's side

Called: TypeAlias = Literal["none", "moves", "stays"]
MonteUse: TypeAlias = Literal["untouched", "soloist", "divided", "chosen"]
Payment: TypeAlias = Literal["twice_each", "shares"]


@dataclass(frozen=True, slots=True)
class Contract:
    """One rung of the ladder: its word, its factor k, the card it calls and what becomes of the monte.

    ``called``: the card called moves to the soloist, who returns one (``moves``), or stays with a secret partner
    (``stays``). ``shows_monte``: all see the monte before the soloist takes it.
    """

    bid: str
    factor: int
    called: Called = "none"
    monte: MonteUse = "untouched"
    shows_monte: bool = False


SOLOIST_LADDER: Final = (
    Contract("chiamo", 1, called="moves", monte="soloist", shows_monte=True),
    Contract("solo", 2, monte="soloist"),
    Contract("solissimo", 4),
    Contract("dividete", 8, monte="divided"),
    Contract("scegliete", 16, monte="chosen"),
)
CALLER_LADDER: Final = (
    Contract("chiamo", 1, called="stays"),
    Contract("solo", 2),
)

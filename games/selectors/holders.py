"""Holders: who has a seat of a match, and whether a bot acts for them.

A fold of the log like all of a position; never changed, but replaced.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a seat, and whether a bot acts for an absent holder (*by_bot*)."""

    seat: int
    user_id: int
    is_bot: bool
    is_house: bool  # a bot the server itself plays
    by_bot: bool = False
    has_left: bool = False
    timeouts: int = 0  # in a row

    @property
    def acts_alone(self) -> bool:
        """Whether the server acts for this seat without waiting for anybody."""
        return self.is_house or self.by_bot

    @property
    def is_there(self) -> bool:
        """Whether a person holds the seat and plays it."""
        return not (self.is_bot or self.by_bot)

    @classmethod
    def from_facts(cls, seat: int, facts: Mapping[str, Any]) -> "Holder":
        """Return who an event of the log says holds a seat from now on."""
        return cls(seat, facts["user"], facts["kind"] == "bot", is_house=facts["house"])

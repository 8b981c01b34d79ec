"""Gatherings: the players' part in the shuffle of the next hand, from the server's commitment to the deal."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from games.models import Event


@dataclass(frozen=True, slots=True)
class Gathering:
    """What has been committed and revealed so far for one hand (docs/fair-deal.md).

    *began_at* starts the two seconds: the first hand's with the match, since nobody could come earlier, any other's
    with the first commitment; None until then.
    """

    hand: int
    seq: int  # the event that opened it
    opened_at: datetime
    began_at: datetime | None
    is_asked: bool = False  # the commitments are closed, the entropy is asked for
    commitments: Mapping[int, str] = field(default_factory=dict)
    entropies: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def opened_by(cls, event: Event, *, is_first: bool) -> "Gathering":
        """Return the gathering that the server's own commitment opens."""
        return cls(event.public["hand"], event.seq, event.at, event.at if is_first else None)

    def after(self, event: Event) -> "Gathering":
        """Return the gathering after one of its events."""
        match event.kind, event.seat:
            case "entropy_asked", _:
                return replace(self, is_asked=True)
            case "entropy_committed", int(seat):
                commitments = {**self.commitments, seat: event.public["commitment"]}
                return replace(self, commitments=commitments, began_at=self.began_at or event.at)
            case "entropy", int(seat):
                return replace(self, entropies={**self.entropies, seat: event.public["entropy"]})
        return self

    def moved(self, by: timedelta) -> "Gathering":
        """Return the gathering as if it had begun later: the match was paused."""
        return replace(self, opened_at=self.opened_at + by, began_at=self.began_at and self.began_at + by)

    def can_commit(self, seat: int) -> bool:
        """Tell whether the holder of *seat* may still commit."""
        return not self.is_asked and seat not in self.commitments

    def can_reveal(self, seat: int) -> bool:
        """Tell whether the holder of *seat* is asked for what it has committed to."""
        return self.is_asked and seat in self.commitments and seat not in self.entropies

    @property
    def view(self) -> dict[str, Any]:
        """Return what everybody may see of it: all of it."""
        return {
            "hand": self.hand,
            "stage": "reveal" if self.is_asked else "commit",
            "commitments": {str(seat): text for seat, text in sorted(self.commitments.items())},
            "entropies": {str(seat): text for seat, text in sorted(self.entropies.items())},
        }

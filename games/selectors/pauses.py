"""Pauses: a proposal to stop the clocks of a casual match, and the pause it becomes once everybody has agreed.

A director stops a match of a tournament at once, and for as long as they like (docs/adr/0066).

A fold of the log like all of a position. A proposal that is out of time needs no event: whoever reads it knows until
when it stood (docs/adr/0036).
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.models import Event

_ENDS = frozenset({"pause_declined", "resumed", "dealt", "hand_ended", "ended"})


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause that is proposed, or on since *began_at*; *until* is when it ends by itself, *agreed* are seats.

    The director's is by no seat and ends by the director alone.
    """

    by: int | None
    until: datetime | None
    agreed: frozenset[int]
    began_at: datetime | None = None
    told_until: str | None = None
    told_since: str | None = None

    @classmethod
    def asked_by(cls, event: Event, seat: int) -> "Pause":
        """Return the proposal that an event makes."""
        told = event.public["until"]
        return cls(seat, datetime.fromisoformat(told), frozenset({seat}), told_until=told)

    @classmethod
    def directed_by(cls, event: Event) -> "Pause":
        """Return the pause that a director begins."""
        return cls(None, None, frozenset(), began_at=event.at, told_since=event.public["since"])

    @property
    def is_on(self) -> bool:
        """Whether the match is paused."""
        return self.began_at is not None

    def is_asked_at(self, now: datetime) -> bool:
        """Tell whether it is a proposal that may still be answered."""
        return self.began_at is None and self.until is not None and now < self.until

    def after(self, event: Event) -> "Pause | None":
        """Return what is left of it after one of its events, or one that ends it."""
        match event.kind, event.seat:
            case "pause_agreed", int(seat):
                return replace(self, agreed=self.agreed | {seat})
            case "paused", _:
                until = event.public["until"]
                return replace(
                    self,
                    until=datetime.fromisoformat(until),
                    began_at=event.at,
                    told_until=until,
                    told_since=event.public["since"],
                )
        return None if event.kind in _ENDS else self

    @property
    def view(self) -> dict[str, Any]:
        """Return what everybody may see of it: all of it."""
        return {"by": self.by, "agreed": sorted(self.agreed), "since": self.told_since, "until": self.told_until}

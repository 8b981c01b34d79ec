"""Visitors: who is at the other end of a socket, as the gate has let them in (config.sockets)."""

from dataclasses import dataclass

from games.selectors.credentials import Credential


@dataclass(frozen=True, slots=True)
class Visitor:
    """One person or program with what let it in, or nobody in particular."""

    name: str = ""
    credential: Credential | None = None
    can_play: bool = False
    unlocked: frozenset[str] = frozenset()
    """Codes of the tables whose password has been given."""

    @property
    def user_id(self) -> int | None:
        """Return whose socket it is."""
        return self.credential.user_id if self.credential else None

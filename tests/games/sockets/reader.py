"""A reader of sockets, as docs/protocol.md tells a client to be one: it trusts nothing else."""

import json
from typing import Any


class Reader:
    """What one client knows of a match from the frames it was sent, and nothing from anywhere else."""

    def __init__(self, user_id: int | None = None) -> None:
        self.user_id = user_id
        self.frames: list[dict[str, Any]] = []
        self.match = ""
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.you: dict[str, Any] | None = None

    def take(self, text: str) -> None:
        """Take a frame in; an event that is not the next one is a fault of the server."""
        frame = json.loads(text)
        self.frames.append(frame)
        if frame["type"] == "match":
            self.match, self.seq, self.view, self.you = frame["match"], frame["seq"], frame["view"], frame.get("you")
        elif frame["type"] == "event":
            assert frame["match"] == self.match
            assert frame["seq"] == self.seq + 1
            self.seq = frame["seq"]
            self.view = {**self.view, **frame["state"]}
            self.you = frame.get("you", self.you)

    def state(self) -> dict[str, Any]:
        """Return what it knows, as a `match` frame would say it."""
        state = {"type": "match", "match": self.match, "seq": self.seq, "view": self.view}
        return state if self.you is None else {**state, "you": self.you}

"""Logbook: what one transaction writes into the log of a match.

Nobody writes events but through it: it holds the match's row lock, numbers the events without a gap, lets the rules
refuse an act before anything is stored, sets what the clock does next, and speaks only after the commit.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from games import announce
from games.engine.actions import Declare, action_dict, parse_action
from games.engine.cards import hand_of
from games.engine.declarations import COMBINATIONS
from games.engine.errors import BadCard
from games.engine.visibility import is_revealed
from games.errors import NoSuchMatch
from games.models import Event, Match
from games.selectors.frames import event_frame
from games.selectors.memory import position_of, remember
from games.selectors.positions import KIND_OF_ACT, MatchPosition
from games.services.storing import store
from games.services.timing import due_after

_SECRET_ACTS = frozenset({"give", "discard"})  # everybody sees that it was done, the seats concerned see what


class Logbook:
    """The events one transaction adds to a match, and the position they lead to."""

    def __init__(self, match: Match, position: MatchPosition, now: datetime) -> None:
        self.match = match
        self.now = max(now, position.event.at)  # who has waited for the lock does not act in the past
        self.lag = timedelta()
        self._before: MatchPosition = position
        self._positions: list[MatchPosition] = []
        self._timed = 0  # how many of them know what is due after them

    @classmethod
    def opened_with(cls, match: Match, now: datetime, started: Mapping[str, Any]) -> "Logbook":
        """Begin the log of a new match with its first event."""
        event = Event(match_id=match.pk, seq=1, kind="started", public=dict(started), by="server", at=now)
        book = cls(match, MatchPosition(event), now)
        book._positions.append(book._before)
        return book

    @property
    def position(self) -> MatchPosition:
        """Return where the match stands after what has been written so far."""
        return self._positions[-1] if self._positions else self._before

    def write(
        self,
        kind: str,
        *,
        seat: int | None = None,
        public: Mapping[str, Any] | None = None,
        private: Mapping[str, Any] | None = None,
        by: str = "server",
        command_id: UUID | None = None,
    ) -> int:
        """Add an event and return its number. Raises the engine's refusal of an act; then nothing was added."""
        event = Event(
            match_id=self.match.pk,
            seq=self.position.seq + 1,
            kind=kind,
            seat=seat,
            public=dict(public or {}),
            private=dict(private or {}),
            by=by,
            command_id=command_id,
            at=self.now,
        )
        self._positions.append(self.position.after(event))
        return event.seq

    def act(self, act: Mapping[str, Any], *, by: str, command_id: UUID | None = None) -> int:
        """Add an act of the record, as it stands there; its secret part goes to its seat alone. Raises refusals."""
        game, rules = self.position.game, self.position.rules
        try:
            action = parse_action(act, seats=rules.seats, scores=rules.scores)
        except BadCard:
            game.admit(act["do"], act["seat"])  # who may act now comes before what card it is
            raise
        told = action_dict(action)
        do, seat = told.pop("do"), told.pop("seat", None)
        public: dict[str, Any] = {}
        private: dict[str, Any] = {}
        if isinstance(action, Declare):
            found = [COMBINATIONS.get(hand_of(cards)) for cards in action.sets]
            public["points"] = sum(combination.points for combination in found if combination)
            if game.hand is not None and not is_revealed(game.hand):
                public["kinds"] = [combination.kind for combination in found if combination]
                private[str(seat)] = {"sets": told.pop("sets")}
        elif do in _SECRET_ACTS:
            secret = "card" if do == "give" else "cards"
            private[str(seat)] = {secret: told.pop(secret)}
        elif do == "timeout":
            public["timeout"] = True
        return self.write(
            KIND_OF_ACT[do], seat=seat, public=public | told, private=private, by=by, command_id=command_id
        )

    def turn_to_next(self) -> datetime | None:
        """Go on at the moment when the next thing is due, as if all before it were stored; return it, None for none."""
        self._time()
        if self.match.act_at is None:
            return None
        self.now = max(self.match.act_at, self.position.event.at)
        self.lag = timedelta()
        return self.match.act_at

    def shut(self) -> None:
        """Store what was written and what is due next; after the commit remember it and tell everybody."""
        if not self._positions:
            return
        self._time()
        store(self.match, [position.event for position in self._positions])
        before = None if self._is_opening else self._before
        written = tuple(self._positions)
        # No partial: Django names what fails after a commit by a function's own name.
        transaction.on_commit(lambda: _tell(before, written), robust=True)

    @property
    def _is_opening(self) -> bool:
        """Whether the first event written is the first of the log."""
        return bool(self._positions) and self._positions[0] is self._before

    def _time(self) -> None:
        """Set what is due after what has been written since the last time, on the row of the match too."""
        fresh = self._positions[self._timed :]
        if not fresh:
            return
        before = self._positions[self._timed - 1] if self._timed else None if self._is_opening else self._before
        due = due_after(self.match, before, self.position, self.now, lag=self.lag)
        for position in fresh:
            position.event.timing = dict(due.told)
            position.timing = due.told
        self._timed = len(self._positions)
        match = self.match
        match.seq = self.position.seq
        match.act_kind, match.act_at, match.turn_since = due.kind, due.at, due.turn_since
        match.act_seq = match.seq if due.kind else None
        match.credit_ms = 0


@contextmanager
def writing(match_id: UUID, now: datetime) -> Iterator[Logbook]:
    """Lock a match and open its log to write in one transaction. Raises NoSuchMatch."""
    with transaction.atomic():
        try:  # not `first`, whose ORDER BY costs a card two thirds of a millisecond (bench/move.py)
            match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        except Match.DoesNotExist:
            raise NoSuchMatch from None
        book = Logbook(match, position_of(match.pk, match.seq), now)
        yield book
        book.shut()


def _tell(before: MatchPosition | None, positions: tuple[MatchPosition, ...]) -> None:
    """Remember and announce what is now stored."""
    for position in positions:
        remember(position)
        frame = event_frame(before, position)
        announce.event(match_id=position.match_id, seq=position.seq, frame=frame)
        before = position

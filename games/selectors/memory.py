"""Memory: the positions this process has seen lately, so that a move costs the same however long its match is.

What is remembered is what was committed: a position is a fold of the log and never changes, so nothing has to be
invalidated and every process may keep its own.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Mapping
from threading import Lock
from typing import Final
from uuid import UUID

from django.db.models import Q

from games.errors import NoSuchMatch
from games.models import Event
from games.selectors.positions import MatchPosition

MOST_POSITIONS: Final = 8_192


class _Memory:
    """Positions by match and number; the least recently asked for goes first. Threads may share it."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._positions: OrderedDict[tuple[UUID, int], MatchPosition] = OrderedDict()
        self._numbers: defaultdict[UUID, set[int]] = defaultdict(set)
        self._lock = Lock()

    def put(self, position: MatchPosition) -> None:
        """Remember *position*."""
        key = (position.match_id, position.seq)
        with self._lock:
            self._positions[key] = position
            self._positions.move_to_end(key)
            self._numbers[position.match_id].add(position.seq)
            while len(self._positions) > self._room:
                (match_id, seq), _ = self._positions.popitem(last=False)
                self._numbers[match_id].discard(seq)
                if not self._numbers[match_id]:
                    del self._numbers[match_id]

    def get(self, match_id: UUID, seq: int) -> MatchPosition | None:
        """Return the remembered position of the match after event *seq*."""
        with self._lock:
            return self._positions.get((match_id, seq))

    def nearest(self, match_id: UUID, seq: int) -> MatchPosition | None:
        """Return the latest remembered position of the match up to *seq*."""
        with self._lock:
            number = max((known for known in self._numbers.get(match_id, ()) if known <= seq), default=None)
            if number is None:
                return None
            self._positions.move_to_end((match_id, number))
            return self._positions[match_id, number]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._positions.clear()
            self._numbers.clear()


_memory = _Memory(MOST_POSITIONS)
remember = _memory.put
remembered = _memory.get
forget_all = _memory.clear


def position_of(match_id: UUID, seq: int) -> MatchPosition:
    """Return the position of a match after event *seq*; not to be changed.

    No query where it is remembered, one where the log has to be read on from an earlier one. Raises NoSuchMatch when
    the log does not reach so far.
    """
    known = _memory.get(match_id, seq)
    if known is not None:
        return known
    known = _memory.nearest(match_id, seq)
    position = fold(known, events_of(match_id, known.seq if known else 0, seq))
    if position is None or position.seq != seq:
        raise NoSuchMatch
    remember(position)
    return position


def positions_of(seqs: Mapping[UUID, int]) -> dict[UUID, MatchPosition]:
    """Return the position of each match after its event of the number given: at most one query, however many they are.

    Left out is a match whose log does not reach so far.
    """
    known = {match_id: _memory.nearest(match_id, seq) for match_id, seq in seqs.items()}
    missing = Q()
    for match_id, seq in seqs.items():
        before = known[match_id]
        if before is None or before.seq < seq:
            missing |= Q(match_id=match_id, seq__gt=before.seq if before else 0, seq__lte=seq)
    events: defaultdict[UUID, list[Event]] = defaultdict(list)
    for event in Event.objects.filter(missing).order_by("match_id", "seq") if missing else ():
        events[event.match_id].append(event)
    found = {}
    for match_id, seq in seqs.items():
        position = fold(known[match_id], events[match_id])
        if position is not None and position.seq == seq:
            remember(position)
            found[match_id] = position
    return found


def events_of(match_id: UUID, since: int, until: int) -> list[Event]:
    """Return the events of a match after *since* up to *until*, in order: one query."""
    return list(Event.objects.filter(match_id=match_id, seq__gt=since, seq__lte=until).order_by("seq"))


def fold(position: MatchPosition | None, events: list[Event]) -> MatchPosition | None:
    """Return the position after *events*, which follow *position* or begin the log."""
    if position is None:
        if not events:
            return None
        position, events = MatchPosition(events[0]), events[1:]
    return position.after_all(events) if events else position

"""Models: what is stored of tables and matches; the event log is the truth, the rest is found faster for it."""

from games.models.logs import Deal, Event
from games.models.matches import Match, MatchSeat
from games.models.tables import Seat, SeatRequest, Table

__all__ = ["Deal", "Event", "Match", "MatchSeat", "Seat", "SeatRequest", "Table"]

"""Models: what is stored of tables and matches; the event log is the truth, the rest is found faster for it."""

from games.models.chat import ChatLine
from games.models.draws import PartnerDraw
from games.models.heartbeats import Heartbeat
from games.models.house_rules import HouseRules
from games.models.invitations import Invitation
from games.models.logs import Deal, Event
from games.models.matches import Match, MatchSeat
from games.models.pools import Pool, pool_of
from games.models.ratings import Correction, Ledger, Rating, RatingChange
from games.models.reports import Report
from games.models.seeks import Seek, Seeker
from games.models.series import Series
from games.models.tables import Seat, SeatRequest, Table
from games.models.watching import Broadcast, WatchBan

__all__ = [
    "Broadcast",
    "ChatLine",
    "Correction",
    "Deal",
    "Event",
    "Heartbeat",
    "HouseRules",
    "Invitation",
    "Ledger",
    "Match",
    "MatchSeat",
    "PartnerDraw",
    "Pool",
    "Rating",
    "RatingChange",
    "Report",
    "Seat",
    "SeatRequest",
    "Seek",
    "Seeker",
    "Series",
    "Table",
    "WatchBan",
    "pool_of",
]

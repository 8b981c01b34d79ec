"""Models: what is stored of tables and matches; the event log is the truth, the rest is found faster for it."""

from games.models.chat import ChatLine
from games.models.draws import PartnerDraw
from games.models.heartbeats import Heartbeat
from games.models.house_rules import HouseRules
from games.models.invitations import Invitation
from games.models.ladders import LadderBucket, SeasonLedger, SeasonRating
from games.models.logs import Deal, Event
from games.models.matches import Match, MatchSeat
from games.models.pools import Pool, pool_of
from games.models.ratings import Correction, Ledger, Rating, RatingChange
from games.models.reports import Report
from games.models.seeks import Seek, Seeker
from games.models.series import Series
from games.models.statistics import CompanyTally, PresetTally, Showing
from games.models.tables import Seat, SeatRequest, Table
from games.models.watching import Broadcast, WatchBan

__all__ = [
    "Broadcast",
    "ChatLine",
    "CompanyTally",
    "Correction",
    "Deal",
    "Event",
    "Heartbeat",
    "HouseRules",
    "Invitation",
    "LadderBucket",
    "Ledger",
    "Match",
    "MatchSeat",
    "PartnerDraw",
    "Pool",
    "PresetTally",
    "Rating",
    "RatingChange",
    "Report",
    "SeasonLedger",
    "SeasonRating",
    "Seat",
    "SeatRequest",
    "Seek",
    "Seeker",
    "Series",
    "Showing",
    "Table",
    "WatchBan",
    "pool_of",
]

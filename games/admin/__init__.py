"""Admin: what the staff sees and does about tables and what is said there."""

from games.admin.ratings import CorrectionAdmin
from games.admin.talk import LineAdmin, ReportAdmin
from games.admin.watching import WatchBanAdmin

__all__ = ["CorrectionAdmin", "LineAdmin", "ReportAdmin", "WatchBanAdmin"]

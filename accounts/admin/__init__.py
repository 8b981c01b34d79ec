"""Admin: what the staff sees of people and clubs, and the few things it may do to them."""

from accounts.admin.clubs import ClubAdmin, ClubEventAdmin, MembershipAdmin
from accounts.admin.people import PeopleAdmin, TokenAdmin
from accounts.admin.silences import SilenceAdmin

__all__ = ["ClubAdmin", "ClubEventAdmin", "MembershipAdmin", "PeopleAdmin", "SilenceAdmin", "TokenAdmin"]

"""Models: users of the site and what belongs to each, and the clubs they form."""

from accounts.models.calendar import ClubEvent
from accounts.models.clubs import (
    CLUB_NAME_FAULTS,
    CLUB_NAME_TAKEN,
    ROLE_RIGHTS,
    Admission,
    Club,
    Membership,
    Right,
    known_zones,
    validate_club_name,
    validate_zone,
)
from accounts.models.letters import Letter
from accounts.models.notices import Notice
from accounts.models.silences import Silence
from accounts.models.ties import Block, Follow
from accounts.models.tokens import Token
from accounts.models.users import NAME_FAULTS, NAME_TAKEN, User, UserManager, validate_name

__all__ = [
    "CLUB_NAME_FAULTS",
    "CLUB_NAME_TAKEN",
    "NAME_FAULTS",
    "NAME_TAKEN",
    "ROLE_RIGHTS",
    "Admission",
    "Block",
    "Club",
    "ClubEvent",
    "Follow",
    "Letter",
    "Membership",
    "Notice",
    "Right",
    "Silence",
    "Token",
    "User",
    "UserManager",
    "known_zones",
    "validate_club_name",
    "validate_name",
    "validate_zone",
]

"""People: users of the site, and what belongs to each."""

from accounts.models.notices import Notice
from accounts.models.tokens import Token
from accounts.models.users import NAME_FAULTS, NAME_TAKEN, User, UserManager, validate_name

__all__ = ["NAME_FAULTS", "NAME_TAKEN", "Notice", "Token", "User", "UserManager", "validate_name"]

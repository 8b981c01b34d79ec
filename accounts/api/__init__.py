"""REST of people and of their clubs."""

from accounts.api.callers import NOBODY, caller, scopes_of

__all__ = ["NOBODY", "caller", "scopes_of"]

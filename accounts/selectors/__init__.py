"""Selectors: what is read of people and of their clubs."""

from accounts.selectors.people import me, sessions_of, token_of, tokens_of

__all__ = ["me", "sessions_of", "token_of", "tokens_of"]

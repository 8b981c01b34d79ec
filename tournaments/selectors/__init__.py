"""Selectors: what is read of tournaments; each is named for what it returns."""

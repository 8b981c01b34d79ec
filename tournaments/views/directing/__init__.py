"""Directing: the pages of who runs a tournament."""

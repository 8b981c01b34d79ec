"""Consumers: the live socket of a tournament."""

from tournaments.consumers.tournament import TournamentSocket

__all__ = ["TournamentSocket"]

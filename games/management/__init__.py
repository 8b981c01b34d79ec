"""Management commands of games."""

"""Commands: replay, and what other modules of games add."""

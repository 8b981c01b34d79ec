"""Commands: simulate_tournament, and what other modules of tournaments add."""

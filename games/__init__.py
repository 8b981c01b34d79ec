"""Games: tables, live matches, replays; the rules live in games.engine."""

"""Pages of tables, matches, players and rules."""

"""Selectors: what is read of tables and matches, named for what they return."""

"""Accounts: the people and programs of the site, and how they come in."""

"""Tournaments: club events; also the pages that stand above all apps, such as home."""

"""Formats: tournament formats as pure code, each usable without Django (docs/tournaments.md)."""

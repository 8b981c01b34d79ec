"""Pools: groups of presets whose matches are rated together, each with the number of its latest finished match."""

from typing import Final

from django.db import models

_PRESETS: Final = {
    "two": ("due", "spizzichino"),
    "three": ("tre", "tocca", "morto", "terziglio"),
    "five": ("cinque",),
    "calling": ("chiamare",),
    "avoidance": ("perdere", "ciapano", "traversone"),
}
POOLS: Final = ("pairs", *_PRESETS, "duplicate_teams", "duplicate_pairs")
_POOL_OF: Final = {preset: pool for pool, presets in _PRESETS.items() for preset in presets}


class Pool(models.Model):
    """A rating pool; locking its row puts the matches that end in it in one fixed order."""

    name = models.CharField(max_length=20, primary_key=True)
    finished = models.PositiveBigIntegerField(default=0, help_text="The finish number of the latest match.")

    def __str__(self) -> str:
        return self.name


def pool_of(preset: str) -> str:
    """Return the pool in which matches of *preset* are rated; every game of two pairs is in `pairs`."""
    return _POOL_OF.get(preset, "pairs")

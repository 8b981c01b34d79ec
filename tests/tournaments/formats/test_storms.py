"""Storms: a hundred random events a format here, a thousand and more in `make soak`."""

import pytest

from tests.tournaments.formats.storms import FORMATS, rage
from tournaments.formats.named import FORMATS as NAMED


@pytest.mark.parametrize("name", FORMATS)
def test_whatever_happens_the_tournament_stays_one(name: str) -> None:
    assert rage(name, seed=0, events=150) >= 1


def test_every_format_is_put_to_it() -> None:
    assert FORMATS.keys() == NAMED.keys()

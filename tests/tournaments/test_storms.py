"""Storms through the services: a few random events a format here, more in `make soak`."""

import pytest

from tests.tournaments.formats.storms import FORMATS
from tests.tournaments.storms import rage

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", FORMATS)
def test_whatever_a_director_does_the_tournament_stays_one(name: str) -> None:
    assert rage(name, seed=0, events=25) >= 1

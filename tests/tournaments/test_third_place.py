"""Third place: the match of the two who lost the semi-finals is called so wherever it is shown."""

import pytest
from django.test import Client

from tests.tournaments.evenings import begun, encounter, play, start

NAME = "Terzo posto"


@pytest.mark.django_db
def test_the_match_for_the_third_place_is_named_in_the_bracket_in_its_list_and_in_its_round() -> None:
    tournament = begun(4, "knockout", options={"third_place": True})
    here = f"/tournaments/{tournament.code}"

    def named(page: str) -> int:
        return Client().get(f"{here}/{page}").content.decode().count(NAME)

    start(tournament)
    assert (named("bracket/"), named("rounds/1/")) == (1, 0)
    for key in ("K1.1", "K1.2"):
        play(tournament, key, 31, 20)
    assert encounter(tournament, "T").round.number == 2
    assert (named("bracket/"), named("rounds/2/")) == (2, 1)

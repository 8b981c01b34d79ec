"""Rounds: drawn, released, started once and closed, by the services a director and the sweep share."""

import pytest

from games.models import Match, Table
from tests.tournaments.evenings import begun, current, encounter, hand_of, minutes, play, play_round, start
from tournaments.formats.errors import RoundOpen, TournamentOver
from tournaments.models import EncounterTable, Round, Tournament
from tournaments.services import drawing, rounds

pytestmark = pytest.mark.django_db


def test_a_swiss_evening_from_the_start_to_the_places() -> None:
    tournament = begun(5)
    assert (tournament.state, tournament.act_at) == ("running", minutes(3))
    for _ in range(3):
        play_round(tournament)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.act_at) == ("finished", None)
    assert list(tournament.rounds.values_list("state", flat=True)) == ["closed"] * 3
    assert list(tournament.entrants.values_list("place", flat=True))[0] == 1
    assert not Table.objects.exclude(status=Table.Status.CLOSED).exists()

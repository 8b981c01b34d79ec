"""Simulation: a tournament of bots at real tables, of any format, to its last card."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Match, Rating, Table
from tournaments.models import Encounter, EncounterTable, Tournament

pytestmark = pytest.mark.django_db


def simulated(*words: str) -> str:
    told = StringIO()
    call_command("simulate_tournament", *words, "--target", "3", stdout=told, stderr=StringIO())
    return told.getvalue()


@pytest.mark.parametrize(
    ("words", "encounters"),
    [
        (["knockout", "--pairs", "5", "--option", "third_place=yes"], 5),
        (["double_elimination", "--pairs", "3"], 4),
        (["round_robin", "--pairs", "3"], 3),
        (["groups", "--pairs", "6", "--option", "qualify=1"], 7),
        (["swiss", "--pairs", "4", "--option", "rounds=2"], 4),
        (["danish", "--pairs", "3", "--option", "rounds=2"], 2),
    ],
)
def test_a_tournament_of_any_format_is_played_to_its_end(words, encounters) -> None:
    told = simulated(*words)
    tournament = Tournament.objects.get()
    assert tournament.state == Tournament.State.FINISHED
    played = Encounter.objects.filter(tournament=tournament, away__isnull=False)
    assert played.count() in {encounters, encounters + 1}  # the second final of a double elimination
    assert EncounterTable.objects.filter(encounter__tournament=tournament).count() == played.count()
    assert set(Match.objects.values_list("status", flat=True)) == {Match.Status.FINISHED}
    assert not Table.objects.exclude(status=Table.Status.CLOSED).exists()
    assert not Rating.objects.exists()
    assert f"({tournament.code})" in told
    assert sum(line.strip().startswith("1  ") for line in told.splitlines()) == 1
    assert "cards in" in told


def test_what_cannot_be_is_said_plainly() -> None:
    with pytest.raises(CommandError, match="too_few_entrants"):
        simulated("groups", "--pairs", "3")
    with pytest.raises(CommandError, match="no_such_club"):
        simulated("knockout", "--club", "nowhere")
    with pytest.raises(CommandError, match="bad_tournament"):
        simulated("knockout", "--preset", "poker")
    with pytest.raises(CommandError, match="NAME=NUMBER"):
        simulated("swiss", "--option", "rounds=many")

"""The demonstration's club: people with ranks, a cup that was played, a Thursday to enter; nothing of it twice."""

from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import Club, User
from games.models import Match, Rating
from tournaments.models import Entrant, Tournament
from tournaments.selectors.halls import editions, ended_tournaments

pytestmark = pytest.mark.django_db


def demo_club() -> str:
    out = StringIO()
    call_command("demo_club", stdout=out)
    return out.getvalue()


def test_the_club_is_made_once_and_has_something_to_show(monkeypatch):
    monkeypatch.setattr("tournaments.management.commands.demo_club.MATCHES", 2)
    assert "nothing was added" in demo_club()
    User.objects.create_user("demo")
    said = demo_club()
    club = Club.objects.get(name="Circolo Lanterna")
    assert said == "Circolo Lanterna: 5 members, 2 tournaments.\n"
    rated = Match.objects.filter(table__club=club, table__encounter_table=None)
    assert [match.status for match in rated] == ["finished"] * 2
    assert Rating.objects.filter(pool="pairs", matches=2).count() == 4
    (edition,) = editions(ended_tournaments(club))
    assert [plate.place for plate in edition.winners] == [1, 2, 3, 3]
    thursday = Tournament.objects.get(state="announced")
    assert (thursday.club, thursday.series.name) == (club, "Il giovedì")
    assert Entrant.objects.filter(tournament=thursday, state="entered").count() == 3
    assert demo_club() == said
    assert Match.objects.filter(table__encounter_table=None).count() == 2

"""Pages of a tournament: what everybody sees of it, and what only those who run it do."""

import pytest

from accounts.models import User
from tests.tournaments.factories import a_director, a_tournament, pairs

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return a_director()


def test_a_draft_is_seen_by_those_who_run_it_alone(client, director: User) -> None:
    draft = a_tournament(director, state="draft")
    assert client.get(f"/tournaments/{draft.code}/").status_code == 404
    client.force_login(director)
    assert client.get(f"/tournaments/{draft.code}/").status_code == 200


def test_the_frame_names_the_club_the_format_and_the_start(client, director: User) -> None:
    tournament = a_tournament(director)
    pairs(tournament, 2)
    page = client.get(f"/tournaments/{tournament.code}/").text
    assert tournament.club.name in page
    assert 'datetime="2027-01-14T20:00:00+00:00"' in page
    assert "21:00" in page
    assert "Europe/Rome" in page

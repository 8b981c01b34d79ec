"""Clubs: founding, names that may be and names that look alike, changing and closing."""

import pytest

from accounts import club_names
from accounts.errors import (
    BadClub,
    BadClubName,
    BadZone,
    ClubBusy,
    ClubClosed,
    ClubNameTaken,
    NoRight,
    NoSuchPlayer,
    TooManyClubs,
)
from accounts.models import Admission, Club, Membership, Notice
from accounts.selectors.clubs import clubs_of, open_clubs, rights_of
from accounts.services import admissions, clubs
from tests.accounts.clubs.houses import club_of, member_in
from tests.accounts.factories import UserFactory
from tests.games.races import at_once

pytestmark = pytest.mark.django_db


def busy(*, club_id):
    raise ClubBusy


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Caffè 3♠ / è", "caffe-3-e"),
        ("Caffe' Sport", "caffe-sport"),
        ("Društvo «Čakula» 🃏", "drustvo-cakula"),
        ("<img src=x onerror=alert(1)>", "img-src-x-onerror-alert-1"),
        ("Mine", "mine-club"),
        ("A" + "🂡" * 119, "a"),
        ("  Tre   Venezie ", "tre-venezie"),
        ("Famiglia 👨‍👩‍👧", "famiglia"),
    ],
)
def test_odd_names_are_kept_as_they_are_and_have_a_plain_address(name, slug):
    club = club_of(name=name)
    assert club.name == " ".join(name.split())
    assert club.slug == slug


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("ab", "length"),
        ("a" * 121, "length"),
        ("Клуб Спорт", "characters"),
        ("Circolo Bаr", "characters"),  # noqa: RUF001 - one letter is Cyrillic
        ("Bar\u202eSport", "characters"),
        ("Bar\u200bSport", "characters"),
        ("Bar\x00Sport", "characters"),
        ("Z̸̡al̵go", "characters"),
        ("♠♥♦♣", "no_letter"),
        ("Bongioco ufficiale", "reserved"),
        ("B0ngi0co", "reserved"),
        ("Admin", "reserved"),
    ],
)
def test_names_that_cannot_be(name, fault):
    with pytest.raises(BadClubName) as refused:
        club_of(name=name)
    assert refused.value.fault == fault


@pytest.mark.parametrize("other", ["caffe' sport", "CAFFÈ-SPORT!", "Caffe Sp0rt ♠", "Ca ffè Sport", "Ｃａｆｆè Sport"])
def test_a_name_that_looks_like_another_clubs_is_taken(other):
    club_of(name="Caffè Sport")
    with pytest.raises(ClubNameTaken):
        club_of(name=other)
    assert club_names.key_of(other)


def test_two_who_found_the_same_club_at_once_found_one(transactional_db):
    people = [UserFactory() for _ in range(2)]
    outcomes = at_once([lambda user=user: clubs.found(user_id=user.pk, name="Bar Sport") for user in people])
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["ClubNameTaken", "int"]


def test_who_founds_a_club_owns_it():
    ada = UserFactory()
    club = club_of(ada, place="Muggia", zone="Europe/Zagreb", language="hr", deck="grandi")
    (membership,) = clubs_of(user_id=ada.pk)
    assert (membership.club, membership.role, club.founder) == (club, "owner", ada)
    assert len(rights_of(membership)) == 8


@pytest.mark.parametrize(
    ("fact", "refusal"),
    [
        ({"zone": "Europe/Atlantide"}, BadZone),
        ({"zone": "../../etc/passwd"}, BadZone),
        ({"zone": ""}, BadZone),
        ({"language": "de"}, BadClub),
        ({"entry": "never"}, BadClub),
        ({"deck": "uno"}, BadClub),
        ({"place": "x" * 121}, BadClub),
        ({"description": "x\n" * 2001}, BadClub),
    ],
)
def test_facts_that_cannot_be(fact, refusal):
    with pytest.raises(refusal):
        club_of(**fact)
    assert not Club.objects.exists()


def test_a_description_keeps_its_lines_and_loses_what_cannot_be_seen():
    club = club_of(description="Il giovedì\r\n\r\n<b>alle 21</b>\x07\u202e", place="Via  Roma\n1")
    assert club.description == "Il giovedì\n\n<b>alle 21</b>"
    assert club.place == "Via Roma 1"


def test_a_person_owns_so_many_clubs_and_no_more(monkeypatch):
    monkeypatch.setattr(clubs, "MOST_OWNED", 2)
    ada = UserFactory()
    first, _ = club_of(ada), club_of(ada)
    with pytest.raises(TooManyClubs):
        club_of(ada)
    clubs.close(club_id=first.pk, user_id=ada.pk)
    club_of(ada)
    with pytest.raises(NoSuchPlayer):
        club_of(UserFactory(is_active=False))


def test_only_who_has_the_right_changes_a_club_and_its_address_stays():
    ada = UserFactory()
    club = club_of(ada, name="Bar Sport")
    director, keeper = member_in(club, "director"), member_in(club, "member", None, "settings")
    with pytest.raises(NoRight):
        clubs.change(club_id=club.pk, user_id=director.pk, name="Bar Mio")
    clubs.change(club_id=club.pk, user_id=keeper.pk, name="Bar Nuovo", entry="invitation")
    club.refresh_from_db()
    assert (club.name, club.slug, club.entry) == ("Bar Nuovo", "bar-sport", "invitation")
    assert club_of(name="Bar Sport").slug == "bar-sport-2"
    with pytest.raises(ClubNameTaken):
        clubs.change(club_id=club.pk, user_id=ada.pk, name="bar sport")


def test_only_an_owner_closes_a_club_and_only_when_nothing_runs(settings):
    ada = UserFactory()
    club = club_of(ada, entry="request")
    bruno, director, asker = member_in(club), member_in(club, "director"), UserFactory()
    admissions.ask(club_id=club.pk, user_id=asker.pk)
    settings.CLUB_CLOSING_OBSTACLES = [f"{__name__}.busy"]
    with pytest.raises(NoRight):
        clubs.close(club_id=club.pk, user_id=director.pk)
    with pytest.raises(NoRight):
        clubs.close(club_id=club.pk, user_id=asker.pk)
    with pytest.raises(ClubBusy):
        clubs.close(club_id=club.pk, user_id=ada.pk)
    settings.CLUB_CLOSING_OBSTACLES = []
    clubs.close(club_id=club.pk, user_id=ada.pk)
    with pytest.raises(ClubClosed):
        clubs.close(club_id=club.pk, user_id=ada.pk)
    assert clubs_of(user_id=ada.pk) == []
    assert Admission.objects.get().state == "withdrawn"
    assert Notice.objects.get(user=bruno).kind == "club_closed"
    assert Membership.objects.filter(left_at=None).count() == 3  # as it was in the end


def test_clubs_are_found_by_words_of_their_name_and_place():
    club_of(name="Circolo Ricreativo Pirano", place="Tartinijev trg")
    club_of(name="Società Bocciofila", place="Pirano")
    closing = club_of(name="Pirano vecchia")
    clubs.close(club_id=closing.pk, user_id=closing.founder_id)
    assert [club.name for club in open_clubs("PIRANO")] == ["Circolo Ricreativo Pirano", "Società Bocciofila"]
    assert [club.name for club in open_clubs("societa pirano")] == ["Società Bocciofila"]
    assert open_clubs("%")[:5].count() == 0
    assert open_clubs().first().member_count == 1

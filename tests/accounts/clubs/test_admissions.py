"""Admissions: requests and invitations, who may answer them, and that each is answered once."""

from datetime import timedelta

import pytest

from accounts import errors
from accounts.models import Admission, Notice
from accounts.selectors.clubs import invitations_to, membership_of, waiting_invitations, waiting_requests
from accounts.services import admissions, clubs, memberships
from tests.accounts.clubs.houses import club_of, member_in
from tests.accounts.factories import UserFactory
from tests.games.races import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(db):
    return UserFactory(username="Ada")


@pytest.fixture
def club(ada):
    return club_of(ada, entry="request")


@pytest.fixture
def bruno(db):
    return UserFactory(username="Bruno")


def is_member(club, user) -> bool:
    return membership_of(user_id=user.pk, club_id=club.pk) is not None


def test_a_request_is_told_to_who_may_answer_it_and_lets_in(club, ada, bruno):
    director, host = member_in(club, "director"), member_in(club, "host")
    with pytest.raises(errors.EntryByRequest):
        memberships.join(club_id=club.pk, user_id=bruno.pk)
    request = admissions.ask(club_id=club.pk, user_id=bruno.pk, words="Gioco\nda anni")
    assert {notice.user for notice in Notice.objects.filter(kind="club_asked")} == {ada, director}
    assert [waiting.words for waiting in waiting_requests(club_id=club.pk)] == ["Gioco da anni"]
    with pytest.raises(errors.AdmissionWaits):
        admissions.ask(club_id=club.pk, user_id=bruno.pk)
    for nobody in (host, bruno, UserFactory()):
        with pytest.raises(errors.NoRight):
            admissions.answer(admission_id=request, user_id=nobody.pk, accept=True)
    admissions.answer(admission_id=request, user_id=director.pk, accept=True)
    assert is_member(club, bruno)
    assert Notice.objects.get(user=bruno).kind == "club_joined"
    with pytest.raises(errors.AdmissionSettled):
        admissions.answer(admission_id=request, user_id=ada.pk, accept=False)
    with pytest.raises(errors.AlreadyMember):
        admissions.ask(club_id=club.pk, user_id=bruno.pk)


def test_a_no_stands_for_a_month(club, ada, bruno):
    request = admissions.ask(club_id=club.pk, user_id=bruno.pk)
    admissions.answer(admission_id=request, user_id=ada.pk, accept=False)
    assert Notice.objects.get(user=bruno).kind == "club_refused"
    with pytest.raises(errors.DeclinedLately):
        admissions.ask(club_id=club.pk, user_id=bruno.pk)
    admissions.invite(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk)  # the club may think better of it
    admissions.answer(admission_id=invitations_to(user_id=bruno.pk)[0].pk, user_id=bruno.pk, accept=False)
    with pytest.raises(errors.DeclinedLately):
        admissions.invite(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk)
    for old in Admission.objects.all():
        old.settled_at -= timedelta(days=31)
        old.save()
    admissions.ask(club_id=club.pk, user_id=bruno.pk)


def test_a_request_can_be_taken_back_by_its_maker_alone(club, ada, bruno):
    request = admissions.ask(club_id=club.pk, user_id=bruno.pk)
    with pytest.raises(errors.NoSuchAdmission):
        admissions.withdraw(admission_id=request, user_id=ada.pk)
    admissions.withdraw(admission_id=request, user_id=bruno.pk)
    with pytest.raises(errors.AdmissionSettled):
        admissions.withdraw(admission_id=request, user_id=bruno.pk)
    admissions.ask(club_id=club.pk, user_id=bruno.pk)


@pytest.mark.parametrize("verb", ["answer", "join"])
def test_an_invitation_opens_every_club_to_who_was_invited(ada, bruno, verb):
    club = club_of(ada, entry="invitation")
    for enter in (memberships.join, admissions.ask):
        with pytest.raises(errors.EntryByInvitation):
            enter(club_id=club.pk, user_id=bruno.pk)
    invitation = admissions.invite(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk)
    assert Notice.objects.get(user=bruno).kind == "club_invited"
    for somebody in (ada, UserFactory()):
        with pytest.raises(errors.NoSuchAdmission):
            admissions.answer(admission_id=invitation, user_id=somebody.pk, accept=True)
    if verb == "answer":
        admissions.answer(admission_id=invitation, user_id=bruno.pk, accept=True)
    else:
        memberships.join(club_id=club.pk, user_id=bruno.pk)
    assert is_member(club, bruno)
    assert Admission.objects.get().state == "accepted"


def test_only_who_keeps_the_members_invites(club, bruno):
    director, host = member_in(club, "director"), member_in(club, "host")
    with pytest.raises(errors.NoRight):
        admissions.invite(club_id=club.pk, user_id=host.pk, member_id=bruno.pk)
    invitation = admissions.invite(club_id=club.pk, user_id=director.pk, member_id=bruno.pk)
    with pytest.raises(errors.AdmissionWaits):
        admissions.invite(club_id=club.pk, user_id=director.pk, member_id=bruno.pk)
    with pytest.raises(errors.AlreadyMember):
        admissions.invite(club_id=club.pk, user_id=director.pk, member_id=host.pk)
    with pytest.raises(errors.NoSuchPlayer):
        admissions.invite(club_id=club.pk, user_id=director.pk, member_id=0)
    with pytest.raises(errors.NoSuchAdmission):
        admissions.withdraw(admission_id=invitation, user_id=bruno.pk)
    admissions.withdraw(admission_id=invitation, user_id=director.pk)
    assert not waiting_invitations(club_id=club.pk)
    with pytest.raises(errors.NoSuchAdmission):
        admissions.answer(admission_id=0, user_id=bruno.pk, accept=True)


def test_to_invite_who_has_asked_is_to_let_them_in(club, ada, bruno):
    admissions.ask(club_id=club.pk, user_id=bruno.pk)
    assert admissions.invite(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk) is None
    assert is_member(club, bruno)


def test_a_right_that_is_lost_answers_nothing_any_more(club, ada, bruno):
    director = member_in(club, "director")
    request = admissions.ask(club_id=club.pk, user_id=bruno.pk)
    memberships.set_role(club_id=club.pk, user_id=ada.pk, member_id=director.pk, role="member")
    with pytest.raises(errors.NoRight):
        admissions.answer(admission_id=request, user_id=director.pk, accept=True)


def test_two_answers_at_once_are_one(transactional_db):
    ada, bruno = UserFactory(), UserFactory()
    club = club_of(ada, entry="request")
    request = admissions.ask(club_id=club.pk, user_id=bruno.pk)
    answers = [
        lambda accept=accept: admissions.answer(admission_id=request, user_id=ada.pk, accept=accept)
        for accept in (True, False)
    ]
    assert sorted(type(outcome).__name__ for outcome in at_once(answers)) == ["AdmissionSettled", "NoneType"]


def test_nobody_comes_into_a_closed_club(club, ada, bruno):
    invitation = admissions.invite(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk)
    clubs.close(club_id=club.pk, user_id=ada.pk)
    with pytest.raises(errors.ClubClosed):
        admissions.answer(admission_id=invitation, user_id=bruno.pk, accept=True)
    with pytest.raises(errors.ClubClosed):
        admissions.ask(club_id=club.pk, user_id=bruno.pk)

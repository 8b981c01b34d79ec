"""Memberships: in and out of a club, what each role may do, and the owner who cannot leave."""

from datetime import date

import pytest

from accounts import errors
from accounts.models import Admission, Club, Membership, Notice, Right, User
from accounts.selectors.clubs import has_right, holders_of, members_of, membership_of
from accounts.services import admissions, closing, export, memberships
from tests.accounts.clubs.houses import club_of, member_in
from tests.accounts.factories import BotFactory, UserFactory
from tests.games.races import at_once

pytestmark = pytest.mark.django_db

RIGHTS = {
    "owner": set(Right),
    "director": set(Right) - {Right.SETTINGS},
    "host": {Right.OPEN_TABLES, Right.CHECK_IN},
    "member": set(),
}


@pytest.fixture
def ada(db) -> User:
    return UserFactory(username="Ada")


@pytest.fixture
def club(ada) -> Club:
    return club_of(ada)


def role_in(club: Club, user: User) -> str | None:
    membership = membership_of(user_id=user.pk, club_id=club.pk)
    return membership and membership.role


@pytest.mark.parametrize("role", RIGHTS)
def test_a_role_has_its_rights_while_the_membership_lasts(club, role):
    user = member_in(club, role)
    rights = {right for right in Right if has_right(user_id=user.pk, club_id=club.pk, right=right)}
    assert rights == RIGHTS[role]
    memberships.leave(club_id=club.pk, user_id=user.pk)
    assert not any(has_right(user_id=user.pk, club_id=club.pk, right=right) for right in Right)
    assert not has_right(user_id=None, club_id=club.pk, right=Right.MEMBERS)


def test_a_right_granted_is_one_at_once_and_a_right_revoked_none(club, ada):
    bruno = member_in(club)
    right = Right.OPEN_TABLES
    memberships.grant(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk, right=right)
    assert has_right(user_id=bruno.pk, club_id=club.pk, right=right)
    assert holders_of(club_id=club.pk, right=right) == [ada.pk, bruno.pk]
    assert Notice.objects.get(user=bruno).kind == "club_rights"
    memberships.revoke(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk, right=right)
    assert not has_right(user_id=bruno.pk, club_id=club.pk, right=right)
    with pytest.raises(errors.BadRole):
        memberships.grant(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk, right="everything")
    with pytest.raises(errors.BadRole):
        memberships.revoke(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk, right="everything")


def test_rights_end_while_a_person_sleeps(club):
    bruno = member_in(club, "director")
    User.objects.filter(pk=bruno.pk).update(is_active=False)
    assert not has_right(user_id=bruno.pk, club_id=club.pk, right=Right.MEMBERS)


@pytest.mark.parametrize("verb", ["grant", "revoke"])
def test_only_owners_give_rights(club, verb):
    director, bruno = member_in(club, "director", None, "settings"), member_in(club)
    for actor in (director, bruno, UserFactory()):
        with pytest.raises(errors.NoRight):
            getattr(memberships, verb)(club_id=club.pk, user_id=actor.pk, member_id=bruno.pk, right="members")
        with pytest.raises(errors.NoRight):
            memberships.set_role(club_id=club.pk, user_id=actor.pk, member_id=actor.pk, role="owner")


def test_an_owner_makes_owners_and_may_then_go(club, ada):
    bruno = member_in(club)
    with pytest.raises(errors.LastOwner):
        memberships.leave(club_id=club.pk, user_id=ada.pk)
    with pytest.raises(errors.LastOwner):
        memberships.set_role(club_id=club.pk, user_id=ada.pk, member_id=ada.pk, role="host")
    with pytest.raises(errors.LastOwner):
        memberships.remove(club_id=club.pk, user_id=ada.pk, member_id=ada.pk)
    with pytest.raises(errors.BadRole):
        memberships.set_role(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk, role="king")
    memberships.set_role(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk, role="owner")
    memberships.leave(club_id=club.pk, user_id=ada.pk)
    assert [member.user for member in members_of(club_id=club.pk)] == [bruno]
    with pytest.raises(errors.NotMember):
        memberships.leave(club_id=club.pk, user_id=ada.pk)


def test_an_owner_who_may_not_log_in_does_not_count(club, ada):
    member_in(club, "owner", UserFactory(is_active=False))
    with pytest.raises(errors.LastOwner):
        memberships.leave(club_id=club.pk, user_id=ada.pk)


@pytest.mark.parametrize("act", ["leave", "step_down", "close_account"])
def test_of_two_owners_who_leave_at_once_one_stays(transactional_db, act):
    ada = UserFactory()
    club = club_of(ada)
    owners = [ada, member_in(club, "owner")]
    member_in(club)
    acts = {
        "leave": lambda user: memberships.leave(club_id=club.pk, user_id=user.pk),
        "step_down": lambda user: memberships.set_role(
            club_id=club.pk, user_id=user.pk, member_id=user.pk, role="member"
        ),
        "close_account": lambda user: closing.close_account(user_id=user.pk),
    }
    outcomes = at_once([lambda user=user: acts[act](user) for user in owners])
    assert members_of(club_id=club.pk).filter(role="owner").count() == 1
    if act != "close_account":  # which nothing keeps from being closed: the club passes on
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["LastOwner", "NoneType"]
    else:
        assert outcomes == [None, None]


def test_everybody_comes_into_an_open_club_once(club):
    bruno = UserFactory()
    memberships.join(club_id=club.pk, user_id=bruno.pk)
    with pytest.raises(errors.AlreadyMember):
        memberships.join(club_id=club.pk, user_id=bruno.pk)
    memberships.leave(club_id=club.pk, user_id=bruno.pk)
    memberships.join(club_id=club.pk, user_id=bruno.pk)
    assert Membership.objects.filter(club=club, user=bruno).count() == 2
    with pytest.raises(errors.NoSuchPlayer):
        memberships.join(club_id=club.pk, user_id=UserFactory(is_active=False).pk)
    with pytest.raises(errors.NoSuchClub):
        memberships.join(club_id=0, user_id=bruno.pk)


def test_a_double_click_joins_once(transactional_db):
    club, bruno = club_of(), UserFactory()
    outcomes = at_once([lambda: memberships.join(club_id=club.pk, user_id=bruno.pk)] * 2)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["AlreadyMember", "NoneType"]


def test_who_was_removed_has_to_ask(club, ada):
    bruno = member_in(club, user=UserFactory())
    memberships.remove(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk)
    assert Notice.objects.get(user=bruno).kind == "club_left"
    with pytest.raises(errors.EntryByRequest):
        memberships.join(club_id=club.pk, user_id=bruno.pk)
    request = admissions.ask(club_id=club.pk, user_id=bruno.pk)
    admissions.answer(admission_id=request, user_id=ada.pk, accept=True)
    memberships.leave(club_id=club.pk, user_id=bruno.pk)
    memberships.join(club_id=club.pk, user_id=bruno.pk)


def test_a_role_removes_those_below_it(club, ada):
    director, other, host, bruno = (member_in(club, role) for role in ("director", "director", "host", "member"))
    for actor, member in ((director, ada), (director, other), (host, bruno), (bruno, host)):
        with pytest.raises(errors.NoRight):
            memberships.remove(club_id=club.pk, user_id=actor.pk, member_id=member.pk)
    memberships.remove(club_id=club.pk, user_id=director.pk, member_id=host.pk)
    memberships.grant(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk, right="members")
    with pytest.raises(errors.NoRight):
        memberships.remove(club_id=club.pk, user_id=bruno.pk, member_id=director.pk)
    with pytest.raises(errors.NotMember):
        memberships.remove(club_id=club.pk, user_id=ada.pk, member_id=host.pk)


def test_card_numbers_are_unique_in_a_club(club, ada):
    bruno, carla = member_in(club), member_in(club)

    def keep(member, number, actor=ada, house=club):
        memberships.keep_card(
            club_id=house.pk, user_id=actor.pk, member_id=member.pk, card_number=number, paid_until=date(2027, 6, 30)
        )

    keep(bruno, "  007 ")
    assert membership_of(user_id=bruno.pk, club_id=club.pk).card_number == "007"
    with pytest.raises(errors.CardNumberTaken):
        keep(carla, "007")
    for number in ("1" * 21, "1\x002"):
        with pytest.raises(errors.BadCardNumber):
            keep(carla, number)
    with pytest.raises(errors.NoRight):
        keep(bruno, "1", actor=bruno)
    other = club_of(ada)
    keep(member_in(other, user=carla), "007", house=other)
    keep(bruno, "")
    keep(carla, "007")


def test_a_closing_account_leaves_its_clubs_to_who_has_been_there_longest(ada):
    led, plain, empty, kept = (club_of(ada) for _ in range(4))
    member_in(led), member_in(led, "director", BotFactory())
    director = member_in(led, "director")
    member_in(led, "director")
    eldest = member_in(plain)
    member_in(plain, "host")
    other_owner = member_in(kept, "owner")
    member_in(kept, "director")
    with_request = club_of(entry="request")
    admissions.ask(club_id=with_request.pk, user_id=ada.pk, words="Sono Ada")
    closing.close_account(user_id=ada.pk)
    owners = {(m.club_id, m.user_id) for m in Membership.objects.filter(role="owner", left_at=None)}
    assert {(led.pk, director.pk), (plain.pk, eldest.pk), (kept.pk, other_owner.pk)} <= owners
    assert not Membership.objects.filter(user=ada, left_at=None).exists()
    assert set(Club.objects.exclude(closed_at=None)) == {empty}
    admission = Admission.objects.get()
    assert (admission.state, admission.words) == ("withdrawn", "")
    assert Notice.objects.filter(user=director, kind="club_rights").exists()


def test_a_person_is_told_of_all_their_clubs(ada, settings):
    settings.ON_EXPORT_WANTED = ["accounts.selectors.clubs.export_of"]
    present, past, asked = club_of(ada), club_of(), club_of(entry="request")
    member_in(past, "host", ada)
    memberships.leave(club_id=past.pk, user_id=ada.pk)
    admissions.ask(club_id=asked.pk, user_id=ada.pk, words="Sono Ada")
    data = export.data_of(user_id=ada.pk)
    told = [(row["club"], row["role"], row["left_at"] is None) for row in data["memberships"]]
    assert told == [(present.name, "owner", True), (past.name, "host", False)]
    assert [(row["club"], row["state"], row["words"]) for row in data["admissions"]] == [
        (asked.name, "pending", "Sono Ada")
    ]

"""Invitations: a named person is asked to a chair, and answers once; privacy, and partners by chance or agreement."""

from datetime import timedelta

import pytest

from accounts.errors import Blocked, MembersOnly, NoSuchPlayer, NotYourself, PeopleOnly
from accounts.models import Notice, User
from accounts.services.guests import admit
from accounts.services.ties import block
from games.errors import (
    AlreadyAsked,
    AlreadySeated,
    InvitationGone,
    NoRight,
    NoSuchInvitation,
    SeatNotYours,
    SeatTaken,
    TablePrivate,
    TooManyInvitations,
)
from games.models import Invitation, Table
from games.selectors.tables import table_view
from games.services import invitations, seating, tables
from tests.games.factories import START, later, match_with, open_table, people
from tests.games.sitting import sit, sitter

pytestmark = pytest.mark.django_db


def invite(table, inviter, invited, number=2, now=START) -> int:
    return invitations.invite(table_id=table.pk, user_id=inviter.pk, invited_id=invited.pk, number=number, now=now)


def answer(invitation, user, accept=True, now=START) -> str:
    return invitations.answer(invitation_id=invitation, user_id=user.pk, accept=accept, now=now)


def state(invitation) -> str:
    return Invitation.objects.get(pk=invitation).state


def test_who_is_invited_sits_down_without_asking() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    invitation = invite(table, anna, bruno)
    assert Notice.objects.get(user=bruno).data == {"person": anna.pk, "table": table.code}
    assert answer(invitation, bruno) == table.code
    assert (sitter(table, 2), state(invitation)) == (bruno, "accepted")
    with pytest.raises(InvitationGone):
        answer(invitation, bruno)


def test_only_the_invited_answers_and_only_the_inviter_takes_back() -> None:
    table, (anna, bruno, carla) = open_table(), people(3)
    sit(table, anna, 0)
    invitation = invite(table, anna, bruno)
    for stranger in (anna, carla):
        with pytest.raises(NoSuchInvitation):
            answer(invitation, stranger)
    for stranger in (bruno, carla):
        with pytest.raises(NoSuchInvitation):
            invitations.withdraw(invitation_id=invitation, user_id=stranger.pk, now=START)
    invitations.withdraw(invitation_id=invitation, user_id=anna.pk, now=START)
    assert state(invitation) == "lapsed"
    with pytest.raises(InvitationGone):
        answer(invitation, bruno)


def test_who_has_been_blocked_since_is_invited_no_more() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    invitation = invite(table, anna, bruno)
    block(user_id=anna.pk, other_id=bruno.pk)
    with pytest.raises(InvitationGone):
        answer(invitation, bruno)
    assert sitter(table, 2) is None


def test_declining_is_for_good() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    invitation = invite(table, anna, bruno)
    answer(invitation, bruno, accept=False)
    with pytest.raises(InvitationGone):
        answer(invitation, bruno)
    assert (state(invitation), sitter(table, 2)) == ("declined", None)


def test_an_invitation_becomes_too_old() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    invitation = invite(table, anna, bruno)
    end = START + invitations.LASTS
    with pytest.raises(InvitationGone):
        answer(invitation, bruno, now=end)
    assert invitations.expire_invitations(now=end) == 1
    assert state(invitation) == "expired"
    assert invite(table, anna, bruno, now=end)


def test_the_chair_may_be_taken_and_the_inviter_gone() -> None:
    table, (anna, bruno, carla) = open_table(), people(3)
    sit(table, anna, 0)
    invitation = invite(table, anna, bruno, 1)
    sit(table, carla, 1)
    assert state(invitation) == "lapsed"
    second = invite(table, anna, bruno, 2)
    seating.stand(table_id=table.pk, user_id=anna.pk)
    with pytest.raises(InvitationGone):
        answer(second, bruno)


def test_a_closed_table_invites_nobody() -> None:
    opener, bruno = people(2)
    table = open_table(opener)
    invitation = invite(table, opener, bruno)
    tables.close_table(table_id=table.pk, user_id=opener.pk)
    with pytest.raises(InvitationGone):
        answer(invitation, bruno)


def test_who_may_invite_whom_where() -> None:
    table, (anna, bruno, carla) = open_table(), people(3)
    sit(table, anna, 0)
    sit(table, bruno, 1)
    with pytest.raises(SeatNotYours):
        invite(table, bruno, carla, 2)
    with pytest.raises(NoRight):
        invite(table, carla, anna, 2)
    with pytest.raises(SeatTaken):
        invite(table, anna, carla, 1)
    with pytest.raises(AlreadySeated):
        invite(table, anna, bruno, 2)
    with pytest.raises(NotYourself):
        invite(table, anna, anna, 2)
    with pytest.raises(NoSuchPlayer):
        invitations.invite(table_id=table.pk, user_id=anna.pk, invited_id=0, number=2, now=START)
    with pytest.raises(PeopleOnly):
        invite(table, anna, User.objects.create_user("Prova-bot", kind=User.Kind.BOT))
    with pytest.raises(PeopleOnly):
        invite(table, anna, User.objects.get(pk=admit()))
    with pytest.raises(MembersOnly):
        invite(table, User.objects.get(pk=admit()), carla)
    block(user_id=carla.pk, other_id=anna.pk)
    with pytest.raises(Blocked):
        invite(table, anna, carla)


def test_nobody_is_asked_twice_nor_half_the_town(monkeypatch) -> None:
    table, (anna, bruno, carla) = open_table(), people(3)
    sit(table, anna, 0)
    invite(table, anna, bruno)
    with pytest.raises(AlreadyAsked):
        invite(table, anna, bruno, 1)
    monkeypatch.setattr(invitations, "MOST_IN_AN_HOUR", 1)
    with pytest.raises(TooManyInvitations):
        invite(table, anna, carla)
    assert invite(table, anna, carla, now=START + timedelta(hours=1))


def test_an_invitation_opens_a_table_with_a_password_until_it_is_answered() -> None:
    anna, bruno = people(2)
    table = open_table(anna, visibility="password", password="x")
    with pytest.raises(TablePrivate):
        table_view(table.pk, bruno.pk)
    invitation = invitations.invite(table_id=table.pk, user_id=anna.pk, invited_id=bruno.pk, number=0)
    view = table_view(table.pk, bruno.pk)
    assert [found["id"] for found in view["you"]["invitations"]] == [invitation]
    assert not any(act.startswith("sit") for act in view["you"]["may"])
    invitations.answer(invitation_id=invitation, user_id=bruno.pk, accept=False)
    with pytest.raises(TablePrivate):
        table_view(table.pk, bruno.pk)


def test_moving_by_invitation_leaves_the_other_chair() -> None:
    first, second, (anna, bruno) = open_table(), open_table(), people(2)
    sit(first, anna, 0)
    sit(second, bruno, 0)
    answer(invite(first, anna, bruno), bruno, now=later(1))
    assert (sitter(first, 2), sitter(second, 0)) == (bruno, None)
    assert Table.objects.get(pk=second.pk).status == "open"


def test_nobody_leaves_a_match_for_an_invitation() -> None:
    anna, bruno = people(2)
    table = open_table(anna)
    invitation = invite(table, anna, bruno)
    match_with([bruno, None, None, None])
    with pytest.raises(AlreadySeated):
        answer(invitation, bruno)

"""Invitations: asking a named person to a chair of one's table, and what they answer (product, Seating)."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.errors import Blocked, NoSuchPlayer, NotYourself, PeopleOnly
from accounts.models import User
from accounts.selectors.ties import has_blocked
from accounts.services import notices
from accounts.services.guests import check_member
from games import announce
from games.errors import AlreadyAsked, AlreadySeated, InvitationGone, NoSuchInvitation, TooManyInvitations
from games.models import Invitation
from games.selectors.chairs import chairs_of, check_invite
from games.services.seating import sit_invited
from games.services.tables import lock_table, touch

LASTS = timedelta(minutes=15)
MOST_IN_AN_HOUR = 40
HOUR = timedelta(hours=1)


@transaction.atomic
def invite(*, table_id: int, user_id: int, invited_id: int, number: int, now: datetime | None = None) -> int:
    """Ask a person to chair *number* and return the invitation's id; they are told under their bell and at once.

    Locks the table. Raises what `check_invite` raises, MembersOnly, NotYourself, NoSuchPlayer, PeopleOnly, Blocked,
    AlreadyAsked, AlreadySeated, TooManyInvitations.
    """
    now = now or timezone.now()
    check_member(user_id)
    chairs = chairs_of(lock_table(table_id))
    check_invite(chairs, user_id, number)
    _check_invited(user_id, invited_id)
    if chairs.seat_of(invited_id) is not None:
        raise AlreadySeated("they sit at this table")
    if Invitation.objects.filter(inviter_id=user_id, made_at__gt=now - HOUR).count() >= MOST_IN_AN_HOUR:
        raise TooManyInvitations
    expire_invitations(now=now, table_id=table_id)
    try:
        with transaction.atomic():
            invitation = Invitation.objects.create(
                table=chairs.table,
                number=number,
                inviter_id=user_id,
                invited_id=invited_id,
                made_at=now,
                act_at=now + LASTS,
            )
    except IntegrityError:
        raise AlreadyAsked("they have been invited to this table") from None
    notices.give(user_id=invited_id, kind="invited", data={"person": user_id, "table": chairs.table.code})
    touch(chairs.table)
    return invitation.pk


def answer(*, invitation_id: int, user_id: int, accept: bool, now: datetime | None = None) -> str:
    """Sit down where one was invited to, or decline; return the table's code.

    Locks the tables concerned. Raises NoSuchInvitation to everybody else, InvitationGone where it was answered, is too
    old or was overtaken, and what sitting down raises.
    """
    now = now or timezone.now()
    found = Invitation.objects.select_related("table").filter(pk=invitation_id, invited_id=user_id).first()
    if found is None:
        raise NoSuchInvitation
    if accept:
        sit_invited(invitation_id=invitation_id, table_id=found.table_id, user_id=user_id, now=now)
    else:
        _settle(found, Invitation.State.DECLINED, now)
    return found.table.code


def withdraw(*, invitation_id: int, user_id: int, now: datetime | None = None) -> None:
    """Take an invitation back. Locks the table; raises NoSuchInvitation to all but its inviter, InvitationGone."""
    found = Invitation.objects.filter(pk=invitation_id, inviter_id=user_id).first()
    if found is None:
        raise NoSuchInvitation
    _settle(found, Invitation.State.LAPSED, now or timezone.now())


def expire_invitations(*, now: datetime, table_id: int | None = None) -> int:
    """Note which invitations have become too old; return how many."""
    due = Invitation.objects.filter(state=Invitation.State.PENDING, act_at__lte=now)
    if table_id is not None:
        due = due.filter(table_id=table_id)
    return due.update(state=Invitation.State.EXPIRED)


@transaction.atomic
def _settle(invitation: Invitation, state: Invitation.State, now: datetime) -> None:
    """Store how an invitation has ended, once; who sits at the table is shown."""
    table = lock_table(invitation.table_id)
    pending = Invitation.objects.filter(pk=invitation.pk, state=Invitation.State.PENDING, act_at__gt=now)
    if not pending.update(state=state):
        raise InvitationGone
    announce.notice(
        user_id=invitation.inviter_id, code="invitation_answered", table=table.code, invitation=invitation.pk
    )
    touch(table)


def _check_invited(user_id: int, invited_id: int) -> None:
    if invited_id == user_id:
        raise NotYourself
    invited = User.objects.filter(pk=invited_id, closed_at=None, is_active=True).first()
    if invited is None:
        raise NoSuchPlayer
    if invited.kind != User.Kind.HUMAN:
        raise PeopleOnly
    if has_blocked(blocker_id=invited_id, blocked_id=user_id):
        raise Blocked

"""Reminders: telling those who play that check-in is open, and that it starts soon, once for each start.

The row that says so is stored in the transaction of the notice and refers to the start: no restart can double it, and
another start is another reminder (docs/adr/0075). Whoever comes in later is told with the next call.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.services import notices
from tournaments.models import EntrantMember, Reminder, Tournament
from tournaments.selectors.entry_rules import IN, check_in_of

SOON: Final = timedelta(minutes=15)
"""How long before the start those who play are reminded of it."""
_FURTHEST: Final = timedelta(hours=4)
"""No check-in opens earlier than this before a start."""


def remind_due(*, now: datetime) -> int:
    """Remind people of the tournaments that are about to start; return how many were told.

    Each tournament is a transaction that holds its row; one that somebody else holds waits for the next call.
    """
    near = Tournament.objects.filter(
        state=Tournament.State.ANNOUNCED, paused_at=None, starts_at__range=(now, now + _FURTHEST)
    )
    ids = list(near.order_by("starts_at").values_list("pk", flat=True))
    return sum(_remind(tournament_id, now) for tournament_id in ids)


@transaction.atomic
def _remind(tournament_id: int, now: datetime) -> int:
    locked = Tournament.objects.select_for_update(no_key=True, skip_locked=True)
    tournament = locked.filter(pk=tournament_id, state=Tournament.State.ANNOUNCED).first()
    if tournament is None:
        return 0
    return sum(_tell(tournament, kind, now) for kind in _kinds_due(tournament, now))


def _kinds_due(tournament: Tournament, now: datetime) -> Iterator[Reminder.Kind]:
    check_in = check_in_of(tournament)
    if check_in is not None and check_in.is_open(now):
        yield Reminder.Kind.CHECK_IN
    if tournament.starts_at - SOON <= now < tournament.starts_at:
        yield Reminder.Kind.START


def _tell(tournament: Tournament, kind: Reminder.Kind, now: datetime) -> int:
    """Tell who has not been told yet; return how many."""
    members = EntrantMember.objects.filter(tournament=tournament, until=None, user__isnull=False, entrant__state__in=IN)
    if kind == Reminder.Kind.CHECK_IN:
        members = members.filter(entrant__checked_in_at=None)
    reminders = Reminder.objects.filter(tournament=tournament, kind=kind, starts_at=tournament.starts_at)
    due = members.exclude(user__in=reminders.values("user")).order_by("user").values_list("user", flat=True)
    ids = [user_id for user_id in due if user_id is not None]
    if not ids:
        return 0
    Reminder.objects.bulk_create(
        Reminder(tournament=tournament, user_id=user_id, kind=kind, starts_at=tournament.starts_at, sent_at=now)
        for user_id in ids
    )
    notices.give_all(
        user_ids=ids,
        kind=f"reminder_{kind.value}",
        data={
            "tournament": tournament.code,
            "tournament_name": tournament.name,
            "at": tournament.starts_at.isoformat(),
        },
        by_mail=True,
    )
    return len(ids)

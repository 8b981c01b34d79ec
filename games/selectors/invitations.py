"""Invitations: who has been asked to which table, and has not answered yet."""

from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Invitation
from games.selectors.frames import moment


def open_invitations(now: datetime) -> QuerySet[Invitation]:
    """Return the invitations that can still be answered."""
    pending = Invitation.objects.filter(state=Invitation.State.PENDING, act_at__gt=now)
    return pending.select_related("table", "inviter", "invited").order_by("pk")


def invitations_at(table_id: int, user_id: int | None) -> list[Invitation]:
    """Return the open invitations to a table that somebody has made or been sent: one query, none for a stranger."""
    if user_id is None:
        return []
    own = Q(inviter_id=user_id) | Q(invited_id=user_id)
    return list(open_invitations(timezone.now()).filter(own, table_id=table_id))


def invitation_facts(invitation: Invitation) -> dict[str, Any]:
    """Return what its two people may know of an invitation."""
    return {
        "id": invitation.pk,
        "state": invitation.state,
        "table": invitation.table.code,
        "table_name": invitation.table.name,
        "preset": invitation.table.preset,
        "seat": invitation.number,
        "inviter": _person(invitation.inviter),
        "invited": _person(invitation.invited),
        "until": moment(invitation.act_at),
    }


def _person(user: Any) -> dict[str, Any]:
    return {"id": user.pk, "name": user.username, "kind": user.kind}

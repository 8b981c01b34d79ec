"""Readers: who asks over REST, as selectors and services know them."""

from uuid import UUID

from rest_framework.request import Request

from accounts.api import caller, scopes_of
from games import presence
from games.errors import NoSuchTable
from games.selectors.doors import check_match_open
from games.selectors.standing import table_id_of
from games.selectors.tables import View, table_view
from games.services.unlocking import unlocked_by

UNLOCKED = "unlocked_tables"  # in the session, where the table's page keeps it too


def user_id_of(request: Request) -> int | None:
    """Return whose request it is, None for a stranger's."""
    return request.user.pk


def unlocked_of(request: Request) -> frozenset[str]:
    """Return the codes of the tables whose password this caller has given."""
    if scopes_of(request) is not None:
        return unlocked_by(user_id=caller(request))
    return frozenset(request.session.get(UNLOCKED, ()))


def table_at(code: str) -> int:
    """Return the id of the table with this code. Raises NoSuchTable."""
    table_id = table_id_of(code)
    if table_id is None:
        raise NoSuchTable
    return table_id


def view_for(request: Request, code: str) -> View:
    """Return a table as the caller sees it, and who of its sitters is there now. Raises NoSuchTable, TablePrivate."""
    table_id = table_at(code)
    view = table_view(table_id, user_id_of(request), unlocked=code in unlocked_of(request))
    if view["you"]["delay"]:  # who is there now is of the present
        return {**view, "seats": [{**seat, "present": seat["user"] is not None} for seat in view["seats"]]}
    here = presence.here([table_id])[table_id].seated
    return {**view, "seats": [{**seat, "present": _is_here(seat["user"], here)} for seat in view["seats"]]}


def _is_here(user: View | None, here: frozenset[int]) -> bool:
    """Tell whether a sitter is there; a bot always is."""
    return user is not None and (user["kind"] == "bot" or user["id"] in here)


def check_may_watch(request: Request, match_id: UUID) -> None:
    """Accept who may look at a match. Raises NoSuchMatch, TablePrivate."""
    check_match_open(match_id, user_id_of(request), unlocked=unlocked_of(request))

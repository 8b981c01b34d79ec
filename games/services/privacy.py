"""Privacy: whom a table lets in, changed while it stands; who may no longer look on is sent away at once."""

from django.contrib.auth.hashers import make_password
from django.db import transaction

from games.engine.errors import BadFormat
from games.models import Table
from games.selectors.chairs import check_privacy
from games.services.tables import check_visibility, lock_table, touch


@transaction.atomic
def change_visibility(*, table_id: int, user_id: int, visibility: str, password: str = "") -> None:
    """Say anew who may come to a table, also during a match; sitters keep their chairs.

    After commit every socket there is looked at again: who may not see the table any longer is closed with 4003. Locks
    the table. Raises TableClosed, NoRight to all but its opener, BadFormat as opening it so would.
    """
    table = lock_table(table_id)
    check_privacy(table, user_id)
    check_visibility(visibility, password)
    if visibility == Table.Visibility.CLUB and table.club_id is None:
        raise BadFormat("only a club's table is for its members")
    if visibility == Table.Visibility.PUBLIC and (table.is_practice or not table.move_seconds):
        raise BadFormat("a public table has a clock, and is nobody's practice")
    table.visibility = visibility
    table.password = make_password(password) if password else ""
    touch(table, "visibility", "password")

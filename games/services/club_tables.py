"""Club tables: opening one by the rules of the house, and keeping them to who belongs to the club."""

from typing import Any

from django.db import transaction

from accounts.errors import ClubBusy
from games import announce
from games.errors import NoSuchHouseRules
from games.models import HouseRules, Table
from games.services.tables import open_table


@transaction.atomic
def open_club_table(*, user_id: int, club_id: int, house_rules_id: int | None = None, **wishes: Any) -> int:
    """Open a table of a club's and return its id; *wishes* are those of `open_table`.

    House rules give the preset and the options, which are then not wished for. Raises NoSuchHouseRules for rules of
    another club, replaced or withdrawn, and what `open_table` raises.
    """
    if house_rules_id is None:
        return open_table(user_id=user_id, club_id=club_id, **wishes)
    rules = HouseRules.objects.filter(pk=house_rules_id, club_id=club_id, is_current=True).first()
    if rules is None:
        raise NoSuchHouseRules
    wishes |= {"preset": rules.preset, "options": rules.options}
    table_id = open_table(user_id=user_id, club_id=club_id, **wishes)
    Table.objects.filter(pk=table_id).update(house_rules=rules)
    return table_id


def show_out(*, club_id: int, user_id: int) -> None:
    """Look anew who may see the club's own tables (ON_MEMBERSHIP_ENDED): who watches one and left is turned away."""
    own = Table.objects.filter(club_id=club_id, visibility=Table.Visibility.CLUB).exclude(status=Table.Status.CLOSED)
    for table_id in own.values_list("pk", flat=True):
        announce.table(table_id=table_id)


def check_no_match_runs(*, club_id: int) -> None:
    """Keep a club from being closed while a match is played at a table of its (CLUB_CLOSING_OBSTACLES).

    Raises ClubBusy.
    """
    if Table.objects.filter(club_id=club_id, status=Table.Status.PLAYING).exists():
        raise ClubBusy("a match is being played at a table of the club")

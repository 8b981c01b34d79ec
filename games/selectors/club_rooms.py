"""Club rooms: the tables of a club, and the rules of its house."""

from django.db.models import Q, QuerySet

from games.models import HouseRules, Table
from games.selectors.tables import tables_to_find


def house_rules_of(*, club_id: int) -> QuerySet[HouseRules]:
    """Return the rules a club plays now, by name."""
    return HouseRules.objects.filter(club_id=club_id, is_current=True).order_by("name")


def versions_of(rules: HouseRules) -> QuerySet[HouseRules]:
    """Return every version of some rules, the latest first."""
    same = HouseRules.objects.filter(club_id=rules.club_id, name__iexact=rules.name)
    return same.select_related("made_by").order_by("-version")


def club_tables(*, club_id: int, is_member: bool) -> QuerySet[Table]:
    """Return the tables of a club that are not closed: those everybody may find, to members also their own."""
    shown = Q(visibility=Table.Visibility.PUBLIC)
    if is_member:
        shown |= Q(visibility=Table.Visibility.CLUB)
    return tables_to_find(shown).filter(club_id=club_id)

"""House rules: publishing the rules a club plays, a new version of them, and withdrawing them."""

from collections.abc import Mapping

from django.db import transaction

from accounts.models import Right
from accounts.selectors.clubs import check_right
from accounts.services.clubs import lock_club
from games.engine.errors import BadFormat
from games.engine.rulesets import resolve
from games.errors import NoSuchHouseRules, TooManyRules
from games.models import HouseRules

MOST_RULES = 30
"""Sets of rules a club may have at a time."""
LONGEST_NAME = 60


@transaction.atomic
def publish(*, club_id: int, user_id: int, name: str, preset: str, options: Mapping[str, object]) -> int:
    """Publish rules under *name*, as the next version where the club has some of that name; return their id.

    The same rules once more are the version there is. Locks the club. Raises NoRight without the right to the settings,
    BadFormat for a name, BadRules and BadOption for rules that cannot be, TooManyRules.
    """
    lock_club(club_id)
    check_right(user_id=user_id, club_id=club_id, right=Right.SETTINGS)
    name = _plain_name(name)
    rules = resolve(preset, options)
    what = {"preset": rules.preset, "options": rules.options_changed(), "rules_version": rules.version}
    same_name = HouseRules.objects.filter(club_id=club_id, name__iexact=name)
    current = same_name.filter(is_current=True).first()
    if current is not None and all(getattr(current, fact) == value for fact, value in what.items()):
        return current.pk
    if current is None and HouseRules.objects.filter(club_id=club_id, is_current=True).count() >= MOST_RULES:
        raise TooManyRules
    version = max(same_name.values_list("version", flat=True), default=0) + 1
    same_name.update(is_current=False)
    return HouseRules.objects.create(club_id=club_id, name=name, version=version, made_by_id=user_id, **what).pk


@transaction.atomic
def withdraw(*, club_id: int, user_id: int, house_rules_id: int) -> None:
    """Offer rules no more; tables opened with them keep them. Locks the club. Raises NoRight, NoSuchHouseRules."""
    lock_club(club_id)
    check_right(user_id=user_id, club_id=club_id, right=Right.SETTINGS)
    current = HouseRules.objects.filter(pk=house_rules_id, club_id=club_id, is_current=True)
    if not current.update(is_current=False):
        raise NoSuchHouseRules


def _plain_name(name: str) -> str:
    """Return *name* on one line without what cannot be seen. Raises BadFormat for none, or one that is too long."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    if not 1 <= len(plain) <= LONGEST_NAME:
        raise BadFormat(f"rules have a name of at most {LONGEST_NAME} signs")
    return plain

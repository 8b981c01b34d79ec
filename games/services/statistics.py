"""Statistics: adds each match that counts to its players' sums once, and takes it out again when it is corrected.

`Match.is_counted` says, under the lock of the match, whether the sums have it as it stands. What was added is kept
(`Showing`), so that exactly that is taken out, also for a match that has been deleted. Locks the match, then the sums
in the order of their keys.
"""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction

from games.models import CompanyTally, Correction, Match, PresetTally, Showing
from games.selectors.lateness import is_over_for_all, is_told
from games.selectors.showings import showings_of

BATCH: Final = 200
Told = Callable[[int, int], None]

# One match, to be added (sign 1) or taken out (-1); or all of them, for a rebuild.
_ONE: Final = "WHERE own.match_id = %(match_id)s"
_ALL: Final = ""
_BY_PRESET: Final = """
INSERT INTO games_presettally AS tally
       (user_id, preset, played, won, drawn, declarations, declared, cappotti, cappotti_against)
SELECT user_id, preset, %(sign)s * count(*), %(sign)s * count(*) FILTER (WHERE outcome = 'won'),
       %(sign)s * count(*) FILTER (WHERE outcome = 'drawn'), %(sign)s * sum(declarations), %(sign)s * sum(declared),
       %(sign)s * sum(cappotti), %(sign)s * sum(cappotti_against)
FROM games_showing own {which} GROUP BY user_id, preset ORDER BY user_id, preset
ON CONFLICT (user_id, preset) DO UPDATE
SET played = tally.played + excluded.played, won = tally.won + excluded.won, drawn = tally.drawn + excluded.drawn,
    declarations = tally.declarations + excluded.declarations, declared = tally.declared + excluded.declared,
    cappotti = tally.cappotti + excluded.cappotti,
    cappotti_against = tally.cappotti_against + excluded.cappotti_against
"""
_BY_COMPANY: Final = """
INSERT INTO games_companytally AS tally (user_id, is_partner, other_id, played, won, drawn)
SELECT own.user_id, own.side = other.side, other.user_id, %(sign)s * count(*),
       %(sign)s * count(*) FILTER (WHERE own.outcome = 'won'), %(sign)s * count(*) FILTER (WHERE own.outcome = 'drawn')
FROM games_showing own JOIN games_showing other ON other.match_id = own.match_id AND other.user_id <> own.user_id
{which} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
ON CONFLICT (user_id, is_partner, other_id) DO UPDATE
SET played = tally.played + excluded.played, won = tally.won + excluded.won, drawn = tally.drawn + excluded.drawn
"""


@transaction.atomic
def count(*, match_id: UUID) -> None:
    """Have the sums show a match as it stands now: added, changed, or taken out.

    One that watchers see late waits for them to have seen its end; then `count_left` finds it.
    """
    match = Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
    if match is not None and (match.is_counted or not is_over_for_all(match)):
        return
    _take_out(match_id)
    if match is None:
        return
    Showing.objects.bulk_create(showings_of(match))
    _add(match_id, 1)
    match.is_counted = True
    match.save(update_fields=["is_counted"])


def count_left() -> None:
    """Count what a lost message has left, and take out what has been deleted."""
    while left := _left():
        for match_id in left:
            count(match_id=match_id)
    gone = Correction.objects.filter(kind=Correction.Kind.DELETION).exclude(match_id__in=Match.objects.values("pk"))
    for match_id in Showing.objects.filter(match_id__in=gone.values("match_id")).values_list("match_id", flat=True):
        count(match_id=match_id)


def rebuild(*, told: Told | None = None) -> None:
    """Count every match anew, then make the sums of nothing but that. *told* hears how many are done, and of how many.

    The site may go on meanwhile: each match is a transaction of its own, and only the last step, which adds up, holds
    back other counting.
    """
    finished = Match.objects.filter(status=Match.Status.FINISHED).order_by("pk")
    total = finished.count()
    done = 0
    latest: UUID | None = None
    while batch := list((finished.filter(pk__gt=latest) if latest else finished).values_list("pk", flat=True)[:BATCH]):
        Match.objects.filter(pk__in=batch).update(is_counted=False)
        for match_id in batch:
            count(match_id=match_id)
        latest = batch[-1]
        done += len(batch)
        if told:
            told(done, total)
    _add_up()


@transaction.atomic
def _add_up() -> None:
    """Make the sums anew from what has been counted."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_showing, games_presettally, games_companytally IN SHARE ROW EXCLUSIVE MODE")
        PresetTally.objects.all().delete()
        CompanyTally.objects.all().delete()
        cursor.execute(_BY_PRESET.format(which=_ALL), {"sign": 1})
        cursor.execute(_BY_COMPANY.format(which=_ALL), {"sign": 1})


def _left() -> list[UUID]:
    left = Match.objects.filter(is_told(), status=Match.Status.FINISHED, is_counted=False)
    return list(left.order_by("pk").values_list("pk", flat=True)[:BATCH])


def _take_out(match_id: UUID) -> None:
    """Take out of the sums what has been counted of a match; a sum of nothing goes."""
    users = list(Showing.objects.filter(match_id=match_id).values_list("user_id", flat=True))
    if users:
        _add(match_id, -1)
        Showing.objects.filter(match_id=match_id).delete()
        PresetTally.objects.filter(user_id__in=users, played=0).delete()
        CompanyTally.objects.filter(user_id__in=users, played=0).delete()


def _add(match_id: UUID, sign: int) -> None:
    """Add what has been counted of a match to the sums, or take it out again."""
    words: dict[str, Any] = {"match_id": match_id, "sign": sign}
    with connection.cursor() as cursor:
        cursor.execute(_BY_PRESET.format(which=_ONE), words)
        cursor.execute(_BY_COMPANY.format(which=_ONE), words)

"""Rebuilding: computes all ratings of a pool from its matches, to store them or to compare with what is stored."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.db import connection, transaction
from django.db.models import Max

from games.models import Correction, Match, Rating
from games.ratings import Change
from games.services.ledger import enter_anew, rated
from games.services.ledger_rows import ChangeRows
from games.services.ratings import lock_ledger

# Standings that are not what the last change says, with the wins and losses of all.
_ASTRAY: Final = """
WITH counted AS (
    SELECT user_id, max(finish_no) AS finish_no,
           count(*) FILTER (WHERE score > 0.5) AS wins, count(*) FILTER (WHERE score < 0.5) AS losses
    FROM games_ratingchange WHERE pool = %(pool)s GROUP BY user_id
), right_ones AS (
    SELECT c.user_id, c.after AS rating, c.matches, counted.wins, counted.losses, c.finish_no, m.finished_at
    FROM counted
    JOIN games_ratingchange c ON c.user_id = counted.user_id AND c.pool = %(pool)s AND c.finish_no = counted.finish_no
    JOIN games_match m ON m.id = c.match_id
)
SELECT coalesce(o.user_id, r.user_id) FROM right_ones o
FULL JOIN (SELECT * FROM games_rating WHERE pool = %(pool)s) r ON r.user_id = o.user_id
WHERE (o.rating, o.matches, o.wins, o.losses, o.finish_no, o.finished_at)
      IS DISTINCT FROM (r.rating, r.matches, r.wins, r.losses, r.last_finish_no, r.changed_at)
ORDER BY 1
"""


MOST: Final = 2**63 - 1
_Key = tuple[int, int]  # the number of a match, and the player
Progress = Callable[[int, int], None]
"""Hears the number reached, and the last."""


def _nobody(_reached: int, _last: int) -> None:
    """Hear nothing."""


def pools() -> list[str]:
    """Return the pools in which a match has ended."""
    ended = Match.objects.filter(finish_no__isnull=False)
    return list(ended.order_by("pool").values_list("pool", flat=True).distinct())


@transaction.atomic
def rebuild(*, pool: str, told: Progress = _nobody) -> int:
    """Compute a pool's ratings from its first match on, store them, and return the number of the last one.

    Locks the ledger until the commit: what ends meanwhile is rated afterwards.
    """
    ledger = lock_ledger(pool)
    through = _last_number(pool)
    Rating.objects.filter(pool=pool).update(matches=0)  # also of those for whom no match speaks
    enter_anew(pool, 0, through, lambda reached: told(reached, through))
    ledger.rated_through = through
    ledger.save(update_fields=["rated_through"])
    return through


@transaction.atomic
def differences(*, pool: str, told: Progress = _nobody) -> list[str]:
    """Return, a line each, in what the ledger of a pool is not what its matches come to, to the last bit.

    Compares what has been rated; changes nothing. Locks the ledger.
    """
    through = lock_ledger(pool).rated_through
    rows = ChangeRows(pool)
    found: list[str] = []
    waiting = Correction.objects.filter(pool=pool, replayed_at=None).count()
    if waiting:
        found.append(f"{pool}: {waiting} corrections wait to be replayed")
    first = 0
    for reached, entries in rated(pool, 0, through, anew=True):
        right = b"".join(rows.row(ended, change) for ended, changes in entries for change in changes)
        stored = rows.stored(first, reached)
        if right != stored:
            found.extend(_told_apart(pool, dict(_keyed(rows, stored)), dict(_keyed(rows, right))))
        told(reached, through)
        first = reached
    if rows.stored(through, MOST):
        found.append(f"{pool}: changes stand after match {through}, the last one rated")
    with connection.cursor() as cursor:
        cursor.execute(_ASTRAY, {"pool": pool})
        found.extend(f"{pool}: player {user_id} stands elsewhere than the last change says" for (user_id,) in cursor)
    return found


def _last_number(pool: str) -> int:
    """Return the number of the last match that has ended in a pool, 0 for none."""
    return Match.objects.filter(pool=pool).aggregate(last=Max("finish_no"))["last"] or 0


def _keyed(rows: ChangeRows, data: bytes) -> Iterator[tuple[tuple[int, int], Change]]:
    for finish_no, change in rows.split(data):
        yield (finish_no, change.user_id), change


def _told_apart(pool: str, stored: Mapping[_Key, Change], right: Mapping[_Key, Change]) -> Iterator[str]:
    """Yield how changes stored differ from those that are right."""
    for finish_no, user_id in sorted(stored.keys() | right.keys()):
        is_so, should_be = stored.get((finish_no, user_id)), right.get((finish_no, user_id))
        if is_so != should_be:
            yield f"{pool}: match {finish_no}, player {user_id}: {_brief(is_so)}, should be {_brief(should_be)}"


def _brief(change: Change | None) -> str:
    return "nothing" if change is None else f"{change.before!r} → {change.after!r} (K {change.k:g}, S {change.score:g})"

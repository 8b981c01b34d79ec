"""Ratings: rates what has ended, once and in order, however many workers try and wherever one is killed.

A finish number is given under the lock of its pool and kept until the commit: whoever sees a match sees all that
ended before it in the pool. One worker at a time holds the pool's `Ledger` row; what it enters and how far it has come
are one transaction. A message that is lost, doubled or late therefore changes nothing but when it happens.
"""

import logging
from uuid import UUID

from django.db import OperationalError, connection, transaction
from django.utils import timezone
from psycopg.errors import LockNotAvailable

from games import announce
from games.models import Correction, Ledger, Match, MatchSeat, Pool
from games.services.ledger import enter, enter_anew

logger = logging.getLogger(__name__)

BATCH = 500
"""Matches that one transaction goes through, where many wait."""
PATIENCE = "2s"
"""How long a worker waits for another; after that it leaves the work to it, and what comes too late to the sweep."""


def rate_after(*, match_id: UUID) -> int:
    """Rate all that waits in the pool of this match and return how many matches that were."""
    pool = Match.objects.filter(pk=match_id).values_list("pool", flat=True).first()
    return 0 if pool is None else rate_pool(pool=pool)


def rate_left() -> int:
    """Rate in every pool what a lost message has left, and return how many matches that were."""
    through = dict(Ledger.objects.values_list("pool", "rated_through"))
    finished = Pool.objects.values_list("name", "finished")
    waiting = {name for name, number in finished if number > through.get(name, 0)}
    waiting.update(Correction.objects.filter(replayed_at=None).values_list("pool", flat=True))
    return sum(rate_pool(pool=pool) for pool in sorted(waiting))


def rate_pool(*, pool: str) -> int:
    """Replay what was corrected in a pool, rate what has ended there, and return how many matches that was.

    A transaction a batch; each locks the pool's `Ledger` row. Where another worker holds it for long, the rest is left
    to that one and the sweep.
    """
    total = 0
    try:
        while True:
            done = _rate_batch(pool)
            total += done
            if done < BATCH:  # what ends from now on comes with a message of its own
                break
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        logger.info("Somebody else is rating %s for longer than %s.", pool, PATIENCE)
    return total


def lock_ledger(pool: str) -> Ledger:
    """Return the locked ledger of a pool; there is one from the first time it is asked for."""
    Ledger.objects.get_or_create(pool=pool)
    return Ledger.objects.select_for_update().get(pool=pool)


@transaction.atomic
def _rate_batch(pool: str) -> int:
    """Do the corrections that wait, then the next matches; return how many numbers were passed, rated or not."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [PATIENCE])
    ledger = lock_ledger(pool)
    done = _replay(ledger)
    ended = Match.objects.filter(pool=pool, finish_no__gt=ledger.rated_through).order_by("finish_no")[:BATCH]
    passed = [number for number in ended.values_list("finish_no", flat=True) if number is not None]
    if passed:
        entries = enter(pool, ledger.rated_through, passed[-1])
        ledger.rated_through = passed[-1]
        ledger.save(update_fields=["rated_through"])
        _tell([UUID(bytes=ended.match_id) for ended, _ in entries])
    return done + len(passed)


def _replay(ledger: Ledger) -> int:
    """Compute anew all that came after the first match corrected, delete what was to go; return how many corrections.

    What was corrected before it was rated needs no replay: it is read as it is now.
    """
    waiting = list(Correction.objects.filter(pool=ledger.pool, replayed_at=None))
    if not waiting:
        return 0
    first = min((one.finish_no for one in waiting if one.moves_ratings), default=ledger.rated_through + 1)
    if first <= ledger.rated_through:
        enter_anew(ledger.pool, first - 1, ledger.rated_through)
    gone = [one.match_id for one in waiting if one.kind == Correction.Kind.DELETION]
    Match.objects.filter(pk__in=gone).delete()
    Correction.objects.filter(pk__in=[one.pk for one in waiting]).update(replayed_at=timezone.now())
    _tell([one.match_id for one in waiting])
    return len(waiting)


def _tell(match_ids: list[UUID]) -> None:
    """Tell the tables, after the commit, that these matches have been rated, or rated anew: two queries."""
    players: dict[UUID, list[int]] = {match_id: [] for match_id in match_ids}
    held = MatchSeat.objects.filter(match__in=match_ids, to_seq=None)
    for match_id, user_id in held.values_list("match_id", "user_id"):
        players[match_id].append(user_id)
    for match in Match.objects.filter(pk__in=match_ids).only("table_id", "watch_delay"):
        announce.rated(
            table_id=match.table_id, match_id=match.pk, players=players[match.pk], is_late=match.watch_delay > 0
        )

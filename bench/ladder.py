"""Ladder: pages, "around me" and my rank among a million rated players, beside a SELECT by primary key.

`python -m bench.ladder [--players 1000000] [--rounds 300]` prints a JSON line a figure. Every figure is taken in turn
with its reference, in one process. While pages are read, a hundred matches are rated since the first of them.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from bench.rig import rig

P95_MS, QUERIES = 10, 3
SIZE = 50
BEHIND = 50_000  # rows before page 1,000
MOVED_MATCHES = 100


def fill(players: int) -> None:
    """Store *players* people with a rating in pairs, and the matches rated since a reader's first page."""
    from django.db import connection

    dice = random.Random(1)
    with connection.cursor() as cursor:
        with cursor.copy(
            "COPY accounts_user (id, username, name_key, look_key, email, kind, bot_level, language, is_staff,"
            " is_active, is_superuser, date_joined, password, wants_chat) FROM STDIN"
        ) as copy:
            for number in range(1, players + 1):
                name = f"p{number}"
                copy.write_row(
                    [number, name, name, name, "", "human", "", "it", False, True, False, "2026-01-01Z", "!", True]
                )
        with cursor.copy(
            "COPY games_rating (user_id, pool, rating, matches, wins, losses, last_finish_no) FROM STDIN"
        ) as copy:
            for number in range(1, players + 1):
                copy.write_row([number, "pairs", dice.gauss(1500, 200), 5 + number % 60, 3, 2, 1])
        cursor.execute("INSERT INTO games_ledger VALUES ('pairs', 1)")
        cursor.execute("VACUUM ANALYZE")


def move(players: int) -> None:
    """Enter matches of four into the ledger, as their rating does."""
    from django.db import connection

    dice = random.Random(2)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # no match is stored: the ledger alone is read
        for finish_no in range(2, 2 + MOVED_MATCHES):
            for user_id in dice.sample(range(1, players + 1), 4):
                cursor.execute(
                    "INSERT INTO games_ratingchange (match_id, user_id, pool, finish_no, side, place, has_left, before,"
                    " after, k, expected, score, matches) SELECT gen_random_uuid(), user_id, pool, %s, 0, 1, FALSE,"
                    " rating, rating + 10, 20, 0.5, 1, matches + 1 FROM games_rating WHERE user_id = %s",
                    [finish_no, user_id],
                )
        cursor.execute("SET session_replication_role = origin")
        cursor.execute(
            "UPDATE games_rating r SET rating = c.after, matches = r.matches + 1, wins = r.wins + 1"
            " FROM games_ratingchange c WHERE c.user_id = r.user_id"
        )
        cursor.execute("UPDATE games_ledger SET rated_through = %s", [1 + MOVED_MATCHES])
        cursor.execute("ANALYZE games_ratingchange")


def measure(
    deed: Callable[[random.Random], Any], beside: Callable[[random.Random], Any], rounds: int
) -> dict[str, Any]:
    """Return what a deed takes, and what the other does, one after the other in every round."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    dice = random.Random(3)
    for _ in range(10):
        deed(dice)
        beside(dice)
    with CaptureQueriesContext(connection) as queries:
        deed(dice)
    connection.force_debug_cursor = False
    ours: list[float] = []
    others: list[float] = []
    for _ in range(rounds):
        for function, times in ((deed, ours), (beside, others)):
            begun = time.perf_counter()
            function(dice)
            times.append(1000 * (time.perf_counter() - begun))
    row: dict[str, Any] = {"queries": len(queries)}
    for name, times in (("", ours), ("primary_key_", others)):
        row[f"{name}p50_ms"] = round(statistics.median(times), 2)
        row[f"{name}p95_ms"] = round(statistics.quantiles(times, n=20)[-1], 2)
    row["ratio"] = round(statistics.median(ours) / statistics.median(others), 1)
    row["must"] = {"p95_ms": P95_MS, "queries": QUERIES}
    row["reached"] = row["p95_ms"] <= P95_MS and row["queries"] <= QUERIES
    return row


def main() -> None:
    """Measure as the command line says."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--players", type=int, default=1_000_000)
    words.add_argument("--rounds", type=int, default=300)
    said = words.parse_args()
    with rig():
        from games.models import Rating
        from games.selectors.ladder_kinds import Ladder
        from games.selectors.ladders import Key, around, ladder_page, stands_of

        fill(said.players)
        ladder = Ladder("pairs")
        ranked = Rating.objects.filter(pool="pairs", matches__gte=10, is_listed=True).order_by("-rating", "user_id")
        row = ranked[min(BEHIND, said.players // 2) - 1]
        deep = Key(1, row.rating, row.user_id)
        ids = list(ranked.values_list("user_id", flat=True)[:: max(1, said.players // 5000)])
        move(said.players)

        def by_key(dice: random.Random) -> Any:
            return Rating.objects.get(pk=dice.randint(1, said.players))

        figures: dict[str, Callable[[random.Random], Any]] = {
            "first page": lambda _dice: ladder_page(ladder, None, SIZE),
            "page 1,000": lambda _dice: ladder_page(ladder, deep, SIZE),
            "around me": lambda dice: around(ladder, dice.choice(ids), SIZE),
            "my rank": lambda dice: stands_of(dice.choice(ids)),
        }
        for name, deed in figures.items():
            told = {"bench": "ladder", "figure": name, "players": said.players}
            print(json.dumps(told | measure(deed, by_key, said.rounds)), flush=True)


if __name__ == "__main__":
    main()

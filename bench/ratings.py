"""Ratings: the ledger of a million matches built anew, beside a bare loop over the formula and a bare COPY.

`python -m bench.ratings [--matches 1000000] [--players 20000]` prints a JSON line for the arithmetic and one for the
whole rebuild. The loop computes the same figures of the same matches and keeps nothing; the COPY takes the same rows
out of the same tables and puts the same rows into the same ledger, with its keys and indexes.
"""

# ruff: noqa: SLF001 # it copies by the ledger's own statements
import argparse
import gc
import json
import random
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from bench.rig import rig
from games.ratings import Scale, Side, Standings, rate

ARITHMETIC_MUST_REACH = 3.0
REBUILD_MUST_REACH = 1.5
SAMPLE = 200_000  # matches held in memory for the arithmetic
ROUNDS = 5
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)

Four = tuple[int, int, int, int, bool]


def drawn(matches: int, players: int, first: int) -> Iterator[Four]:
    """Yield who played with whom, and whether the first two won."""
    dice = random.Random(2_026)
    everybody = range(first, first + players)
    for _ in range(matches):
        a, b, c, d = dice.sample(everybody, 4)
        yield a, b, c, d, dice.random() < 0.5


def bare_loop(played: list[Four]) -> dict[int, float]:
    """Compute what each match changes, as plainly as Python can."""
    ratings: dict[int, float] = {}
    counts: dict[int, int] = {}
    for a, b, c, d, won in played:
        own = (ratings.get(a, 1500.0) + ratings.get(b, 1500.0)) / 2
        other = (ratings.get(c, 1500.0) + ratings.get(d, 1500.0)) / 2
        expected = 1.0 / (1.0 + 10.0 ** ((other - own) / 400.0))
        score = 1.0 if won else 0.0
        changes = []
        for user, chance, points in (
            (a, expected, score),
            (b, expected, score),
            (c, 1.0 - expected, 1.0 - score),
            (d, 1.0 - expected, 1.0 - score),
        ):
            before = ratings.get(user, 1500.0)
            count = counts.get(user, 0) + 1
            k = 40.0 if count <= 30 else 20.0
            after = before + k * (points - chance)
            ratings[user] = after if after > 100.0 else 100.0  # noqa: FURB136 # a call would slow the loop down
            counts[user] = count
            changes.append((user, before, after, k, chance, points, count))
    return ratings


def own_arithmetic(matches: list[list[Side]]) -> dict[int, float]:
    """Compute the same by `games.ratings`."""
    standings = Standings(Scale())
    for sides in matches:
        rate(sides, standings)
    return standings.ratings


def seconds(deed: Callable[[], Any]) -> float:
    """Return how long *deed* takes."""
    gc.collect()
    begun = time.perf_counter()
    deed()
    return time.perf_counter() - begun


def arithmetic(matches: int, players: int) -> float:
    """Measure both in turns, print the best of each, and return the loop's seconds for all matches."""
    played = list(drawn(min(matches, SAMPLE), players, 1))
    sides = [[Side(1 if won else 2, [a, b]), Side(2 if won else 1, [c, d])] for a, b, c, d, won in played]
    assert bare_loop(played) == own_arithmetic(sides)
    pairs = [(seconds(lambda: bare_loop(played)), seconds(lambda: own_arithmetic(sides))) for _ in range(ROUNDS)]
    loop, own = min(loop for loop, _ in pairs), min(own for _, own in pairs)
    report(
        "arithmetic",
        loop_us=round(loop / len(played) * 1e6, 2),
        own_us=round(own / len(played) * 1e6, 2),
        ratio=round(own / loop, 2),
        must_reach=ARITHMETIC_MUST_REACH,
    )
    return loop * matches / len(played)


def report(what: str, **figures: Any) -> None:
    print(json.dumps({"bench": "ratings", "what": what, **figures}), flush=True)


def copy_in(model: Any, columns: dict[str, Any], rows: Iterator[dict[str, Any]]) -> None:
    """Store rows of *model*; *columns* are what all of them share."""
    from django.db import connection

    fields = [field for field in model._meta.concrete_fields if field.attname in columns]
    names = ", ".join(f'"{field.column}"' for field in fields)
    with connection.cursor() as cursor, cursor.copy(f"COPY {model._meta.db_table} ({names}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row([(columns | row)[field.attname] for field in fields])


def fill(matches: int, players: int) -> None:
    """Store people and a million ended matches of theirs."""
    from accounts.models import User
    from games.models import Match, MatchSeat, Pool, Table

    User.objects.bulk_create(
        [User(username=f"p{n}", name_key=f"p{n}", look_key=f"p{n}", kind=User.Kind.HUMAN) for n in range(players)],
        batch_size=2_000,
    )
    first = User.objects.order_by("pk").values_list("pk", flat=True)[0]
    table = Table.objects.create(preset="club", rules_version=1, seat_count=4, rated=True)
    model = Match(
        table=table, preset="club", rules_version=1, pool="pairs", rated=True, move_seconds=20, bank_seconds=120,
        bot_delay_ms=900, status="finished", started_at=BEGAN,
    )  # fmt: skip
    shared = {field.attname: getattr(model, field.attname) for field in Match._meta.concrete_fields}
    shared["options"] = "{}"
    ended = (
        {
            "id": UUID(int=n),
            "number": n,
            "finish_no": n,
            "finished_at": BEGAN + timedelta(minutes=n),
            "result": '{"winners": [0], "totals": [31, 20]}',
        }
        for n in range(1, matches + 1)
    )
    copy_in(Match, shared, ended)
    seat = MatchSeat()
    shared = {field.attname: getattr(seat, field.attname) for field in MatchSeat._meta.concrete_fields}
    del shared["id"]
    held = (
        {"match_id": UUID(int=n), "number": number, "user_id": user, "side": side, "place": 1 + (won == bool(side))}
        for n, (a, b, c, d, won) in enumerate(drawn(matches, players, first), 1)
        for number, user, side in ((0, a, 0), (2, b, 0), (1, c, 1), (3, d, 1))
    )
    copy_in(MatchSeat, shared, held)
    Pool.objects.create(name="pairs", finished=matches)


def whole(matches: int, loop: float) -> None:
    """Measure the rebuild from nothing, and what it is compared with; print both."""
    from django.db import connection, transaction

    from games.services import ledger_rows, rebuilding

    def statement(text: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(text)

    def bare_copy_out() -> None:
        ledger_rows._copied(ledger_rows._SEATS, ["pairs", 0, matches])

    def bare_copy_in() -> None:
        with transaction.atomic(), connection.cursor() as cursor, cursor.copy(ledger_rows._STORE) as copy:
            copy.write(stored)

    statement("VACUUM ANALYZE")
    rebuilt = seconds(lambda: rebuilding.rebuild(pool="pairs"))
    statement("ANALYZE")
    found: list[str] = []
    checked = seconds(lambda: found.extend(rebuilding.differences(pool="pairs")))
    assert not found, found[:3]
    rows = ledger_rows.ChangeRows("pairs").stored(0, matches)
    stored = ledger_rows._HEAD + rows + ledger_rows._END
    statement("TRUNCATE games_ratingchange")
    out = seconds(bare_copy_out)
    back = seconds(bare_copy_in)
    report(
        "rebuild",
        matches=matches,
        loop_s=round(loop, 1),
        copy_out_s=round(out, 1),
        copy_in_s=round(back, 1),
        rebuild_s=round(rebuilt, 1),
        ratio=round(rebuilt / (loop + out + back), 2),
        must_reach=REBUILD_MUST_REACH,
        check_s=round(checked, 1),
    )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--matches", type=int, default=1_000_000)
    words.add_argument("--players", type=int, default=20_000)
    asked = words.parse_args()
    loop = arithmetic(asked.matches, asked.players)
    with rig():
        fill(asked.matches, asked.players)
        whole(asked.matches, loop)


if __name__ == "__main__":
    main()

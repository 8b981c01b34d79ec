"""Pages: server time and queries of the pages people see most, beside an empty Django view.

`python -m bench.pages [--matches 2000] [--entrants 128] [--rounds 200]` prints a JSON line a page. Each is asked for in
turn with a view that answers with nothing, through the same middleware, in one process; then once more with twice the
matches, players, tables and entrants, for the number of its queries.
"""

import argparse
import gc
import json
import random
import statistics
import time
from typing import Any, Final

from bench.rig import rig

P95_MS: Final = 50
TABLES: Final = 40


def fill(matches: int, dice: random.Random) -> None:
    """Store people, open tables, and rated matches that have ended, with all that follows from them."""
    from django.utils import timezone

    from accounts.models import User
    from games.models import Match, MatchSeat, Pool
    from games.services import ratings, seasons
    from games.services.statistics import count_left
    from games.services.tables import open_table

    have = User.objects.count()
    people = [User.objects.create_user(f"person-{have + number}") for number in range(matches // 20)]
    tables = [open_table(user_id=user.pk, preset="club", rated=True) for user in people[:TABLES]]
    open_table(user_id=people[0].pk, preset="club")  # where nobody has played yet
    pool, _ = Pool.objects.get_or_create(name="pairs")
    for number in range(matches):
        pool.finished += 1
        now = timezone.now()
        match = Match.objects.create(
            table_id=tables[number % TABLES], number=1 + number // TABLES, preset="club", rules_version=1, pool="pairs",
            rated=True, move_seconds=30, bank_seconds=0, bot_delay_ms=0, status=Match.Status.FINISHED,
            result={"winners": [0], "totals": [31, 20], "reason": "target"}, finish_no=pool.finished,
            started_at=now, finished_at=now,
        )  # fmt: skip
        four = [people[0], *dice.sample(people[1:], 3)]  # one of them plays every match
        dice.shuffle(four)
        MatchSeat.objects.bulk_create(
            MatchSeat(match=match, number=seat, user=user, side=seat % 2, place=1 + seat % 2)
            for seat, user in enumerate(four)
        )
    pool.save()
    ratings.rate_left()
    seasons.follow_left()
    count_left()


def fill_tournament(entrants: int) -> str:
    """Store a knock-out of so many pairs that has come to its last round, and return its code."""
    from django.utils import timezone

    from accounts.models import Club, User
    from tournaments.formats.encounters import Plan
    from tournaments.models import Encounter, EncounterLeg, Entrant, EntrantMember, Round, Tournament
    from tournaments.selectors.plans import stored_plan
    from tournaments.selectors.stages import format_of, stage_of

    club, _ = Club.objects.get_or_create(slug="bench", defaults={"name": "Bench"})
    have = User.objects.count()
    people = [User.objects.create_user(f"pair-{have + number}") for number in range(2 * entrants)]
    tournament = Tournament.objects.create(
        club=club, name="Bench", format="knockout", state="running", starts_at=timezone.now(), plan=stored_plan(Plan())
    )
    rows = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, seed=number) for number in range(1, entrants + 1)
    )
    EntrantMember.objects.bulk_create(
        EntrantMember(tournament=tournament, entrant=rows[at // 2], user=user) for at, user in enumerate(people)
    )
    by_number = {row.number: row for row in rows}
    while (draft := format_of(tournament).next_round(stage_of(tournament))) is not None:
        drawn = Round.objects.create(tournament=tournament, number=draft.round, state="closed")
        encounters = Encounter.objects.bulk_create(
            Encounter(
                tournament=tournament, round=drawn, key=pairing.key, table_number=pairing.table, ending="played",
                home=by_number[pairing.home], away=by_number.get(pairing.away or 0),
            )
            for pairing in draft.pairings
        )  # fmt: skip
        EncounterLeg.objects.bulk_create(
            EncounterLeg(encounter=encounter, number=1, home=31, away=20) for encounter in encounters
        )
    return str(tournament.code)


def addresses(tournament: str) -> dict[str, str]:
    """Return the pages, with the player who has the most to show and the tournament of this code."""
    from games.models import Rating, Table

    player = Rating.objects.order_by("-matches")[0].user.username
    table = Table.objects.filter(matches=None).earliest("pk")
    return {
        "empty": "/empty/",
        "home": "/",
        "lobby": "/tables/",
        "table": f"/tables/{table.code}/",
        "ladder": "/ladder/",
        "profile": f"/players/{player}/",
        "rating": f"/players/{player}/ratings/pairs/",
        "tournament": f"/tournaments/{tournament}/",
        "bracket": f"/tournaments/{tournament}/bracket/",
    }


def queries(pages: dict[str, str]) -> dict[str, int]:
    """Return how many queries each page costs."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"Host": "127.0.0.1"})
    counts = {}
    for name, address in pages.items():
        client.get(address)
        with CaptureQueriesContext(connection) as counted:
            answer = client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address} answers {answer.status_code}")
        counts[name] = len(counted)
    return counts


def times(pages: dict[str, str], rounds: int) -> dict[str, list[float]]:
    """Return the milliseconds each page takes, one after the other in every round."""
    from django.test import Client

    client = Client(headers={"Host": "127.0.0.1"})
    taken: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(rounds):
        for name, address in pages.items():
            begun = time.perf_counter()
            client.get(address)
            taken[name].append(1000 * (time.perf_counter() - begun))
    return taken


def main() -> None:
    """Measure as the command line says."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--matches", type=int, default=2000)
    words.add_argument("--entrants", type=int, default=128)
    words.add_argument("--rounds", type=int, default=200)
    said = words.parse_args()
    with rig():
        from django.core.management import call_command
        from django.test import override_settings

        call_command("collectstatic", interactive=False, verbosity=0)
        dice = random.Random(1)
        fill(said.matches, dice)
        with override_settings(ROOT_URLCONF="bench.page_urls"):
            pages = addresses(fill_tournament(said.entrants))
            counts = queries(pages)
            gc.freeze()  # as a web process does once it has loaded the pages (config/asgi.py)
            taken = times(pages, said.rounds)
            fill(said.matches, dice)
            grown = queries(addresses(fill_tournament(2 * said.entrants)))
        beside = statistics.median(taken.pop("empty"))
        for name, row in taken.items():
            p95 = statistics.quantiles(row, n=20)[-1]
            told: dict[str, Any] = {
                "bench": "pages",
                "page": name,
                "queries": counts[name],
                "queries_with_twice_the_rows": grown[name],
                "p50_ms": round(statistics.median(row), 1),
                "p95_ms": round(p95, 1),
                "empty_view_p50_ms": round(beside, 2),
                "ratio": round(statistics.median(row) / beside, 1),
                "must": {"p95_ms": P95_MS},
                "reached": p95 <= P95_MS and counts[name] == grown[name],
            }
            print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()

"""Pairing: what a Swiss round and a whole knock-out cost, beside the graph library alone.

``python -m bench.pairing`` prints a JSON line a row. A tournament of nine rounds is played with results made up once;
then every one of its rounds is drawn again, three ways in turn: by ``Swiss.next_round`` from entrants, pairings and
results; by a bare script over the library, which knows points and who has met and gives it every pair that may meet;
and by the library alone, handed that list ready-made. The knock-out is drawn round by round to its champion, beside
plain lists that know neither byes nor results.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from rustworkx import PyGraph, max_weight_matching

from tournaments.formats.encounters import Leg, Result
from tournaments.formats.knockout import Knockout
from tournaments.formats.seeding import in_order
from tournaments.formats.stage import Format, Pairing, Stage
from tournaments.formats.swiss import Swiss

SEED: Final = 20260501
ROUNDS: Final = 9
MUST_REACH: Final = 1.2
Edges = list[tuple[int, int, int]]


def played(chosen: Format, entrants: int) -> list[Stage]:
    """Return a tournament before each of its rounds; the better seed wins two times in three."""
    rng = random.Random(SEED)
    stage = Stage(in_order(range(1, entrants + 1)))
    stages = [stage]
    while draft := chosen.next_round(stage):
        stage = stage.drawn(draft.pairings).decided(decided(draft.pairings, rng))
        stages.append(stage)
    return stages[:-1]


def decided(pairings: tuple[Pairing, ...], rng: random.Random) -> list[Result]:
    """Return results for *pairings*."""
    won, lost = Leg(31, 20), Leg(20, 31)
    return [
        Result(at.key, (won if (at.home < at.away) == (rng.random() < 2 / 3) else lost,))
        for at in pairings
        if at.away is not None
    ]


def drawn_again(chosen: Format, stage: Stage) -> object:
    """Draw the next round of *stage* with nothing of it worked out yet."""
    return chosen.next_round(Stage(stage.entrants, stage.pairings, stage.results))


def standing(stage: Stage) -> tuple[list[int], list[set[int]]]:
    """Return points by entrant, and whom each has met, as a bare script would have them at hand."""
    points, met = [0] * len(stage.entrants), [set() for _ in stage.entrants]  # type: list[int], list[set[int]]
    for at in stage.pairings:
        if at.away is not None:
            met[at.home - 1].add(at.away - 1)
            met[at.away - 1].add(at.home - 1)
            points[(stage.winner_of(at) or 1) - 1] += 1
    return points, met


def edges_of(points: list[int], met: list[set[int]]) -> Edges:
    """Return every pair that has not met, the dearer the farther apart in points."""
    size = len(points)
    return [
        (one, other, 1000 - (points[one] - points[other]) ** 2)
        for one in range(size)
        for other in range(one + 1, size)
        if other not in met[one]
    ]


def scripted(points: list[int], met: list[set[int]]) -> int:
    """Pair by a bare script over the library."""
    return matched(len(points), edges_of(points, met))


def matched(size: int, edges: Edges) -> int:
    """Pair by the library alone."""
    graph: PyGraph[int, int] = PyGraph(multigraph=False, node_count_hint=size, edge_count_hint=len(edges))
    graph.add_nodes_from(range(size))
    graph.add_edges_from(edges)
    return len(max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def bare_knockout(entrants: int) -> int:
    """Halve a list of seeds until one is left."""
    rng = random.Random(SEED)
    order, matches = [1], 0
    while len(order) < entrants:
        both = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, both - upper)]
    while len(order) > 1:
        pairs = [(order[place], order[place + 1]) for place in range(0, len(order), 2)]
        results = {pair: pair[0] if (pair[0] < pair[1]) == (rng.random() < 2 / 3) else pair[1] for pair in pairs}
        order = [results[pair] for pair in pairs]
        matches += len(pairs)
    return matches


def least(runs: int, *ways: Callable[[], object]) -> list[float]:
    """Return the least CPU time of *runs* runs of each of *ways*, in milliseconds, run in turn."""
    best = [float("inf")] * len(ways)
    for _ in range(runs):
        for number, way in enumerate(ways):
            begun = time.process_time()
            way()
            best[number] = min(best[number], (time.process_time() - begun) * 1e3)
    return best


def show(row: str, **figures: Any) -> None:
    """Print a row."""
    print(json.dumps({"bench": "pairing", "row": row, **figures}), flush=True)


def swiss(entrants: int, runs: int) -> None:
    """Measure nine rounds of *entrants*."""
    chosen = Swiss(ROUNDS)
    totals = [0.0, 0.0, 0.0]
    slowest = 0.0
    for stage in played(chosen, entrants):
        points, met = standing(stage)
        ways = (
            partial(drawn_again, chosen, stage),
            partial(scripted, points, met),
            partial(matched, entrants, edges_of(points, met)),
        )
        figures = least(runs, *ways)
        totals = [total + figure for total, figure in zip(totals, figures, strict=True)]
        slowest = max(slowest, figures[0])
    show(
        f"swiss_{entrants}",
        ms_nine_rounds=round(totals[0], 2),
        ms_slowest_round=round(slowest, 2),
        ms_script_over_library=round(totals[1], 2),
        ms_library=round(totals[2], 2),
        ratio_to_script=round(totals[0] / totals[1], 2),
        ratio_to_library=round(totals[0] / totals[2], 2),
        must_reach=f"at most {MUST_REACH} x library",
    )


def knockout(entrants: int, runs: int) -> None:
    """Measure a whole knock-out of *entrants*."""
    stages = played(Knockout(), entrants)
    figures = least(
        runs,
        lambda: [drawn_again(Knockout(), stage) for stage in stages],
        lambda: bare_knockout(entrants),
    )
    show(
        f"knockout_{entrants}",
        ms_all_rounds=round(figures[0], 2),
        ms_plain_lists=round(figures[1], 2),
        us_a_match=round(figures[0] * 1e3 / (entrants - 1), 2),
        ratio_to_plain_lists=round(figures[0] / figures[1], 2),
    )


def main() -> None:
    """Print a row a tournament."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    args = parser.parse_args()
    for entrants in (64, 256):
        swiss(entrants, args.runs)
    knockout(4096, args.runs)


if __name__ == "__main__":
    main()

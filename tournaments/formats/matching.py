"""Matching: the cheapest way to pair everybody, by rustworkx; the one module of formats that needs a library."""

from collections.abc import Sequence
from operator import neg

from rustworkx import PyGraph, max_weight_matching

Edge = tuple[int, int, int]  # two who may meet, and what it costs


def cheapest(size: int, edges: Sequence[Edge]) -> list[tuple[int, int]] | None:
    """Return the pairs of 0 … *size* - 1 with the least sum of costs, the lower first, or None where there is no way.

    Costs are whole; the library counts with 128 bits.
    """
    graph: PyGraph[int, int] = PyGraph(multigraph=False, node_count_hint=size, edge_count_hint=len(edges))
    graph.add_nodes_from(range(size))
    graph.add_edges_from(edges)
    pairs = max_weight_matching(graph, max_cardinality=True, weight_fn=neg)
    if 2 * len(pairs) < size:
        return None
    return sorted((one, other) if one < other else (other, one) for one, other in pairs)

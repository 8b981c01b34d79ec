"""Matching: the cheapest way to pair everybody, by rustworkx; the one module of formats that needs a library."""

from collections.abc import Iterable

from rustworkx import PyGraph, max_weight_matching

Edge = tuple[int, int, int]  # two who may meet, and what it costs


def cheapest(size: int, edges: Iterable[Edge]) -> list[tuple[int, int]] | None:
    """Return the pairs of 0 … *size* - 1 with the least sum of costs, the lower first, or None where there is no way.

    Costs are from 0 up and whole; the library counts with 128 bits.
    """
    known = list(edges)
    most = max((cost for _, _, cost in known), default=0) + 1
    graph: PyGraph[int, int] = PyGraph(multigraph=False, node_count_hint=size, edge_count_hint=len(known))
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(one, other, most - cost) for one, other, cost in known])
    pairs = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(pairs) < size:
        return None
    return sorted((one, other) if one < other else (other, one) for one, other in pairs)

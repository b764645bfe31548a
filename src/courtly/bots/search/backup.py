"""Kernels that write a simulation into the tree: visits on the way down, rewards once the leaf is judged.

The two are separate so that many simulations can be under way at once: a move that is visited and not rewarded yet
looks worse to the next one, which then tries another (virtual loss).
"""

from __future__ import annotations

from courtly.bots.search.state import ROOT, SEATS, Way
from courtly.engine.arrays import Float64Array, Int32Array
from courtly.engine.compile.kernel import inlined
from courtly.engine.contract.layout import States


@inlined
def count_visits(nodes: States, path: Int32Array, way: Way) -> None:
    """Count a visit of each node of a path that learns, and of the root."""
    nodes[ROOT].visits += 1
    for i in range(way.since, way.depth):
        node = path[i]
        if way.learner in (-1, nodes[node].key % SEATS):
            nodes[node].visits += 1


@inlined
def hand_back(nodes: States, path: Int32Array, way: Way, rewards: Float64Array) -> None:
    """Add to each learning node of a path the reward of the seat that moved there."""
    for i in range(way.since, way.depth):
        node = path[i]
        seat = nodes[node].key % SEATS
        if way.learner in (-1, seat):
            nodes[node].value += rewards[0, seat]
            nodes[node].wins += rewards[1, seat]

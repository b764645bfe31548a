"""Kernels that update the tree: visits on the way down, rewards after the leaf is evaluated.

The two steps are separate so that many simulations can be in progress together. A move with a visit but no reward yet
looks worse to the next simulation, which then tries another move (virtual loss).
"""

from __future__ import annotations

from courtly.bots.search.state import ROOT, SEATS, Path
from courtly.engine.arrays import Float64Array, Int32Array
from courtly.engine.compile.kernel import inlined
from courtly.engine.contract.layout import States


@inlined
def count_visits(nodes: States, path: Int32Array, path_end: Path) -> None:
    """Add a visit to the root and to each learning node of a path."""
    nodes[ROOT].visits += 1
    for i in range(path_end.since, path_end.depth):
        node = path[i]
        if path_end.learner in (-1, nodes[node].key % SEATS):
            nodes[node].visits += 1


@inlined
def backpropagate(nodes: States, path: Int32Array, path_end: Path, rewards: Float64Array) -> None:
    """Add to each learning node of a path the reward of the seat that moved there."""
    for i in range(path_end.since, path_end.depth):
        node = path[i]
        seat = nodes[node].key % SEATS
        if path_end.learner in (-1, seat):
            nodes[node].value += rewards[0, seat]
            nodes[node].wins += rewards[1, seat]

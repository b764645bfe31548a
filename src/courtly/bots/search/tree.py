"""The tree of a search: children found by their move, the next one chosen, rewards handed back. Kernels.

Upper bounds with a prior (Rosin 2011), as Cowling, Powley and Whitehouse (2012) adapt them to information sets: what a
child is compared with is not how often its parent was visited, but how often the child itself was there to be chosen.
The prior gives one share to the move of the game's rule-based player and divides the rest among the others.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from courtly.bots.search.state import NO_MOVE, ROOT, SEATS, Search
from courtly.engine.kernel import inlined, kernel
from courtly.engine.layout import States
from courtly.engine.rng import Stream, below

Numbers = npt.NDArray[np.int32]

Desk = tuple[Numbers, Numbers, Numbers, Numbers]
"""Working space: legal moves, the child of each, the child before each, an order of moves."""


@inlined
def stride_of(search: Search, n: int, visits: int) -> int:
    """Return how far apart the moves lie that a node tries: a power of two, less the more visits it has.

    Numbers of moves that lie side by side are often much the same, as are stakes of 40 and of 41 coins.
    """
    stride = 1
    width = search.wide + math.sqrt(visits)
    while n > width * stride:
        stride *= 2
    return stride


@kernel
def match_children(nodes: States, node: int, legal: tuple[int, int], desk: Desk) -> None:
    """Find the child of each legal move, and the child after which a new one would be hung up.

    `legal` is the number of moves and the seat; moves and children are both in ascending order.
    """
    n, seat = legal
    moves, slots, befores, _ = desk
    before, child = ROOT, int(nodes[node].child)
    for i in range(n):
        key = int(moves[i]) * SEATS + seat
        while child != ROOT and nodes[child].key < key:
            before, child = child, int(nodes[child].after)
        befores[i] = before
        slots[i] = child if child != ROOT and nodes[child].key == key else ROOT


@kernel
def pick(search: Search, nodes: States, at: tuple[int, int, int], desk: Desk, rng: Stream) -> int:
    """Return the index of the move to try next; `at` is the node, how many moves are legal, and how far apart to look.

    What was never tried is thought a little worse than the average of what was; the steward's move is not.
    """
    node, n, stride = at
    moves, slots, _, order = desk
    wanted = int(nodes[node].prior)
    untried, tried, visits, value = 0, 0, 0, 0.0
    for i in range(n):
        if i % stride != 0 and i != n - 1 and moves[i] != wanted:
            continue
        child = int(slots[i])
        if child == ROOT or nodes[child].visits == 0:
            order[untried] = i
            untried += 1
        else:
            tried += 1
            order[n - tried] = i
            nodes[child].offered += 1
            visits += nodes[child].visits
            value += nodes[child].value
    rest = (1.0 - search.prior) / max(1, untried + tried - 1)
    best, urgency = most_urgent(search, nodes, (n, tried), (rest, wanted), desk)
    return best_untried(search, (best, untried, wanted, visits), (urgency, value, rest), desk, rng)


@inlined
def most_urgent(
    search: Search, nodes: States, span: tuple[int, int], prior: tuple[float, int], desk: Desk
) -> tuple[int, float]:
    """Return the index of the tried move with the greatest upper bound, and the bound; `span` says where they stand."""
    n, tried = span
    rest, wanted = prior
    moves, slots, _, order = desk
    best, urgency = -1, -np.inf
    for k in range(n - tried, n):
        child = nodes[slots[order[k]]]
        share = search.prior if moves[order[k]] == wanted else rest
        bound = child.value / child.visits
        bound += search.explore * share * math.sqrt(float(child.offered)) / (1.0 + child.visits)
        if bound > urgency:
            best, urgency = int(order[k]), bound
    return best, urgency


@inlined
def best_untried(
    search: Search,
    found: tuple[int, int, int, int],
    worth: tuple[float, float, float],
    desk: Desk,
    rng: Stream,
) -> int:
    """Return the index of an untried move when it is more urgent than the best of the tried, else that one's."""
    best, untried, wanted, visits = found
    urgency, value, rest = worth
    moves, _, _, order = desk
    mean = value / visits if visits else 0.5
    hope = mean - search.unknown + search.explore * rest * math.sqrt(float(visits))
    if untried > 0 and hope > urgency:
        best, urgency = int(order[below(rng, untried)]), hope
    for k in range(untried):
        if moves[order[k]] == wanted and mean + search.explore * search.prior * math.sqrt(visits + 1.0) > urgency:
            return int(order[k])
    return best


@kernel
def hang_up(search: Search, nodes: States, node: int, key: int, before: int) -> int:
    """Give a node a new child, after another or as its first; return its number."""
    child = int(search.used)
    search.used += 1
    nodes[child].key = key
    nodes[child].child = ROOT
    nodes[child].visits, nodes[child].offered, nodes[child].prior = 0, 1, NO_MOVE
    nodes[child].value, nodes[child].wins = 0.0, 0.0
    if before == ROOT:
        nodes[child].after = nodes[node].child
        nodes[node].child = child
    else:
        nodes[child].after = nodes[before].after
        nodes[before].after = child
    return child

"""Kernels that descend a tree: match children with legal moves, choose the next move, add one node at the end.

Upper confidence bounds with priors (Rosin 2011), adapted to information sets by Cowling, Powley and Whitehouse (2012):
the bound of a child uses the number of times the child was available, not the visits of its parent. The guide provides
the priors.
"""

from __future__ import annotations

import math

import numpy as np

from courtly.bots.search.guide import Guide, favourite, priors
from courtly.bots.search.state import DEPTH, NOTHING, ROOT, SEATS, Path, Scratch, SearchState
from courtly.engine.arrays import Int32Array
from courtly.engine.compile.dispatch import apply, legal, redeal
from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import States


@inlined
def observer_of(search_state: SearchState) -> int:
    """Return the observer of the next simulation: the searching seat, or for every second simulation an opponent.

    Opponents observe only if `search_state.observers` is set. They alternate.
    """
    if not search_state.observers or search_state.done % 2 == 0:
        return int(search_state.seat)
    turn = int(search_state.done) // 2 % (int(search_state.players) - 1)
    return (int(search_state.seat) + 1 + turn) % int(search_state.players)


@kernel
def descend(
    content: Record,
    s: Record,
    search_state: SearchState,
    nodes: States,
    guide: Guide,
    path: Int32Array,
    scratch: Scratch,
    rng: Stream,
) -> Path:
    """Descend the tree, play one move beyond it, and write the nodes on the way into `path`.

    If the observer is an opponent, the cards hidden from that opponent are redealt at that opponent's first decision,
    and only moves of that opponent learn.
    """
    observer = observer_of(search_state)
    node, depth, since = ROOT, 0, 0 if observer == search_state.seat else DEPTH
    while s.to_move >= 0 and depth < DEPTH:
        seat = int(s.to_move)
        if since == DEPTH and seat == observer:
            redeal(content, s, seat, rng)
            since = depth
        n = legal(content, s, scratch.moves)
        match_children(nodes, node, n, seat, scratch)
        chosen = pick(search_state, nodes, node, n, guide, scratch, rng) if n > 1 else 0
        move, child = int(scratch.moves[chosen]), int(scratch.slots[chosen])
        fresh = child == ROOT
        if fresh:
            if search_state.used == len(nodes):
                break
            child = insert_child(search_state, nodes, node, move * SEATS + seat, int(scratch.befores[chosen]))
        apply(content, s, move)
        path[depth] = child
        depth += 1
        node = child
        if fresh:
            break
    return Path(depth, since, observer if search_state.observers else -1)


@kernel
def match_children(nodes: States, node: int, n: int, seat: int, scratch: Scratch) -> None:
    """Find the child of each of a seat's `n` legal moves, and the child after which a new child would be inserted.

    Moves and children are both in ascending order.
    """
    before, child = ROOT, int(nodes[node].child)
    for i in range(n):
        key = int(scratch.moves[i]) * SEATS + seat
        while child != ROOT and nodes[child].key < key:
            before, child = child, int(nodes[child].after)
        scratch.befores[i] = before
        scratch.slots[i] = child if child != ROOT and nodes[child].key == key else ROOT


@inlined
def stride_of(search_state: SearchState, n: int, visits: int) -> int:
    """Return the stride: a node tries every `stride`-th legal move. It is a power of two that shrinks as visits grow.

    Neighbouring move numbers are often similar moves, such as stakes of 40 and of 41 coins.
    """
    stride = 1
    width = search_state.wide + math.sqrt(visits)
    while n > width * stride:
        stride *= 2
    return stride


@kernel
def pick(
    search_state: SearchState, nodes: States, node: int, n: int, guide: Guide, scratch: Scratch, rng: Stream
) -> int:
    """Return the index of the move to try next.

    An untried move is valued a little below the average of the tried ones, except the guide's favourite.
    """
    wanted, stride = int(favourite(guide, nodes, node)), stride_of(search_state, n, int(nodes[node].visits))
    untried, tried, visits, value = 0, 0, 0, 0.0
    for i in range(n):
        if i % stride != 0 and i != n - 1 and scratch.moves[i] != wanted:
            continue
        child = int(scratch.slots[i])
        if child == ROOT or nodes[child].visits == 0:
            scratch.order[untried] = i
            untried += 1
        else:
            tried += 1
            scratch.order[n - tried] = i
            nodes[child].offered += 1
            visits += nodes[child].visits
            value += nodes[child].value
    rest = priors(guide, nodes, node, scratch.moves, n, untried + tried, scratch.priors)
    best, urgency = most_urgent(search_state, nodes, n, tried, scratch)
    if untried == 0:
        return best
    mean = value / visits if visits else 0.5
    return best_untried(search_state, best, urgency, untried, wanted, visits, mean, rest, scratch, rng)


@inlined
def most_urgent(search_state: SearchState, nodes: States, n: int, tried: int, scratch: Scratch) -> tuple[int, float]:
    """Return the index of the tried move with the greatest upper bound, and the bound."""
    best, urgency = NOTHING, -np.inf
    for k in range(n - tried, n):
        i = int(scratch.order[k])
        child = nodes[scratch.slots[i]]
        bound = child.value / child.visits
        bound += search_state.explore * scratch.priors[i] * math.sqrt(float(child.offered)) / (1.0 + child.visits)
        if bound > urgency:
            best, urgency = i, bound
    return best, urgency


@inlined
def best_untried(
    search_state: SearchState,
    best: int,
    urgency: float,
    untried: int,
    wanted: int,
    visits: int,
    mean: float,
    rest: float,
    scratch: Scratch,
    rng: Stream,
) -> int:
    """Return the index of an untried move if it is more urgent than the best tried move, else `best`.

    `mean` is the average reward of the tried moves over their `visits`. The favourite is not reduced by
    `search_state.unknown`.
    """
    top, favoured = rest, NOTHING
    for k in range(untried):
        i = int(scratch.order[k])
        if scratch.moves[i] == wanted:
            favoured = i
        elif scratch.priors[i] > top:
            top = scratch.priors[i]
    hope = mean - search_state.unknown + search_state.explore * top * math.sqrt(float(visits))
    if hope > urgency:
        best, urgency = draw(untried, favoured, top, scratch, rng), hope
    if (
        favoured != NOTHING
        and mean + search_state.explore * scratch.priors[favoured] * math.sqrt(visits + 1.0) > urgency
    ):
        return favoured
    return best


@inlined
def draw(untried: int, favoured: int, top: float, scratch: Scratch, rng: Stream) -> int:
    """Return a random index: one of the untried moves with the greatest prior or the favourite, all equally likely."""
    count = 0
    for k in range(untried):
        i = scratch.order[k]
        if i == favoured or scratch.priors[i] >= top:
            scratch.order[k] = scratch.order[count]
            scratch.order[count] = i
            count += 1
    return int(scratch.order[below(rng, count)])


@kernel
def insert_child(search_state: SearchState, nodes: States, node: int, key: int, before: int) -> int:
    """Insert a new child of a node after `before`, or as its first child; return its number."""
    child = int(search_state.used)
    search_state.used += 1
    nodes[child].key = key
    nodes[child].child = ROOT
    nodes[child].visits, nodes[child].offered, nodes[child].note = 0, 1, NOTHING
    nodes[child].value, nodes[child].wins = 0.0, 0.0
    if before == ROOT:
        nodes[child].after = nodes[node].child
        nodes[node].child = child
    else:
        nodes[child].after = nodes[before].after
        nodes[before].after = child
    return child

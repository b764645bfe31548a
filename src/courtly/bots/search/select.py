"""Kernels that descend a tree: find children by their move, choose the next one, add one node at the end.

Upper bounds with a prior (Rosin 2011), adapted to information sets by Cowling, Powley and Whitehouse (2012): the bound
of a child uses how often that child was available, not how often its parent was visited. The priors are the guide's.
"""

from __future__ import annotations

import math

import numpy as np

from courtly.bots.search.guide import Guide, favourite, priors
from courtly.bots.search.state import DEPTH, NOTHING, ROOT, SEATS, Desk, Growth, Way
from courtly.engine.arrays import Int32Array
from courtly.engine.compile.dispatch import apply, legal, redeal
from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import States


@inlined
def observer_of(growth: Growth) -> int:
    """Return whose knowledge the next simulation samples: the searching seat's, every other time an opponent's."""
    if not growth.observers or growth.done % 2 == 0:
        return int(growth.seat)
    turn = int(growth.done) // 2 % (int(growth.players) - 1)
    return (int(growth.seat) + 1 + turn) % int(growth.players)


@kernel
def descend(
    content: Record, s: Record, growth: Growth, nodes: States, guide: Guide, path: Int32Array, desk: Desk, rng: Stream
) -> Way:
    """Play down the tree and one move beyond; the nodes on the way are written into `path`.

    An opponent's simulation redeals what that opponent cannot know where it decides first, and only its moves learn.
    """
    observer = observer_of(growth)
    node, depth, since = ROOT, 0, 0 if observer == growth.seat else DEPTH
    while s.to_move >= 0 and depth < DEPTH:
        seat = int(s.to_move)
        if since == DEPTH and seat == observer:
            redeal(content, s, seat, rng)
            since = depth
        n = legal(content, s, desk.moves)
        match_children(nodes, node, n, seat, desk)
        chosen = pick(growth, nodes, node, n, guide, desk, rng) if n > 1 else 0
        move, child = int(desk.moves[chosen]), int(desk.slots[chosen])
        fresh = child == ROOT
        if fresh:
            if growth.used == len(nodes):
                break
            child = hang_up(growth, nodes, node, move * SEATS + seat, int(desk.befores[chosen]))
        apply(content, s, move)
        path[depth] = child
        depth += 1
        node = child
        if fresh:
            break
    return Way(depth, since, observer if growth.observers else -1)


@kernel
def match_children(nodes: States, node: int, n: int, seat: int, desk: Desk) -> None:
    """Find the child of each of `n` legal moves of a seat, and the child after which a new one would be added.

    Moves and children are both in ascending order.
    """
    before, child = ROOT, int(nodes[node].child)
    for i in range(n):
        key = int(desk.moves[i]) * SEATS + seat
        while child != ROOT and nodes[child].key < key:
            before, child = child, int(nodes[child].after)
        desk.befores[i] = before
        desk.slots[i] = child if child != ROOT and nodes[child].key == key else ROOT


@inlined
def stride_of(growth: Growth, n: int, visits: int) -> int:
    """Return the stride of the moves that a node tries: a power of two that shrinks as visits grow.

    Numbers of moves that lie side by side are often much the same, as are stakes of 40 and of 41 coins.
    """
    stride = 1
    width = growth.wide + math.sqrt(visits)
    while n > width * stride:
        stride *= 2
    return stride


@kernel
def pick(growth: Growth, nodes: States, node: int, n: int, guide: Guide, desk: Desk, rng: Stream) -> int:
    """Return the index of the move to try next.

    What was never tried is thought a little worse than the average of what was; the guide's favourite is not.
    """
    wanted, stride = int(favourite(guide, nodes, node)), stride_of(growth, n, int(nodes[node].visits))
    untried, tried, visits, value = 0, 0, 0, 0.0
    for i in range(n):
        if i % stride != 0 and i != n - 1 and desk.moves[i] != wanted:
            continue
        child = int(desk.slots[i])
        if child == ROOT or nodes[child].visits == 0:
            desk.order[untried] = i
            untried += 1
        else:
            tried += 1
            desk.order[n - tried] = i
            nodes[child].offered += 1
            visits += nodes[child].visits
            value += nodes[child].value
    rest = priors(guide, nodes, node, desk.moves, n, untried + tried, desk.priors)
    best, urgency = most_urgent(growth, nodes, n, tried, desk)
    if untried == 0:
        return best
    mean = value / visits if visits else 0.5
    return best_untried(growth, best, urgency, untried, wanted, visits, mean, rest, desk, rng)


@inlined
def most_urgent(growth: Growth, nodes: States, n: int, tried: int, desk: Desk) -> tuple[int, float]:
    """Return the index of the tried move with the greatest upper bound, and the bound."""
    best, urgency = NOTHING, -np.inf
    for k in range(n - tried, n):
        i = int(desk.order[k])
        child = nodes[desk.slots[i]]
        bound = child.value / child.visits
        bound += growth.explore * desk.priors[i] * math.sqrt(float(child.offered)) / (1.0 + child.visits)
        if bound > urgency:
            best, urgency = i, bound
    return best, urgency


@inlined
def best_untried(
    growth: Growth,
    best: int,
    urgency: float,
    untried: int,
    wanted: int,
    visits: int,
    mean: float,
    rest: float,
    desk: Desk,
    rng: Stream,
) -> int:
    """Return the index of an untried move when it is more urgent than `best`, the best of the tried, else that one's.

    `mean` is the average of what was tried in `visits`; the favourite is compared without what the others are docked.
    """
    top, favoured = rest, NOTHING
    for k in range(untried):
        i = int(desk.order[k])
        if desk.moves[i] == wanted:
            favoured = i
        elif desk.priors[i] > top:
            top = desk.priors[i]
    hope = mean - growth.unknown + growth.explore * top * math.sqrt(float(visits))
    if hope > urgency:
        best, urgency = draw(untried, favoured, top, desk, rng), hope
    if favoured != NOTHING and mean + growth.explore * desk.priors[favoured] * math.sqrt(visits + 1.0) > urgency:
        return favoured
    return best


@inlined
def draw(untried: int, favoured: int, top: float, desk: Desk, rng: Stream) -> int:
    """Return the index of one of the untried moves with the greatest prior, or of the favourite, all as likely."""
    count = 0
    for k in range(untried):
        i = desk.order[k]
        if i == favoured or desk.priors[i] >= top:
            desk.order[k] = desk.order[count]
            desk.order[count] = i
            count += 1
    return int(desk.order[below(rng, count)])


@kernel
def hang_up(growth: Growth, nodes: States, node: int, key: int, before: int) -> int:
    """Give a node a new child, after another or as its first; return its number."""
    child = int(growth.used)
    growth.used += 1
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

"""Simulations: redeal, descend, play on, hand back. Written once over the contract of a game. Kernels.

One simulation samples what the asking seat cannot know, follows the tree by the moves that are legal in that sample,
adds one node, plays the match on, and gives every seat on the way its own reward (max-n).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.bots.search.state import DEPTH, NO_MOVE, ROOT, SEATS, Rollout, Search
from courtly.bots.search.tree import Desk, Numbers, hang_up, match_children, pick, stride_of
from courtly.engine.dispatch import apply, legal, policy, redeal, score
from courtly.engine.game import Record
from courtly.engine.kernel import inlined, kernel
from courtly.engine.layout import States
from courtly.engine.rng import Stream, below, restart

Floats = npt.NDArray[np.float64]
Flag = npt.NDArray[np.uint8]


@kernel
def grow(contents: States, states: States, searches: States, nodes: States, stop: Flag) -> int:
    """Make a batch of simulations, or fewer when `stop` is set meanwhile; return how many.

    `states` is the sample of the asking seat's knowledge, and working space.
    """
    search, content, s = searches[0], contents[0], states[1]
    rng = np.empty(1, np.uint64)
    most = int(search.most)
    desk = (np.empty(most, np.int32), np.empty(most, np.int32), np.empty(most, np.int32), np.empty(most, np.int32))
    path, rewards = np.empty(DEPTH, np.int32), np.empty((2, SEATS), np.float64)
    for i in range(search.batch):
        if stop[0]:
            return i
        restart(rng, int(search.luck), int(search.done))
        states[1] = states[0]
        redeal(content, s, int(search.seat), rng)
        depth, since = descend(content, s, (search, nodes, path, desk), rng)
        play_on(content, s, (search, nodes, int(path[depth - 1]) if depth else ROOT), desk[0], rng)
        reward(content, s, search, rewards)
        hand_back(search, nodes, path, (depth, since), rewards)
        search.done += 1
    return int(search.batch)


@inlined
def observer_of(search: Search) -> int:
    """Return whose knowledge this simulation is about: the asking seat's, every other time an opponent's."""
    if not search.observers or search.done % 2 == 0:
        return int(search.seat)
    turn = int(search.done) // 2 % (int(search.players) - 1)
    return (int(search.seat) + 1 + turn) % int(search.players)


@kernel
def descend(content: Record, s: Record, tree: tuple[Search, States, Numbers, Desk], rng: Stream) -> tuple[int, int]:
    """Play down the tree and one move beyond; return how many nodes lie on the path, and which is the first to learn.

    An opponent's simulation redeals what that opponent cannot know where it decides first.
    """
    search, nodes, path, desk = tree
    moves, slots, befores, _ = desk
    observer = observer_of(search)
    node, depth, since = ROOT, 0, 0 if observer == search.seat else DEPTH
    while s.to_move >= 0 and depth < DEPTH:
        seat = int(s.to_move)
        if since == DEPTH and seat == observer:
            redeal(content, s, seat, rng)
            since = depth
        n = legal(content, s, moves)
        match_children(nodes, node, (n, seat), desk)
        chosen = 0
        if n > 1:
            stride = stride_of(search, n, int(nodes[node].visits))
            chosen = pick(search, nodes, (node, n, stride), desk, rng)
        move, child = int(moves[chosen]), int(slots[chosen])
        fresh = child == ROOT
        if fresh:
            if search.used == len(nodes):
                break
            child = hang_up(search, nodes, node, move * SEATS + seat, int(befores[chosen]))
        apply(content, s, move)
        path[depth] = child
        depth += 1
        node = child
        if fresh:
            break
    return depth, since


@kernel
def play_on(content: Record, s: Record, leaf: tuple[Search, States, int], moves: Numbers, rng: Stream) -> None:
    """Play a match on, in place, to its end, or until the scores change after as many moves as the horizon says.

    The steward's move where the playout begins becomes the prior of the node that was left there.
    """
    search, nodes, node = leaf
    steward = search.rollout == Rollout.STEWARD
    left = int(search.horizon)
    ask = search.prior > 0 and nodes[node].prior == NO_MOVE
    scores = np.empty((2, SEATS), np.int32)
    while s.to_move >= 0 and (left > 0 or not _changed(content, s, scores, left)):
        left -= 1
        move = int(policy(content, s, rng)) if steward or ask else NO_MOVE
        if ask:
            nodes[node].prior = move
            ask = False
        if not steward:
            n = legal(content, s, moves)
            move = int(moves[below(rng, n)])
        apply(content, s, move)


@kernel
def _changed(content: Record, s: Record, scores: Numbers, left: int) -> bool:
    """Return whether the scores are others than those in the first row, written when none are `left`."""
    if left == 0:
        scores[:] = 0
        score(content, s, scores[0])
        return False
    score(content, s, scores[1])
    changed = False
    for seat in range(SEATS):
        changed |= scores[0, seat] != scores[1, seat]
    return changed


@kernel
def reward(content: Record, s: Record, search: Search, out: Floats) -> None:
    """Write the reward of each seat into `out[0]`, its share of victory into `out[1]`."""
    scores = np.empty(SEATS, np.int32)
    score(content, s, scores)
    players = int(search.players)
    best, second, winners = -(1 << 30), -(1 << 30), 0
    for seat in range(players):
        if scores[seat] > best:
            best, second, winners = int(scores[seat]), best, 1
        elif scores[seat] == best:
            second, winners = best, winners + 1
        else:
            second = max(second, int(scores[seat]))
    for seat in range(players):
        won = 1.0 / winners if scores[seat] == best else 0.0
        ahead = float(scores[seat] - (second if scores[seat] == best else best))
        out[1, seat] = won
        out[0, seat] = (1.0 - search.margin) * won + search.margin * (0.5 + 0.5 * ahead / (abs(ahead) + search.scale))


@kernel
def hand_back(search: Search, nodes: States, path: Numbers, span: tuple[int, int], rewards: Floats) -> None:
    """Add the rewards to the nodes of a path, each that of the seat which moved there; the root counts visits.

    `span` is the length of the path and the first node that learns; of an opponent's simulation only its own moves do.
    """
    depth, since = span
    observer = observer_of(search) if search.observers else -1
    nodes[ROOT].visits += 1
    for i in range(since, depth):
        node = path[i]
        seat = nodes[node].key % SEATS
        if observer in (-1, seat):
            nodes[node].visits += 1
            nodes[node].value += rewards[0, seat]
            nodes[node].wins += rewards[1, seat]

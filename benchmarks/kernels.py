"""Compiled loops around single operations, so that the call from Python is not measured.

All kernels of this package are in this file. They are recompiled when the rules, the engine or this file change, but
not when another file of the package does.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.dispatch import apply, deal, legal, observe, policy, redeal, score
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import Stream, below, restart
from courtly.engine.contract.layout import States
from courtly.engine.play.playout import play_out

POSITIONS = 64
"""Positions that a loop cycles through: a power of two, small enough to stay in the fastest processor caches."""


@kernel
def scatter(contents: States, states: States, family: int, most: int) -> None:
    """Fill `states` with positions from random matches, each at a random moment before the end.

    `family` identifies the random streams; `most` is the largest possible number of legal moves.
    """
    content = contents[0]
    rng, moves = np.empty(1, np.uint64), np.empty(most, np.int32)
    for i in range(len(states)):
        restart(rng, family, i)
        deal(content, states[i], rng)
        stop = below(rng, play_out(content, states[i], rng, moves))
        restart(rng, family, i)
        deal(content, states[i], rng)
        for _ in range(stop):
            n = legal(content, states[i], moves)
            apply(content, states[i], int(moves[below(rng, n)]))


@kernel
def copies(sources: States, targets: States, count: int) -> int:
    """Copy `count` states. The next source is read from the copy just made, so the compiler cannot omit a copy."""
    at = 0
    for i in range(count):
        targets[i & (POSITIONS - 1)] = sources[at]
        at = (at + 1 + targets[i & (POSITIONS - 1)].to_move) & (POSITIONS - 1)
    return at


@kernel
def redeals(contents: States, states: States, rng: Stream, count: int) -> None:
    """Redeal `count` times for the deciding seat, in place."""
    for i in range(count):
        at = i & (POSITIONS - 1)
        redeal(contents[0], states[at], int(states[at].to_move), rng)


@kernel
def observations(contents: States, states: States, out: npt.NDArray[np.float32], count: int) -> None:
    """Observe `count` times for the deciding seat, into the rows of `out`."""
    for i in range(count):
        at = i & (POSITIONS - 1)
        observe(contents[0], states[at], int(states[at].to_move), out[at])


@kernel
def policy_matches(contents: States, states: States, scores: npt.NDArray[np.int32], count: int, family: int) -> int:
    """Play matches with stewards in every seat, in one state; return the number of decisions.

    `family` identifies the random streams. `scores` has one row, for the last match.
    """
    rng = np.empty(1, np.uint64)
    content, s = contents[0], states[0]
    decisions = 0
    for i in range(count):
        restart(rng, family, i)
        deal(content, s, rng)
        while s.to_move >= 0:
            apply(content, s, policy(content, s, rng))
            decisions += 1
        score(content, s, scores[0])
    return decisions


@kernel
def draw_legal(mask: npt.NDArray[np.bool_], rng: Stream, actions: npt.NDArray[np.int64]) -> None:
    """Draw a legal action for each row of a mask, or 0 if there is none."""
    for i in range(len(mask)):
        left = int(mask[i].sum())
        left = below(rng, left) if left > 0 else -1
        actions[i] = 0
        for j in range(mask.shape[1]):
            if mask[i, j]:
                if left == 0:
                    actions[i] = j
                left -= 1

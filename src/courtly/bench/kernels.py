"""Loops around single operations, compiled, so that the call from Python is not what is measured.

All kernels of this room stand in this file: compiled code is made anew when the rules, the engine or this file change,
but not when another file here does.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.dispatch import apply, deal, legal, observe, policy, redeal, score
from courtly.engine.kernel import kernel
from courtly.engine.layout import States
from courtly.engine.playout import play_out
from courtly.engine.rng import Stream, below, restart

POSITIONS = 64
"""Positions that a loop goes round: a power of two, and few enough to stay in the processor's nearest caches."""


@kernel
def scatter(contents: States, states: States, span: tuple[int, int]) -> None:
    """Fill `states` with positions from random matches, each at a random moment before the end.

    `span` is the family of streams and the most moves that can be legal.
    """
    base, most = span
    content = contents[0]
    rng, moves = np.empty(1, np.uint64), np.empty(most, np.int32)
    for i in range(len(states)):
        restart(rng, base, i)
        deal(content, states[i], rng)
        stop = below(rng, play_out(content, states[i], rng, moves))
        restart(rng, base, i)
        deal(content, states[i], rng)
        for _ in range(stop):
            n = legal(content, states[i], moves)
            apply(content, states[i], int(moves[below(rng, n)]))


@kernel
def copies(sources: States, targets: States, count: int) -> int:
    """Copy `count` states; which one comes next is read from the copy just made, so none can be left out."""
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
def policy_matches(contents: States, states: States, scores: npt.NDArray[np.int32], span: tuple[int, int]) -> int:
    """Play matches with the rule-based player in every seat, in one state; return the number of decisions.

    `span` is how many matches and the family of streams; `scores` has one row, of the last match.
    """
    rng = np.empty(1, np.uint64)
    content, s = contents[0], states[0]
    decisions = 0
    for i in range(span[0]):
        restart(rng, span[1], i)
        deal(content, s, rng)
        while s.to_move >= 0:
            apply(content, s, policy(content, s, rng))
            decisions += 1
        score(content, s, scores[0])
    return decisions

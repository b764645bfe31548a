"""Node counts: the number of lines of play from a position (perft). Any change of the rules of play changes a count."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.dispatch import apply, legal
from courtly.engine.compile.kernel import kernel
from courtly.engine.contract.game import Setup
from courtly.engine.contract.layout import States
from courtly.engine.play.match import Match


@kernel
def _count(contents: States, stack: States, moves: npt.NDArray[np.int32], counts: npt.NDArray[np.int64]) -> None:
    """Count the lines of play from `stack[0]`: `counts[d]` is increased by the number of lines of d + 1 moves."""
    content = contents[0]
    depth = len(counts)
    width, tried = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    width[0] = legal(content, stack[0], moves[0])
    counts[0] += width[0]
    level = 0 if depth > 1 else -1
    while level >= 0:
        if tried[level] == width[level]:
            level -= 1
            continue
        move = int(moves[level, tried[level]])
        tried[level] += 1
        below = level + 1
        stack[below] = stack[level]
        apply(content, stack[below], move)
        width[below] = legal(content, stack[below], moves[below])
        counts[below] += width[below]
        if below < depth - 1:
            tried[below] = 0
            level = below


def node_counts(setup: Setup, states: States, depth: int) -> list[int]:
    """Return the number of lines of 1, 2, ... `depth` moves from the only state in `states`.

    A line that ends the match is counted only at its own length.
    """
    stack = setup.game.rules.state.empty(depth)
    stack[0] = states[0]
    counts = np.zeros(depth, np.int64)
    _count(setup.contents, stack, np.empty((depth, setup.max_legal), np.int32), counts)
    return [int(count) for count in counts]


def nodes_from(match: Match, depth: int) -> list[int]:
    """Return the node counts from the current position of a match."""
    return node_counts(match.setup, match.state(), depth)

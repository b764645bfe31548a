"""Random matches, written once over the contract."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.dispatch import apply, deal, legal, score
from courtly.engine.game import Record
from courtly.engine.kernel import kernel
from courtly.engine.layout import States
from courtly.engine.rng import Stream, below, restart


@kernel
def play_out(content: Record, s: Record, rng: Stream, moves: npt.NDArray[np.int32]) -> int:
    """Play uniformly random moves, in place, until the match is over; return how many.

    `moves` is working space for the legal moves.
    """
    count = 0
    while s.to_move >= 0:
        n = legal(content, s, moves)
        apply(content, s, int(moves[below(rng, n)]))
        count += 1
    return count


@kernel
def play_out_range(contents: States, states: States, moves: npt.NDArray[np.int32], span: tuple[int, int, int]) -> int:
    """Play out `states[low:high]`, each from a stream of its own; `span` is low, high and the family of streams."""
    low, high, base = span
    content = contents[0]
    rng = np.empty(1, np.uint64)
    count = 0
    for i in range(low, high):
        restart(rng, base, i)
        count += play_out(content, states[i], rng, moves)
    return count


@kernel
def matches_in_range(
    contents: States, states: States, scores: npt.NDArray[np.int32], span: tuple[int, int, int, int]
) -> int:
    """Deal and play out matches `low` to `high` in one state, their scores into `scores`, shape (matches, players).

    `span` is low, high, the family of streams and the most moves that can be legal. Returns the number of decisions.
    """
    low, high, base, most = span
    content, s = contents[0], states[0]
    rng = np.empty(1, np.uint64)
    moves = np.empty(most, np.int32)
    count = 0
    for i in range(low, high):
        restart(rng, base, i)
        deal(content, s, rng)
        count += play_out(content, s, rng, moves)
        score(content, s, scores[i])
    return count

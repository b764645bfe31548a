"""Random matches of any game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.arrays import Int64Array
from courtly.engine.compile.dispatch import apply, deal, legal, score
from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below, restart
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import States

_ONE = np.uint64(1)


@inlined
def restart_match(rng: Stream, base: int, number: int, resets: int) -> None:
    """Turn `rng`, in place, into the stream of match `number` after `resets` resets."""
    restart(rng, base, number)
    if resets > 0:
        restart(rng, int(rng[0] >> _ONE), resets)


@kernel
def play_out(content: Record, s: Record, rng: Stream, moves: npt.NDArray[np.int32]) -> int:
    """Play uniformly random moves, in place, until the match is over; return the number of moves.

    `moves` is a work array for the legal moves.
    """
    count = 0
    while s.to_move >= 0:
        n = legal(content, s, moves)
        apply(content, s, int(moves[below(rng, n)]))
        count += 1
    return count


@kernel
def play_out_range(
    contents: States, states: States, resets: Int64Array, base: int, most: int, low: int, high: int
) -> int:
    """Play out matches `low` to `high - 1`, each with its own stream; return the number of decisions.

    `base` identifies the family of streams, `most` is the greatest number of legal moves.
    """
    content = contents[0]
    rng, moves = np.empty(1, np.uint64), np.empty(most, np.int32)
    count = 0
    for i in range(low, high):
        restart_match(rng, base, i, int(resets[i]))
        count += play_out(content, states[i], rng, moves)
    return count


@kernel
def matches_in_range(
    contents: States, states: States, scores: npt.NDArray[np.int32], base: int, most: int, low: int, high: int
) -> int:
    """Deal and play out matches `low` to `high - 1` in one state; write scores to `scores`, shape (matches, players).

    `base` identifies the family of streams, `most` is the greatest number of legal moves. Return the number of
    decisions.
    """
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

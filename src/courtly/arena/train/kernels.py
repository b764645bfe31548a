"""Kernels that sample training positions from stewards' matches with occasional random moves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from courtly.bots.learned.net import OUTPUTS_PER_SEAT, Floats
from courtly.bots.search.playouts import Playouts, reward
from courtly.bots.search.state import SEATS
from courtly.engine.arrays import Int32Array
from courtly.engine.compile.dispatch import apply, deal, features, legal, policy, redeal
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import Stream, below
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import States

LONGEST = 4096
"""Maximum number of sampled positions of one match."""


class SamplingSettings(NamedTuple):
    """How training matches are played and sampled."""

    stray: int
    """One move in `stray` is random, on average."""

    wild: int
    """Number of moves after which no move is random."""

    far: int
    """Number of moves after which no position is sampled."""

    spacing: int
    """One position in `spacing` is sampled, on average, so that samples are not too similar."""

    ends: Playouts
    """Settings of the reward at the end of a match; the margin has weight 1."""


@kernel
def note_positions(
    contents: States, states: States, starts: States, habits: SamplingSettings, rng: Stream, x: Floats, y: Floats
) -> None:
    """Fill `x`, shape (positions, features), with positions of matches, and `y` with the results of those matches.

    A match starts from one of `starts` with its hidden cards redealt, or from a new deal if there are none. A row of
    `y` holds the victory share and the margin of each seat, beginning with the seat to move.
    """
    content, s = contents[0], states[0]
    moves, movers = np.empty(LONGEST, np.int32), np.empty(LONGEST, np.int32)
    done = 0
    while done < len(x):
        if len(starts):
            states[0] = starts[below(rng, len(starts))]
            redeal(content, s, int(s.to_move), rng)
        else:
            deal(content, s, rng)
        noted = _play_noting(content, s, habits, rng, moves, movers, x[done:])
        ends = np.zeros((2, SEATS), np.float64)
        reward(habits.ends, content, s, ends)
        for i in range(noted):
            for j in range(habits.ends.players):
                seat = (movers[i] + j) % habits.ends.players
                y[done + i, OUTPUTS_PER_SEAT * j], y[done + i, OUTPUTS_PER_SEAT * j + 1] = ends[1, seat], ends[0, seat]
        done += noted


@kernel
def _play_noting(
    content: Record, s: Record, habits: SamplingSettings, rng: Stream, moves: Int32Array, movers: Int32Array, x: Floats
) -> int:
    """Play a match to its end, in place; sample positions while there is room, and return their number."""
    made, noted, most = 0, 0, min(len(x), LONGEST)
    while s.to_move >= 0:
        if made < habits.far and noted < most and below(rng, habits.spacing) == 0 and features(content, s, x[noted]):
            movers[noted] = s.to_move
            noted += 1
        if made < habits.wild and below(rng, habits.stray) == 0:
            n = legal(content, s, moves)
            move = int(moves[below(rng, n)])
        else:
            move = int(policy(content, s, rng))
        apply(content, s, move)
        made += 1
    return noted

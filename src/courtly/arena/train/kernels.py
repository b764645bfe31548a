"""Positions to learn from: matches that stewards play to their end, and now and then a random move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from courtly.bots.learned.net import JUDGED, Floats
from courtly.bots.search.playouts import Playouts, reward
from courtly.bots.search.state import SEATS
from courtly.engine.arrays import Int32Array
from courtly.engine.compile.dispatch import apply, deal, features, legal, policy, redeal
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import Stream, below
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import States

LONGEST = 4096
"""Positions of one match that are noted, at most."""


class Habits(NamedTuple):
    """How the matches are played that a net learns from."""

    stray: int
    """One of so many moves is random."""

    wild: int
    """Moves after which none is random any more."""

    far: int
    """Moves after which no position is noted any more."""

    spacing: int
    """One of so many positions is noted, so that neighbours are not too much alike."""

    ends: Playouts
    """How an end is counted, as margins alone."""


@kernel
def note_positions(
    contents: States, states: States, starts: States, habits: Habits, rng: Stream, x: Floats, y: Floats
) -> None:
    """Fill `x`, shape (positions, features), with positions of matches, and `y` with how these ended.

    A match goes on from one of `starts`, what its seat cannot know dealt again; without any it begins with a deal. A
    row of `y` has the share of victory and the margin of each seat, from the one that was to move on.
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
                y[done + i, JUDGED * j], y[done + i, JUDGED * j + 1] = ends[1, seat], ends[0, seat]
        done += noted


@kernel
def _play_noting(
    content: Record, s: Record, habits: Habits, rng: Stream, moves: Int32Array, movers: Int32Array, x: Floats
) -> int:
    """Play a match to its end, in place; note positions while there is room, and return how many."""
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

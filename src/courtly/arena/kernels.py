"""Kernels that play whole matches between compiled bots of any game.

All kernels of this package are in this file, so that they are recompiled only when they, the rules or the engine
change.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.engine.arrays import Int32Array
from courtly.engine.compile.dispatch import apply, deal, legal, observe, policy, score
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import Stream, below, restart
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import States

RANDOM = 0
STEWARD = 1


class Deals(NamedTuple):
    """Deals and the bots that play them."""

    words: npt.NDArray[np.uint64]
    """State of each deal's random stream."""
    kinds: Int32Array
    """Kind of bot in each seat: shape (orders, rotations, seats)."""


class Results(NamedTuple):
    """Results of matches, one row for each match."""

    scores: Int32Array
    """Points: shape (matches, seats)."""
    counts: Int32Array
    """Decisions, turns and the starting seat: shape (matches, 3)."""


class Watch(NamedTuple):
    """Moves to watch for, and the seats that make them first. With an empty trace nothing is watched."""

    trace: Int32Array
    """Scratch space for the decisions of one match: shape (decisions, 2)."""
    columns: Int32Array
    """Column of each move in `takers`, by move number; -1 for a move that is not watched."""
    takers: Int32Array
    """The seat that first made one of a column's moves, or -1: shape (matches, columns)."""


class Decisions(NamedTuple):
    """Decisions of a match, one row for each decision."""

    seen: npt.NDArray[np.float32]
    """Observation of the deciding seat: shape (decisions, observation)."""
    masks: npt.NDArray[np.bool_]
    """Legal moves of the deciding seat: shape (decisions, moves)."""
    seats: npt.NDArray[np.int16]
    """Deciding seat."""


class Span(NamedTuple):
    """A range of deals and the numbering of their matches."""

    low: int
    """First deal."""
    high: int
    """End of the deals, exclusive."""
    family: int
    """Identifies the bots' random streams. The stream of a match is `restart(rng, family, match number)`."""
    most: int
    """Largest possible number of legal moves."""
    per_deal: int
    """Number of matches of each deal."""
    offset: int
    """Index, within a deal, of this lineup's first match."""


@kernel
def play_on(
    contents: States, s: Record, rng: Stream, kinds: Int32Array, moves: Int32Array, trace: Int32Array
) -> tuple[int, int]:
    """Play a match to its end, in place, and return the number of decisions and of turns.

    `contents` differ only in the stewards' weights: kind `STEWARD` uses `contents[0]`, kind `STEWARD + 1` uses
    `contents[1]`, and so on. `kinds` holds the kind of bot in each seat, `moves` is scratch space for legal moves. The
    moves are written to `trace` until it is full. A turn is a run of consecutive decisions by one seat.
    """
    content = contents[0]
    decisions, turns, last = 0, 0, -1
    while s.to_move >= 0:
        seat = int(s.to_move)
        if kinds[seat] == RANDOM:
            n = legal(content, s, moves)
            move = int(moves[below(rng, n)])
        else:
            move = int(policy(contents[kinds[seat] - STEWARD], s, rng))
        if decisions < len(trace):
            trace[decisions, 0] = seat
            trace[decisions, 1] = move
        turns += seat != last
        last = seat
        decisions += 1
        apply(content, s, move)
    return decisions, turns


@kernel
def play_range(contents: States, states: States, deals: Deals, out: Results, watch: Watch, span: Span) -> None:
    """Play every seating of a span of deals, and write the results to `out` and `watch`.

    `states` provides two scratch states.
    """
    kinds, counts = deals.kinds, out.counts
    content, s = contents[0], states[1]
    rng, moves, trace = np.empty(1, np.uint64), np.empty(span.most, np.int32), watch.trace
    rotations = kinds.shape[1]
    for i in range(span.low, span.high):
        rng[0] = deals.words[i - span.low]
        deal(content, states[0], rng)
        for j in range(rotations):
            states[1] = states[0]
            at = (i - span.low) * rotations + j
            restart(rng, span.family, i * span.per_deal + span.offset + j)
            counts[at, 2] = s.to_move
            decisions, turns = play_on(contents, s, rng, kinds[i % len(kinds), j], moves, trace)
            counts[at, 0], counts[at, 1] = decisions, turns
            score(content, s, out.scores[at])
            for k in range(min(decisions, len(trace))):
                column = watch.columns[trace[k, 1]]
                if column >= 0 and watch.takers[at, column] < 0:
                    watch.takers[at, column] = trace[k, 0]


@kernel
def replay_observations(
    contents: States, states: States, moves: Int32Array, legal_moves: Int32Array, out: Decisions
) -> None:
    """Replay moves from a dealt state, in place, and write the observation and legal moves of each decision to `out`.

    `out` must have a row for each move, and all its masks must be False.
    """
    content, s = contents[0], states[0]
    for i in range(len(moves)):
        seat = int(s.to_move)
        out.seats[i] = seat
        observe(content, s, seat, out.seen[i])
        n = legal(content, s, legal_moves)
        for j in range(n):
            out.masks[i, legal_moves[j]] = True
        apply(content, s, int(moves[i]))

"""Whole matches among compiled bots, written once over the contract.

All kernels of this room stand in this file, so that compiled code is made anew only when they, the rules or the engine
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
    """What is dealt, and to whom."""

    words: npt.NDArray[np.uint64]
    """The stream of each deal of the span."""
    kinds: Int32Array
    """Who decides: shape (orders, rotations, seats)."""


class Results(NamedTuple):
    """What became of the matches, a row for each."""

    scores: Int32Array
    """Shape (matches, seats)."""
    counts: Int32Array
    """Decisions, turns and the seat that began: shape (matches, 3)."""


class Decisions(NamedTuple):
    """What was decided in a match, a row for each decision."""

    seen: npt.NDArray[np.float32]
    """What the deciding seat knew: shape (decisions, observation)."""
    masks: npt.NDArray[np.bool_]
    """What it could play: shape (decisions, moves)."""
    seats: npt.NDArray[np.int16]
    """Which seat it was."""


class Span(NamedTuple):
    """Which deals are played, and how their matches are numbered."""

    low: int
    high: int
    """The deals from `low` on, to before this one."""
    family: int
    """The family of streams that the bots draw from."""
    most: int
    """The most moves that can be legal."""
    per_deal: int
    """How many matches are played of a deal."""
    offset: int
    """The first of them that is played here."""


@kernel
def play_on(
    contents: States, s: Record, rng: Stream, kinds: Int32Array, moves: Int32Array, trace: Int32Array
) -> tuple[int, int]:
    """Play a match to its end, in place; return how many decisions and how many turns it took.

    `contents` differ in the stewards' weights alone: kind `STEWARD` goes by the first, the next number by the next.
    `kinds` is who decides by seat, `moves` working space for the legal moves, `trace` where the moves go as far as
    there is room. A turn is all that one seat decides in a row.
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
            trace[decisions] = move
        turns += seat != last
        last = seat
        decisions += 1
        apply(content, s, move)
    return decisions, turns


@kernel
def play_range(contents: States, states: States, deals: Deals, out: Results, span: Span) -> None:
    """Play every seating of the deals of a span, in two states, and write down what became of each match."""
    kinds, counts = deals.kinds, out.counts
    content, s = contents[0], states[1]
    rng, moves, trace = np.empty(1, np.uint64), np.empty(span.most, np.int32), np.empty(0, np.int32)
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


@kernel
def retell(contents: States, states: States, moves: Int32Array, legal_moves: Int32Array, out: Decisions) -> None:
    """Play moves again from a state that was dealt, in place, and write down what each was decided with.

    `out` has a row for each move and no move marked as legal.
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

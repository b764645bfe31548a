"""Whole matches among compiled bots, written once over the contract.

All kernels of this room stand in this file, so that compiled code is made anew only when they, the rules or the engine
change.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.dispatch import apply, deal, legal, policy, score
from courtly.engine.game import Record
from courtly.engine.kernel import kernel
from courtly.engine.layout import States
from courtly.engine.rng import Stream, below, restart

RANDOM = 0
STEWARD = 1

Numbers = npt.NDArray[np.int32]


@kernel
def play_on(contents: States, s: Record, rng: Stream, work: tuple[Numbers, Numbers, Numbers]) -> tuple[int, int]:
    """Play a match to its end, in place; return how many decisions and how many turns it took.

    `contents` differ in the stewards' weights alone: kind `STEWARD` goes by the first, the next number by the next.
    `work` is who decides by seat, working space for the legal moves, and where the moves go as far as there is room. A
    turn is all that one seat decides in a row.
    """
    kinds, moves, trace = work
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
def play_range(
    contents: States,
    states: States,
    given: tuple[npt.NDArray[np.uint64], npt.NDArray[np.int32]],
    out: tuple[Numbers, Numbers],
    span: tuple[int, int, int, int, int, int],
) -> None:
    """Play every seating of the deals `low` to `high`.

    `given` is the stream of each deal and who decides: shape (orders, rotations, seats). `out` is scores, shape
    (matches, seats), and decisions, turns and the seat that began, shape (matches, 3). `span` is low, high, the family
    of streams, the most legal moves, the matches of a deal and the first of them that is played here.
    """
    words, kinds = given
    scores, counts = out
    low, high, base, most, per_deal, offset = span
    content, s = contents[0], states[1]
    rng, moves, trace = np.empty(1, np.uint64), np.empty(most, np.int32), np.empty(0, np.int32)
    rotations = kinds.shape[1]
    for i in range(low, high):
        rng[0] = words[i - low]
        deal(content, states[0], rng)
        for j in range(rotations):
            states[1] = states[0]
            at = (i - low) * rotations + j
            restart(rng, base, i * per_deal + offset + j)
            counts[at, 2] = s.to_move
            decisions, turns = play_on(contents, s, rng, (kinds[i % len(kinds), j], moves, trace))
            counts[at, 0], counts[at, 1] = decisions, turns
            score(content, s, scores[at])

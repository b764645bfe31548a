"""Imagined matches in compiled code, written once over the contract: what a position came to, so and so often.

All kernels of this room stand in this file, so that compiled code is made anew only when they, the rules or the engine
change.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from courtly.engine.arrays import Float64Array, Int32Array
from courtly.engine.compile.dispatch import apply, legal, policy, reason, redeal, score
from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below, restart
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import States

SEATS = 8
"""More than any game seats."""

OPEN = -2
"""In place of a seat: everything that is hidden is known, cards to come among it."""

NO_MOVE = -1
"""What fills up a line of moves."""


class Imagined(NamedTuple):
    """Which matches are imagined."""

    seat: int
    """By whose knowledge, or `OPEN`."""

    players: int
    """Seats at the table."""

    luck: int
    """The name of the family of their random streams."""

    low: int
    """The first of the family that is used."""

    most: int
    """The most moves that can be legal."""


@inlined
def _sample(content: Record, s: Record, imagined: Imagined, number: int, rng: Stream) -> None:
    """Make of the truth a position that it could be for all that the seat knows."""
    restart(rng, imagined.luck, number)
    if imagined.seat != OPEN:
        redeal(content, s, imagined.seat, rng)


@kernel
def _result(content: Record, s: Record, players: int, out: Float64Array) -> None:
    """Write each seat's share of victory into `out[0]`, its margin above the best of the others into `out[1]`."""
    scores = np.empty(SEATS, np.int32)
    score(content, s, scores)
    best, second, winners = -(1 << 30), -(1 << 30), 0
    for seat in range(players):
        if scores[seat] > best:
            best, second, winners = int(scores[seat]), best, 1
        elif scores[seat] == best:
            second, winners = best, winners + 1
        else:
            second = max(second, int(scores[seat]))
    for seat in range(players):
        leads = scores[seat] == best
        out[0, seat] = 1.0 / winners if leads else 0.0
        out[1, seat] = float(scores[seat] - (second if leads else best))


@kernel
def _follow(content: Record, s: Record, line: Int32Array, rng: Stream) -> bool:
    """Play the moves of a line while their maker decides and may; return whether the first of them could be played."""
    seat, begun = s.to_move, False
    for move in line:
        if move == NO_MOVE or s.to_move != seat or reason(content, s, int(move)) != 0:
            break
        apply(content, s, int(move))
        begun = True
    if not begun and line[0] != NO_MOVE:
        return False
    while s.to_move >= 0:
        apply(content, s, int(policy(content, s, rng)))
    return True


@kernel
def play_lines(contents: States, states: States, imagined: Imagined, lines: Int32Array, out: Float64Array) -> int:
    """Imagine matches in which each of some lines is played and rule-based players go on; return how many were tried.

    Every line meets the same samples and the same luck. A sample in which the first move of a line cannot be played
    does not count; after as many tries as the rows of `out` times 50 the rest of them stay as they were.

    Parameters
    ----------
    contents, states
        The match: the truth in the first state, working space in two more.
    imagined
        Which matches.
    lines
        Shape (lines, length), filled up with `NO_MOVE`; a line of nothing else leaves all to the rule-based players.
    out
        Shape (matches, lines, 2, seats), float64: shares of victory and margins.
    """
    content, rng, made, tried = contents[0], np.empty(1, np.uint64), 0, 0
    while made < len(out) and tried < 50 * len(out):
        states[1] = states[0]
        _sample(content, states[1], imagined, imagined.low + tried, rng)
        tried += 1
        luck, could = rng[0], True
        for k in range(len(lines)):
            states[2] = states[1]
            rng[0] = luck
            could &= _follow(content, states[2], lines[k], rng)
            if not could:
                break
            _result(content, states[2], imagined.players, out[made, k])
        made += could
    return tried


@kernel
def ask_stewards(
    contents: States, states: States, imagined: Imagined, alike: Int32Array, afters: States, weights: Float64Array
) -> int:
    """Ask the rule-based player for its move in samples of an onlooker's knowledge; return how many of them are kept.

    Kept are samples in which a move can be played that the onlooker cannot tell from the one that was made: one of
    `alike`. The position after it goes into `afters`; into `weights`, shape (samples, 2), whether the rule-based player
    makes such a move there, and which share of the legal moves they are.
    """
    content, rng, moves = contents[0], np.empty(1, np.uint64), np.empty(imagined.most, np.int32)
    kept, tried = 0, 0
    while kept < len(afters) and tried < 50 * len(afters):
        states[1] = states[0]
        _sample(content, states[1], imagined, imagined.low + tried, rng)
        tried += 1
        n = legal(content, states[1], moves)
        fitting = 0
        for i in range(n):
            if _is_in(moves[i], alike):
                moves[fitting] = moves[i]
                fitting += 1
        if fitting == 0:
            continue
        made = int(policy(content, states[1], rng))
        hit = _is_in(made, alike)
        move = made if hit else int(moves[below(rng, fitting)])
        afters[kept] = states[1]
        apply(content, afters[kept], move)
        weights[kept, 0], weights[kept, 1] = 1.0 if hit else 0.0, fitting / n
        kept += 1
    return kept


@inlined
def _is_in(move: int, moves: Int32Array) -> bool:
    found = False
    for each in moves:
        found |= each == move
    return found

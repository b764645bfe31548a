"""Kernels for imagined matches, which use the engine's contract and serve all games.

All kernels of this package are in this file, so that they are recompiled only if they, the rules or the engine change.
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
"""More seats than any game has."""

OPEN = -2
"""Used in place of a seat: all hidden facts are known, including future cards."""

NO_MOVE = -1
"""Padding of a line of moves."""


class Imagined(NamedTuple):
    """Parameters of a set of imagined matches."""

    seat: int
    """Seat whose knowledge is used, or `OPEN`."""

    players: int
    """Number of seats."""

    luck: int
    """Identifies the family of random streams, one for each imagined match."""

    low: int
    """Number of the first stream to use."""

    most: int
    """Maximal number of legal moves."""


@inlined
def _sample(content: Record, s: Record, imagined: Imagined, number: int, rng: Stream) -> None:
    """Replace the true position by a sample that is consistent with the seat's knowledge."""
    restart(rng, imagined.luck, number)
    if imagined.seat != OPEN:
        redeal(content, s, imagined.seat, rng)


@kernel
def _result(content: Record, s: Record, players: int, out: Float64Array) -> None:
    """Write each seat's share of victory into `out[0]`, and its margin over the best other seat into `out[1]`."""
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
def _play_line(content: Record, s: Record, line: Int32Array, rng: Stream) -> bool:
    """Play a line while its seat is to move and the moves are legal. Then let rule-based players finish the match.

    Return whether the first move of the line was legal.
    """
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
    """Imagine matches in which each line is played and rule-based players continue; return the number of samples tried.

    All lines use the same samples and the same random numbers. A sample in which the first move of a line is illegal
    does not count. After 50 samples per row of `out` the kernel stops and leaves the remaining rows unchanged.

    Parameters
    ----------
    contents, states
        The match: the true position in the first state, working space in two more.
    imagined
        Parameters of the imagined matches.
    lines
        Shape (lines, length), padded with `NO_MOVE`. In an empty line, rule-based players make all moves.
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
            could &= _play_line(content, states[2], lines[k], rng)
            if not could:
                break
            _result(content, states[2], imagined.players, out[made, k])
        made += could
    return tried


@kernel
def sample_after_move(
    contents: States, states: States, imagined: Imagined, alike: Int32Array, afters: States, weights: Float64Array
) -> int:
    """Ask the rule-based player for its move in samples of an observer's knowledge; return the number of samples kept.

    A sample is kept if it has a legal move in `alike`: a move that the observer cannot tell from the actual one. Such a
    move is played, and the resulting position is written to `afters`. `weights` has shape (samples, 2): whether the
    rule-based player makes such a move, and the fraction of legal moves that are in `alike`.
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

"""The compiled part of the environments, written once over the contract: a step of one match, a step of thousands.

All kernels of this room stand in this file, so that compiled code is made anew only when they, the rules or the engine
change.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.engine.arrays import Int32Array, Int64Array
from courtly.engine.compile.dispatch import apply, deal, legal, observe, policy, redeal, score
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import Stream, below, restart
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import States

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]

AGENT = -1
"""In place of a bot: whoever trains decides."""
OTHER = -2
"""In place of a bot: one that does not play in compiled code."""
RANDOM = 0
STEWARD = 1

SHARE, MARGIN, SCORE, SHAPED = 0, 1, 2, 3

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2

SAMPLES = 16
"""Redeals behind an expected margin."""

_WORLDS = 0x5EED
"""The family of streams for those redeals: the same for every match, so that they tell nothing of its deal."""


@kernel
def look(contents: States, states: States, seen: Floats, mask: Bools, moves: Int32Array) -> int:
    """Write what the deciding seat knows and may play, zeros when the match is over; return the seat, or -1."""
    s = states[0]
    seat = int(s.to_move)
    mask[:] = False
    if seat < 0:
        seen[:] = 0.0
        return seat
    observe(contents[0], s, seat, seen)
    for j in range(legal(contents[0], s, moves)):
        mask[moves[j]] = True
    return seat


@kernel
def play_and_look(contents: States, states: States, move: int, seen: Floats, mask: Bools, moves: Int32Array) -> int:
    """Play one legal move, in place, then `look`."""
    apply(contents[0], states[0], move)
    return int(look(contents, states, seen, mask, moves))


@kernel
def _bot_move(content: Record, s: Record, kind: int, rng: Stream, moves: Int32Array) -> int:
    if kind == STEWARD:
        return int(policy(content, s, rng))
    return int(moves[below(rng, legal(content, s, moves))])


@kernel
def let_bots_move(
    contents: States, states: States, kinds: Int32Array, rng: Stream, moves: Int32Array, trace: Int32Array
) -> int:
    """Play on, in place, while compiled bots decide and `trace` has room for their moves; return how many they made."""
    s, count = states[0], 0
    while s.to_move >= 0 and kinds[s.to_move] >= 0 and count < len(trace):
        trace[count] = _bot_move(contents[0], s, kinds[s.to_move], rng, moves)
        apply(contents[0], s, int(trace[count]))
        count += 1
    return count


@kernel
def _margins(scores: Int32Array, out: Floats) -> None:
    """Write every seat's points above the best of the others."""
    for seat in range(len(scores)):
        best = -(2**31)
        for other in range(len(scores)):
            if other != seat:
                best = max(best, int(scores[other]))
        out[seat] = scores[seat] - best


@kernel
def _shares(scores: Int32Array, out: Floats) -> None:
    """Write every seat's part of the victory so that all is 1, nothing is -1 / (players - 1), and the sum is 0."""
    won = scores == scores.max()
    players, winners = len(scores), won.sum()
    for seat in range(players):
        share = 1.0 / winners if won[seat] else 0.0
        out[seat] = (players * share - 1.0) / (players - 1.0)


@kernel
def _expected_margins(content: Record, s: Record, work: States, out: Floats) -> None:
    """Write the margin that each seat would expect, from what it knows, if the match ended now."""
    rng, scores, margins = np.empty(1, np.uint64), np.zeros(len(out), np.int32), np.empty(len(out), np.float32)
    for seat in range(len(out)):
        total = 0.0
        for sample in range(SAMPLES):
            restart(rng, _WORLDS, sample)
            work[0] = s
            redeal(content, work[0], seat, rng)
            scores[:] = 0
            score(content, work[0], scores)
            _margins(scores, margins)
            total += margins[seat]
        out[seat] = total / SAMPLES


@kernel
def settle(contents: States, s: Record, work: States, kind: int, worth: Floats, out: Floats) -> None:
    """Write the rewards of all seats for the step that led to `s`; `worth` holds the margins expected before it."""
    out[:] = 0.0
    if s.to_move >= 0 and kind != SHAPED:
        return
    if s.to_move >= 0:
        _expected_margins(contents[0], s, work, out)
    else:
        scores = np.zeros(len(out), np.int32)
        score(contents[0], s, scores)
        if kind == SHARE:
            _shares(scores, out)
        elif kind == SCORE:
            out[:] = scores
        else:
            _margins(scores, out)
    if kind == SHAPED:
        for seat in range(len(out)):
            now = out[seat]
            out[seat] = now - worth[seat]
            worth[seat] = now


class Table(NamedTuple):
    """How every match of a vector is played."""

    kinds: Int32Array
    """Who decides, by seats counted from the agent on; all `AGENT` where whoever trains plays every seat."""
    seat: int
    """The agent's seat, -1 where it is drawn anew for every match."""
    most: int
    """The most moves that can be legal."""
    reward: int
    """What rewards are made of: `SHARE` and so on."""
    mode: int
    """When a match that is over is dealt again."""


class Buffers(NamedTuple):
    """What a vector writes, a row for each match."""

    seen: Floats
    mask: Bools
    rewards: Floats
    """Of all seats."""
    reward: Floats
    """Of the seat that acted."""
    over: Bools
    """Whether the match ended by this step."""
    final: Floats
    """What the agent knew at the end of the match that was replaced in the same step."""
    seats: Int32Array
    """The seat that acts next, or that acted last where the match is over."""


class Course(NamedTuple):
    """What a vector remembers between steps, a row for each match."""

    bases: Int64Array
    """The family of streams that its deals come from."""
    deals: Int64Array
    """How often it was dealt."""
    luck: npt.NDArray[np.uint64]
    """The stream from which its bots draw."""
    ended: Bools
    """Whether it is over and waits to be dealt again."""
    worth: Floats
    """The margins that the seats expect, for `SHAPED`."""
    agents: Int32Array
    """The agent's seat, -1 where every seat is played."""


@kernel
def _bots_until_agent(content: Record, s: Record, agent: int, table: Table, rng: Stream, moves: Int32Array) -> None:
    players = len(table.kinds)
    while s.to_move >= 0:
        kind = table.kinds[(int(s.to_move) - max(agent, 0)) % players]
        if kind == AGENT:
            return
        apply(content, s, _bot_move(content, s, kind, rng, moves))


@kernel
def _begin(
    contents: States, states: States, i: int, table: Table, course: Course, work: States, moves: Int32Array
) -> None:
    """Deal match `i` until its agent has something to decide."""
    rng, rewards = np.empty(1, np.uint64), np.empty(len(table.kinds), np.float32)
    while True:
        course.deals[i] += 1
        restart(rng, int(course.bases[i]), int(course.deals[i]))
        deal(contents[0], states[i], rng)
        if table.kinds[-1] == AGENT:
            course.agents[i] = -1
        else:
            course.agents[i] = table.seat if table.seat >= 0 else below(rng, len(table.kinds))
        _bots_until_agent(contents[0], states[i], int(course.agents[i]), table, rng, moves)
        if states[i].to_move >= 0:
            break
    course.luck[i] = rng[0]
    course.ended[i] = False
    if table.reward == SHAPED:
        settle(contents, states[i], work, SHAPED, course.worth[i], rewards)


@kernel
def _show(contents: States, states: States, i: int, buffers: Buffers, moves: Int32Array) -> None:
    """Write what is known and legal in match `i`; where it is over, what the seat that acted last knows."""
    s, mask = states[i], buffers.mask[i]
    mask[:] = False
    if s.to_move >= 0:
        buffers.seats[i] = s.to_move
        for j in range(legal(contents[0], s, moves)):
            mask[moves[j]] = True
    observe(contents[0], s, int(buffers.seats[i]), buffers.seen[i])


@kernel
def begin_some(
    contents: States,
    states: States,
    which: Int64Array,
    table: Table,
    course: Course,
    buffers: Buffers,
    low: int,
    high: int,
) -> None:
    """Deal the matches that are named and write their first observations."""
    work, moves = states[:1].copy(), np.empty(table.most, np.int32)
    for k in range(low, high):
        i = int(which[k])
        _begin(contents, states, i, table, course, work, moves)
        buffers.rewards[i, :] = 0.0
        buffers.reward[i] = 0.0
        buffers.over[i] = False
        _show(contents, states, i, buffers, moves)


@kernel
def first_refused(actions: Int64Array, table: Table, course: Course, buffers: Buffers, low: int, high: int) -> int:
    """Return the first match from `low` on whose action cannot be taken, -1 when there is none."""
    for i in range(low, high):
        if course.ended[i]:
            if table.mode == DISABLED:
                return i
        elif actions[i] < 0 or actions[i] >= buffers.mask.shape[1] or not buffers.mask[i, actions[i]]:
            return i
    return -1


@kernel
def step_range(
    contents: States,
    states: States,
    actions: Int64Array,
    table: Table,
    course: Course,
    buffers: Buffers,
    low: int,
    high: int,
) -> None:
    """Take one step in matches `low` to before `high`: the action, the bots' moves, the rewards, what is seen then."""
    work, moves, rng = states[:1].copy(), np.empty(table.most, np.int32), np.empty(1, np.uint64)
    for i in range(low, high):
        was_over = buffers.over[i]
        buffers.over[i] = False
        if course.ended[i]:
            _begin(contents, states, i, table, course, work, moves)
            buffers.rewards[i, :] = 0.0
            buffers.reward[i] = 0.0
            _show(contents, states, i, buffers, moves)
            continue
        s = states[i]
        apply(contents[0], s, int(actions[i]))
        rng[0] = course.luck[i]
        _bots_until_agent(contents[0], s, int(course.agents[i]), table, rng, moves)
        course.luck[i] = rng[0]
        if s.to_move < 0 or table.reward == SHAPED or was_over:
            settle(contents, s, work, table.reward, course.worth[i], buffers.rewards[i])
            buffers.reward[i] = buffers.rewards[i, buffers.seats[i]]
        if s.to_move < 0:
            buffers.over[i] = True
            course.ended[i] = True
            if table.mode == SAME_STEP:
                observe(contents[0], s, int(buffers.seats[i]), buffers.final[i])
                _begin(contents, states, i, table, course, work, moves)
        _show(contents, states, i, buffers, moves)

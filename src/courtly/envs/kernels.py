"""Kernels of the environments, generic for all games: steps of one match and of thousands.

All kernels of this package are in this file, so that they are recompiled only when they, the rules or the engine
change.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.engine.arrays import Int32Array, Int64Array
from courtly.engine.compile.dispatch import apply, deal, legal, observe, policy, redeal, score
from courtly.engine.compile.kernel import brief, inlined, kernel
from courtly.engine.compile.rng import Stream, below, restart
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import States

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Rewards = npt.NDArray[np.floating]
"""Rewards of all seats: float64 for one match, so that shares add up to 0, and float32 for the matches of a vector."""

AGENT = -1
"""Bot kind of the agent, whose moves come from the caller."""
OTHER = -2
"""Bot kind of a bot that does not play in compiled code."""
RANDOM = 0
STEWARD = 1
FIRST_NET = 2
"""First bot kind of nets, in the order in which they were given."""

SHARE, MARGIN, SCORE, SHAPED = 0, 1, 2, 3

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2

SAMPLES = 16
"""Number of redeals for an expected margin."""

_REDEALS = 0x5EED
"""Identifies the random streams for these redeals. It is equal for all matches, so it reveals nothing about a deal."""


@brief
def look(contents: States, states: States, seen: Floats, mask: Bools, moves: Int32Array) -> int:
    """Write the observation and legal moves of the seat to move, zeros if the match is over; return the seat or -1."""
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


@brief
def see(contents: States, states: States, seat: int, seen: Floats) -> None:
    """Write the observation of any seat."""
    observe(contents[0], states[0], seat, seen)


@brief
def play_and_look(contents: States, states: States, move: int, seen: Floats, mask: Bools, moves: Int32Array) -> int:
    """Play one legal move, in place, then `look`."""
    apply(contents[0], states[0], move)
    return int(look(contents, states, seen, mask, moves))


class Nets(NamedTuple):
    """Nets that play, with all their parameters in one array."""

    numbers: Floats
    """For each layer the weights, a row for each input, then the biases."""
    layers: Int64Array
    """Inputs, outputs and start in `numbers` of each layer: shape (layers, 3)."""
    spans: Int64Array
    """First layer, end layer and activation (1 for tanh, 0 for ReLU) of each net: shape (nets, 3)."""
    temperatures: Floats
    """Temperature of each net: 0 plays the best move; otherwise logits are divided by it before a move is drawn."""


@kernel
def logits(nets: Nets, net: int, seen: Floats) -> Floats:
    """Return the logits of a net for an observation, one for each move."""
    first, end = int(nets.spans[net, 0]), int(nets.spans[net, 1])
    values = seen
    for layer in range(first, end):
        inputs, outputs, at = int(nets.layers[layer, 0]), int(nets.layers[layer, 1]), int(nets.layers[layer, 2])
        bias = at + inputs * outputs
        made = nets.numbers[bias : bias + outputs].copy()
        for i in range(inputs):
            # Most numbers of an observation are 0.
            if values[i] != 0.0:
                weights = nets.numbers[at + i * outputs : at + (i + 1) * outputs]
                for j in range(outputs):
                    made[j] += values[i] * weights[j]
        if layer < end - 1:
            made = np.tanh(made) if nets.spans[net, 2] else np.maximum(made, np.float32(0.0))
        values = made
    return values


@kernel
def choose_by_logits(nets: Nets, net: int, seen: Floats, legal_moves: Int32Array, rng: Stream) -> int:
    """Return the legal move of a net for an observation: the best one, or a random one if it has a temperature."""
    worth = logits(nets, net, seen)
    best = int(legal_moves[0])
    for move in legal_moves:
        if worth[move] > worth[best]:
            best = int(move)
    if nets.temperatures[net] == 0.0:
        return best
    odds = np.exp((worth[legal_moves] - worth[best]) / nets.temperatures[net]).cumsum()
    drawn = below(rng, 1 << 24) / np.float32(1 << 24) * odds[-1]
    return int(legal_moves[min(np.searchsorted(odds, drawn, side="right"), len(odds) - 1)])


@kernel
def _net_move(content: Record, s: Record, nets: Nets, net: int, rng: Stream, moves: Int32Array) -> int:
    seen = np.empty(nets.layers[nets.spans[net, 0], 0], np.float32)
    observe(content, s, int(s.to_move), seen)
    count = legal(content, s, moves)
    return int(choose_by_logits(nets, net, seen, moves[:count], rng))


@kernel
def _bot_move(content: Record, s: Record, kind: int, nets: Nets, rng: Stream, moves: Int32Array) -> int:
    if kind == STEWARD:
        return int(policy(content, s, rng))
    if kind >= FIRST_NET:
        return int(_net_move(content, s, nets, kind - FIRST_NET, rng, moves))
    return int(moves[below(rng, legal(content, s, moves))])


@kernel
def let_bots_move(
    contents: States, states: States, kinds: Int32Array, nets: Nets, rng: Stream, moves: Int32Array, trace: Int32Array
) -> int:
    """Play on, in place, while compiled bots are to move and `trace` has room; return the number of their moves."""
    s, count = states[0], 0
    while s.to_move >= 0 and kinds[s.to_move] >= 0 and count < len(trace):
        trace[count] = _bot_move(contents[0], s, kinds[s.to_move], nets, rng, moves)
        apply(contents[0], s, int(trace[count]))
        count += 1
    return count


@kernel
def _margins(scores: Int32Array, out: Rewards) -> None:
    """Write every seat's points above the best other seat."""
    for seat in range(len(scores)):
        best = -(2**31)
        for other in range(len(scores)):
            if other != seat:
                best = max(best, int(scores[other]))
        out[seat] = scores[seat] - best


@kernel
def _shares(scores: Int32Array, out: Rewards) -> None:
    """Write scaled victory shares: 1 for a full victory, -1 / (players - 1) for none, and a sum of 0."""
    won = scores == scores.max()
    players, winners = len(scores), won.sum()
    for seat in range(players):
        share = 1.0 / winners if won[seat] else 0.0
        out[seat] = (players * share - 1.0) / (players - 1.0)


@kernel
def _expected_margins(content: Record, s: Record, work: States, out: Rewards) -> None:
    """Write each seat's expected margin if the match ended now, estimated from that seat's knowledge."""
    rng, scores, margins = np.empty(1, np.uint64), np.zeros(len(out), np.int32), np.empty(len(out), np.float32)
    for seat in range(len(out)):
        total = 0.0
        for sample in range(SAMPLES):
            restart(rng, _REDEALS, sample)
            work[0] = s
            redeal(content, work[0], seat, rng)
            scores[:] = 0
            score(content, work[0], scores)
            _margins(scores, margins)
            total += margins[seat]
        out[seat] = total / SAMPLES


@kernel
def settle(contents: States, s: Record, work: States, kind: int, worth: Rewards, out: Rewards) -> None:
    """Write the rewards of all seats for the step that led to `s`, and update the expected margins in `worth`."""
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


ROW = np.dtype(
    [
        ("base", np.int64),
        ("deals", np.int64),
        ("luck", np.uint64),
        ("agent", np.int32),
        ("ended", np.bool_),
    ]
)
"""State of a match in a vector between steps. `base` identifies the random streams of the deals, `deals` is the number
of deals so far. `luck` is the bots' random stream. `agent` is the agent's seat, or -1 if the caller plays all seats.
`ended` means that the match is over and not dealt again yet. The fields are in one record because compiled code counts
references to every array that it passes on, which takes longer than a move."""


class VectorSettings(NamedTuple):
    """Settings that apply to every match of a vector."""

    kinds: Int32Array
    """Bot kinds, by seat counted from the agent; all `AGENT` if the caller plays every seat."""
    nets: Nets
    """The nets that play."""
    seat: int
    """The agent's seat; -1 draws a seat for each match."""
    most: int
    """Largest possible number of legal moves."""
    reward: int
    """Kind of reward: `SHARE`, `MARGIN`, `SCORE` or `SHAPED`."""
    mode: int
    """When a finished match is dealt again: `NEXT_STEP`, `SAME_STEP` or `DISABLED`."""


class Buffers(NamedTuple):
    """Output buffers of a vector, with a row for each match."""

    seen: Floats
    """Observations; a single unused row if `small` holds them."""
    small: Bytes
    """Observations as bytes, with 255 for 1; no rows if `seen` holds them."""
    mask: Bools
    rewards: Floats
    """Rewards of all seats."""
    reward: Floats
    """Reward of the seat that acted."""
    over: Bools
    """Whether the match ended with this step."""
    final: Floats
    """The agent's observation at the end of a match that was replaced in the same step."""
    small_final: Bytes
    seats: Int32Array
    """Seat that acts next or, in a finished match, acted last."""
    worth: Floats
    """Margins that the seats expect, for `SHAPED`."""


@kernel
def _bots_until_agent(
    content: Record, s: Record, agent: int, table: VectorSettings, rng: Stream, moves: Int32Array
) -> None:
    players = len(table.kinds)
    while s.to_move >= 0:
        kind = table.kinds[(int(s.to_move) - max(agent, 0)) % players]
        if kind == AGENT:
            return
        apply(content, s, _bot_move(content, s, kind, table.nets, rng, moves))


@kernel
def _begin(
    contents: States, s: Record, row: Record, worth: Floats, table: VectorSettings, work: States, moves: Int32Array
) -> None:
    """Deal matches until the agent has a decision to make."""
    rng, rewards = np.empty(1, np.uint64), np.empty(len(table.kinds), np.float32)
    while True:
        row.deals += 1
        restart(rng, int(row.base), int(row.deals))
        deal(contents[0], s, rng)
        if table.kinds[-1] == AGENT:
            row.agent = -1
        else:
            row.agent = table.seat if table.seat >= 0 else below(rng, len(table.kinds))
        _bots_until_agent(contents[0], s, int(row.agent), table, rng, moves)
        if s.to_move >= 0:
            break
    row.luck = rng[0]
    row.ended = False
    if table.reward == SHAPED:
        settle(contents, s, work, SHAPED, worth, rewards)


@kernel
def _begin_and_clear(
    contents: States,
    s: Record,
    row: Record,
    i: int,
    table: VectorSettings,
    buffers: Buffers,
    work: States,
    moves: Int32Array,
) -> None:
    """Deal match `i` and clear its rewards."""
    _begin(contents, s, row, buffers.worth[i], table, work, moves)
    buffers.rewards[i, :] = 0.0
    buffers.reward[i] = 0.0
    buffers.over[i] = False


@kernel
def shrink(seen: Floats, out: Bytes) -> None:
    """Convert numbers from 0 to 1 to whole numbers from 0 to 255."""
    for i in range(len(seen)):
        out[i] = np.uint8(seen[i] * np.float32(255.0) + np.float32(0.5))


@inlined
def _write_seen(content: Record, s: Record, seat: int, i: int, seen: Floats, small: Bytes, one: Floats) -> None:
    """Write a seat's observation into row `i` of the buffer in use."""
    if len(small):
        observe(content, s, seat, one)
        shrink(one, small[i])
    else:
        observe(content, s, seat, seen[i])


@kernel
def begin_some(
    contents: States,
    states: States,
    rows: States,
    which: Int64Array,
    table: VectorSettings,
    buffers: Buffers,
    low: int,
    high: int,
) -> None:
    """Deal the matches with indices `which[low:high]` and write their first observations."""
    work, moves = states[:1].copy(), np.empty(table.most, np.int32)
    one = np.empty(buffers.seen.shape[1], np.float32)
    for k in range(low, high):
        i = int(which[k])
        s = states[i]
        _begin_and_clear(contents, s, rows[i], i, table, buffers, work, moves)
        buffers.seats[i] = s.to_move
        buffers.mask[i, :] = False
        for j in range(legal(contents[0], s, moves)):
            buffers.mask[i, moves[j]] = True
        _write_seen(contents[0], s, int(s.to_move), i, buffers.seen, buffers.small, one)


@kernel
def first_refused(actions: Int64Array, rows: States, mask: Bools, mode: int, low: int, high: int) -> int:
    """Return the first match from `low` on with an invalid action, or -1 if there is none."""
    for i in range(low, high):
        if rows[i].ended:
            if mode == DISABLED:
                return i
        elif actions[i] < 0 or actions[i] >= mask.shape[1] or not mask[i, actions[i]]:
            return i
    return -1


@kernel
def _settle_step(
    contents: States, s: Record, i: int, seat: int, table: VectorSettings, buffers: Buffers, work: States
) -> None:
    """Write the rewards of a step in match `i`."""
    settle(contents, s, work, table.reward, buffers.worth[i], buffers.rewards[i])
    buffers.reward[i] = buffers.rewards[i, seat]


@kernel
def _end(
    contents: States,
    s: Record,
    row: Record,
    i: int,
    table: VectorSettings,
    buffers: Buffers,
    work: States,
    moves: Int32Array,
    one: Floats,
) -> None:
    """Mark match `i` as over and, in mode `SAME_STEP`, deal it again."""
    buffers.over[i] = True
    row.ended = True
    if table.mode == SAME_STEP:
        _write_seen(contents[0], s, int(buffers.seats[i]), i, buffers.final, buffers.small_final, one)
        _begin(contents, s, row, buffers.worth[i], table, work, moves)


@kernel
def step_range(
    contents: States,
    states: States,
    rows: States,
    actions: Int64Array,
    table: VectorSettings,
    buffers: Buffers,
    low: int,
    high: int,
) -> None:
    """Step the matches from `low` to `high`, exclusive: the action, the bots' moves, the rewards, new observations."""
    content, has_bots, is_shaped = contents[0], table.kinds[-1] != AGENT, table.reward == SHAPED
    work, moves, rng = states[:1].copy(), np.empty(table.most, np.int32), np.empty(1, np.uint64)
    # Compiled code counts a reference at every use of a tuple field, but only once for a local variable.
    seen, small, mask, over, seats = buffers.seen, buffers.small, buffers.mask, buffers.over, buffers.seats
    one = np.empty(seen.shape[1], np.float32)
    for i in range(low, high):
        s, row, was_over = states[i], rows[i], over[i]
        over[i] = False
        if row.ended:
            _begin_and_clear(contents, s, row, i, table, buffers, work, moves)
        else:
            apply(content, s, int(actions[i]))
            if has_bots:
                rng[0] = row.luck
                _bots_until_agent(content, s, int(row.agent), table, rng, moves)
                row.luck = rng[0]
            if s.to_move < 0 or is_shaped or was_over:
                _settle_step(contents, s, i, int(seats[i]), table, buffers, work)
            if s.to_move < 0:
                _end(contents, s, row, i, table, buffers, work, moves, one)
        mask[i, :] = False
        if s.to_move >= 0:
            seats[i] = s.to_move
            for j in range(legal(content, s, moves)):
                mask[i, moves[j]] = True
        _write_seen(content, s, int(seats[i]), i, seen, small, one)


@kernel
def check_and_step(
    contents: States, states: States, rows: States, actions: Int64Array, table: VectorSettings, buffers: Buffers
) -> int:
    """Step all matches. If an action is invalid, return the first such match and change nothing; else return -1."""
    wrong = first_refused(actions, rows, buffers.mask, table.mode, 0, len(states))
    if wrong < 0:
        step_range(contents, states, rows, actions, table, buffers, 0, len(states))
    return wrong

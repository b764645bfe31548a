"""The guide with playouts: the value of a leaf is the result of playing on, at random or by the steward.

The field `note` of a node holds the steward's move at the start of the playout. The steward's move gets a fixed prior;
the other moves divide the rest evenly.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from courtly.bots.search.grow import Start, grow
from courtly.bots.search.guide import GuideKernels, Leaf
from courtly.bots.search.settings import SearchSettings
from courtly.bots.search.state import NOTHING, SEATS
from courtly.engine.arrays import Float64Array, Int32Array
from courtly.engine.compile.dispatch import apply, legal, policy, score
from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below
from courtly.engine.contract.game import Record, Setup
from courtly.engine.contract.layout import States


class Rollout(IntEnum):
    """The player of a playout."""

    RANDOM = 0
    STEWARD = 1


class Playouts(NamedTuple):
    """Settings of playouts and of the reward."""

    rollout: int
    """A `Rollout`."""

    horizon: int
    """Number of moves after which a playout ends at the next change of the scores."""

    prior: float
    """Prior of the steward's move at a node, from 0 to 1; 0 for no favourite move."""

    margin: float
    """Weight of the margin in the reward, from 0 to 1; the victory share has the rest of the weight."""

    scale: float
    """Lead in points at which the margin part of the reward is 0.75."""

    players: int
    """Number of seats."""

    @staticmethod
    def kernels() -> GuideKernels:
        """Return the compiled functions of this guide."""
        return GuideKernels(_favourite, steward_priors, _value)


def playouts(setup: Setup, s: Record, settings: SearchSettings, rng: Stream) -> Start:
    """Return the start of a search with playouts; `s` is a sample of the root position."""
    guide = Playouts(
        rollout=int(Rollout[settings.rollout.upper()]),
        horizon=int(settings.horizon),
        prior=float(settings.prior),
        margin=float(settings.margin),
        scale=float(settings.scale),
        players=setup.players,
    )
    note = setup.game.rules.kernels.policy(setup.content, s, rng) if settings.prior else NOTHING
    return Start(guide, note, grow)


@inlined
def _favourite(_guide: Playouts, nodes: States, node: int) -> int:
    """Return the move that the steward made at this node."""
    return int(nodes[node].note)


@kernel
def steward_priors(
    guide: Playouts, nodes: States, node: int, moves: Int32Array, n: int, considered: int, out: Float64Array
) -> float:
    """Write the priors: the steward's move gets `guide.prior`, the other moves divide the rest evenly."""
    noted = nodes[node].note
    rest = (1.0 - guide.prior) / max(1, considered - 1)
    for i in range(n):
        out[i] = guide.prior if moves[i] == noted else rest
    return rest


@kernel
def _value(guide: Playouts, content: Record, s: Record, leaf: Leaf, rng: Stream, out: Float64Array) -> None:
    """Play a match on, in place, and write the reward."""
    _play_on(guide, content, s, leaf, rng)
    reward(guide, content, s, out)


@kernel
def _play_on(guide: Playouts, content: Record, s: Record, leaf: Leaf, rng: Stream) -> None:
    """Play a match to its end or, after `horizon` moves, to the next change of the scores."""
    nodes, node, moves = leaf.nodes, leaf.node, leaf.moves
    steward = guide.rollout == Rollout.STEWARD
    left = int(guide.horizon)
    ask = guide.prior > 0 and nodes[node].note == NOTHING
    scores = np.empty((2, SEATS), np.int32)
    while s.to_move >= 0 and (left > 0 or not _changed(content, s, scores, left)):
        left -= 1
        move = int(policy(content, s, rng)) if steward or ask else NOTHING
        if ask:
            nodes[node].note = move
            ask = False
        if not steward:
            n = legal(content, s, moves)
            move = int(moves[below(rng, n)])
        apply(content, s, move)


@kernel
def _changed(content: Record, s: Record, scores: Int32Array, left: int) -> bool:
    """Return whether the scores have changed since `left` was 0; `scores[0]` keeps the scores of that moment."""
    if left == 0:
        scores[:] = 0
        score(content, s, scores[0])
        return False
    score(content, s, scores[1])
    changed = False
    for seat in range(SEATS):
        changed |= scores[0, seat] != scores[1, seat]
    return changed


@kernel
def reward(guide: Playouts, content: Record, s: Record, out: Float64Array) -> None:
    """Write the reward of each seat into `out[0]` and its victory share into `out[1]`."""
    scores = np.empty(SEATS, np.int32)
    score(content, s, scores)
    best, second, winners = -(1 << 30), -(1 << 30), 0
    for seat in range(guide.players):
        if scores[seat] > best:
            best, second, winners = int(scores[seat]), best, 1
        elif scores[seat] == best:
            second, winners = best, winners + 1
        else:
            second = max(second, int(scores[seat]))
    for seat in range(guide.players):
        won = 1.0 / winners if scores[seat] == best else 0.0
        ahead = float(scores[seat] - (second if scores[seat] == best else best))
        out[1, seat] = won
        out[0, seat] = (1.0 - guide.margin) * won + guide.margin * margin_of(ahead, guide.scale)


@inlined
def margin_of(ahead: float, scale: float) -> float:
    """Map a lead in points, negative for a deficit, to a number from 0 to 1."""
    return 0.5 + 0.5 * ahead / (abs(ahead) + scale)

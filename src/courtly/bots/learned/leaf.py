"""The guide with a net: the steward plays on to the next position that the net can evaluate.

The playout guide supplies the favourite move and the priors. If the match ends before such a position, the playout
guide supplies the reward.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from courtly.bots.learned.net import OUTPUTS_PER_SEAT, Floats, Net, evaluate
from courtly.bots.search.grow import Start, grow
from courtly.bots.search.guide import GuideKernels, Leaf
from courtly.bots.search.playouts import Playouts, playouts, reward, steward_priors
from courtly.bots.search.settings import SearchSettings
from courtly.bots.search.state import NOTHING
from courtly.engine.arrays import Float64Array, Int32Array
from courtly.engine.compile.dispatch import apply, features, policy
from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream
from courtly.engine.contract.game import Record, Setup
from courtly.engine.contract.layout import States


class Learned(NamedTuple):
    """A net and the playout settings."""

    net: Net
    plain: Playouts

    @staticmethod
    def kernels() -> GuideKernels:
        """Return the compiled functions of this guide."""
        return GuideKernels(_favourite, _priors, _value)


def learned(net: Net, setup: Setup, s: Record, settings: SearchSettings, rng: Stream) -> Start:
    """Return the start of a search with this net; `s` is a sample of the root position."""
    start = playouts(setup, s, settings, rng)
    return Start(Learned(net, start.guide), start.note, grow)


@inlined
def _favourite(_guide: Learned, nodes: States, node: int) -> int:
    """Return the move that the steward made at this node."""
    return int(nodes[node].note)


@kernel
def _priors(
    guide: Learned, nodes: States, node: int, moves: Int32Array, n: int, considered: int, out: Float64Array
) -> float:
    """Write the priors: the steward's move gets the prior in the settings, the other moves divide the rest evenly."""
    return steward_priors(guide.plain, nodes, node, moves, n, considered, out)


@kernel
def _value(guide: Learned, content: Record, s: Record, leaf: Leaf, rng: Stream, out: Float64Array) -> None:
    """Play on, in place, to a position that the net can evaluate; write its value, or the reward of an ended match."""
    nodes, node, net = leaf.nodes, leaf.node, guide.net
    x = np.empty(len(net.first), np.float32)
    ask = guide.plain.prior > 0 and nodes[node].note == NOTHING
    while s.to_move >= 0:
        judged = features(content, s, x)
        move = NOTHING if judged and not ask else int(policy(content, s, rng))
        if ask:
            nodes[node].note = move
            ask = False
        if judged:
            _judge(guide, x, int(s.to_move), out)
            return
        apply(content, s, move)
    reward(guide.plain, content, s, out)


@inlined
def _judge(guide: Learned, x: Floats, mover: int, out: Float64Array) -> None:
    """Write the net's output for a position: rewards into `out[0]`, victory shares into `out[1]`."""
    outputs = np.empty(len(guide.net.last_bias), np.float32)
    evaluate(guide.net, x, outputs)
    for i in range(guide.plain.players):
        seat = (mover + i) % guide.plain.players
        won, margin = float(outputs[OUTPUTS_PER_SEAT * i]), float(outputs[OUTPUTS_PER_SEAT * i + 1])
        out[1, seat] = won
        out[0, seat] = (1.0 - guide.plain.margin) * won + guide.plain.margin * margin

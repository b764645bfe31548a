"""Simulations in batches, for a guide that judges many leaves at once, as a neural network does.

All simulations of a batch descend before any leaf is judged. A move that is visited and not rewarded yet looks worse to
the next simulation (virtual loss), which so finds another leaf. A batch of one does exactly what `grow` does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.bots.search.backup import count_visits, hand_back
from courtly.bots.search.grow import StopFlag, new_desk
from courtly.bots.search.guide import Guide
from courtly.bots.search.select import descend
from courtly.bots.search.state import DEPTH, ROOT, SEATS, Way
from courtly.engine.arrays import Float64Array, Int32Array
from courtly.engine.compile.dispatch import redeal
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import restart
from courtly.engine.contract.layout import Layout, States, field


class Simulation(Layout):
    """One simulation of a batch, on its way."""

    depth: int = field(np.int32, "nodes on its way, the root apart")
    since: int = field(np.int32, "the first of them that learns")
    learner: int = field(np.int8, "the seat whose moves learn", none=-1)
    node: int = field(np.int32, "the node that it reached")
    luck: int = field(np.uint64, "its random stream")


class Leaves(NamedTuple):
    """The leaves of a batch, as the guide gets them; every array has one row or element for each."""

    contents: States
    """The content of the match, one for all."""

    states: States
    """The positions, sampled: what the asking seat cannot know is made up."""

    nodes: States
    """The tree."""

    simulations: States
    """How each came there: its node, and its stream to draw from."""


Judge = Callable[[Leaves, Float64Array], None]
"""Writes what leaves are worth into rewards of shape (leaves, 2, SEATS), as the kernel `value` does for one."""


class Batched:
    """The loop of a search whose leaves are judged `size` at a time."""

    def __init__(self, judge: Judge, size: int) -> None:
        self._judge, self._size = judge, size

    def __call__(
        self, contents: States, states: States, growths: States, nodes: States, guide: Guide, stop: StopFlag
    ) -> int:
        """Make a number of simulations, or fewer when `stop` is set meanwhile; return how many."""
        wanted, made = int(growths[0]["batch"]), 0
        while made < wanted and not stop[0]:
            count = min(self._size, wanted - made)
            leaves = Leaves(contents, np.empty(count, states.dtype), nodes, Simulation.empty(count))
            paths, rewards = np.empty((count, DEPTH), np.int32), np.zeros((count, 2, SEATS))
            gather(contents, states, growths, nodes, guide, leaves.states, leaves.simulations, paths)
            self._judge(leaves, rewards)
            settle(nodes, leaves.simulations, paths, rewards)
            made += count
        return made


@kernel
def gather(
    contents: States,
    states: States,
    growths: States,
    nodes: States,
    guide: Guide,
    leaves: States,
    simulations: States,
    paths: Int32Array,
) -> None:
    """Go down the tree once for each of `simulations`; the positions reached are in `leaves`."""
    growth = growths[0]
    rng, desk = np.empty(1, np.uint64), new_desk(int(growth.most))
    for i in range(len(simulations)):
        restart(rng, int(growth.luck), int(growth.done))
        leaves[i] = states[0]
        redeal(contents[0], leaves[i], int(growth.seat), rng)
        way = descend(contents[0], leaves[i], growth, nodes, guide, paths[i], desk, rng)
        count_visits(nodes, paths[i], way)
        one = simulations[i]
        one.depth, one.since, one.learner, one.luck = way.depth, way.since, way.learner, rng[0]
        one.node = paths[i, way.depth - 1] if way.depth else ROOT
        growth.done += 1


@kernel
def settle(nodes: States, simulations: States, paths: Int32Array, rewards: npt.NDArray[np.float64]) -> None:
    """Hand back the rewards of a batch."""
    for i in range(len(simulations)):
        one = simulations[i]
        hand_back(nodes, paths[i], Way(int(one.depth), int(one.since), int(one.learner)), rewards[i])

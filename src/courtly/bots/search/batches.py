"""Simulations in batches, for a guide that evaluates many leaves together, such as a neural network.

All simulations of a batch descend before any leaf is evaluated. A move with a visit but no reward yet looks worse to
the next simulation (virtual loss), which therefore finds another leaf. A batch of one is equivalent to `grow`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.bots.search.backup import backpropagate, count_visits
from courtly.bots.search.grow import StopFlag, new_scratch
from courtly.bots.search.guide import Guide
from courtly.bots.search.select import descend
from courtly.bots.search.state import DEPTH, ROOT, SEATS, Path
from courtly.engine.arrays import Float64Array, Int32Array
from courtly.engine.compile.dispatch import redeal
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import restart
from courtly.engine.contract.layout import Layout, States, field


class Simulation(Layout):
    """One simulation of a batch that is in progress."""

    depth: int = field(np.int32, "nodes on its way, the root apart")
    since: int = field(np.int32, "the first of them that learns")
    learner: int = field(np.int8, "the seat whose moves learn", none=-1)
    node: int = field(np.int32, "the node that it reached")
    luck: int = field(np.uint64, "its random stream")


class Leaves(NamedTuple):
    """The leaves of a batch, as passed to the guide. Every array except `contents` and `nodes` has a row per leaf."""

    contents: States
    """Content of the match, shared by all leaves."""

    states: States
    """Sampled positions: the cards hidden from the searching seat are redealt."""

    nodes: States
    """The tree."""

    simulations: States
    """The simulation of each leaf: its node and its random stream."""


BatchEvaluator = Callable[[Leaves, Float64Array], None]
"""Writes the values of leaves into rewards of shape (leaves, 2, SEATS), as the kernel `value` does for one leaf."""


class Batched:
    """A search loop that evaluates `size` leaves together."""

    def __init__(self, judge: BatchEvaluator, size: int) -> None:
        self._judge, self._size = judge, size

    def __call__(
        self, contents: States, states: States, search_states: States, nodes: States, guide: Guide, stop: StopFlag
    ) -> int:
        """Run a batch of simulations, or fewer if `stop` is set; return their number."""
        wanted, made = int(search_states[0]["batch"]), 0
        while made < wanted and not stop[0]:
            count = min(self._size, wanted - made)
            leaves = Leaves(contents, np.empty(count, states.dtype), nodes, Simulation.empty(count))
            paths, rewards = np.empty((count, DEPTH), np.int32), np.zeros((count, 2, SEATS))
            gather(contents, states, search_states, nodes, guide, leaves.states, leaves.simulations, paths)
            self._judge(leaves, rewards)
            settle(nodes, leaves.simulations, paths, rewards)
            made += count
        return made


@kernel
def gather(
    contents: States,
    states: States,
    search_states: States,
    nodes: States,
    guide: Guide,
    leaves: States,
    simulations: States,
    paths: Int32Array,
) -> None:
    """Descend the tree once for each of `simulations` and write the positions reached into `leaves`."""
    search_state = search_states[0]
    rng, scratch = np.empty(1, np.uint64), new_scratch(int(search_state.most))
    for i in range(len(simulations)):
        restart(rng, int(search_state.luck), int(search_state.done))
        leaves[i] = states[0]
        redeal(contents[0], leaves[i], int(search_state.seat), rng)
        path_end = descend(contents[0], leaves[i], search_state, nodes, guide, paths[i], scratch, rng)
        count_visits(nodes, paths[i], path_end)
        one = simulations[i]
        one.depth, one.since, one.learner, one.luck = path_end.depth, path_end.since, path_end.learner, rng[0]
        one.node = paths[i, path_end.depth - 1] if path_end.depth else ROOT
        search_state.done += 1


@kernel
def settle(nodes: States, simulations: States, paths: Int32Array, rewards: npt.NDArray[np.float64]) -> None:
    """Back up the rewards of a batch."""
    for i in range(len(simulations)):
        one = simulations[i]
        backpropagate(nodes, paths[i], Path(int(one.depth), int(one.since), int(one.learner)), rewards[i])

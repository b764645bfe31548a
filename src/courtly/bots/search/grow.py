"""Run simulations in sequence, for any game and guide: redeal, descend, evaluate the leaf, back up.

A simulation redeals the cards hidden from the searching seat, follows the legal moves of that sample down the tree,
adds one node and asks the guide for the value of the position. Every seat on the path gets its own reward (max-n).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.bots.search.backup import backpropagate, count_visits
from courtly.bots.search.guide import Guide, Leaf, value
from courtly.bots.search.select import descend
from courtly.bots.search.state import DEPTH, ROOT, SEATS, Scratch
from courtly.engine.compile.dispatch import redeal
from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import restart
from courtly.engine.contract.layout import States

StopFlag = npt.NDArray[np.uint8]

Loop = Callable[[States, States, States, States, Guide, StopFlag], int]
"""Runs simulations as `grow` does."""


class Start(NamedTuple):
    """The start of a search: the guide, the guide's value for the field `note` of the root, and the loop."""

    guide: Guide
    """Evaluates positions."""

    note: int
    """Stored in the root's field `note` for the guide: the playout guide stores the steward's move, or `NOTHING`."""

    loop: Loop
    """Runs simulations: `grow` or a `Batched`."""


@inlined
def new_scratch(most: int) -> Scratch:
    """Return scratch space for up to `most` legal moves."""
    return Scratch(
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.float64),
    )


@kernel
def grow(contents: States, states: States, search_states: States, nodes: States, guide: Guide, stop: StopFlag) -> int:
    """Run a batch of simulations, or fewer if `stop` is set; return their number.

    `states` holds a sample from the searching seat's knowledge, and a scratch state.
    """
    search_state, content, s = search_states[0], contents[0], states[1]
    rng, scratch = np.empty(1, np.uint64), new_scratch(int(search_state.most))
    path, rewards = np.empty(DEPTH, np.int32), np.empty((2, SEATS), np.float64)
    for i in range(search_state.batch):
        if stop[0]:
            return i
        restart(rng, int(search_state.luck), int(search_state.done))
        states[1] = states[0]
        redeal(content, s, int(search_state.seat), rng)
        path_end = descend(content, s, search_state, nodes, guide, path, scratch, rng)
        count_visits(nodes, path, path_end)
        leaf = Leaf(nodes, int(path[path_end.depth - 1]) if path_end.depth else ROOT, scratch.moves)
        value(guide, content, s, leaf, rng, rewards)
        backpropagate(nodes, path, path_end, rewards)
        search_state.done += 1
    return int(search_state.batch)

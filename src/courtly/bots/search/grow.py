"""Runs simulations one after the other, for any game and guide: redeal, descend, judge the leaf, back up.

A simulation samples what the searching seat cannot know, follows the tree by the moves that are legal in that sample,
adds one node, asks the guide for the value of the position, and gives every seat on the way its own reward (max-n).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.bots.search.backup import count_visits, hand_back
from courtly.bots.search.guide import Guide, Leaf, value
from courtly.bots.search.select import descend
from courtly.bots.search.state import DEPTH, ROOT, SEATS, Desk
from courtly.engine.compile.dispatch import redeal
from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import restart
from courtly.engine.contract.layout import States

StopFlag = npt.NDArray[np.uint8]

Loop = Callable[[States, States, States, States, Guide, StopFlag], int]
"""Makes simulations as `grow` does."""


class Start(NamedTuple):
    """What a search begins with."""

    guide: Guide
    """What judges its positions."""

    note: int
    """The guide's note of the root, `NOTHING` for none."""

    loop: Loop
    """What makes its simulations: `grow`, or a `Batched`."""


@inlined
def new_desk(most: int) -> Desk:
    """Return working space for so many legal moves."""
    return Desk(
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.float64),
    )


@kernel
def grow(contents: States, states: States, growths: States, nodes: States, guide: Guide, stop: StopFlag) -> int:
    """Make a number of simulations, or fewer when `stop` is set meanwhile; return how many.

    `states` is the sample of the asking seat's knowledge, and working space.
    """
    growth, content, s = growths[0], contents[0], states[1]
    rng, desk = np.empty(1, np.uint64), new_desk(int(growth.most))
    path, rewards = np.empty(DEPTH, np.int32), np.empty((2, SEATS), np.float64)
    for i in range(growth.batch):
        if stop[0]:
            return i
        restart(rng, int(growth.luck), int(growth.done))
        states[1] = states[0]
        redeal(content, s, int(growth.seat), rng)
        way = descend(content, s, growth, nodes, guide, path, desk, rng)
        count_visits(nodes, path, way)
        leaf = Leaf(nodes, int(path[way.depth - 1]) if way.depth else ROOT, desk.moves)
        value(guide, content, s, leaf, rng, rewards)
        hand_back(nodes, path, way, rewards)
        growth.done += 1
    return int(growth.batch)

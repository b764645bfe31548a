"""Data structures of a search: a tree node, the search state, and scratch space for its kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from courtly.engine.arrays import Float64Array, Int32Array
from courtly.engine.contract.layout import Layout, field

SEATS = 8
"""Upper limit on the seats of any game. The key of a child is its move times `SEATS`, plus the seat that moved."""

ROOT = 0
"""Index of the root. As a value of `child` or `after`, it means no child or no next sibling."""

NOTHING = -1
"""No move or no note."""

DEPTH = 256
"""Greatest depth of the tree, in moves."""


class Node(Layout):
    """Statistics of one sequence of moves, for the seat that made the last move."""

    key: int = field(np.int32, "the last move times SEATS, plus the seat that made it")
    child: int = field(np.int32, "the child with the least key", none=ROOT)
    after: int = field(np.int32, "the parent's child with the next key", none=ROOT)
    note: int = field(np.int32, "what the guide noted when it judged this node: its own business", none=NOTHING)
    visits: int = field(np.int32, "simulations that came through here")
    offered: int = field(np.int32, "times the seat could have come here")
    value: float = field(np.float64, "sum of the rewards of that seat")
    wins: float = field(np.float64, "sum of the shares of victory of that seat")


class SearchState(Layout):
    """Settings and progress of one tree."""

    seat: int = field(np.int8, "seat that asks")
    players: int = field(np.int8, "seats at the table")
    most: int = field(np.int32, "most moves that can be legal")
    luck: int = field(np.uint64, "name of the family of the simulations' streams")
    observers: int = field(np.int8, "1 when opponents are simulated from what they know")
    wide: int = field(np.int32, "moves that a node tries before it has earned more")
    explore: float = field(np.float64, "weight of what has been tried little")
    unknown: float = field(np.float64, "by how much an untried move is thought worse than the average of the others")
    batch: int = field(np.int64, "simulations to make in one call")
    done: int = field(np.int64, "simulations made so far")
    used: int = field(np.int32, "nodes in use")


class Scratch(NamedTuple):
    """Scratch space for the moves at a node."""

    moves: Int32Array
    """Legal moves, ascending."""

    slots: Int32Array
    """Child of each move, or `ROOT`."""

    befores: Int32Array
    """Child after which the child of each move would be inserted."""

    order: Int32Array
    """Indices of the moves considered: untried moves from the front, tried moves from the back."""

    priors: Float64Array
    """Prior of each move."""


class Path(NamedTuple):
    """The path of one simulation down the tree."""

    depth: int
    """Number of nodes on the path, without the root."""

    since: int
    """Index of the first node that learns."""

    learner: int
    """Seat whose moves learn, or -1 for all."""

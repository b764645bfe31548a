"""The records of a search: a node of its tree, and what steers it. Arrays of them are all that its kernels share."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from courtly.engine.layout import Layout, field

SEATS = 8
"""More than any game seats: a child's key is its move times this, plus the seat that moved."""

ROOT = 0
"""The number of the root; as a child or as a next child it says that there is none."""

NO_MOVE = -1

DEPTH = 256
"""How many moves from the root the tree reaches at most."""


class Rollout(IntEnum):
    """Who plays a simulation on to its end."""

    RANDOM = 0
    STEWARD = 1


class Node(Layout):
    """What is known of one sequence of moves; its numbers are those of the seat that made the last of them."""

    key: int = field(np.int32, "the last move times SEATS, plus the seat that made it")
    child: int = field(np.int32, "the child with the least key", none=ROOT)
    after: int = field(np.int32, "the parent's child with the next key", none=ROOT)
    prior: int = field(np.int32, "move of the steward where first seen", none=NO_MOVE)
    visits: int = field(np.int32, "simulations that came through here")
    offered: int = field(np.int32, "times the seat could have come here")
    value: float = field(np.float64, "sum of the rewards of that seat")
    wins: float = field(np.float64, "sum of the shares of victory of that seat")


class Search(Layout):
    """One tree: how it is to be grown, and how far it is."""

    seat: int = field(np.int8, "seat that asks")
    players: int = field(np.int8, "seats at the table")
    most: int = field(np.int32, "most moves that can be legal")
    luck: int = field(np.uint64, "name of the family of the simulations' streams")
    rollout: int = field(np.int8, "a Rollout")
    horizon: int = field(np.int32, "moves of a rollout after which it ends when the scores change")
    observers: int = field(np.int8, "1 when opponents are simulated from what they know")
    wide: int = field(np.int32, "moves that a node tries before it has earned more")
    explore: float = field(np.float64, "weight of what has been tried little")
    margin: float = field(np.float64, "share of the reward that is the margin of victory")
    scale: float = field(np.float64, "points by which half a margin is won")
    prior: float = field(np.float64, "share of a node's prior that the steward's move has")
    unknown: float = field(np.float64, "by how much an untried move is thought worse than the average of the others")
    batch: int = field(np.int64, "simulations to make in one call")
    done: int = field(np.int64, "simulations made so far")
    used: int = field(np.int32, "nodes in use")

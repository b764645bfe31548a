"""The weights of the steward of Cursed Court: what each is and how far it may go; the numbers are in `steward.json`."""

from __future__ import annotations

from enum import IntEnum

from courtly.engine.contract.weights import Weights


class Weight(IntEnum):
    """What the steward weighs with, by its place in the content's `weights`."""

    EDGE = 0
    """Points by which a region must beat the next free one before it is worth defending."""
    PRICE = 1
    """Points that the whole purse is worth for each season still to come."""
    BUMP = 2
    """What it is worth to take a region from an opponent, as a part of the region, shared among the opponents."""
    CROWD = 3
    """Points that each crown before the own one costs where regions are shared."""
    SAFE = 4
    """Part of the richest opponent's purse that a stake need not go beyond."""
    SPEND = 5
    """How fast the purse is spent: of what is left, so much over the seasons to come and one."""
    THIN_PURSE = 6
    """Chips below which another stack is bought."""


WEIGHTS = Weights(
    "courtly.games.cursed_court",
    {
        Weight.EDGE: (0.0, 2.0),
        Weight.PRICE: (0.0, 2.0),
        Weight.BUMP: (0.0, 3.0),
        Weight.CROWD: (0.0, 3.0),
        Weight.SAFE: (0.0, 1.0),
        Weight.SPEND: (0.5, 6.0),
        Weight.THIN_PURSE: (0.0, 100.0),
    },
)

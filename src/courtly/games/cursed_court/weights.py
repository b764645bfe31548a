"""The weights of the steward of Cursed Court: their meanings and bounds. The values are in `steward.json`."""

from __future__ import annotations

from enum import IntEnum

from courtly.engine.contract.weights import Weights


class Weight(IntEnum):
    """Weights of the steward, by index in the content's `weights`."""

    EDGE = 0
    """Lead of a region over the next free one, in points, from which a stake may exceed the minimum."""
    PRICE = 1
    """Value of the whole purse, in points, for each season still to come."""
    BUMP = 2
    """Value of a bump, as a fraction of the region's value. It is divided by the number of opponents."""
    CROWD = 3
    """Points lost per earlier crown in a shared region."""
    SAFE = 4
    """Fraction of the richest opponent's purse above which a stake counts as safe from a bump."""
    SPEND = 5
    """Spending rate: before the last season a stake is at most `purse * SPEND / (seasons left + 1)`."""
    THIN_PURSE = 6
    """Purse in chips below which the steward buys another stack."""


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

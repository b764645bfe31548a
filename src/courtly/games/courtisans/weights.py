"""The weights of the steward of Courtisans: their meaning and bounds. The values are in `steward.json`."""

from __future__ import annotations

from enum import IntEnum

from courtly.engine.contract.weights import Weights


class Weight(IntEnum):
    """The steward's weights, as indexes into the content's `weights`."""

    SOFTNESS = 0
    """Lead at which the estimated status of a family is 0.5, on the last turn."""
    SOFTNESS_PER_TURN = 1
    """Increase of that lead for every turn still to come."""
    OTHERS = 2
    """Weight of the other seats' points; the seat's own points have weight 1."""
    MISSION = 3
    """Value of a mission, as a fraction of its points."""
    FEWER_LEAD = 4
    """Lead of the left neighbour, in cards, at which the chance of a "fewer" mission is estimated at 0.5."""
    FEWER_SOFTNESS = 5
    """Number of cards by which the lead must exceed `FEWER_LEAD` for an estimate of 0.75."""
    DECIDED = 6
    """Distance of the estimated status from 0 at which a family counts fully as esteemed or fallen."""
    FAMILIES_SOFTNESS = 7
    """For missions that count families: the number of families short of the goal at which the estimate is 0.25."""


WEIGHTS = Weights(
    "courtly.games.courtisans",
    {
        Weight.SOFTNESS: (0.1, 6.0),
        Weight.SOFTNESS_PER_TURN: (0.0, 2.0),
        Weight.OTHERS: (0.0, 3.0),
        Weight.MISSION: (0.0, 3.0),
        Weight.FEWER_LEAD: (-2.0, 4.0),
        Weight.FEWER_SOFTNESS: (0.1, 8.0),
        Weight.DECIDED: (0.02, 1.0),
        Weight.FAMILIES_SOFTNESS: (0.1, 4.0),
    },
)

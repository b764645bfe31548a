"""The weights of the steward of Courtisans: what each is and how far it may go; the numbers are in `steward.json`."""

from __future__ import annotations

from enum import IntEnum

from courtly.engine.contract.weights import Weights


class Weight(IntEnum):
    """What the steward weighs with, by its place in the content's `weights`."""

    SOFTNESS = 0
    """Lead at which a family's status is half decided when no turns are left but the present one."""
    SOFTNESS_PER_TURN = 1
    """By how much that lead grows with every turn still to come."""
    OTHERS = 2
    """How much the points of the others count beside the own ones."""
    MISSION = 3
    """What a mission is worth, as a part of its points."""
    FEWER_LEAD = 4
    """Cards by which the left neighbour must be ahead for the mission to have fewer to be half done."""
    FEWER_SOFTNESS = 5
    """Cards beyond these at which it is three quarters done."""
    DECIDED = 6
    """Guess of a status from which a family counts in full as esteemed or fallen."""
    FAMILIES_SOFTNESS = 7
    """Families too few or too many at which a mission that counts them is a quarter done."""


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

"""The budget of a review: its imagined matches, and how they are distributed."""

from __future__ import annotations

from dataclasses import dataclass

from courtly.engine.errors import BadOption, shown
from courtly.engine.sentences import said

LEAST = 8
"""Minimal number of matches, and of simulations."""

MAX_MATCHES = 100_000
MAX_SEARCHED = 1_000_000


@dataclass(frozen=True, slots=True)
class Effort:
    """The budget of a review.

    Attributes
    ----------
    matches
        Number of imagined matches that estimate the chance of a seat in a position where a turn begins. Within a turn,
        the seat to move gets half of this number, and each other seat a quarter. Before that, each candidate move gets
        an eighth, to select the best one.
    simulations
        Simulations of the search for candidate moves.
    seed
        Seed of the random streams.

    Raises
    ------
    BadOption
        If a number is out of its range.
    """

    matches: int = 800
    simulations: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        """Raise `BadOption` for a number out of its range."""
        for name, most in (("matches", MAX_MATCHES), ("simulations", MAX_SEARCHED), ("seed", 2**63 - 1)):
            given, least = getattr(self, name), 0 if name == "seed" else LEAST
            if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
                allowed = said("a whole number from {low} to {high}", low=least, high=most)
                message = said(
                    "{name} of a review cannot be {given}; use {allowed}",
                    name=name,
                    given=shown(given),
                    allowed=allowed,
                )
                raise BadOption(message, given=given, where=name, allowed=allowed)

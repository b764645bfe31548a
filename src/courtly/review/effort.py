"""How much work a review is: its imagined matches, and how they are shared out."""

from __future__ import annotations

from dataclasses import dataclass

from courtly.engine.errors import BadOption, shown
from courtly.engine.sentences import said

LEAST = 8
"""Matches, and simulations, that say anything."""

MOST_MATCHES = 100_000
MOST_SEARCHED = 1_000_000


@dataclass(frozen=True, slots=True)
class Effort:
    """The budget of a review.

    Attributes
    ----------
    matches
        Imagined matches behind the chance of a seat where a turn begins. Within a turn the seat that decides has half
        of them, any other a quarter; a move that is tried has an eighth before the best is chosen.
    simulations
        Simulations of the search that finds moves to try.
    seed
        What the random streams come from.

    Raises
    ------
    BadOption
        A number is out of its range.
    """

    matches: int = 800
    simulations: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what is no budget."""
        for name, most in (("matches", MOST_MATCHES), ("simulations", MOST_SEARCHED), ("seed", 2**63 - 1)):
            given, least = getattr(self, name), 0 if name == "seed" else LEAST
            if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
                allowed = said("a whole number, {low} to {high}", low=least, high=most)
                message = said(
                    "{name} of a review cannot be {given}; it takes {allowed}",
                    name=name,
                    given=shown(given),
                    allowed=allowed,
                )
                raise BadOption(message, given=given, where=name, allowed=allowed)

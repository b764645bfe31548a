"""How a tree search plays a game best: what the game says of it, and what a bot's specification may change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from courtly.engine.errors import BadOption, shown

TO_THE_END = 100_000
"""A horizon that no match reaches."""

RANGES: dict[str, tuple[float, float]] = {
    "horizon": (0, TO_THE_END),
    "wide": (1, 10_000),
    "explore": (0, 100),
    "margin": (0, 1),
    "scale": (0.001, 10_000),
    "prior": (0, 1),
    "unknown": (0, 1),
}
"""From where to where each number goes."""


@dataclass(frozen=True, slots=True)
class Search:
    """How to search a game; `docs/decisions/0006-the-search.md` says why the defaults are what they are.

    Attributes
    ----------
    rollout
        Who plays a simulation on: anybody at random, or the game's rule-based player.
    horizon
        Moves of a rollout after which it ends when the scores change.
    observers
        Whether opponents are simulated from what they know.
    wide
        Moves that a node tries before it has earned more.
    explore
        Weight of what has been tried little.
    margin
        Share of the reward that is the margin of victory.
    scale
        Points by which half a margin is won.
    prior
        Share of a node's prior that the rule-based player's move has.
    unknown
        By how much an untried move is thought worse than the average of the others.

    Raises
    ------
    BadOption
        A number is out of its range, or nobody plays on like that.

    Examples
    --------
    >>> Search(rollout="steward", horizon=6).prior
    0.5
    """

    rollout: Literal["random", "steward"] = "random"
    horizon: int = TO_THE_END
    observers: bool = False
    wide: int = 32
    explore: float = 0.5
    margin: float = 0.5
    scale: float = 10.0
    prior: float = 0.5
    unknown: float = 0.05

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if self.rollout not in ("random", "steward"):
            raise _bad("rollout", self.rollout, "random or steward")
        for name, (low, high) in RANGES.items():
            given = getattr(self, name)
            if not low <= given <= high:
                raise _bad(name, given, f"a number from {low:g} to {high:g}")


def _bad(name: str, given: object, allowed: str) -> BadOption:
    message = f"{name} of a search cannot be {shown(given)}; it takes {allowed}"
    return BadOption(message, given=given, where=name, allowed=allowed)

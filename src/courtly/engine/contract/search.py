"""The search settings of a game, which the specification of a bot may override."""

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
"""The allowed range of each number."""


@dataclass(frozen=True, slots=True)
class SearchDefaults:
    """Search settings of a game; `docs/decisions/0006-the-search.md` explains the defaults.

    Attributes
    ----------
    rollout
        The rollout policy: random moves, or the game's rule-based player.
    horizon
        Number of moves after which a rollout ends at the next change of the scores.
    observers
        Whether opponents are simulated from their own knowledge.
    wide
        Number of moves that a new node considers; more visits add moves (progressive widening).
    explore
        Weight of the exploration term.
    margin
        Weight of the margin in the reward, from 0 to 1; the victory share has the rest of the weight.
    scale
        Lead in points at which the margin part of the reward is 0.75.
    prior
        Prior of the rule-based player's move at a node, from 0 to 1; all moves together have 1.
    unknown
        Amount by which an untried move is valued below the average of the tried ones.

    Raises
    ------
    BadOption
        A number is out of its range, or the rollout policy is unknown.

    Examples
    --------
    >>> SearchDefaults(rollout="steward", horizon=6).prior
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
        """Raise `BadOption` for the first invalid value."""
        if self.rollout not in ("random", "steward"):
            raise _bad("rollout", self.rollout, "random or steward")
        for name, (low, high) in RANGES.items():
            given = getattr(self, name)
            if not low <= given <= high:
                raise _bad(name, given, f"a number from {low:g} to {high:g}")


def _bad(name: str, given: object, allowed: str) -> BadOption:
    message = f"{name} of a search cannot be {shown(given)}; use {allowed}"
    return BadOption(message, given=given, where=name, allowed=allowed)

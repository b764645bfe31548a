"""What of a seat's hidden cards others may guess from its moves: what a game says of it to a review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from courtly.engine.arrays import Int64Array
from courtly.engine.contract.layout import States

Items = dict[tuple[str, int], Int64Array]
"""Hidden things by kind and number: for each position its value, a small whole number, or -1 where there is none."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """The hidden cards of a game that moves tell of.

    Attributes
    ----------
    items
        `items(setup, states, seat)`: what a seat hides in each of several positions. What can be turned up, or dealt
        anew, gets another number for it.
    alike
        `alike(setup, s, move)`: the moves that others cannot tell from one that is made, itself among them.
    """

    items: Callable[[Any, States, int], Items]
    alike: Callable[[Any, Any, int], Sequence[int]] = lambda _setup, _s, move: [move]

"""The hidden cards of a seat that opponents may infer from its moves; a game describes them here for reviews."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from courtly.engine.arrays import Int64Array
from courtly.engine.contract.layout import States

Items = dict[tuple[str, int], Int64Array]
"""Hidden items by kind and number: for each position the item's value, a small whole number, or -1 for none."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """The hidden cards of a seat that opponents may infer from its moves.

    Attributes
    ----------
    items
        `items(setup, states, seat)`: the hidden items of a seat in each of several positions. An item gets a
        new number when it is revealed or dealt again.
    alike
        `alike(setup, s, move)`: the moves that look like `move` to all opponents, including `move` itself.
    """

    items: Callable[[Any, States, int], Items]
    alike: Callable[[Any, Any, int], Sequence[int]] = lambda _setup, _s, move: [move]

"""Hidden information that opponents may infer from a seat's moves in Cursed Court: the hole cards that it sees."""

from __future__ import annotations

from typing import Any

import numpy as np

from courtly.engine.contract.hidden import Hidden, Items
from courtly.engine.contract.layout import States
from courtly.games.cursed_court.redeal import knows_hole
from courtly.games.cursed_court.state import HOLES, Phase


def _items(setup: Any, states: States, seat: int) -> Items:
    """Return the hole cards that the seat sees, with numbers that are unique across years."""
    found: Items = {}
    one = states[0]
    if one.phase == Phase.OVER or one.deck_size == 0:
        return found
    for hole in range(int(one.holes)):
        if knows_hole(setup.content, one, seat, hole):
            found["hole", int(one.dealt) * HOLES + hole] = states["deck"][:, hole].astype(np.int64)
    return found


HIDDEN = Hidden(_items)

"""The hidden items of Courtisans that opponents may infer from a player's moves: missions and families of spies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from courtly.engine.contract.hidden import Hidden, Items
from courtly.engine.contract.layout import States
from courtly.games.courtisans.rules import KILLS
from courtly.games.courtisans.state import AREAS, FAMILIES, NONE, ROLES, SPIES, Role


def _items(_setup: Any, states: States, seat: int) -> Items:
    """Return the seat's missions, and the family of each spy that it played and that is still in play."""
    missions = states["missions"][:, seat].astype(np.int64)
    found: Items = {("mission", i): missions[:, i] for i in range(missions.shape[1])}
    for spy in range(SPIES):
        there = (states["spy_by"][:, spy] == seat) & (states["spy_area"][:, spy] != NONE)
        if there.any():
            found["spy", spy] = np.where(there, states["spy_kind"][:, spy] // ROLES, NONE).astype(np.int64)
    return found


def _alike(_setup: Any, _s: Any, move: int) -> Sequence[int]:
    """Return the moves that look like `move` to the other seats: spies of all families, because they are face down."""
    kind, area = divmod(move, AREAS)
    if move >= KILLS or kind % ROLES != Role.SPY:
        return [move]
    return [(family * ROLES + Role.SPY) * AREAS + area for family in range(FAMILIES)]


HIDDEN = Hidden(_items, _alike)

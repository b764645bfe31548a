"""The lands: what they yield, what may be built on them, what a Moon ruins; and the discard pile. Kernels."""

from __future__ import annotations

from typing import NamedTuple

from courtly.engine.compile.kernel import inlined, kernel
from courtly.games.monarch.state import (
    ANY,
    CELLS,
    FIRST_IMPROVEMENT,
    FOOD,
    GOLD,
    NONE,
    Content,
    Place,
    State,
    Terrain,
)


class Cells(NamedTuple):
    """Cells of the board: how many, and the last of them, `NONE` for none."""

    number: int
    last: int


@inlined
def discard(s: State, card: int) -> None:
    """Put a card on the discard pile."""
    s.where[card] = Place.DISCARD
    s.discards += 1


@kernel
def lay_out(content: Content, s: State) -> None:
    """Make the board of nine bare lands (clauses of setup)."""
    s.villages = 0
    s.income[GOLD], s.income[FOOD] = 0, 0
    s.beneath[:] = NONE
    for cell in range(CELLS):
        s.top[cell] = NONE
        s.yields[cell] = 0
        s.villages += content.land_terrain[s.lands[cell]] == Terrain.VILLAGE
        _show(content, s, cell)


@kernel
def _show(content: Content, s: State, cell: int) -> None:
    """Let a cell yield what its visible improvement, or its bare board, gives."""
    land, card = int(s.lands[cell]), int(s.top[cell])
    now = int(content.land_yield[land]) if card == NONE else int(content.yields[card - FIRST_IMPROVEMENT])
    s.income[FOOD if content.land_terrain[land] == Terrain.FARM else GOLD] += now - s.yields[cell]
    s.yields[cell] = now


@inlined
def takes(content: Content, s: State, cell: int, card: int) -> bool:
    """Return whether an improvement may lie on a cell: the same terrain, and the yield does not fall."""
    same = content.land_terrain[s.lands[cell]] == content.terrain[card - FIRST_IMPROVEMENT]
    return bool(same & (s.yields[cell] <= content.yields[card - FIRST_IMPROVEMENT]))


@kernel
def cells_for(content: Content, s: State, card: int) -> Cells:
    """Return the cells that take an improvement."""
    n, last = 0, NONE
    for cell in range(CELLS):
        if takes(content, s, cell, card):
            n += 1
            last = cell
    return Cells(n, last)


@kernel
def lay(content: Content, s: State, cell: int, card: int) -> None:
    """Put an improvement on a cell, on top of what lies there."""
    s.beneath[card - FIRST_IMPROVEMENT] = s.top[cell]
    s.top[cell] = card
    s.where[card] = Place.BOARD
    _show(content, s, cell)


@kernel
def ruin(content: Content, s: State, terrain: int) -> None:
    """Discard the visible improvement of a terrain that yields most, the first of equals in reading order."""
    worst = NONE
    for cell in range(CELLS):
        fits = terrain == ANY or content.land_terrain[s.lands[cell]] == terrain
        if fits and s.top[cell] != NONE and (worst == NONE or s.yields[cell] > s.yields[worst]):
            worst = cell
    if worst != NONE:
        card = int(s.top[worst])
        s.top[worst] = s.beneath[card - FIRST_IMPROVEMENT]
        s.beneath[card - FIRST_IMPROVEMENT] = NONE
        discard(s, card)
        _show(content, s, worst)

"""Kernels of the land boards and the discard pile: yields, building and ruin."""

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
    CardLocation,
    Content,
    State,
    Terrain,
)


class CellChoice(NamedTuple):
    """The cells that can take a card: their number, and the last of these cells (`NONE` if there are none)."""

    number: int
    last: int


@inlined
def discard(s: State, card: int) -> None:
    """Put a card on the discard pile."""
    s.where[card] = CardLocation.DISCARD
    s.discards += 1


@kernel
def set_up_board(content: Content, s: State) -> None:
    """Set up the board with nine bare lands (RULES.md, section 2)."""
    s.villages = 0
    s.income[GOLD], s.income[FOOD] = 0, 0
    s.beneath[:] = NONE
    for cell in range(CELLS):
        s.top[cell] = NONE
        s.yields[cell] = 0
        s.villages += content.land_terrain[s.lands[cell]] == Terrain.VILLAGE
        _update_yield(content, s, cell)


@kernel
def _update_yield(content: Content, s: State, cell: int) -> None:
    """Set the yield of a cell to the yield of its visible improvement, or of its bare board."""
    land, card = int(s.lands[cell]), int(s.top[cell])
    now = int(content.land_yield[land]) if card == NONE else int(content.yields[card - FIRST_IMPROVEMENT])
    s.income[FOOD if content.land_terrain[land] == Terrain.FARM else GOLD] += now - s.yields[cell]
    s.yields[cell] = now


@inlined
def can_build(content: Content, s: State, cell: int, card: int) -> bool:
    """Return whether an improvement can be built on a cell: same terrain, and no lower yield."""
    same = content.land_terrain[s.lands[cell]] == content.terrain[card - FIRST_IMPROVEMENT]
    return bool(same & (s.yields[cell] <= content.yields[card - FIRST_IMPROVEMENT]))


@kernel
def cells_for(content: Content, s: State, card: int) -> CellChoice:
    """Return the cells that take an improvement."""
    n, last = 0, NONE
    for cell in range(CELLS):
        if can_build(content, s, cell, card):
            n += 1
            last = cell
    return CellChoice(n, last)


@kernel
def place_improvement(content: Content, s: State, cell: int, card: int) -> None:
    """Build an improvement on a cell, on top of any earlier ones."""
    s.beneath[card - FIRST_IMPROVEMENT] = s.top[cell]
    s.top[cell] = card
    s.where[card] = CardLocation.BOARD
    _update_yield(content, s, cell)


@kernel
def ruin(content: Content, s: State, terrain: int) -> None:
    """Discard the visible improvement with the highest yield on a terrain. A tie goes to the first in reading order."""
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
        _update_yield(content, s, worst)

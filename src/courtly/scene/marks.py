"""How players are marked on the pages, so that a board can name them in a letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """A player as they are marked on the board: the seat gives colour and pattern, the initial is nobody else's."""

    seat: int
    name: str
    initial: str
    mine: bool


def initials(names: Sequence[str]) -> list[str]:
    """Return a letter of each name that no other seat has, or the number of its place.

    Examples
    --------
    >>> initials(["Camille", "Clara", "cc"])
    ['C', 'L', '3']
    """
    taken = list[str]()
    for place, name in enumerate(names, 1):
        letters = (sign.upper() for sign in name if sign.isalnum() and len(sign.upper()) == 1)
        taken.append(next((letter for letter in letters if letter not in taken), str(place)))
    return taken


def marks(names: Sequence[str], reader: int | None) -> list[Mark]:
    """Return the mark of each seat; `reader` is the seat that the page is for, None for a spectator."""
    signs = initials(names)
    return [Mark(seat, name, signs[seat], seat == reader) for seat, name in enumerate(names)]

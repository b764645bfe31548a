"""Marks of the players on the pages, so that a board can refer to a player by a letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """A player's mark on the board: the seat determines colour and pattern, the initial is unique."""

    seat: int
    name: str
    initial: str
    mine: bool


def initials(names: Sequence[str]) -> list[str]:
    """Return a unique letter from each name, or the number of the seat if all its letters are taken.

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


def marks(names: Sequence[str], viewer: int | None) -> list[Mark]:
    """Return the mark of each seat; `viewer` is the viewing seat, None for a spectator."""
    signs = initials(names)
    return [Mark(seat, name, signs[seat], seat == viewer) for seat, name in enumerate(names)]

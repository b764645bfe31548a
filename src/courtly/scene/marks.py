"""Signs of the players on the pages: a board refers to a player by a letter."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Pennant(Struct, frozen=True, array_like=True):
    """The sign of a player at a table: a letter on a colour."""

    letter: str
    colour: str


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

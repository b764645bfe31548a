"""Lookup of values in a view by path: `seats.0.gold`, or `hand.#` for the length of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

NOTHING = object()
"""Result of a lookup whose path does not exist."""


def find_in(view: Any, path: str) -> Any:
    """Return the value at a path in a view, or `NOTHING` if there is none.

    Examples
    --------
    >>> find_in({"seats": [{"gold": 4}]}, "seats.0.gold"), find_in({"hand": ["a", "b"]}, "hand.#")
    (4, 2)
    """
    found = view
    for name in path.split("."):
        if isinstance(found, Mapping):
            found = found.get(name, NOTHING)
        elif isinstance(found, Sequence) and not isinstance(found, str):
            found = _entry(found, name)
        else:
            return NOTHING
    return found


def _entry(found: Sequence[Any], name: str) -> Any:
    if name == "#":
        return len(found)
    # In a list of rows, a name in the path selects the row with this name as a value: `market.mill-stream.price`.
    named = [row for row in found if isinstance(row, Mapping) and name in row.values()]
    if named:
        return named[0]
    return found[int(name)] if name.isdecimal() and int(name) < len(found) else NOTHING

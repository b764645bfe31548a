"""Finds the figures of a text in a view: `seats.0.gold`, `hand.#` for how many cards a hand has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

NOTHING = object()
"""What is found where a way leads nowhere."""


def find_in(view: Any, path: str) -> Any:
    """Return what stands in a view at the end of a way; `NOTHING` where it leads nowhere.

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
    # Of a list of rows one may be named by what it is: `market.mill-stream.price`.
    named = [row for row in found if isinstance(row, Mapping) and name in row.values()]
    if named:
        return named[0]
    return found[int(name)] if name.isdecimal() and int(name) < len(found) else NOTHING

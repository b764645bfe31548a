"""What is kept of the regions that somebody is shown: hashes that tell whether a region differs when it is drawn again.

There are a hundred regions on a page, and a thousand readers to a server. So the names of a page's regions are kept
once for all pages that have the same, and the hashes as bare numbers. With the values themselves, and an object for
each region, this was the largest part of the server's memory.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from jinja2 import Undefined
from msgspec.msgpack import Encoder

MOST_KINDS = 1024
"""Lists of regions, at most, that are kept once for all pages that have the same."""


class Prints:
    """What is kept of regions that were drawn, by id."""

    __slots__ = ("_hashes", "_inner", "_places")

    def __init__(self, drawn: Mapping[str, Print]) -> None:
        self._places = _places(tuple(drawn))
        self._hashes = array("q", [part for of, text, _ in drawn.values() for part in (of, text)])
        inner = tuple([one[2] for one in drawn.values()])
        self._inner = inner if any(inner) else ()

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def get(self, name: str) -> Print:
        """Return what is kept of a region; zeros where there is nothing."""
        place = self._places.get(name)
        if place is None:
            return NO_PRINT
        inner = self._inner[place] if self._inner else NO_PRINTS
        return self._hashes[2 * place], self._hashes[2 * place + 1], inner

    def changed(self, before: Prints) -> Iterator[str]:
        """Yield the regions that differ; those that were drawn of a value only where the one around them does not."""
        for name, place in self._places.items():
            _, old, had = before.get(name)
            if old != self._hashes[2 * place + 1]:
                yield name
            elif self._inner and (inner := self._inner[place]) is not had:
                yield from inner.changed(had)


Print = tuple[int, int, Prints]
"""What is kept of one region: two hashes, and the regions that were drawn of the same value.

The first hash is that of the value and of the element around it, 0 where there is no value; the second that of the
text, with marks in the place of the regions in it.
"""


@lru_cache(MOST_KINDS)
def _places(names: tuple[str, ...]) -> Mapping[str, int]:
    return {name: place for place, name in enumerate(names)}


NO_PRINTS = Prints({})
NO_PRINT: Print = (0, 0, NO_PRINTS)


def hashed(value: object) -> int:
    """Return the hash of all that a value consists of, this process's own and never 0.

    Python's own hash would not do: −1 and −2 have the same, and so may two objects of which one was there before the
    other.

    Raises
    ------
    TypeError
        When there is something in it that a region cannot depend on, such as a function.

    Examples
    --------
    >>> hashed(("a", [1, {"b": None}])) == hashed(["a", (1, {"b": None})]), hashed(-1) == hashed(-2)
    (True, False)
    """
    return hash(_packed(value)) or 1


def _part(value: object) -> object:
    """Return what stands for a part of a value that is neither text nor number, nor made of these."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Undefined):
        return None
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    message = f"a region cannot be drawn of {type(value)}"
    raise TypeError(message)


_packed = Encoder(enc_hook=_part).encode

"""Hashes of the rendered regions of a page. They show which regions changed between two versions.

A page has about a hundred regions, and a server a thousand clients. To save memory, all pages with the same regions
share one list of region names, and the hashes are stored as bare numbers. The rendered values instead of the hashes,
with one object per region, would take most of the server's memory.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from jinja2 import Undefined
from msgspec.msgpack import Encoder

MAX_KINDS = 1024
"""Maximum number of lists of region names in the cache."""


class RegionHashes:
    """The hashes of rendered regions, by id."""

    __slots__ = ("_hashes", "_inner", "_places")

    def __init__(self, drawn: Mapping[str, RegionHash]) -> None:
        self._places = _places(tuple(drawn))
        self._hashes = array("q", [part for of, text, _ in drawn.values() for part in (of, text)])
        inner = tuple([one[2] for one in drawn.values()])
        self._inner = inner if any(inner) else ()

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def get(self, name: str) -> RegionHash:
        """Return the hashes of a region, or `NO_HASH` for an unknown one."""
        place = self._places.get(name)
        if place is None:
            return NO_HASH
        inner = self._inner[place] if self._inner else NO_HASHES
        return self._hashes[2 * place], self._hashes[2 * place + 1], inner

    def changed(self, before: RegionHashes) -> Iterator[str]:
        """Yield the regions that differ. Regions nested in a value are yielded only if the outer region is equal."""
        for name, place in self._places.items():
            _, old, had = before.get(name)
            if old != self._hashes[2 * place + 1]:
                yield name
            elif self._inner and (inner := self._inner[place]) is not had:
                yield from inner.changed(had)


RegionHash = tuple[int, int, RegionHashes]
"""The hashes of one region: two numbers, and the hashes of the nested regions rendered from the same value.

The first number is the hash of the value and of the region's own tag and attributes, or 0 without a value. The second
is the hash of the text, in which nested regions are placeholders.
"""


@lru_cache(MAX_KINDS)
def _places(names: tuple[str, ...]) -> Mapping[str, int]:
    return {name: place for place, name in enumerate(names)}


NO_HASHES = RegionHashes({})
NO_HASH: RegionHash = (0, 0, NO_HASHES)


def hashed(value: object) -> int:
    """Return the hash of a value and all its parts. It is never 0, and valid only in this process.

    Python's own hash does not work here: −1 and −2 have the same hash, and an object's default hash may be reused after
    the object is gone.

    Raises
    ------
    TypeError
        The value contains something that a region may not depend on, such as a function.

    Examples
    --------
    >>> hashed(("a", [1, {"b": None}])) == hashed(["a", (1, {"b": None})]), hashed(-1) == hashed(-2)
    (True, False)
    """
    return hash(_packed(value)) or 1


def _part(value: object) -> object:
    """Return a serializable replacement for a part that the encoder does not know."""
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

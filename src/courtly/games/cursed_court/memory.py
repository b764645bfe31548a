"""An LRU cache of page parts of Cursed Court, shared by all viewers."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

# All viewers share a cached value, so it must not be modified. Only hashable types, which are immutable, are allowed.
T = TypeVar("T", bound=Hashable)

MOST = 8192
"""Maximum number of cached values."""


class ViewCache:
    """A thread-safe cache of values by key. The least recently used value is evicted first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, object] = OrderedDict()
        self._lock = Lock()

    def get_or_make(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value of a key, or make and cache it. The key must contain all inputs of `make`."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return cast(T, self._kept[key])
        made = make()
        with self._lock:
            self._kept[key] = made
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made


def cache_text(value: Any) -> str:
    """Return a plain value as text, for use in a key."""
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)

"""What was made of a value for readers of Cursed Court, so that what has not changed is not made again."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

# Hashable, so that what is kept for all readers cannot be changed by one of them.
T = TypeVar("T", bound=Hashable)

MOST = 8192
"""Values whose outcome is kept."""


class Memory:
    """Outcomes by what they were made of; the ones looked up longest ago are forgotten."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, object] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the outcome for a key, made if it is not kept; the key has to hold all that it is made of."""
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


def plain(value: Any) -> str:
    """Return a plain value as a text that no other has: `"printed"`, a list of regions, what was told of a year."""
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)

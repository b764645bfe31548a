"""Reading TOML that a stranger may have written.

`tomllib` keeps every beginning of a dotted key, so time and memory grow with the square of its parts: a line of 100 kB
takes minutes. Nobody writes keys of so many parts, and they are refused before anything is read.
"""

from __future__ import annotations

import tomllib
from typing import Any

MOST_PARTS = 50


class LongKey(ValueError):
    """A key of more parts than anybody needs."""


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML document.

    Raises
    ------
    ValueError
        For what is not TOML (`tomllib.TOMLDecodeError`), a key of too many parts (`LongKey`), and a number of too many
        digits.
    RecursionError
        For values that are nested too deeply.
    """
    for number, line in enumerate(text.splitlines(), 1):
        key, assigned, _ = line.partition("=")
        if assigned and key.count(".") >= MOST_PARTS:
            raise LongKey(f"the key on line {number} has more than {MOST_PARTS} parts")
    return tomllib.loads(text)

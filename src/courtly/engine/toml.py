"""Reading TOML that a stranger may have written.

`tomllib` keeps every beginning of a dotted key, so time and memory grow with the square of its parts: a line of 100 kB
takes minutes. A key ends with its line, so lines of very many dots, which nobody writes, are refused before anything
is read.
"""

from __future__ import annotations

import tomllib
from typing import Any

MOST_DOTS = 200


class ManyDots(ValueError):
    """A line that may hold a key of more parts than anybody needs."""


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML document.

    Raises
    ------
    ValueError
        For what is not TOML (`tomllib.TOMLDecodeError`), a line of too many dots (`ManyDots`), and a number of too many
        digits.
    RecursionError
        For values that are nested too deeply.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise ManyDots(f"line {number} has more than {MOST_DOTS} dots")
    return tomllib.loads(text)

"""Reads TOML of unknown origin.

`tomllib` keeps every prefix of a dotted key, so its time and memory grow with the square of the parts: a line of 100 kB
takes minutes. Keys of more parts than any document here needs are refused before anything is read.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_PARTS = 8
"""Parts of a dotted key; no form that is read here has more levels than a few."""

TOKEN = re.compile(
    r"""(?P<skip>[ \t\r]+|\#[^\n]*)
    |"{3}(?:\\.|[^\\])*?(?:"{3,5}|\Z)
    |'{3}.*?(?:'{3,5}|\Z)
    |"(?:\\.|[^"\\\n])*"?
    |'[^'\n]*'?
    |[\[\]{}=:,.\n]
    |[^\s\[\]{}=:,."'\#]+
    |.""",
    re.VERBOSE | re.DOTALL,
)
"""A token of TOML or JSON. It matches wherever it begins, also in what is neither, so a text is gone through once."""


class ManyParts(ValueError):
    """A key of more parts than anybody needs."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} has a key of more than {MOST_PARTS} parts")
        self.line, self.most = line, MOST_PARTS


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML document.

    Raises
    ------
    ValueError
        For what is not TOML (`tomllib.TOMLDecodeError`), a key of too many parts (`ManyParts`), and a number of too
        many digits.
    RecursionError
        For values that are nested too deeply.
    """
    # A key ends with its line, so hardly any text needs a closer look.
    if any(line.count(".") >= MOST_PARTS for line in text.split("\n")):
        _check_keys(text)
    return tomllib.loads(text)


def _check_keys(text: str) -> None:
    line, parts, after_dot = 1, 1, False
    for token in TOKEN.finditer(text):
        if token["skip"] is None:
            dot = token[0] == "."
            parts = parts + 1 if dot else parts if after_dot else 1
            after_dot = dot
            if parts > MOST_PARTS:
                raise ManyParts(line)
        line += token[0].count("\n")

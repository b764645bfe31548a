"""Reads untrusted TOML.

`tomllib` stores every prefix of a dotted key, so its time and memory grow with the square of the number of parts: a
line of 100 kB takes minutes. Keys with more than `MAX_PARTS` parts are rejected before parsing.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

MAX_PARTS = 8
"""The most parts of a dotted key; the formats read here have fewer levels."""

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
"""A token of TOML or JSON. It matches at every position, even in invalid text, so one pass scans the whole text."""


class ManyParts(ValueError):
    """A dotted key with too many parts."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} has a key with more than {MAX_PARTS} parts")
        self.line, self.most = line, MAX_PARTS


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML document.

    Raises
    ------
    ValueError
        The text is not TOML (`tomllib.TOMLDecodeError`), a key has too many parts (`ManyParts`), or a number has too
        many digits.
    RecursionError
        Values are nested too deeply.
    """
    # A key cannot span lines, so few texts need the full check.
    if any(line.count(".") >= MAX_PARTS for line in text.split("\n")):
        _check_keys(text)
    return tomllib.loads(text)


def _check_keys(text: str) -> None:
    line, parts, after_dot = 1, 1, False
    for token in TOKEN.finditer(text):
        if token["skip"] is None:
            dot = token[0] == "."
            parts = parts + 1 if dot else parts if after_dot else 1
            after_dot = dot
            if parts > MAX_PARTS:
                raise ManyParts(line)
        line += token[0].count("\n")

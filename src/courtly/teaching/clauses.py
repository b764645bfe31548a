"""The numbered clauses of a game's `RULES.md`, and a digest of chosen clauses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256

from courtly.teaching.files import clauses_file

CLAUSE = re.compile(r"^\*\*(\d+\.\d+)\*\* (.*?)(?=^\*\*\d|^#|\Z)", re.MULTILINE | re.DOTALL)
SOURCE = re.compile(r"\s*\[[^\]]*\]\s*\Z")
"""The source of a clause, in brackets at its end. It is not part of the clause's text."""

DIGITS = 6


def read_clauses(text: str) -> dict[str, str]:
    """Return the text of each clause by its number, on one line and without its source.

    Examples
    --------
    >>> read_clauses("**1.1** Two to five" + chr(10) + "play. [rulebook]")
    {'1.1': 'Two to five play.'}
    """
    return {number: " ".join(SOURCE.sub("", words).split()) for number, words in CLAUSE.findall(text)}


@cache
def clauses_of(game: str) -> Mapping[str, str]:
    """Return the clauses of a game, empty if the game has no `RULES.md`."""
    path = clauses_file(game)
    return read_clauses(path.read_text(encoding="utf-8")) if path else {}


def digest_of(numbers: Iterable[str], clauses: Mapping[str, str]) -> str:
    """Return a short digest of some clauses and their numbers.

    Examples
    --------
    >>> digest_of(["1.1"], {"1.1": "Two play."}) == digest_of(["1.1"], {"1.1": "Three play."})
    False
    """
    text = "\n".join(f"{number} {clauses.get(number, '')}" for number in numbers)
    return sha256(text.encode()).hexdigest()[:DIGITS]

"""Finds on which line values of a TOML or JSON text stand, in one pass, and which keys of a JSON object stand twice.

The text is known to be well formed and nested no deeper than `reading` allows; this only walks over its tokens, and
only when there is a problem to place. For a key written with TOML's own escapes the line of its holder stands in.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from courtly.documents.problems import MOST_PROBLEMS, Steps
from courtly.documents.toml import TOKEN

Form = Literal["toml", "json"]

_ENDS = frozenset(",]}\n")


@dataclass(slots=True)
class Lines:
    """Where the values of a text stand.

    Attributes
    ----------
    found
        The line of each value that was asked for and of what holds it, from 1, by the way to it.
    twice
        The keys that stand in their JSON object a second time, each with that line; no more than can be reported.
    """

    found: dict[Steps, int] = field(default_factory=dict)
    twice: list[tuple[Steps, int]] = field(default_factory=list)


def find_lines(text: str, form: Form, wanted: Iterable[Steps]) -> Lines:
    """Return the lines of the values to which some ways lead, and of all that these ways pass."""
    passed = {steps[:length] for steps in wanted for length in range(1, len(steps) + 1)}
    walker = (_Toml if form == "toml" else _Walker)(text, passed)
    walker.walk()
    return walker.lines


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield the tokens of a text, each with its line, then an empty one."""
    line = 1
    for token in TOKEN.finditer(text):
        if token["skip"] is None:
            yield token[0], line
        line += token[0].count("\n")
    yield "", line


class _Walker:
    """Walks over the tokens of a text, one value after the other."""

    def __init__(self, text: str, wanted: set[Steps]) -> None:
        self.tokens = _tokens(text)
        self.next, self.line = next(self.tokens)
        self.wanted = wanted
        self.lines = Lines()

    def walk(self) -> None:
        """Walk over the whole text."""
        self.value(())

    def take(self) -> str:
        """Return the present token and go past it; the end is never passed."""
        token = self.next
        self.next, self.line = next(self.tokens, ("", self.line))
        return token

    def skip(self, signs: str) -> str:
        """Go past line ends and these signs, and return the token after them."""
        while self.next and self.next in "\n" + signs:
            self.take()
        return self.next

    def here(self, steps: Steps) -> None:
        """Note that a value begins here; the first time counts."""
        if steps in self.wanted:
            self.lines.found.setdefault(steps, self.line)

    def value(self, steps: Steps) -> None:
        """Walk over a value, table, list or anything else."""
        opening = self.skip("")
        self.here(steps)
        if opening == "{":
            self.table(steps)
        elif opening == "[":
            self.array(steps)
        else:
            while self.next and self.next not in _ENDS:
                self.take()

    def table(self, steps: Steps) -> None:
        """Walk over `{key = value, ...}` or `{"key": value, ...}`."""
        self.take()
        keys: dict[str, int] = {}
        while self.skip(",") not in ("}", ""):
            self.pair(steps, keys)
        self.take()

    def array(self, steps: Steps) -> None:
        """Walk over `[value, ...]`."""
        self.take()
        number = 0
        while self.skip(",") not in ("]", ""):
            self.value((*steps, number))
            number += 1
        self.take()

    def pair(self, steps: Steps, keys: dict[str, int]) -> None:
        """Walk over a key, dotted or not, and its value; `keys` holds those before it, with their lines."""
        *tables, key = self.key()
        for table in tables:
            steps = (*steps, table)
            self.here(steps)
        steps = (*steps, key)
        if key in keys and not tables:
            if len(self.lines.twice) < MOST_PROBLEMS:
                self.lines.twice.append((steps, self.line))
                self.lines.found.setdefault(steps, keys[key])
            steps = ("", -1)  # nobody asks for what stands below
        keys.setdefault(key, self.line)
        self.here(steps)
        self.take()
        self.value(steps)

    def key(self) -> list[str]:
        """Walk over a key and return its parts."""
        parts = [_unquoted(self.take())]
        while self.next == ".":
            self.take()
            parts.append(_unquoted(self.take()))
        return parts


class _Toml(_Walker):
    """Walks over the statements of a TOML text, in which no key stands twice."""

    def walk(self) -> None:
        """Walk over the whole text."""
        table: Steps = ()
        entries: dict[Steps, int] = {}
        while self.skip(""):
            if self.next == "[":
                table = self.header(entries)
            else:
                self.pair(table, {})

    def header(self, entries: dict[Steps, int]) -> Steps:
        """Walk over `[table]` or `[[entry]]`, counting entries, and return the way to it."""
        self.take()
        repeated = self.next == "["
        if repeated:
            self.take()
        *above, name = self.key()
        steps: Steps = ()
        for part in above:
            steps = self.below((*steps, part), entries)
        steps = (*steps, name)
        if repeated:
            entries[steps] = entries.get(steps, -1) + 1
        steps = self.below(steps, entries)
        self.skip("]")
        return steps

    def below(self, steps: Steps, entries: dict[Steps, int]) -> Steps:
        """Note a table of a header; of entries that repeat it is the last."""
        self.here(steps)
        if steps in entries:
            steps = (*steps, entries[steps])
            self.here(steps)
        return steps


def _unquoted(token: str) -> str:
    """Return a key as it is meant."""
    if token[:1] not in ("'", '"'):
        return token
    try:
        return str(json.loads(token))
    except ValueError:  # single quotes, or an escape that JSON does not have
        return token[1:-1]

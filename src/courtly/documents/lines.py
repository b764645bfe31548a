"""Finds the line numbers of values in a TOML or JSON text, and duplicate keys of JSON objects, in one pass.

The text must be well formed and nested no deeper than `reading` allows. The module only scans tokens, and it runs only
if there is a problem to locate. If a key has an escape that JSON lacks, problems of its value get the line of the
enclosing table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from courtly.documents.problems import MAX_PROBLEMS, Steps
from courtly.documents.toml import TOKEN

Form = Literal["toml", "json"]

_ENDS = frozenset(",]}\n")


@dataclass(slots=True)
class Lines:
    """Line numbers of the values in a text.

    Attributes
    ----------
    found
        The line, from 1, of each requested value and of its enclosing tables and lists, by path.
    twice
        Duplicate keys of JSON objects, each with the line of the duplicate; at most as many as can be reported.
    """

    found: dict[Steps, int] = field(default_factory=dict)
    twice: list[tuple[Steps, int]] = field(default_factory=list)


def find_lines(text: str, form: Form, wanted: Iterable[Steps]) -> Lines:
    """Return the lines of the values at some paths, and of all tables and lists that contain them."""
    passed = {steps[:length] for steps in wanted for length in range(1, len(steps) + 1)}
    walker = (_Toml if form == "toml" else _Walker)(text, passed)
    walker.walk()
    return walker.lines


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield the tokens of a text with their lines, then an empty token."""
    line = 1
    for token in TOKEN.finditer(text):
        if token["skip"] is None:
            yield token[0], line
        line += token[0].count("\n")
    yield "", line


class _Walker:
    """Scans the tokens of a JSON text, one value at a time."""

    def __init__(self, text: str, wanted: set[Steps]) -> None:
        self.tokens = _tokens(text)
        self.next, self.line = next(self.tokens)
        self.wanted = wanted
        self.lines = Lines()

    def walk(self) -> None:
        """Scan the whole text."""
        self.value(())

    def take(self) -> str:
        """Return the current token and advance; the final empty token is never passed."""
        token = self.next
        self.next, self.line = next(self.tokens, ("", self.line))
        return token

    def skip(self, signs: str) -> str:
        """Skip line ends and these characters, and return the next token."""
        while self.next and self.next in "\n" + signs:
            self.take()
        return self.next

    def here(self, steps: Steps) -> None:
        """Record the line of a value; only its first occurrence counts."""
        if steps in self.wanted:
            self.lines.found.setdefault(steps, self.line)

    def value(self, steps: Steps) -> None:
        """Scan a value of any kind."""
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
        """Scan `{key = value, ...}` or `{"key": value, ...}`."""
        self.take()
        keys: dict[str, int] = {}
        while self.skip(",") not in ("}", ""):
            self.pair(steps, keys)
        self.take()

    def array(self, steps: Steps) -> None:
        """Scan `[value, ...]`."""
        self.take()
        number = 0
        while self.skip(",") not in ("]", ""):
            self.value((*steps, number))
            number += 1
        self.take()

    def pair(self, steps: Steps, keys: dict[str, int]) -> None:
        """Scan a key, dotted or plain, and its value; `keys` holds the lines of the earlier keys."""
        *tables, key = self.key()
        for table in tables:
            steps = (*steps, table)
            self.here(steps)
        steps = (*steps, key)
        if key in keys and not tables:
            if len(self.lines.twice) < MAX_PROBLEMS:
                self.lines.twice.append((steps, self.line))
                self.lines.found.setdefault(steps, keys[key])
            steps = ("", -1)  # a path that is never requested: values below a duplicate are not located
        keys.setdefault(key, self.line)
        self.here(steps)
        self.take()
        self.value(steps)

    def key(self) -> list[str]:
        """Scan a key and return its parts."""
        parts = [_unquoted(self.take())]
        while self.next == ".":
            self.take()
            parts.append(_unquoted(self.take()))
        return parts


class _Toml(_Walker):
    """Scans the statements of a TOML text, which has no duplicate keys."""

    def walk(self) -> None:
        """Scan the whole text."""
        table: Steps = ()
        entries: dict[Steps, int] = {}
        while self.skip(""):
            if self.next == "[":
                table = self.header(entries)
            else:
                self.pair(table, {})

    def header(self, entries: dict[Steps, int]) -> Steps:
        """Scan `[table]` or `[[entry]]`, count the entries, and return the path of the table."""
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
        """Record the path of a table in a header and return it; for a list of tables, the path of the last entry."""
        self.here(steps)
        if steps in entries:
            steps = (*steps, entries[steps])
            self.here(steps)
        return steps


def _unquoted(token: str) -> str:
    """Return a key without quotes and escapes."""
    if token[:1] not in ("'", '"'):
        return token
    try:
        return str(json.loads(token))
    except ValueError:  # single quotes, or an escape that JSON does not have
        return token[1:-1]

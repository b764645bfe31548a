"""Finds on which line each value of a TOML or JSON text stands, and which keys of a JSON object stand twice.

The text is known to be well formed: `tomllib` or `json` has read it before; this only walks over its signs, and only
when there is a problem to place. For a key written with TOML's own escapes the line of its holder stands in.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from courtly.games.monarch.problems import Steps

_TOKEN = re.compile(
    r"""(?P<skip>[ \t\r]+|\#[^\n]*)
    |"{3}(?:\\.|[^\\])*?"{3,5}
    |'{3}.*?'{3,5}
    |"(?:\\.|[^"\\])*"
    |'[^'\n]*'
    |[\[\]{}=:,.\n]
    |[^\s\[\]{}=:,."'\#]+""",
    re.VERBOSE | re.DOTALL,
)
_ENDS = frozenset(",]}\n")


@dataclass(slots=True)
class Lines:
    """Where the values of a text stand.

    Attributes
    ----------
    found
        The line of each value, from 1, by the way to it.
    twice
        The keys that stand in their JSON object a second time, each with that line.
    """

    found: dict[Steps, int] = field(default_factory=dict)
    twice: list[tuple[Steps, int]] = field(default_factory=list)


def toml_lines(text: str) -> Lines:
    """Return the line of each table, key and entry of a TOML text."""
    return _Toml(text).walk()


def json_lines(text: str) -> Lines:
    """Return the line of each key and entry of a JSON text."""
    walker = _Walker(text)
    walker.value(())
    return walker.lines


class _Walker:
    """Walks over the tokens of a text, one value after the other."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, int]] = []
        self.at = 0
        self.lines = Lines()
        line = 1
        for token in _TOKEN.finditer(text):
            if token["skip"] is None:
                self.tokens.append((token[0], line))
            line += token[0].count("\n")
        self.tokens.append(("", line))

    def peek(self) -> str:
        """Return the next token, empty at the end."""
        return self.tokens[self.at][0]

    def take(self) -> str:
        """Return the next token and go past it; the end is never passed."""
        token = self.peek()
        self.at += bool(token)
        return token

    def skip(self, signs: str) -> str:
        """Go past line ends and these signs, and return the token after them."""
        while self.peek() and self.peek() in "\n" + signs:
            self.at += 1
        return self.peek()

    def here(self, steps: Steps) -> None:
        """Note that a value begins here; the first time counts."""
        self.lines.found.setdefault(steps, self.tokens[self.at][1])

    def value(self, steps: Steps) -> None:
        """Walk over a value, table, list or anything else."""
        opening = self.skip("")
        self.here(steps)
        if opening == "{":
            self.table(steps)
        elif opening == "[":
            self.array(steps)
        else:
            while self.peek() and self.peek() not in _ENDS:
                self.take()

    def table(self, steps: Steps) -> None:
        """Walk over `{key = value, ...}` or `{"key": value, ...}`."""
        self.take()
        while self.skip(",") not in ("}", ""):
            self.pair(steps)
        self.take()

    def array(self, steps: Steps) -> None:
        """Walk over `[value, ...]`."""
        self.take()
        number = 0
        while self.skip(",") not in ("]", ""):
            self.value((*steps, number))
            number += 1
        self.take()

    def pair(self, steps: Steps) -> None:
        """Walk over a key, dotted or not, and its value."""
        *tables, key = self.key()
        for table in tables:
            steps = (*steps, table)
            self.here(steps)
        steps = (*steps, key)
        if steps in self.lines.found and not tables:
            self.lines.twice.append((steps, self.tokens[self.at][1]))
            steps = ("", len(self.lines.twice))  # nobody asks for what stands below
        self.here(steps)
        self.take()
        self.value(steps)

    def key(self) -> list[str]:
        """Walk over a key and return its parts."""
        parts = [_unquoted(self.take())]
        while self.peek() == ".":
            self.take()
            parts.append(_unquoted(self.take()))
        return parts


class _Toml(_Walker):
    """Walks over the statements of a TOML text."""

    def walk(self) -> Lines:
        """Walk over the whole text."""
        table: Steps = ()
        entries: dict[Steps, int] = {}
        while self.skip(""):
            if self.peek() == "[":
                table = self.header(entries)
            else:
                self.pair(table)
        return self.lines

    def header(self, entries: dict[Steps, int]) -> Steps:
        """Walk over `[table]` or `[[entry]]`, counting entries, and return the way to it."""
        start = self.at
        self.skip("[")
        repeated = self.at - start > 1
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

"""Problems of a document, their translatable sentences, and the error that collects them.

A problem has a code, a place such as `court[astronomer].crowns`, a sentence with the value given and the values
allowed, and a line number if known. Entries without a printable id are numbered from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from courtly.engine.errors import Allowed, BadOption, shown
from courtly.engine.sentences import Sentence, said

Steps = tuple[str | int, ...]
"""The path from the top of a document to a value: keys of tables and indices of entries, from 0."""

MAX_PROBLEMS = 50
"""The most problems of a document that are reported; the others are only counted."""

KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_ID = 80

UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that could control a terminal, break or reorder a line, or cannot be encoded as UTF-8."""

WHOLE_FILE = "the whole file"

WHOLES = {str(whole): whole for whole in (said("the whole file"), said("the whole set"), said("the whole list"))}
"""The displayed names of places that are larger than one value, by their English name."""

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Note(NamedTuple):
    """A problem whose line is not known yet."""

    code: str
    steps: Steps
    sentence: Sentence
    given: object = None
    allowed: Allowed = None


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or a warning about a document.

    Attributes
    ----------
    code
        The kind of problem: `missing`, `range`, `unknown-key` and so on.
    place
        The place in the document, such as `court[astronomer].crowns`.
    sentence
        The value given and the values allowed, as a translatable sentence.
    given, allowed
        The same two as plain values, None if they do not apply.
    line
        The line of the file, from 1; None for a document without a text. For a spreadsheet, the row.
    column
        The column of a spreadsheet, empty for a whole row; None for other documents.
    """

    code: str
    place: str
    sentence: Sentence
    given: object = None
    allowed: Allowed = None
    line: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        return str(self.told())

    def told(self) -> Sentence:
        """Return the problem as a single line."""
        places = {"code": self.code, "place": WHOLES.get(self.place, self.place), "what": self.sentence}
        if self.line is None:
            return said("{code} {place}: {what}", **places)
        if self.column is None:
            return said("line {line}: {code} {place}: {what}", line=self.line, **places)
        return said("{cell}: {code} {place}: {what}", cell=self.cell(), **places)

    def cell(self) -> Sentence:
        """Return the row and the column of a spreadsheet."""
        if not self.column:
            return said("row {row}", row=self.line)
        return said("row {row}, column {column}", row=self.line, column=self.column)


class BadDocument(BadOption):
    """A document that cannot be used, with its problems.

    Parameters
    ----------
    head
        The introductory sentence; the message has it on the first line and each problem on a line below.
    problems
        The errors, in the order of the file.
    where, allowed
        The option whose value is the document, and the values that the option allows.

    Attributes
    ----------
    problems
        The first errors, at most `MAX_PROBLEMS`.
    more
        Number of further errors.
    """

    def __init__(self, head: Sentence, problems: Sequence[Problem], *, where: str, allowed: str) -> None:
        self.problems = tuple(problems[:MAX_PROBLEMS])
        self.more = len(problems) - len(self.problems)
        lines = [problem.told() for problem in self.problems]
        if self.more:
            lines.append(said("and {count} more", count=self.more))
        message = stacked([said("{head}:", head=head), *lines])
        super().__init__(message, where=where, allowed=allowed, problem="file")


def stacked(lines: Sequence[Sentence]) -> Sentence:
    """Return one sentence that has each of these sentences on its own line."""
    places = {f"line{number}": line for number, line in enumerate(lines)}
    return Sentence("\n".join(f"{{{name}}}" for name in places), places)


def cannot(given: object, allowed: object) -> Sentence:
    """Return the sentence for an invalid value.

    Examples
    --------
    >>> str(cannot(120, "0 to 99"))
    'it cannot be 120; use 0 to 99'
    """
    return said("it cannot be {given}; use {allowed}", given=shown(given), allowed=allowed)


def is_id(value: object) -> bool:
    """Return whether a value is a valid id: kebab-case and not too long."""
    return isinstance(value, str) and len(value) <= LONGEST_ID and KEBAB.fullmatch(value) is not None


def place(document: object, steps: Steps, whole: str = WHOLE_FILE) -> str:
    """Return a path in a document as text.

    Examples
    --------
    >>> place({"court": [{"id": "astronomer", "cost": {"gold": 4}}]}, ("court", 0, "cost", "gold"))
    'court[astronomer].cost.gold'
    """
    words, here = "", document
    for step in steps:
        if isinstance(step, int):
            here = here[step] if isinstance(here, list) and step < len(here) else None
            name = here.get("id") if isinstance(here, dict) else None
            words += f"[{name if is_id(name) else step + 1}]"
        else:
            here = here.get(step) if isinstance(here, dict) else None
            words += f".{step if _PLAIN.fullmatch(step) else shown(step, limit=40)}"
    return words.removeprefix(".") or whole


def placed(
    notes: Iterable[Note], document: object, lines: Mapping[Steps, int] | None, whole: str = WHOLE_FILE
) -> list[Problem]:
    """Return notes as problems, ordered by line where lines are known."""
    problems = [
        Problem(
            note.code, place(document, note.steps, whole), note.sentence, note.given, note.allowed, _line(note, lines)
        )
        for note in notes
    ]
    return sorted(problems, key=lambda problem: problem.line or 0)


def _line(note: Note, lines: Mapping[Steps, int] | None) -> int | None:
    """Return the line of a note, or of the nearest enclosing value with a known line."""
    if lines is None:
        return None
    steps = note.steps
    while steps and steps not in lines:
        steps = steps[:-1]
    return lines.get(steps, 1)

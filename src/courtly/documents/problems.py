"""Problems of a document, their sentences in every language, and the error that holds them all.

A problem has a code, a place such as `court[astronomer].crowns`, one sentence with what is given and what is allowed,
and the line of the file where there is one. Entries without an id that can be shown count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from courtly.engine.errors import Allowed, BadOption, shown
from courtly.engine.sentences import Sentence, said

Steps = tuple[str | int, ...]
"""The way from the top of a document to a value: keys of tables, and numbers of entries from 0."""

MOST_PROBLEMS = 50
"""So many problems of a document are told; of the others there is only their number."""

KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_ID = 80

UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What would steer a terminal, break or turn a line, or cannot be written as UTF-8."""

WHOLE_FILE = "the whole file"

WHOLES = {str(whole): whole for whole in (said("the whole file"), said("the whole set"), said("the whole list"))}
"""Places that are no single value, in words; a document with a place of its own kind says which it is."""

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Note(NamedTuple):
    """A problem before its line is known."""

    code: str
    steps: Steps
    sentence: Sentence
    given: object = None
    allowed: Allowed = None


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or a warning of a document.

    Attributes
    ----------
    code
        Which one: `missing`, `range`, `unknown-key` and so on.
    place
        Where in the document, such as `court[astronomer].crowns`.
    sentence
        What is given and what is allowed, in every language.
    given, allowed
        The same two as plain values, None where they do not apply.
    line
        The line of the file, from 1; None for a document that came without its text.
    """

    code: str
    place: str
    sentence: Sentence
    given: object = None
    allowed: Allowed = None
    line: int | None = None

    def __str__(self) -> str:
        return str(self.told())

    def told(self) -> Sentence:
        """Return the problem as one line."""
        place = WHOLES.get(self.place, self.place)
        if self.line is None:
            return said("{code} {place}: {what}", code=self.code, place=place, what=self.sentence)
        return said(
            "line {line}: {code} {place}: {what}", line=self.line, code=self.code, place=place, what=self.sentence
        )


class BadDocument(BadOption):
    """A document that cannot be used, with what is wrong with it.

    Parameters
    ----------
    head
        A sentence that says so; the text of this exception has it on a line of its own, and then each problem.
    problems
        The errors, in the order of the file.
    where, allowed
        The option that the document is given for, and what that takes.

    Attributes
    ----------
    problems
        The first errors, `MOST_PROBLEMS` at most.
    more
        How many there are beside them.
    """

    def __init__(self, head: Sentence, problems: Sequence[Problem], *, where: str, allowed: str) -> None:
        self.problems = tuple(problems[:MOST_PROBLEMS])
        self.more = len(problems) - len(self.problems)
        lines = [problem.told() for problem in self.problems]
        if self.more:
            lines.append(said("and {count} more", count=self.more))
        message = stacked([said("{head}:", head=head), *lines])
        super().__init__(message, where=where, allowed=allowed, problem="file")


def stacked(lines: Sequence[Sentence]) -> Sentence:
    """Return sentences as one that has each on a line of its own."""
    places = {f"line{number}": line for number, line in enumerate(lines)}
    return Sentence("\n".join(f"{{{name}}}" for name in places), places)


def cannot(given: object, allowed: object) -> Sentence:
    """Return the sentence for a value that is not one of those allowed.

    Examples
    --------
    >>> str(cannot(120, "0 to 99"))
    'it cannot be 120; it takes 0 to 99'
    """
    return said("it cannot be {given}; it takes {allowed}", given=shown(given), allowed=allowed)


def is_id(value: object) -> bool:
    """Return whether a value can be the id of something: kebab-case, and no longer than anybody needs."""
    return isinstance(value, str) and len(value) <= LONGEST_ID and KEBAB.fullmatch(value) is not None


def place(document: object, steps: Steps, whole: str = WHOLE_FILE) -> str:
    """Return a place of a document in words.

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
    """Return notes as problems, in the order of the file's lines where they are known."""
    problems = [
        Problem(
            note.code, place(document, note.steps, whole), note.sentence, note.given, note.allowed, _line(note, lines)
        )
        for note in notes
    ]
    return sorted(problems, key=lambda problem: problem.line or 0)


def _line(note: Note, lines: Mapping[Steps, int] | None) -> int | None:
    """Return the line of a note's place, or of what would hold it."""
    if lines is None:
        return None
    steps = note.steps
    while steps and steps not in lines:
        steps = steps[:-1]
    return lines.get(steps, 1)

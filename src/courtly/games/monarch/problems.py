"""What can be wrong with a card set, how it is told, and the error that holds all of it.

A problem has a code of the card sets' documentation, a place such as `court[astronomer].crowns`, one sentence with what
is given and what is allowed, and the line of the file where there is one. Entries without a usable id count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from courtly.engine.errors import Allowed, BadOption, shown

Steps = tuple[str | int, ...]
"""The way from the top of a document to a value: keys of tables, and numbers of entries from 0."""

KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_ID = 80

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,40}")

ALLOWED = "house, or a card set of the documented form"


class Note(NamedTuple):
    """A problem while its document is still being read."""

    code: str
    steps: Steps
    sentence: str
    given: object = None
    allowed: Allowed = None


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or a warning of a card set.

    Attributes
    ----------
    code
        Which one: `missing`, `range`, `unknown-key` and so on.
    place
        Where in the document, such as `court[astronomer].crowns`.
    sentence
        What is given and what is allowed.
    given, allowed
        The same two as plain values, None where they do not apply.
    line
        The line of the file, from 1; None for a document that came without its text.
    """

    code: str
    place: str
    sentence: str
    given: object = None
    allowed: Allowed = None
    line: int | None = None

    def __str__(self) -> str:
        line = f"line {self.line}: " if self.line is not None else ""
        return f"{line}{self.code} {self.place}: {self.sentence}"


class BadCards(BadOption):
    """A card set that cannot be played, with everything that is wrong with it.

    Parameters
    ----------
    problems
        The errors, in the order of the file. The text of this exception has each on a line of its own.
    warnings
        What was found beside them.
    """

    def __init__(self, problems: Sequence[Problem], warnings: Sequence[Problem] = ()) -> None:
        head = "option card_set: this card set cannot be used"
        super().__init__("\n".join([f"{head}:", *map(str, problems)]), where="card_set", allowed=ALLOWED)
        self.problems = tuple(problems)
        self.warnings = tuple(warnings)


def is_id(value: object) -> bool:
    """Return whether a value can be the id of a card: kebab-case, and no longer than anybody needs."""
    return isinstance(value, str) and len(value) <= LONGEST_ID and KEBAB.fullmatch(value) is not None


def place(document: object, steps: Steps) -> str:
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
    return words.removeprefix(".") or "the whole set"


def told(notes: Iterable[Note], document: object, lines: dict[Steps, int] | None) -> list[Problem]:
    """Return notes as problems, in the order of the file's lines where they are known."""
    problems = [
        Problem(note.code, place(document, note.steps), note.sentence, note.given, note.allowed, _line(note, lines))
        for note in notes
    ]
    return sorted(problems, key=lambda problem: problem.line or 0)


def _line(note: Note, lines: dict[Steps, int] | None) -> int | None:
    """Return the line of a note's place, or of what would hold it."""
    if lines is None:
        return None
    steps: Steps = note.steps
    while steps and steps not in lines:
        steps = steps[:-1]
    return lines.get(steps, 1)


def cannot(given: Any, allowed: str) -> str:
    """Return the sentence for a value that is not one of those allowed.

    Examples
    --------
    >>> cannot(120, "0 to 99")
    'it cannot be 120; it takes 0 to 99'
    """
    return f"it cannot be {shown(given)}; it takes {allowed}"

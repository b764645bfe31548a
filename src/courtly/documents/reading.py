"""Parses a file or a text as a document of tables, lists, numbers and strings, within size limits.

Malformed TOML or JSON has one problem, `syntax`; an unreadable or oversized file has the problem `file`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from courtly.documents.lines import Form, find_lines
from courtly.documents.problems import WHOLE_FILE, Note, Problem, Steps, placed
from courtly.documents.toml import ManyParts, read_toml
from courtly.engine.errors import reason_of
from courtly.engine.sentences import Sentence, said

MAX_BYTES = 500_000
"""Five times the size of the largest card set with two languages."""

MAX_DEPTH = 20
"""The formats read here have at most six levels."""

_TOML_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(frozen=True, slots=True)
class Document:
    """The parsed value of a text, with the text if available.

    Attributes
    ----------
    value
        The parsed document: a table, or any other JSON value.
    text, form
        The source text and its format.
    twice
        Whether an object has a duplicate key; `value` holds the last one.
    under
        The path of the part of `value` that `text` describes; empty if `text` describes the whole document.
    """

    value: Any
    text: str | None = None
    form: Form = "toml"
    twice: bool = False
    under: Steps = ()

    def problems(self, *kinds: Sequence[Note], whole: str = WHOLE_FILE) -> list[list[Problem]]:
        """Return notes of several kinds as problems with lines; duplicate keys are added to the first kind."""
        if self.text is None or not (self.twice or any(kinds)):
            return [placed(notes, self.value, None, whole) for notes in kinds]
        above = len(self.under)
        lines = find_lines(self.text, self.form, (note.steps[above:] for notes in kinds for note in notes))
        found = {(*self.under, *steps): line for steps, line in lines.found.items()}
        again = [_again((*self.under, *steps), line) for steps, line in lines.twice]
        first, *others = kinds
        return [placed(notes, self.value, found, whole) for notes in ([*first, *again], *others)]


def _again(steps: Steps, line: int) -> Note:
    return Note("syntax", steps, said("this key is repeated on line {line}", line=line))


class Unreadable(Exception):
    """A file or text that cannot be parsed at all; the caller adds which document was expected."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def refuse(code: str, sentence: Sentence, *, line: int | None = None) -> NoReturn:
    """Raise the error for a file or text that cannot be parsed at all."""
    raise Unreadable(Problem(code, WHOLE_FILE, sentence, line=line))


def read_bytes(path: Path, *, most: int = MAX_BYTES) -> bytes:
    """Return the content of a file of at most `most` bytes; raise `Unreadable` if it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: an invalid file name
        refuse("file", said("{file} cannot be read: {reason}", file=_named(path), reason=reason_of(error)))
    if len(data) > most:
        refuse("file", said("{file} has more than {most} bytes", file=_named(path), most=most))
    return data


def read_text(path: Path, *, most: int = MAX_BYTES) -> str:
    """Return the text of a file of at most `most` bytes; raise `Unreadable` if it cannot be read."""
    data = read_bytes(path, most=most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        sentence = said("{file} is not UTF-8 text: byte {byte} cannot be read", file=_named(path), byte=error.start)
        refuse("file", sentence, line=line)


def _named(path: Path) -> str:
    """Return the name of a file in printable form."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in str(path))


def form_of(path: Path, text: str) -> Form:
    """Return the format of a file, from its suffix or else from its first character."""
    suffix = path.suffix.lower()
    if suffix in (".toml", ".json"):
        return "json" if suffix == ".json" else "toml"
    return "json" if text.lstrip().startswith("{") else "toml"


def read_document(text: str, form: Form, *, most: int = MAX_BYTES) -> Document:
    """Return the document in a text of at most `most` characters; raise `Unreadable` if it cannot be parsed."""
    if len(text) > most:
        refuse("file", said("the text is longer than {most} characters", most=most))
    document = _toml(text) if form == "toml" else _json(text)
    if _is_deep(document.value):
        refuse("syntax", said("tables and lists are nested more than {depth} levels deep", depth=MAX_DEPTH))
    return document


def _toml(text: str) -> Document:
    try:
        return Document(read_toml(text), text, "toml")
    except tomllib.TOMLDecodeError as error:
        found = _TOML_PLACE.search(str(error))
        reason = str(error)[: found.start()] if found else str(error).removesuffix(" (at end of document)")
        line = int(found[1]) if found else text.count("\n") + 1
        refuse("syntax", said("this is not TOML: {reason}", reason=_plain(reason)), line=line)
    except (RecursionError, ValueError) as error:
        refuse("syntax", said("this TOML cannot be read: {reason}", reason=_too_much(error)))


def _json(text: str) -> Document:
    twice: list[bool] = []
    try:
        value = json.loads(text, object_pairs_hook=partial(_object, twice))
    except json.JSONDecodeError as error:
        refuse("syntax", said("this is not JSON: {reason}", reason=error.msg), line=error.lineno)
    except (RecursionError, ValueError) as error:
        refuse("syntax", said("this JSON cannot be read: {reason}", reason=_too_much(error)))
    return Document(value, text, "json", twice=bool(twice))


def _object(twice: list[bool], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object, and record whether it has duplicate keys."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice.append(True)
    return found


def _plain(reason: str) -> str:
    """Return a parser's message in printable form."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in reason)


def _too_much(error: Exception) -> Sentence:
    if isinstance(error, RecursionError):
        return said("it is nested too deeply")
    if isinstance(error, ManyParts):
        return said("line {line} has a key with more than {most} parts", line=error.line, most=error.most)
    return said("it has a number with too many digits")


def _is_deep(value: object) -> bool:
    """Return whether tables and lists are nested deeper than `MAX_DEPTH`."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [below for each in level for below in _inside(each)]
    return bool(level)


def _inside(value: object) -> Iterable[object]:
    """Return the children of a table or a list."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()

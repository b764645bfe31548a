"""From a file or a text to a document: plain tables, lists, numbers and texts, and nothing else.

A text that is no TOML or JSON has one problem, `syntax`; a file that cannot be read, or is far too long, `file`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, NoReturn

from courtly.engine.toml import ManyDots, read_toml
from courtly.games.monarch.lines import Lines, json_lines, toml_lines
from courtly.games.monarch.problems import BadCards, Problem

Form = Literal["toml", "json"]

MAX_BYTES = 500_000
"""Five times what the largest set with two languages needs."""

MAX_DEPTH = 20
"""Six levels are the most that a card set has."""

WHOLE = "the whole file"

_TOML_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(frozen=True, slots=True)
class Document:
    """What a text holds.

    Attributes
    ----------
    tables
        The parsed document.
    lines
        Finds the lines of its values, when they are needed.
    twice
        Whether a key stands twice in one object; the last one is in `tables`.
    """

    tables: dict[str, Any]
    lines: Callable[[], Lines] | None = None
    twice: bool = False


def refuse(code: str, sentence: str, *, line: int | None = None) -> NoReturn:
    """Raise the error for a file or text in which nothing can be read."""
    raise BadCards([Problem(code, WHOLE, sentence, line=line)])


def read_text(path: Path) -> str:
    """Return the text of a file, or refuse it."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        refuse("file", f"{path} cannot be read: {error.strerror or error}")
    if len(data) > MAX_BYTES:
        refuse("file", f"{path} has more than {MAX_BYTES} bytes; no card set needs so many")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        refuse("file", f"{path} is not UTF-8 text: byte {error.start} cannot be read", line=line)


def form_of(path: Path, text: str) -> Form:
    """Return in which form a file is written, by its name or else by how it begins."""
    suffix = path.suffix.lower()
    if suffix in (".toml", ".json"):
        return "json" if suffix == ".json" else "toml"
    return "json" if text.lstrip().startswith("{") else "toml"


def read_document(text: str, form: Form) -> Document:
    """Return the document that a text holds, or refuse it."""
    if len(text) > MAX_BYTES:
        refuse("file", f"the text has more than {MAX_BYTES} signs; no card set needs so many")
    document = _toml(text) if form == "toml" else _json(text)
    if _is_deep(document.tables):
        refuse("syntax", f"the tables are nested more than {MAX_DEPTH} deep; those of a card set are not")
    return document


def _toml(text: str) -> Document:
    try:
        return Document(read_toml(text), partial(toml_lines, text))
    except tomllib.TOMLDecodeError as error:
        found = _TOML_PLACE.search(str(error))
        said = str(error)[: found.start()] if found else str(error).removesuffix(" (at end of document)")
        refuse("syntax", f"this is not TOML: {said}", line=int(found[1]) if found else text.count("\n") + 1)
    except (RecursionError, ValueError) as error:
        refuse("syntax", f"this is not TOML that can be read: {_too_much(error)}")


def _json(text: str) -> Document:
    twice: list[str] = []
    try:
        tables = json.loads(text, object_pairs_hook=partial(_object, twice))
    except json.JSONDecodeError as error:
        refuse("syntax", f"this is not JSON: {error.msg}", line=error.lineno)
    except (RecursionError, ValueError) as error:
        refuse("syntax", f"this is not JSON that can be read: {_too_much(error)}")
    if not isinstance(tables, dict):
        refuse("type", "a card set is one JSON object, with the tables of the documented form")
    return Document(tables, partial(json_lines, text), twice=bool(twice))


def _object(twice: list[str], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, and note whether a key stands in it twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice += found
    return found


def _too_much(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error) if isinstance(error, ManyDots) else "it has a number of too many digits"


def _is_deep(value: object) -> bool:
    """Return whether tables and lists are nested deeper than anything here needs."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [below for each in level for below in _inside(each)]
    return bool(level)


def _inside(value: object) -> Iterable[object]:
    """Return what a table or a list holds."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()

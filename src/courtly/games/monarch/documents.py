"""From a file or a text to a document: plain tables, lists, numbers and texts, and nothing else.

A text that is no TOML or JSON has one problem, `syntax`; a file that cannot be read, or is far too long, `file`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NoReturn

from courtly.engine.errors import shown
from courtly.games.monarch.problems import BadCards, Problem

Form = Literal["toml", "json"]

MAX_BYTES = 500_000
"""Five times what the largest set with two languages needs."""

WHOLE = "the whole file"

_TOML_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")


class _Twice(ValueError):
    """A key that stands twice in one JSON object."""


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


def read_document(text: str, form: Form) -> dict[str, Any]:
    """Return the document that a text holds, or refuse it."""
    if len(text) > MAX_BYTES:
        refuse("file", f"the text has more than {MAX_BYTES} signs; no card set needs so many")
    return _toml(text) if form == "toml" else _json(text)


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _TOML_PLACE.search(str(error))
        said = str(error)[: found.start()] if found else str(error).removesuffix(" (at end of document)")
        refuse("syntax", f"this is not TOML: {said}", line=int(found[1]) if found else text.count("\n") + 1)
    except (RecursionError, ValueError) as error:
        refuse("syntax", f"this is not TOML that can be read: {_too_much(error)}")


def _json(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        refuse("syntax", f"this is not JSON: {error.msg}", line=error.lineno)
    except _Twice as error:
        refuse("syntax", str(error))
    except (RecursionError, ValueError) as error:
        refuse("syntax", f"this is not JSON that can be read: {_too_much(error)}")
    if not isinstance(document, dict):
        refuse("type", "a card set is one JSON object, with the tables of the documented form")
    return document


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(f"this is not plain JSON: {shown(key, limit=40)} stands twice in one object")
        found[key] = value
    return found


def _constant(name: str) -> NoReturn:
    raise _Twice(f"this is not plain JSON: {name} is no number")


def _too_much(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else "it has a number of too many digits"


def plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document whose top is a plain table."""
    return document if isinstance(document, dict) else dict(document)

"""Serialization of a card set document to TOML, JSON or CSV text, which parses back to an equal document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from courtly.games.monarch.cardset.sheets import CardForm, write_sheet

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def write_cards(document: Mapping[str, Any], *, form: CardForm = "toml") -> str:
    """Return a validated document as text for people to edit.

    Parameters
    ----------
    document
        The result of `read_card_file`, or the option of a match record.
    form
        The format: `toml`, `json` or `csv`.
    """
    if form == "csv":
        return write_sheet(document)
    if form == "json":
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a TOML text: plain values first, then tables, as TOML requires."""
    tables = {key: value for key, value in document.items() if _is_table(value)}
    for key, value in document.items():
        if key not in tables:
            yield f"{_key(key)} = {_inline(value)}"
    for key, value in tables.items():
        entries, header = ([value], f"[{_key(key)}]") if isinstance(value, dict) else (value, f"[[{_key(key)}]]")
        for entry in entries:
            yield from ("", header)
            yield from _pairs(entry)


def _is_table(value: object) -> bool:
    entries = value if isinstance(value, list) else [value]
    return bool(entries) and all(isinstance(entry, dict) for entry in entries)


def _pairs(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield the pairs of an entry. A `text` table gets one line per language."""
    for key, value in entry.items():
        if key == "text" and isinstance(value, dict) and value:
            yield from (f"{_key(key)}.{_key(language)} = {_inline(text)}" for language, text in value.items())
        else:
            yield f"{_key(key)} = {_inline(value)}"


def _inline(value: object) -> str:
    """Return a value on one line. JSON strings and numbers are valid TOML too."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {_inline(below)}" for key, below in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_inline(below) for below in value)}]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)

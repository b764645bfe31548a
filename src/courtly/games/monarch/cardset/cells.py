"""The columns of a card set as a spreadsheet, and the conversion of single cells to and from values.

A column has the name of its key in TOML, such as `cost.gold`. A table with a kind is written as words:
`per_path path=might per=2`. Entries of a list are separated by semicolons or line ends. A cell that has not this form
stays a text, so that the checks of the set report it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from courtly.games.monarch.cardset.about import is_language

TABLE = "table"
"""The column with the kind of a row."""

ROWS = ("set", "path", "emblem", "land", "court", "improvement", "guest", "moon", "banner")
"""The kinds of rows."""

TRANSLATED = ("name", "text", "notice")
"""The keys with one column for each language."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_GUARDED = re.compile(r"'*(?:[=+\-@]|\s*\Z)")
_WORDS = ("emblem", "card")
"""The keys whose values are ids, even if an id looks like a number."""


class Cell(NamedTuple):
    """The conversion of the cells of a column: from text to a value, and back."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]


def _number(cell: str) -> Any:
    """Return a whole number, or the text if it is none."""
    return int(cell) if _WHOLE.fullmatch(cell.strip()) else cell.strip()


def _flag(cell: str) -> Any:
    return {"true": True, "false": False}.get(cell.strip().lower(), cell.strip())


def _read_text(cell: str) -> str:
    """Return a text for people. An apostrophe guards a blank text, and a text that starts like a formula."""
    return cell[1:] if cell.startswith("'") and _GUARDED.match(cell) else cell


def _write_text(text: Any) -> str:
    return f"'{text}" if _GUARDED.match(text) else str(text)


def _pairs(words: list[str]) -> dict[str, Any] | None:
    """Return the pairs `key=value`, or None if a word is no pair or a key is repeated."""
    split = [word.partition("=") for word in words]
    pairs = {key: value if key in _WORDS else _number(value) for key, _, value in split}
    complete = all(key and sign and value for key, sign, value in split)
    return pairs if complete and len(pairs) == len(split) else None


def _record(cell: str) -> Any:
    """Return a table: a kind, then pairs such as `per=2`."""
    words = re.sub(r"\s*=\s*", "=", cell.strip()).replace(",", " ").split()
    kind = {"kind": words.pop(0)} if words and "=" not in words[0] else {}
    pairs = _pairs(words)
    return cell.strip() if pairs is None else {**kind, **pairs}


def _crowns(cell: str) -> Any:
    number = _number(cell)
    return number if isinstance(number, int) else _record(cell)


def _records(cell: str) -> list[Any]:
    return [_record(part) for part in re.split(r"[;\n]", cell) if part.strip()]


def _source(cell: str) -> Any:
    return _record(cell) if "=" in cell else cell.strip()


def _words(cell: str) -> list[str]:
    return re.split(r"[\s,;]+", cell.strip())


def _write(value: Any) -> str:
    """Return a number, a word, a flag or a table as text."""
    if isinstance(value, Mapping):
        kind = [value["kind"]] if "kind" in value else []
        return " ".join(kind + [f"{key}={below}" for key, below in value.items() if key != "kind"])
    return str(value).lower() if isinstance(value, bool) else str(value)


def _write_crowns(value: Any) -> str:
    """Return a formula as text; a fixed number is only the number."""
    fixed = isinstance(value, Mapping) and value.keys() == {"kind", "value"}
    return _write(value["value"] if fixed else value)


def _write_records(value: list[Any]) -> str:
    return "; ".join(map(_write, value))


WORD = Cell(str.strip, _write)
TEXT = Cell(_read_text, _write_text)
NUMBER = Cell(_number, _write)
RECORD = Cell(_record, _write)
RECORDS = Cell(_records, _write_records)

COLUMNS: Mapping[str, Cell] = {
    TABLE: WORD,
    "id": WORD,
    "version": TEXT,
    "name": TEXT,
    "path": WORD,
    "terrain": WORD,
    "yield": NUMBER,
    "copies": NUMBER,
    "emblems": Cell(_words, " ".join),
    "cost.gold": NUMBER,
    "cost.food": NUMBER,
    "crowns": Cell(_crowns, _write_crowns),
    "on_acquire": RECORDS,
    "powers": RECORDS,
    "requirement": RECORD,
    "power": RECORD,
    "tone": WORD,
    "effects": RECORDS,
    "pledge": RECORD,
    "met": RECORDS,
    "unmet": RECORDS,
    "text": TEXT,
    "notice": TEXT,
    "source": Cell(_source, _write),
    "incomplete": Cell(_flag, _write),
}
"""The columns in their order. A column of `TRANSLATED` occurs once for each language, as in `name.en`."""


def columns_of(languages: tuple[str, ...] | list[str]) -> list[str]:
    """Return the names of all columns of a set in some languages."""
    return [
        name
        for column in COLUMNS
        for name in ([f"{column}.{tag}" for tag in languages] if column in TRANSLATED else [column])
    ]


def cell_of(column: str) -> Cell | None:
    """Return the conversion of a column, or None if there is no such column."""
    above, _, language = column.partition(".")
    if above in TRANSLATED:
        return COLUMNS[above] if is_language(language) else None
    return COLUMNS.get(column)


def keys_of(column: str) -> tuple[str, ...]:
    """Return the keys of a column's value, from the top of its entry."""
    return tuple(column.split(".", 1))

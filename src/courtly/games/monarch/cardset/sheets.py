"""Card sets as spreadsheets: CSV text becomes the document that the TOML file of the set has, and back.

Each row is one card, one emblem, one path, or the set itself; its column `table` says which. `cells` has the columns.
The document goes through the same checks as every other, and their problems get the row and the column.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, Literal

from courtly.documents.problems import WHOLE_FILE, Note, Problem, Steps, placed
from courtly.documents.reading import MAX_BYTES, Document, refuse
from courtly.engine.errors import listed, shown
from courtly.engine.sentences import Sentence
from courtly.games.monarch.cardset.cells import (
    COLUMNS,
    ROWS,
    TABLE,
    TRANSLATED,
    cell_of,
    columns_of,
    keys_of,
)
from courtly.games.monarch.cardset.problems import said
from courtly.text.languages import ENGLISH

SEPARATORS: Mapping[str, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}

CardForm = Literal["toml", "json", "csv"]
"""A format of card sets."""

_SHEET = re.compile(rf'\ufeff?"?{TABLE}"?[ ]*[,;\t]')
_BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_NAMED = {"path": "paths", "emblem": "emblems"}
"""The rows that are pairs of a table in the document: an id and its names."""
_PAID = ("court", "improvement", "guest")
_WHOLE_ROW = ""

_Cells = Mapping[str, str]
"""The cells of a row that are not blank, by column."""


@dataclass(frozen=True, slots=True)
class SheetDocument(Document):
    """The document of a spreadsheet.

    Attributes
    ----------
    rows
        The row of each entry of the document, by its path.
    columns
        The columns of the header.
    wrongs
        The problems of the rows themselves.
    """

    rows: dict[Steps, int] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    wrongs: list[Problem] = field(default_factory=list)

    def problems(self, *kinds: Sequence[Note], whole: str = WHOLE_FILE) -> list[list[Problem]]:
        """Return notes of several kinds as problems with rows and columns; the problems of rows are added first."""
        found = [[self._at(note, whole) for note in notes] for notes in kinds]
        found[0] = [*self.wrongs, *found[0]]
        return [sorted(problems, key=lambda problem: problem.line or 0) for problems in found]

    def _at(self, note: Note, whole: str) -> Problem:
        """Return a note as a problem at its row and column."""
        (problem,) = placed([note], self.value, None, whole)
        length = next((n for n in range(len(note.steps), 0, -1) if note.steps[:n] in self.rows), 0)
        if not length:
            return problem
        return replace(problem, line=self.rows[note.steps[:length]], column=self._column(note.steps[length:]))

    def _column(self, below: Steps) -> str:
        """Return the column of a key of an entry: that of the longest path, or the first of a table's columns."""
        keys = tuple(key for key in below if isinstance(key, str))
        for length in range(len(keys), 0, -1):
            for column in (*self.columns, *COLUMNS):
                if keys_of(column)[:length] == keys[:length]:
                    return column
        return _WHOLE_ROW


def decode_sheet(data: bytes) -> str:
    """Return the text of a CSV file in UTF-8, UTF-16 or Windows-1252.

    Windows-1252 is the encoding of a file that is no UTF-8. Its unused bytes become replacement characters, which
    no id or word of a set contains.
    """
    encoding = next((name for mark, name in _BOMS.items() if data.startswith(mark)), "")
    if not encoding and b"\0" in data[:2]:
        encoding = "utf-16-be" if data.startswith(b"\0") else "utf-16-le"
    if encoding:
        return data.decode(encoding, errors="replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def is_sheet(text: str) -> bool:
    """Return whether a text is CSV with the column `table` first."""
    return _SHEET.match(text) is not None


def _separator(header: str) -> str:
    """Return the separator of a header line; no name of a column contains one."""
    return max(SEPARATORS.values(), key=header.count)


def read_sheet(text: str) -> SheetDocument:
    """Return the document of a CSV text; raise `Unreadable` if it is none."""
    if len(text) > MAX_BYTES:
        refuse("file", said("the text is longer than {most} characters", most=MAX_BYTES))
    header, *rows = _rows(text.lstrip("\ufeff")) or [[]]
    return _Sheet([name.strip() for name in header]).read(rows)


def _rows(text: str) -> list[list[str]]:
    """Return the rows of cells. A line end within a cell is one character."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text.partition("\n")[0]), strict=True)
    try:
        return [[cell.replace("\r\n", "\n").replace("\r", "\n") for cell in row] for row in reader]
    except csv.Error as error:
        refuse("syntax", said("this is not CSV: {reason}", reason=str(error)), line=reader.line_num)


class _Sheet:
    """Reads the rows of a spreadsheet into a document."""

    def __init__(self, header: Sequence[str]) -> None:
        names = [name.removeprefix("name.") for name in header if name.startswith("name.") and cell_of(name)]
        self.header = header
        self.languages = list(dict.fromkeys(names))
        self.value: dict[str, Any] = {"schema": 1}
        self.document = SheetDocument(self.value, columns=tuple(filter(cell_of, header)))
        self.document.rows["set", "languages"] = 1

    def wrong(self, code: str, row: int, column: str, sentence: Sentence, *, given: object = None) -> None:
        """Record a problem of a row."""
        self.document.wrongs.append(Problem(code, column or "row", sentence, given, None, row, column))

    def read(self, rows: Sequence[Sequence[str]]) -> SheetDocument:
        """Return the document of the rows below the header."""
        self.check_header()
        for number, row in enumerate(rows, 2):
            if len(row) > len(self.header) and any(map(str.strip, row[len(self.header) :])):
                sentence = said("this row has more cells than the header has columns")
                self.wrong("syntax", number, _WHOLE_ROW, sentence)
            cells = {name: cell for name, cell in zip(self.header, row, strict=False) if cell.strip()}
            if cells:
                self.add(number, {name: cell for name, cell in cells.items() if cell_of(name)})
        return self.document

    def check_header(self) -> None:
        """Record unknown, repeated and missing columns."""
        if TABLE not in self.header:
            refuse("missing", said("row 1 has no column {column}; the first row names the columns", column=TABLE))
        known = columns_of(self.languages or [ENGLISH])
        for place, name in enumerate(self.header):
            if name and name in self.header[:place]:
                self.wrong("duplicate", 1, name, said("this column is repeated"))
            elif name and not cell_of(name):
                self.wrong("unknown-key", 1, name, _no_column(name, known), given=name)

    def add(self, row: int, cells: _Cells) -> None:
        """Add a row to the document."""
        kind = cells.get(TABLE, "").strip().lower()
        if kind not in ROWS:
            places = {"given": shown(kind, limit=40), "allowed": listed(ROWS)}
            sentence = said("it cannot be {given}; use {allowed}", **places)
            self.wrong("value", row, TABLE, sentence, given=kind)
            return
        entry = _entry(kind, cells)
        if kind == "set":
            self.add_pair(row, self.value, kind, {**entry, "languages": self.languages})
        elif kind in _NAMED:
            self.add_named(row, kind, entry)
        else:
            entries = self.value.setdefault(kind, [])
            self.document.rows[kind, len(entries)] = row
            entries.append(entry)

    def add_named(self, row: int, kind: str, entry: Mapping[str, Any]) -> None:
        """Add a path or an emblem, which has only an id and names."""
        for column in self.document.columns:
            above = keys_of(column)[0]
            if above in entry and above not in ("id", "name"):
                sentence = said("a row of this table has only {allowed}", allowed="table, id, name")
                self.wrong("unknown-key", row, column, sentence)
        if "id" not in entry:
            sentence = said("{key} is missing: {says}", key="id", says=said("an id in kebab-case"))
            self.wrong("missing", row, "id", sentence)
            return
        self.add_pair(row, self.value.setdefault(_NAMED[kind], {}), entry["id"], entry["name"], above=(_NAMED[kind],))

    def add_pair(self, row: int, table: dict[str, Any], key: str, value: Any, *, above: Steps = ()) -> None:
        """Add a key of a table, which must be new."""
        if key in table:
            sentence = said("row {row} is the same; each id must be unique", row=self.document.rows[*above, key])
            self.wrong("duplicate-id", row, "id", sentence, given=key)
            return
        table[key] = value
        self.document.rows[*above, key] = row


def _no_column(name: str, known: Sequence[str]) -> Sentence:
    places = {"name": shown(name, limit=40), "columns": listed(known, limit=40)}
    close = get_close_matches(name[:80].lower(), known, 1)
    if close:
        return said(
            "there is no column {name}; did you mean {close}? The columns are {columns}", **places, close=close[0]
        )
    return said("there is no column {name}; the columns are {columns}", **places)


def _entry(kind: str, cells: _Cells) -> dict[str, Any]:
    """Return an entry of the document. The keys that every entry of its kind has are present, even if all are blank."""
    entry: dict[str, Any] = {"id": cells["id"].strip()} if "id" in cells else {}
    entry["name"] = {}
    entry |= {"notice": {}} if kind == "set" else {}
    entry |= {"cost": {}} if kind in _PAID else {}
    for column, text in cells.items():
        cell = cell_of(column)
        if column != TABLE and cell:
            *above, key = keys_of(column)
            (entry.setdefault(above[0], {}) if above else entry)[key] = cell.read(text)
    if "pledge" in entry:
        entry |= {key: entry.get(key, []) for key in ("met", "unmet")}
    return entry


def write_sheet(document: Mapping[str, Any], separator: str = ",") -> str:
    """Return a validated document as CSV with all columns."""
    columns = columns_of(document["set"]["languages"])
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerow(columns)
    for kind, entry in _entries(document):
        cells = {TABLE: kind, **dict(_written(entry))}
        writer.writerow([cells.get(column, "") for column in columns])
    return out.getvalue()


def _entries(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the entries of a document with their kinds, in the order of the rows."""
    for kind in ROWS:
        if kind in _NAMED:
            for name, names in document.get(_NAMED[kind], {}).items():
                yield kind, {"id": name, "name": names}
        elif kind == "set":
            yield kind, document[kind]
        else:
            yield from ((kind, entry) for entry in document.get(kind, []))


def _written(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the columns of an entry with their cells."""
    for key, value in entry.items():
        if key in TRANSLATED or key == "cost":
            for below, each in value.items():
                cell = cell_of(f"{key}.{below}")
                assert cell is not None  # the document is valid
                yield f"{key}.{below}", cell.write(each)
        elif key != "languages":
            yield key, COLUMNS[key].write(value)

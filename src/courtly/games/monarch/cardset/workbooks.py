"""Card sets in Excel workbooks (.xlsx): the first sheet becomes CSV text, which `sheets` reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any
from zipfile import BadZipFile

from courtly.documents.problems import Problem
from courtly.documents.reading import refuse
from courtly.engine.extras import library
from courtly.engine.sentences import Sentence
from courtly.games.monarch.cardset.problems import BadCards, said


def read_workbook(data: bytes) -> str:
    """Return the first sheet of a workbook as CSV.

    Raises
    ------
    Unreadable
        If the data are no workbook.
    BadCards
        With all formulas, dates and merged cells.
    MissingExtra
        If the extra `sheets` is not installed.
    """
    openpyxl = library("openpyxl", said("workbooks"), where="card_set", extra="sheets")
    try:
        sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    except (BadZipFile, KeyError, ValueError, IndexError) as error:
        refuse("syntax", said("this is not a workbook: {reason}", reason=str(error)))
    if problems := [*_merged(sheet), *_computed(sheet)]:
        raise BadCards(problems)
    out = io.StringIO()
    csv.writer(out).writerows([[_text(cell.value) for cell in row] for row in sheet.iter_rows()])
    return out.getvalue()


def _merged(sheet: Any) -> Iterator[Problem]:
    """Yield the merged cells, which have no value of their own."""
    for area in sheet.merged_cells.ranges:
        yield _problem(
            sheet, area.min_row, area.min_col, said("the cells {area} are merged; split them", area=str(area))
        )


def _computed(sheet: Any) -> Iterator[Problem]:
    """Yield the cells with a formula, an error or a date."""
    sentences = {
        "f": said("it is a formula; replace it with its value"),
        "e": said("it is an error value of the spreadsheet program; write a value"),
        "d": said("it is a date; write it as text"),
    }
    for row in sheet.iter_rows():
        for cell in row:
            if cell.data_type in sentences and cell.value is not None:
                yield _problem(sheet, cell.row, cell.column, sentences[cell.data_type])


def _problem(sheet: Any, row: int, column: int, sentence: Sentence) -> Problem:
    """Return a problem at a cell. The column is its name in the first row, or else its letter."""
    name = _text(sheet.cell(1, column).value) or sheet.cell(row, column).column_letter
    return Problem("value", name, sentence, None, None, row, name)


def _text(value: object) -> str:
    """Return the value of a cell as CSV writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)

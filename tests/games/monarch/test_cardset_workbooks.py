"""Card sets in Excel workbooks: the first sheet is read like CSV; formulas, dates and merged cells are reported."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from courtly.engine.extras import MissingExtra
from courtly.games.monarch.cardset import house, load_cards, write_cards
from tests.games.monarch.documents import house_document, refused


def workbook(file: Path, change: Callable[[Any], object]) -> Path:
    """Write the house set as a workbook, with numbers as numbers, after a change of its sheet."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row in csv.reader(io.StringIO(write_cards(house_document(), form="csv"))):
        sheet.append([float(cell) if cell.isdigit() else cell or None for cell in row])
    change(sheet)
    book.save(file)
    return file


def put(place: str, value: object) -> Callable[[Any], object]:
    return lambda sheet: sheet.__setitem__(place, value)


def test_the_house_set_reads_back_to_an_equal_set(tmp_path: Path) -> None:
    assert load_cards(workbook(tmp_path / "own.XLSX", lambda sheet: None)) == house()


def test_true_is_a_flag(tmp_path: Path) -> None:
    cards = load_cards(workbook(tmp_path / "own.xlsx", put("AB14", True)))
    assert cards.courts[0].incomplete


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put("K14", "=4+5"), "row 14, column cost.gold: value cost.gold: it is a formula; replace it with its value"),
        (put("B14", date(2026, 1, 2)), "row 14, column id: value id: it is a date; write it as text"),
        (put("B14", "#REF!"), "row 14, column id: value id: it is an error value of the spreadsheet program"),
        (put("AD14", "=1"), "row 14, column AD: value AD: it is a formula"),
        (
            lambda sheet: sheet.merge_cells("D14:E14"),
            "row 14, column name.en: value name.en: the cells D14:E14 are merged; split them",
        ),
        (put("K14", "x"), "row 14, column cost.gold: type court[tiger-pelt].cost.gold: it cannot be 'x'"),
    ],
)
def test_a_cell_without_a_plain_value_is_reported(change: Callable[[Any], object], said: str, tmp_path: Path) -> None:
    file = workbook(tmp_path / "own.xlsx", change)
    assert said in str(refused(lambda: load_cards(file)))


@pytest.mark.parametrize("data", [b"", b"table,id", b"PK\x05\x06" + b"\0" * 18])
def test_a_file_that_is_no_workbook_has_one_error(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "own.xlsx"
    file.write_bytes(data)
    assert "this is not a workbook" in str(refused(lambda: load_cards(file)))


def test_without_openpyxl_the_error_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = workbook(tmp_path / "own.xlsx", lambda sheet: None)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(MissingExtra, match=r"workbooks need the extra courtly\[sheets\]"):
        load_cards(file)

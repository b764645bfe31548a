"""Card sets as spreadsheets: they read back to the same set in every encoding, and errors name row and column."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courtly.engine.contract.options import read_options
from courtly.games.monarch.cardset import (
    SEPARATORS,
    BadCards,
    cards_from,
    check_cards,
    check_file,
    chosen_cards,
    house,
    load_cards,
    parse_cards,
    write_cards,
    write_sheet,
)
from courtly.games.monarch.cardset.marks import UNREADABLE
from courtly.games.monarch.rules.content import MonarchOptions, read_cards
from tests.games.monarch.card_sets import SIZES, card_set
from tests.games.monarch.documents import changed, house_document, put, refused

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="".join(UNREADABLE)), max_size=12)
SHEET = write_cards(house_document(), form="csv")


def test_the_house_set_reads_back_to_an_equal_set() -> None:
    assert parse_cards(SHEET, form="csv") == house()


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from([*SIZES]), st.sampled_from([*SEPARATORS.values()]))
def test_every_set_reads_back_to_an_equal_set(seed: int, size: str, separator: str) -> None:
    document = card_set(seed, size=size)
    assert parse_cards(write_sheet(document, separator), form="csv") == cards_from(document)


@settings(max_examples=60)
@given(TEXTS, st.sampled_from(["", "=1+1", "-1", "'", "'=", "@", " ", '"', "a\nb", ";,\t"]), TEXTS)
def test_every_text_reads_back_to_an_equal_text(text: str, start: str, version: str) -> None:
    places = {"court[astronomer].text.en": start + text, "set.version": version, "set.notice.fr": f"x{text}"}
    document = changed(put(**places))
    assert parse_cards(write_cards(document, form="csv"), form="csv") == cards_from(document)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("separator", SEPARATORS.values())
def test_a_file_is_read_in_every_encoding_with_every_separator(encoding: str, separator: str, tmp_path: Path) -> None:
    file = tmp_path / "own.CSV"
    file.write_bytes(write_sheet(house_document(), separator).encode(encoding))
    assert load_cards(file) == house()


def test_columns_may_have_any_order_and_blank_rows_are_skipped(tmp_path: Path) -> None:
    rows = [row[::-1] for row in csv.reader(io.StringIO(SHEET))]
    out = io.StringIO()
    csv.writer(out).writerows([rows[0], [], ["", " "], *rows[1:]])
    (tmp_path / "own.csv").write_text(out.getvalue(), encoding="utf-8")
    cards = load_cards(tmp_path / "own.csv")
    assert (cards.courts, cards.languages) == (house().courts, ("fr", "en"))


def test_the_option_card_set_takes_a_spreadsheet(tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_text(SHEET, encoding="utf-8")
    given = MonarchOptions.load_documents({"players": 2, "card_set": str(file)})
    assert chosen_cards(read_options(MonarchOptions, given).card_set) == chosen_cards(read_cards(SHEET)) == house()


def edited(change: Callable[[list[dict[str, str]]], object], *, header: dict[str, str] | None = None) -> str:
    """Return the house set as CSV after a change of its rows, and after renaming columns."""
    reader = csv.DictReader(io.StringIO(SHEET))
    rows = list(reader)
    change(rows)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([(header or {}).get(name, name) for name in reader.fieldnames or []])
    writer.writerows([list(row.values()) for row in rows])
    return out.getvalue()


def cell(row: int, column: str, value: str) -> Callable[[list[dict[str, str]]], object]:
    """Return a change of one cell. Rows count from 1, and the first has the names of the columns."""
    return lambda rows: rows[row - 2].__setitem__(column, value)


def problems(text: str) -> list[str]:
    return [f"{problem.cell()}: {problem.code}: {problem.sentence}" for problem in failure(text).problems]


def failure(text: str) -> BadCards:
    return refused(lambda: parse_cards(text, form="csv"))


@pytest.mark.parametrize(
    ("row", "column", "value", "said"),
    [
        (15, "id", "tiger-pelt", "duplicate-id: court[tiger-pelt].id is also 'tiger-pelt'; each id must be unique"),
        (15, "powers", "fly amount=2", "kind: there is no kind 'fly' here; choose from discount, rebate"),
        (15, "name.fr", " ", "missing: the name is missing in language fr"),
        (15, "path", "", "missing: path is missing: might, culture, wisdom, bounty, none"),
        (15, "cost.gold", "", "cost: gold is missing: a whole number from 0 to 99"),
        (15, "cost.gold", "four", "type: it cannot be 'four'; use a whole number from 0 to 99"),
        (15, "cost.gold", "4.5", "type: it cannot be '4.5'; use a whole number from 0 to 99"),
        (
            15,
            "crowns",
            "per_path path",
            "type: it cannot be 'per_path path'; use a whole number, or a table with a kind",
        ),
        (15, "crowns", "fixed value=1 value=2", "type: it cannot be 'fixed value=1 value=2'"),
        (15, "crowns", "per_path path=might per=200", "range: it cannot be 200"),
        (15, "terrain", "farm", "unknown-key: there is no 'terrain' here; choose from"),
        (15, "incomplete", "VRAI", "type: it cannot be 'VRAI'; use true or false"),
        (15, "table", "cuort", "value: it cannot be 'cuort'; use set, path, emblem, land, court"),
        (3, "id", "", "missing: id is missing: an id in kebab-case"),
        (4, "id", "might", "duplicate-id: row 3 is the same; each id must be unique"),
        (3, "text.en", "x", "unknown-key: a row of this table has only table, id, name"),
        (2, "version", "", "missing: version is missing: a text such as 1.0"),
        (2, "notice.en", "", "missing: the name is missing in language en"),
    ],
)
def test_an_error_names_the_row_and_the_column(row: int, column: str, value: str, said: str) -> None:
    found = problems(edited(cell(row, column, value)))
    assert any(problem.startswith(f"row {row}, column {column}: {said}") for problem in found), found


def test_a_cell_may_be_written_in_several_ways() -> None:
    text = edited(cell(15, "crowns", " per_path  path = might, per=+2 "))
    (card,) = [card for card in parse_cards(text, form="csv").courts if card.id == "storm-charger"]
    assert (card.crowns.kind, card.crowns.path, card.crowns.per) == ("per_path", "might", 2)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (
            {"terrain": "terain"},
            "row 1, column terain: unknown-key: there is no column 'terain'; did you mean terrain?",
        ),
        ({"terrain": "zzz"}, "row 1, column zzz: unknown-key: there is no column 'zzz'; the columns are table, id"),
        ({"terrain": "path"}, "row 1, column path: duplicate: this column is repeated"),
        ({"name.fr": "name.F R"}, "row 1, column name.F R: unknown-key: there is no column 'name.F R'"),
        ({"name.en": "", "name.fr": ""}, "row 1: count: a set needs at least one language"),
    ],
)
def test_an_error_of_the_header_is_in_row_1(header: dict[str, str], said: str) -> None:
    found = problems(edited(lambda rows: None, header=header))
    assert any(problem.startswith(said) for problem in found), found


def test_cells_without_a_column_are_reported() -> None:
    text = SHEET.replace("house,\r\n", "house,,more\r\n", 1)
    (problem,) = failure(text).problems
    assert str(problem).endswith("this row has more cells than the header has columns")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "row 1 has no column table"),
        ("id,path\r\nx,might\r\n", "row 1 has no column table"),
        ('table,id\r\ncourt,"x', "this is not CSV"),
        ("table,id\n" + "x" * 500_000, "longer than 500000 characters"),
    ],
)
def test_a_text_that_is_no_card_set_has_one_error(text: str, said: str) -> None:
    assert said in str(failure(text))


def test_a_text_that_contradicts_the_figures_is_a_warning() -> None:
    (warning,) = check_cards(edited(cell(15, "crowns", "4")), form="csv").warnings[:1]
    assert str(warning) == (
        "row 15, column text.en: text-figure court[storm-charger].text.en: the text has the number 3, but the fields "
        "of this card have 4"
    )


def test_a_file_names_its_rows(tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_text(edited(cell(15, "cost.gold", "x")), encoding="utf-8")
    assert "\nrow 15, column cost.gold: type" in str(refused(lambda: check_file(file).cards))

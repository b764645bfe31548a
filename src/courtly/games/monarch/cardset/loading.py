"""Loading of card sets: a file, a text or a parsed document becomes a checked `CardSet`, or an error with all problems.

`docs/card-sets.md` documents the schema, which `schema`, `formulas` and `kinds` define. `checks` validates the set as a
whole. No field is computed from another, and no field from a text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from courtly.documents import reading
from courtly.documents.problems import WHOLE_FILE, Note, Problem
from courtly.documents.reading import Document, Unreadable
from courtly.engine.errors import BadOption, shown
from courtly.games.monarch.cardset.about import MAX_LANGUAGES, is_language
from courtly.games.monarch.cardset.cards import CardSet
from courtly.games.monarch.cardset.checks import Findings, check_set
from courtly.games.monarch.cardset.forms import Reading, Wrong, found_in
from courtly.games.monarch.cardset.problems import BadCards, said
from courtly.games.monarch.cardset.schema import Form
from courtly.games.monarch.cardset.sheets import CardForm, decode_sheet, is_sheet, read_sheet
from courtly.games.monarch.cardset.workbooks import read_workbook

SHEETS = (".csv", ".tsv", ".xlsx")
"""The suffixes of spreadsheets."""

HOUSE = "house"
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Checked:
    """A playable card set, its document, and its warnings."""

    cards: CardSet
    document: dict[str, Any]
    warnings: tuple[Problem, ...]


def load_cards(path: Path) -> CardSet:
    """Return the card set of a TOML, JSON or CSV file.

    Raises
    ------
    BadCards
        With all problems, one per line.
    """
    return check_file(path).cards


def read_card_file(path: Path) -> dict[str, Any]:
    """Return the document of a card set file, the value of the option `card_set`.

    Raises
    ------
    BadCards
        With all problems, one per line.
    """
    return check_file(path).document


def check_file(path: Path) -> Checked:
    """Return the card set of a file with its warnings. Raises like `load_cards`."""
    text = read_text(path)
    return check_cards(text, form=form_of(path, text))


def parse_cards(text: str, *, form: CardForm = "toml") -> CardSet:
    """Return the card set of a text.

    Parameters
    ----------
    text
        The content of a file.
    form
        The format: `toml`, `json` or `csv`.

    Raises
    ------
    BadCards
        With all problems, one per line.

    Examples
    --------
    >>> cards = parse_cards(house_text())
    >>> len(cards.courts), len(cards.moons)
    (38, 8)
    """
    return check_cards(text, form=form).cards


def check_cards(text: str, *, form: CardForm = "toml") -> Checked:
    """Return the card set of a text with its warnings. Raises like `parse_cards`."""
    return _checked(_read(text, form))


def cards_from(document: Mapping[str, Any]) -> CardSet:
    """Return the card set of a parsed document, such as the option of a match record.

    Raises
    ------
    BadCards
        With all problems, one per line, without line numbers.
    """
    return _checked(Document(dict(document))).cards


def _checked(document: Document) -> Checked:
    tables: dict[str, Any] = document.value
    found = Findings(tables, _languages(tables))
    form = None
    try:
        form = Form.model_validate(tables, context=Reading(found.languages))
    except ValidationError as error:
        found.errors += [_note(tables, wrong) for wrong in found_in(error)]
    check_set(found)
    errors, warnings = document.problems(found.errors, found.warnings, whole="the whole set")
    if errors or form is None:
        raise BadCards(errors, warnings)
    return Checked(form.made(), tables, tuple(warnings))


def _note(tables: Mapping[str, Any], wrong: Wrong) -> Note:
    """Return a problem found by pydantic, with the value that it is about."""
    given: Any = tables
    for step in wrong.below:
        if isinstance(given, list) and isinstance(step, int) and step < len(given):
            given = given[step]
        else:
            given = given.get(step) if isinstance(given, dict) else None
    return Note(wrong.code, wrong.below, wrong.sentence, given, wrong.allowed)


def read_text(path: Path) -> str:
    """Return the text of a file. Raises like `load_cards` if it cannot be read."""
    suffix = path.suffix.lower()
    try:
        if suffix not in SHEETS:
            return reading.read_text(path)
        data = reading.read_bytes(path)
        return read_workbook(data) if suffix == ".xlsx" else decode_sheet(data)
    except Unreadable as error:
        raise BadCards([error.problem]) from None


def form_of(path: Path, text: str) -> CardForm:
    """Return the format of a file, from its suffix or else from its start."""
    suffix = path.suffix.lower()
    known = suffix in (".toml", ".json")
    return "csv" if suffix in SHEETS or (not known and is_sheet(text)) else reading.form_of(path, text)


def form_of_text(text: str) -> CardForm:
    """Return the format of a text, from its start."""
    return form_of(Path(), text)


def _read(text: str, form: CardForm) -> Document:
    """Return the document of a text. Raises `BadCards` if it is invalid."""
    try:
        document = read_sheet(text) if form == "csv" else reading.read_document(text, form)
    except Unreadable as error:
        raise BadCards([error.problem]) from None
    if not isinstance(document.value, dict):
        sentence = said("a card set is one JSON object with the tables of the documented format")
        raise BadCards([Problem("type", WHOLE_FILE, sentence)])
    return document


def _languages(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the languages of a document before the rest is validated, or none if any is invalid."""
    about = document.get("set")
    languages = about.get("languages") if isinstance(about, dict) else None
    if not isinstance(languages, list) or not all(map(is_language, languages)):
        return ()
    return tuple(dict.fromkeys(languages[:MAX_LANGUAGES]))


@cache
def house_text() -> str:
    """Return the text of the house set, from `cards.toml`."""
    return files("courtly.games.monarch").joinpath("cards.toml").read_text(encoding="utf-8")


@cache
def house() -> CardSet:
    """Return the house set."""
    return parse_cards(house_text())


@cache
def house_hash() -> str:
    """Return the first 12 hexadecimal digits of the SHA-256 of `cards.toml`."""
    return hashlib.sha256(house_text().encode()).hexdigest()[:_DIGITS]


def chosen_cards(value: str | Mapping[str, Any]) -> CardSet:
    """Return the card set that the option `card_set` names or holds.

    Parameters
    ----------
    value
        `house`, with or without its hash (`house@` and 12 digits, as in records), or a whole set as a table.

    Raises
    ------
    BadOption
        If a text names no set, or another version of the house set.
    BadCards
        If a table is invalid, with all of its problems.
    """
    if not isinstance(value, str):
        return cards_from(value)
    name, _, digits = value.partition("@")
    if name != HOUSE or value == f"{HOUSE}@":
        allowed = said("house, or a card set as a table; files are allowed only on the command line")
        sentence = said("option card_set cannot be {given}; use {allowed}", given=shown(value), allowed=allowed)
        raise BadOption(sentence, given=value, where="card_set", allowed=str(allowed))
    if digits and digits != house_hash():
        sentence = said(
            "option card_set asks for house set {given}, but this program has house set {present}",
            given=shown(digits),
            present=shown(house_hash()),
        )
        raise BadOption(sentence, given=value, where="card_set", allowed=f"{HOUSE}@{house_hash()}")
    return house()

"""The doors to a card set: from a file, a text or a parsed document to a checked `CardSet`, or to all that is wrong.

The form and its meaning are in `docs/card-sets.md`; `schema`, `formulas` and `kinds` hold it, `checks` what must hold
of the whole. No field is computed from another, and a text is never read for its meaning.
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
from courtly.documents.lines import Form as TextForm
from courtly.documents.problems import WHOLE_FILE, Note, Problem
from courtly.documents.reading import Document, Unreadable, form_of
from courtly.engine.errors import BadOption, shown
from courtly.games.monarch.cardset.about import MOST_LANGUAGES, is_language
from courtly.games.monarch.cardset.cards import CardSet
from courtly.games.monarch.cardset.checks import Findings, check_set
from courtly.games.monarch.cardset.forms import Reading, Wrong, found_in
from courtly.games.monarch.cardset.problems import BadCards, said
from courtly.games.monarch.cardset.schema import Form

HOUSE = "house"
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Checked:
    """A card set that can be played, the document it comes from, and what is worth a second look."""

    cards: CardSet
    document: dict[str, Any]
    warnings: tuple[Problem, ...]


def load_cards(path: Path) -> CardSet:
    """Return the card set of a file, TOML or JSON.

    Raises
    ------
    BadCards
        With all that is wrong, one problem per line.
    """
    return check_file(path).cards


def read_card_file(path: Path) -> dict[str, Any]:
    """Return the document of a file that holds a card set: what the option `card_set` takes.

    Raises
    ------
    BadCards
        With all that is wrong, one problem per line.
    """
    return check_file(path).document


def check_file(path: Path) -> Checked:
    """Return the card set of a file with its warnings; raises like `load_cards`."""
    text = read_text(path)
    return check_cards(text, form=form_of(path, text))


def parse_cards(text: str, *, form: TextForm = "toml") -> CardSet:
    """Return the card set of a text.

    Parameters
    ----------
    text
        What a file would hold.
    form
        Whether it is `toml` or `json`.

    Raises
    ------
    BadCards
        With all that is wrong, one problem per line.

    Examples
    --------
    >>> cards = parse_cards(house_text())
    >>> len(cards.courts), len(cards.moons)
    (38, 8)
    """
    return check_cards(text, form=form).cards


def check_cards(text: str, *, form: TextForm = "toml") -> Checked:
    """Return the card set of a text with its warnings; raises like `parse_cards`."""
    return _checked(_read(text, form))


def cards_from(document: Mapping[str, Any]) -> CardSet:
    """Return the card set of a document that has been parsed, such as the option of a match record.

    Raises
    ------
    BadCards
        With all that is wrong, one problem per line; there are no lines of a file to name.
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
    """Return what pydantic found, with what stands at its place."""
    given: Any = tables
    for step in wrong.below:
        if isinstance(given, list) and isinstance(step, int) and step < len(given):
            given = given[step]
        else:
            given = given.get(step) if isinstance(given, dict) else None
    return Note(wrong.code, wrong.below, wrong.sentence, given, wrong.allowed)


def read_text(path: Path) -> str:
    """Return the text of a file; raises like `load_cards` when there is none."""
    try:
        return reading.read_text(path)
    except Unreadable as error:
        raise BadCards([error.problem]) from None


def _read(text: str, form: TextForm) -> Document:
    """Return the document of a text, or refuse it."""
    try:
        document = reading.read_document(text, form)
    except Unreadable as error:
        raise BadCards([error.problem]) from None
    if not isinstance(document.value, dict):
        sentence = said("a card set is one JSON object, with the tables of the documented form")
        raise BadCards([Problem("type", WHOLE_FILE, sentence)])
    return document


def _languages(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the languages of a document before the rest is looked at; none if one of them is wrong itself."""
    about = document.get("set")
    languages = about.get("languages") if isinstance(about, dict) else None
    if not isinstance(languages, list) or not all(map(is_language, languages)):
        return ()
    return tuple(dict.fromkeys(languages[:MOST_LANGUAGES]))


@cache
def house_text() -> str:
    """Return the text of the house set, as `cards.toml` has it."""
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
        `house`, the same with its hash (`house@` and 12 digits, as records have it), or a whole set as a table.

    Raises
    ------
    BadOption
        For a word that names no set, or another house set than this one.
    BadCards
        For a table, with all that is wrong with it.
    """
    if not isinstance(value, str):
        return cards_from(value)
    name, _, digits = value.partition("@")
    if name != HOUSE or value == f"{HOUSE}@":
        allowed = said("house, or a card set as a table; a file is named on the command line alone")
        sentence = said("option card_set cannot be {given}; it takes {allowed}", given=shown(value), allowed=allowed)
        raise BadOption(sentence, given=value, where="card_set", allowed=str(allowed))
    if digits and digits != house_hash():
        sentence = said(
            "option card_set is the house set {given}; this is house set {present}, another one",
            given=shown(digits),
            present=shown(house_hash()),
        )
        raise BadOption(sentence, given=value, where="card_set", allowed=f"{HOUSE}@{house_hash()}")
    return house()

"""The doors to a card set: from a file, a text or a parsed document to a checked `CardSet`, or to all that is wrong.

The form and its meaning are in `docs/card-sets.md`; `entries` and `kinds` hold it as tables, `checks` what must hold of
the whole. No field is computed from another, and a text is never read for its meaning.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from courtly.engine.errors import BadOption, shown
from courtly.games.monarch.cards import CardSet
from courtly.games.monarch.checks import check_set
from courtly.games.monarch.documents import Document, Form, form_of, read_document, read_text
from courtly.games.monarch.entries import DOCUMENT, MOST_LANGUAGES, is_language
from courtly.games.monarch.fields import Node, Reading, read_table
from courtly.games.monarch.problems import BadCards, Note, Problem, told

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


def parse_cards(text: str, *, form: Form = "toml") -> CardSet:
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


def check_cards(text: str, *, form: Form = "toml") -> Checked:
    """Return the card set of a text with its warnings; raises like `parse_cards`."""
    return _checked(read_document(text, form))


def cards_from(document: Mapping[str, Any]) -> CardSet:
    """Return the card set of a document that has been parsed, such as the option of a match record.

    Raises
    ------
    BadCards
        With all that is wrong, one problem per line; there are no lines of a file to name.
    """
    return _checked(Document(dict(document))).cards


def _checked(document: Document) -> Checked:
    tables = document.tables
    top = Node(tables, (), Reading(_languages(tables)))
    values = read_table(top, DOCUMENT)
    values.pop("schema")
    about = values.pop("set")
    cards = CardSet(**{"id": "", "version": "", "name": {}, "notice": {}, "languages": (), **about}, **values)
    check_set(top, cards)
    errors, warnings = _told(document, top.reading)
    if errors:
        raise BadCards(errors, warnings)
    return Checked(cards, tables, tuple(warnings))


def _told(document: Document, reading: Reading) -> tuple[list[Problem], list[Problem]]:
    """Return errors and warnings, with their lines if there are any to find."""
    lines = None
    if document.lines is not None and (reading.errors or reading.warnings or document.twice):
        lines = document.lines()
        reading.errors += [
            Note("syntax", steps, f"this key stands here again on line {line}")
            for steps, line in lines.twice
            if document.twice
        ]
    found = None if lines is None else lines.found
    return told(reading.errors, document.tables, found), told(reading.warnings, document.tables, found)


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
        allowed = "house, or a card set as a table; a file is named on the command line alone"
        raise BadOption(
            f"option card_set cannot be {shown(value)}; it takes {allowed}",
            given=value,
            where="card_set",
            allowed=allowed,
        )
    if digits and digits != house_hash():
        message = f"option card_set is the house set {shown(digits)}; this is house set {house_hash()!r}, another one"
        raise BadOption(message, given=value, where="card_set", allowed=f"{HOUSE}@{house_hash()}")
    return house()

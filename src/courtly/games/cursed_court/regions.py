"""A user's own list of set regions, read from TOML or JSON, with full validation.

TOML has `[[region]]` tables as in `components.toml`, JSON a list of objects with the same keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from courtly.documents.problems import (
    KEBAB,
    MAX_PROBLEMS,
    UNPRINTABLE,
    WHOLE_FILE,
    BadDocument,
    Note,
    Problem,
    Steps,
    cannot,
)
from courtly.documents.reading import Document, Unreadable, read_document, read_text
from courtly.engine.errors import listed, shown
from courtly.engine.sentences import Sentence
from courtly.games.cursed_court.components import NOBLE_IDS
from courtly.text.languages import LANGUAGES

SETS = 18

MAX_BYTES = 100_000
"""Maximum size of a file in bytes, far more than 18 regions need."""

MAX_REGIONS = 100
"""A longer list is rejected without checking its entries."""

LONGEST_ID, LONGEST_NAME = 40, 60

KEPT = ("id", "name", "nobles")
"""Keys of a region that the match uses; `where` and `source` are remarks."""

KEYS = (*KEPT, "where", "source")

TABLES = ("region", "schema", "noble", "players", "score")
"""Allowed tables of a TOML file: `region` is read, the other tables of `components.toml` are ignored."""

ALLOWED = f"{SETS} set regions with id, name and nobles, as [[region]] tables of TOML or as a JSON list"
WHOLE = "the whole list"

_JSON = re.compile(r"\s*(\{|\[\s*([{\"\]\d-]|true|false|null|$))")


def said(text: str, /, **places: object) -> Sentence:
    """Return a sentence of this game's catalogue."""
    return Sentence(text, places, "cursed_court")


class BadRegions(BadDocument):
    """Raised for an invalid list of set regions, with all its problems."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        head = said("option regions: this list of set regions cannot be used")
        super().__init__(head, problems, where="regions", allowed=ALLOWED)


def read_regions(source: Path | str) -> list[dict[str, Any]]:
    """Return a list of set regions for the option `regions`.

    Parameters
    ----------
    source
        A file path, or the text of a file.

    Raises
    ------
    BadRegions
        With all problems, one per line.
    """
    document = _document(source)
    entries = document.value.get("region")
    notes = _check_tables(document.value) or check_regions(entries)
    if notes or document.twice:
        raise BadRegions(document.problems(notes, whole=WHOLE)[0])
    return used_keys(entries)


def used_keys(entries: Any) -> list[dict[str, Any]]:
    """Return the keys that the match uses, from a validated list of regions."""
    return [{key: entry[key] for key in KEPT} for entry in entries]


def _document(source: Path | str) -> Document:
    """Return the document of a file or a text; a JSON list is read as the table `region`."""
    try:
        text = read_text(source, most=MAX_BYTES) if isinstance(source, Path) else source
        document = read_document(text, "json" if _JSON.match(text) else "toml", most=MAX_BYTES)
    except Unreadable as error:
        raise BadRegions([error.problem]) from None
    if document.form == "toml":
        return document
    if not isinstance(document.value, list):
        raise BadRegions([Problem("type", WHOLE_FILE, said("a JSON file must contain a list of set regions"))])
    return replace(document, value={"region": document.value}, under=("region",))


def _check_tables(tables: Mapping[str, Any]) -> list[Note]:
    """Return the problems of a file's tables, except for the regions."""
    others = islice((key for key in tables if key not in TABLES), MAX_PROBLEMS)
    notes = []
    for key in others:
        name = shown(key, limit=40)
        sentence = said("unknown table {name}; list the regions as [[region]] tables", name=name)
        notes.append(Note("unknown-key", (key,), sentence))
    if not isinstance(tables.get("region"), list):
        sentence = said("no [[region]] table: add one for each set region")
        notes.append(Note("missing", ("region",), sentence))
    return notes


def check_regions(entries: object) -> list[Note]:
    """Return all problems of a list of set regions."""
    if not isinstance(entries, list):
        sentence = said("it must be a list of {count} set regions, or printed", count=SETS)
        return [Note("type", ("region",), sentence, entries)]
    notes = []
    if len(entries) != SETS:
        sentence = said("{number} set regions given, but {count} are needed", number=len(entries), count=SETS)
        notes.append(Note("count", (), sentence))
    if len(entries) > MAX_REGIONS:
        return notes
    notes += [note for i, entry in enumerate(entries) for note in _check_region(("region", i), entry)]
    return [*notes, *_check_twice(entries)]


def _check_region(steps: Steps, entry: object) -> Iterator[Note]:
    """Yield the problems of one region."""
    if not isinstance(entry, dict):
        yield _wrong("type", steps, entry, said("a table with {keys}", keys=listed(KEYS)))
        return
    for key in islice((key for key in entry if key not in KEYS), MAX_PROBLEMS):
        sentence = said("there is no {name} here; choose from {keys}", name=shown(key, limit=40), keys=listed(KEYS))
        yield Note("unknown-key", (*steps, str(key)), sentence, entry[key], list(KEYS))
    for key, check in (("id", _check_id), ("name", _check_name), ("nobles", _check_nobles)):
        if key in entry:
            yield from check((*steps, key), entry[key])
        else:
            yield Note("missing", (*steps, key), said("a region must have {keys}", keys=listed(KEPT)))
    if not isinstance(entry.get("where"), str | None):
        yield _wrong("type", (*steps, "where"), entry["where"], said("a string"))


def _wrong(code: str, steps: Steps, given: object, allowed: Sentence) -> Note:
    return Note(code, steps, cannot(given, allowed), given, str(allowed))


def _check_id(steps: Steps, given: object) -> Iterator[Note]:
    says = said(
        "lowercase letters, digits and single hyphens, such as great-feast, at most {most} characters", most=LONGEST_ID
    )
    if not isinstance(given, str):
        yield _wrong("type", steps, given, says)
    elif len(given) > LONGEST_ID or not KEBAB.fullmatch(given) or not given[0].isalpha():
        yield _wrong("id", steps, given, says)
    elif given in NOBLE_IDS:
        yield Note("duplicate-id", steps, said("{id} is already the id of a noble region", id=given), given)


def _check_name(steps: Steps, given: object) -> Iterator[Note]:
    if not isinstance(given, dict) or not given:
        says = said("a table with a name in at least one of the languages {languages}", languages=listed(LANGUAGES))
        yield _wrong("type", steps, given, says)
        return
    for language, name in islice(given.items(), MAX_PROBLEMS):
        if language not in LANGUAGES:
            places = {"name": shown(language, limit=40), "keys": listed(LANGUAGES)}
            sentence = said("there is no {name} here; choose from {keys}", **places)
            yield Note("unknown-key", (*steps, str(language)), sentence, name, list(LANGUAGES))
            continue
        says = said("a text of 1 to {most} characters, without control characters", most=LONGEST_NAME)
        if not isinstance(name, str):
            yield _wrong("type", (*steps, language), name, says)
        elif not 1 <= len(name) <= LONGEST_NAME or UNPRINTABLE.search(name):
            yield _wrong("value", (*steps, language), name, says)


def _check_nobles(steps: Steps, given: object) -> Iterator[Note]:
    says = said("a list of three or four nobles")
    if not isinstance(given, list):
        yield _wrong("type", steps, given, says)
        return
    if not 3 <= len(given) <= 4:
        yield _wrong("count", steps, given, says)
        return
    for i, noble in enumerate(given):
        if noble not in NOBLE_IDS:
            places = {"name": shown(noble, limit=40), "nobles": ", ".join(NOBLE_IDS)}
            yield Note("value", (*steps, i), said("there is no noble {name}; choose from {nobles}", **places), noble)
    if len({*map(str, given)}) < len(given):
        yield Note("duplicate", steps, said("a set contains the same noble twice"), given)


def _check_twice(entries: Sequence[Any]) -> Iterator[Note]:
    """Yield a problem for each id and each set that an earlier region already has."""
    ids: dict[str, int] = {}
    sets: dict[frozenset[str], int] = {}
    for i, entry in enumerate(entries):
        table: Mapping[str, Any] = entry if isinstance(entry, dict) else {}
        name, nobles = table.get("id"), table.get("nobles", [])
        if isinstance(name, str) and (same := ids.setdefault(name, i)) != i:
            sentence = said("{id} is already the id of region {number}", id=shown(name, limit=40), number=same + 1)
            yield Note("duplicate-id", ("region", i, "id"), sentence, name)
        known = isinstance(nobles, list) and 0 < len(nobles) <= len(NOBLE_IDS) and all(n in NOBLE_IDS for n in nobles)
        if known and (same := sets.setdefault(frozenset(nobles), i)) != i:
            sentence = said("the same set as region {number}", number=same + 1)
            yield Note("duplicate", ("region", i, "nobles"), sentence, nobles)

"""Card set documents for tests: the house set with changes at places such as `court[astronomer].cost.gold`."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from courtly.games import monarch
from courtly.games.monarch.cardset import BadCards, CardSet, Problem, cards_from, read_card_file

HOUSE = Path(monarch.__file__).with_name("cards.toml")

Change = Callable[[dict[str, Any]], object]


def house_document() -> dict[str, Any]:
    """Return a copy of the house set's document."""
    return copy.deepcopy(_HOUSE)


_HOUSE = read_card_file(HOUSE)


def _steps(place: str) -> list[str]:
    return re.findall(r"[^.\[\]]+", place)


def _index(entries: list[Any], step: str) -> int:
    """Return the index of an entry, given its id or its number from 1."""
    named = [i for i, entry in enumerate(entries) if isinstance(entry, dict) and entry.get("id") == step]
    return named[0] if named else int(step) - 1


def at(document: Any, place: str) -> Any:
    """Return the value at a place."""
    for step in _steps(place):
        document = document[_index(document, step) if isinstance(document, list) else step]
    return document


def put(**places: Any) -> Change:
    """Return a change that sets values at places, as in `put(**{"court[astronomer].path": "none"})`."""

    def change(document: dict[str, Any]) -> None:
        for place, value in places.items():
            *above, last = _steps(place)
            holder = at(document, ".".join(above))
            holder[_index(holder, last) if isinstance(holder, list) else last] = value

    return change


def drop(*places: str) -> Change:
    """Return a change that removes keys."""

    def change(document: dict[str, Any]) -> None:
        for place in places:
            *above, last = _steps(place)
            del at(document, ".".join(above))[last]

    return change


def changed(*changes: Change) -> dict[str, Any]:
    """Return the house set's document after changes."""
    document = house_document()
    for change in changes:
        change(document)
    return document


def refused(read: Callable[[], CardSet]) -> BadCards:
    """Return the error of an invalid set."""
    with pytest.raises(BadCards) as caught:
        read()
    return caught.value


def problems(document: Mapping[str, Any]) -> list[str]:
    """Return the errors of a document as `code place`."""
    return told(refused(lambda: cards_from(document)).problems)


def told(found: Sequence[Problem]) -> list[str]:
    """Return problems as `code place`."""
    return [f"{problem.code} {problem.place}" for problem in found]

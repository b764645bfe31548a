"""Card set documents for tests: the house set, changed at a place such as `court[astronomer].cost.gold`."""

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
    """The house set as a table of one's own."""
    return copy.deepcopy(_HOUSE)


_HOUSE = read_card_file(HOUSE)


def _steps(place: str) -> list[str]:
    return re.findall(r"[^.\[\]]+", place)


def _index(entries: list[Any], step: str) -> int:
    """The number of an entry, from 0, by its id or by its number from 1."""
    named = [i for i, entry in enumerate(entries) if isinstance(entry, dict) and entry.get("id") == step]
    return named[0] if named else int(step) - 1


def at(document: Any, place: str) -> Any:
    """What stands at a place."""
    for step in _steps(place):
        document = document[_index(document, step) if isinstance(document, list) else step]
    return document


def put(**places: Any) -> Change:
    """A change that puts values at places; use it as `put(**{"court[astronomer].path": "none"})`."""

    def change(document: dict[str, Any]) -> None:
        for place, value in places.items():
            *above, last = _steps(place)
            holder = at(document, ".".join(above))
            holder[_index(holder, last) if isinstance(holder, list) else last] = value

    return change


def drop(*places: str) -> Change:
    """A change that takes keys away."""

    def change(document: dict[str, Any]) -> None:
        for place in places:
            *above, last = _steps(place)
            del at(document, ".".join(above))[last]

    return change


def changed(*changes: Change) -> dict[str, Any]:
    """The house set after changes."""
    document = house_document()
    for change in changes:
        change(document)
    return document


def refused(read: Callable[[], CardSet]) -> BadCards:
    """The error of a set that cannot be used."""
    with pytest.raises(BadCards) as caught:
        read()
    return caught.value


def problems(document: Mapping[str, Any]) -> list[str]:
    """The errors of a document as `code place`."""
    return told(refused(lambda: cards_from(document)).problems)


def told(found: Sequence[Problem]) -> list[str]:
    """Problems as `code place`."""
    return [f"{problem.code} {problem.place}" for problem in found]

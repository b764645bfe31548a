"""The page on which anybody checks a record's fair shuffle, with the browser's own SHA-256.

The record stays in the browser. What the script needs of a game goes with the page: which lists are shuffled for a
deal, under every option on which they depend.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from courtly.engine.contract.game import find_game, game_names, set_up
from courtly.engine.contract.options import Option
from courtly.engine.errors import CourtlyError
from courtly.web.contexts.frame import Frame
from courtly.web.render import render
from courtly.web.visitors import ForReader

router = APIRouter()

Lists = list[tuple[str, int, tuple[str | int, ...]]]
"""The lists of a deal in order: the name of each, how many are kept, and the whole list."""

MOST_VALUES = 12
"""A number with more values than that is no number of seats, cards or the like, on which a list could depend."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FairPage:
    """The page; `games` is what its script needs of each game, by name."""

    frame: Frame
    games: Mapping[str, Any]


@router.get("/fair", include_in_schema=False)
def show_fair(reader: ForReader) -> Response:
    """Show the page; in a thread, as the first time it tries every game."""
    games = {name: lists_of(name) for name in game_names()}
    frame = Frame(title=reader.say("Was the deal fair?"), here="/fair")
    return render("fair.html", FairPage(frame=frame, games=games), reader)


@cache
def lists_of(name: str) -> dict[str, Any]:
    """Return what the script needs of a game.

    Returns
    -------
    `options`, the names of those on which its lists depend; `defaults`, their values; `documents`, the options that may
    be a document of one's own, with the value that records give them otherwise; `lists`, the lists by the JSON of the
    options' values. Nothing for a game that does not say what is shuffled.
    """
    described = find_game(name).rules.options.described()
    start = {"players": next(option.least for option in described if option.name == "players")}
    if not (usual := _lists(name, start)):
        return {}
    given = set_up(name, start).options.given()
    found = [option for option in described if _matters(name, start, option, usual)]
    lists = {}
    for values in product(*(_values(option) for option in found)):
        chosen = dict(zip((option.name for option in found), values, strict=True))
        if made := _lists(name, start | chosen):
            lists[json.dumps(values, separators=(",", ":"), ensure_ascii=False)] = made
    return {
        "options": [option.name for option in found],
        "defaults": {option.name: option.default for option in found},
        "documents": {option.name: given.get(option.name) for option in described if option.kind == "document"},
        "lists": lists,
    }


def _matters(name: str, start: Mapping[str, Any], option: Option, usual: Lists) -> bool:
    """Return whether other values of an option shuffle other lists."""
    return any(_lists(name, {**start, option.name: value}) not in (usual, []) for value in _values(option))


def _values(option: Option) -> Iterator[Any]:
    """Yield the values of an option that can be tried one by one."""
    if option.kind == "choice":
        switch = isinstance(option.default, bool)
        yield from (value == "true" if switch else value for value in option.values)
    elif option.kind == "number" and option.most - option.least < MOST_VALUES:
        yield from range(option.least, option.most + 1)


def _lists(name: str, options: Mapping[str, Any]) -> Lists:
    """Return the lists that are shuffled for a deal; none for options that cannot be played with."""
    try:
        setup = set_up(name, options)
    except CourtlyError:
        return []
    return [(each.name, each.kept, tuple(each.items)) for each in setup.game.documents.shuffles(setup, None)]

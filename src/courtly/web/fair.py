"""The page that verifies the fair shuffle of a record in the browser, with the browser's own SHA-256.

The record never leaves the browser. The page contains what its script needs to know about each game: the lists that are
shuffled for a deal. There is one set of lists for each combination of the options that affect them.
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
from courtly.web.visitors import RequestLocale

router = APIRouter()

Lists = list[tuple[str, int, tuple[str | int, ...]]]
"""The lists that are shuffled for a deal, in order: the name, the number of items that are used, and all items."""

MAX_VALUES = 12
"""A number option with more values is not tried: lists depend only on small numbers, such as the number of players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FairPage:
    """The context of the page; `games` is the data for its script, by game."""

    frame: Frame
    games: Mapping[str, Any]


@router.get("/fair", include_in_schema=False)
def show_fair(locale: RequestLocale) -> Response:
    """Show the page. This function is not a coroutine, so it runs in a thread: the first request sets up all games."""
    games = {name: lists_of(name) for name in game_names()}
    frame = Frame(title=locale.say("Was the deal fair?"), here="/fair")
    return render("fair.html", FairPage(frame=frame, games=games), locale)


@cache
def lists_of(name: str) -> dict[str, Any]:
    """Return the data about a game for the script.

    Returns
    -------
    `options`, the names of the options that affect the lists; `defaults`, their default values; `documents`, the
    options that accept a custom document, each with its value in records if no document is given; `lists`, the lists
    of each combination of the options, by the values as JSON. Empty for a game that does not declare its shuffles.
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
    """Return whether another value of an option changes the lists."""
    return any(_lists(name, {**start, option.name: value}) not in (usual, []) for value in _values(option))


def _values(option: Option) -> Iterator[Any]:
    """Yield the values of an option; nothing if there are too many to try."""
    if option.kind == "choice":
        switch = isinstance(option.default, bool)
        yield from (value == "true" if switch else value for value in option.values)
    elif option.kind == "number" and option.most - option.least < MAX_VALUES:
        yield from range(option.least, option.most + 1)


def _lists(name: str, options: Mapping[str, Any]) -> Lists:
    """Return the lists that are shuffled for a deal; empty for invalid options."""
    try:
        setup = set_up(name, options)
    except CourtlyError:
        return []
    return [(each.name, each.kept, tuple(each.items)) for each in setup.game.documents.shuffles(setup, None)]

"""Checks of a game when it is registered or loaded, with readable errors.

The contract tests (`courtly.testing`) check the properties that only whole matches can show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from typing import TYPE_CHECKING, Any

from courtly.engine.contract.layout import Layout
from courtly.engine.contract.options import Options
from courtly.engine.errors import BadGame, reason_of, shown
from courtly.engine.sentences import Sentence, said

if TYPE_CHECKING:
    from courtly.engine.contract.game import Game

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
MODULES = {
    "words": {"TITLE": True, "ABOUT": True, "event_words": False, "move_words": False, "question": False},
    "scene": {"scene": False},
}
"""The optional attributes of a game's modules, by module: True for a text, False for a function."""

ALLOWED_NAME = said("lowercase letters, digits and _, starting with a letter")


def checked_game(game: Any, name: str) -> Game:
    """Return the object registered under `name`; raise `BadGame` with its first problem if it is not a valid game."""
    from courtly.engine.contract.game import Game

    if not isinstance(game, Game):
        raise bad_game(name, said("{given} is not a Game", given=shown(game)), given=game, allowed="Game(...)")
    if game.name != name:
        raise bad_game(name, said("it calls itself {given}", given=shown(game.name)), given=game.name, allowed=name)
    for reason, given in chain(_problems(game), _modules(game)):
        raise bad_game(name, reason, given=given)
    return game


def bad_game(name: str, reason: str | Sentence, *, given: object = None, allowed: Any = None) -> BadGame:
    """Return the error for a game that cannot be used."""
    message = said("the game {name} cannot be used: {reason}", name=shown(name), reason=reason)
    return BadGame(message, given=given, where=str(name), allowed=allowed)


def broken(name: str, error: BaseException) -> BadGame:
    """Return the error for a game whose own code failed to load."""
    if isinstance(error, BadGame):
        return error
    reason = reason_of(error)
    return bad_game(name, f"{type(error).__name__}: {reason}" if isinstance(reason, str) else reason)


def _problems(game: Game) -> Iterator[tuple[Sentence, object]]:
    """Yield each problem of a game and the value at fault."""
    if not isinstance(game.name, str) or not NAME.fullmatch(game.name):
        places = {"name": shown(game.name), "allowed": ALLOWED_NAME}
        yield said("a game cannot be called {name}; use {allowed}", **places), game.name
    if not _is_there(game.package):
        yield said("its package, {package}, cannot be found", package=shown(game.package)), game.package
    yield from _rules(game)


def _rules(game: Game) -> Iterator[tuple[Sentence, object]]:
    """Yield problems of the rules. The caller stops at the first, so later checks rely on the earlier ones."""
    rules = game.rules
    for part, kind in (("options", Options), ("state", Layout), ("content", Layout)):
        given = getattr(rules, part)
        if not (isinstance(given, type) and issubclass(given, kind)):
            places = {"part": part, "kind": kind.__name__, "given": shown(given)}
            yield said("its {part} is not a subclass of {kind}: {given}", **places), given
    if next(iter(rules.state.fields), "") != "to_move":
        yield said("its state must begin with to_move"), list(rules.state.fields)
    limits = rules.options.model_fields["players"].metadata
    if not all(any(hasattr(each, end) for each in limits) for end in ("ge", "le")):
        yield said("its option players needs Ge(...) and Le(...)"), limits
    for name in rules.kernels.__slots__:
        if not callable(given := getattr(rules.kernels, name)):
            yield said("its kernel {name} cannot be called: {given}", name=name, given=shown(given)), given


def _modules(game: Game) -> Iterator[tuple[Sentence, object]]:
    """Yield problems of the modules that are found by name."""
    for name, parts in MODULES.items():
        where = f"{game.package}.{name}"
        if not _is_there(where):
            continue
        try:
            module = import_module(where)
        except Exception as error:
            raise broken(game.name, error) from error
        if name == "scene" and not hasattr(module, "scene"):
            yield said("the module {where} lacks {name}", where=where, name="scene"), where
        for part, is_text in parts.items():
            given = getattr(module, part, "" if is_text else len)
            if not (isinstance(given, str) if is_text else callable(given)):
                allowed = said("a string") if is_text else said("a function")
                places = {"where": where, "name": part, "given": shown(given), "allowed": allowed}
                yield said("in the module {where}, {name} is {given}; it must be {allowed}", **places), given


def _is_there(package: Any) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, AttributeError, ValueError, TypeError):
        return False

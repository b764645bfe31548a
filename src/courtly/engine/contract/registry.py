"""The registry of games: by name, by the dtype of their states, and by the type of their states in compiled code.

Games are found through entry points of the group `courtly.games`, so a game in another distribution is found like the
ones that ship here. The generic functions of `dispatch` find a game by its state record. So two games need different
record types, and no record may begin with all fields of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, NoReturn

import numba
import numpy as np

from courtly.engine.compile.cache import ENTRY_POINTS
from courtly.engine.compile.kernel import plain
from courtly.engine.contract.checks import bad_game, broken, checked_game
from courtly.engine.errors import BadGame, BadLayout, UnknownGame, listing, shown
from courtly.engine.sentences import said

if TYPE_CHECKING:
    from courtly.engine.contract.game import Game, Record


def installed_games() -> Iterable[EntryPoint]:
    """Return the entry points of the installed games."""
    return entry_points(group=ENTRY_POINTS)


class Registry:
    """The games of one process.

    Parameters
    ----------
    installed
        Returns the entry points of the installed games. It is called once, when a game is needed.
    """

    def __init__(self, installed: Callable[[], Iterable[EntryPoint]] = installed_games) -> None:
        self._installed = installed
        self._registered: dict[str, Game] = {}
        self._loaded: dict[str, Game | BadGame] = {}
        self._by_dtype: dict[np.dtype[Any], Game] = {}
        self._by_type: dict[Any, Game] = {}

    def register(self, game: Game) -> Game:
        """Register a game; raise `BadGame` if it is incomplete or a game of another package has the same name."""
        checked_game(game, getattr(game, "name", ""))
        if (owner := self._owner(game.name)) not in (None, game.package):
            reason = said("a game in the package {package} already has this name", package=owner)
            raise bad_game(game.name, reason, given=game.package)
        self._registered[game.name] = game
        return game

    def _owner(self, name: str) -> str | None:
        """Return the package of the game with this name, None if the name is free or its game cannot be used."""
        found = self._registered.get(name) or (self._load(name) if name in self._points else None)
        return None if found is None or isinstance(found, BadGame) else found.package

    @contextmanager
    def registered(self, game: Game) -> Iterator[None]:
        """Register a game for the length of a `with` block, then restore the registered games."""
        before = dict(self._registered)
        self.register(game)
        try:
            yield
        finally:
            self._registered = before

    def names(self) -> list[str]:
        """Return the sorted names of all playable games."""
        return sorted({*self._points, *self._registered} - self.broken().keys())

    def broken(self) -> dict[str, BadGame]:
        """Return the errors of the installed games that cannot be played, by name."""
        found = {name: self._load(name) for name in sorted(self._points.keys() - self._registered.keys())}
        return {name: error for name, error in found.items() if isinstance(error, BadGame)}

    def find(self, name: str) -> Game:
        """Return the game of that name; raise `UnknownGame` if there is none, `BadGame` if it cannot be used."""
        if isinstance(name, str) and name in self._registered:
            return self._registered[name]
        if not isinstance(name, str) or name not in self._points:
            names = self.names()
            message = said("there is no game {given}; choose from {known}", given=shown(name), known=listing(names))
            raise UnknownGame(message, given=name, where="game", allowed=names)
        found = self._load(name)
        if isinstance(found, BadGame):
            raise found
        return found

    @cached_property
    def _points(self) -> dict[str, list[EntryPoint]]:
        """The entry points by name, without the duplicates of distributions that are on the path twice."""
        found: dict[str, dict[str, EntryPoint]] = {}
        for point in self._installed():
            found.setdefault(point.name, {}).setdefault(point.value, point)
        return {name: list(points.values()) for name, points in found.items()}

    def _load(self, name: str) -> Game | BadGame:
        """Return the game of an entry point, or the error of a game that does not load; other games stay playable."""
        if name not in self._loaded:
            self._loaded[name] = _loaded(name, self._points[name])
        return self._loaded[name]

    def connect(self, game: Game) -> None:
        """Make the generic functions find this game's kernels by its state record.

        If a game is connected twice, plain Python uses the last connection and compiled code keeps the first.

        Raises
        ------
        BadLayout
            Another game has a state with the same fields, or one of the two states begins with all fields of the other.
            Or this game was connected before with different compiled kernels. Or `to_move` is not the first field.
        """
        dtype = game.rules.state.dtype
        if self._by_dtype.get(dtype) is game:
            return
        for other in self._by_dtype.values():
            if other.name != game.name and _begin_alike(dtype, other.rules.state.dtype):
                _refuse_alike(game, other)
        if next(iter(game.rules.state.fields)) != "to_move":
            message = said("the state of {game} must begin with to_move", game=game.name)
            raise BadLayout(message, given=game.name, where="state", allowed="to_move")
        self._connect_compiled(game, numba.from_dtype(dtype))
        self._by_dtype[dtype] = game

    def _connect_compiled(self, game: Game, record_type: Any) -> None:
        """Connect the game's kernels to compiled code, unless compiled code already uses an earlier connection."""
        held = self._by_type.get(record_type)
        if held is None or not _is_compiled(held):
            self._by_type[record_type] = game
        elif _is_compiled(game) and game.rules.kernels != held.rules.kernels:
            message = said(
                "this process already has compiled code that calls other kernels of {game}, and it cannot change",
                game=game.name,
            )
            allowed = said("the same kernels, or a process of its own")
            raise BadLayout(message, given=game.name, where="kernels", allowed=allowed)

    def of(self, s: Record) -> Game:
        """Return the game of a state record."""
        return self._by_dtype[s.dtype]

    def of_type(self, record_type: Any) -> Game:
        """Return the game for the compiled type of a state."""
        return self._by_type[record_type]


def _loaded(name: str, points: list[EntryPoint]) -> Game | BadGame:
    try:
        if len(points) > 1:
            known = listing([point.value for point in points])
            raise bad_game(name, said("several packages provide a game with this name: {known}", known=known))
        return checked_game(points[0].load(), name)
    except Exception as error:  # noqa: BLE001 - a stranger's module may raise anything
        return broken(name, error)


def _begin_alike(one: np.dtype[Any], other: np.dtype[Any]) -> bool:
    """Return whether one record begins with all fields of the other; Numba would then confuse them."""
    return all(a == b for a, b in zip(one.descr, other.descr, strict=False))


def _refuse_alike(game: Game, other: Game) -> NoReturn:
    message = said(
        "the states of {game} and {other} are the same, or one begins with all fields of the other, so compiled code "
        "cannot tell them apart",
        game=game.name,
        other=other.name,
    )
    allowed = said("a different name or order of the first fields")
    raise BadLayout(message, given=game.name, where="state", allowed=allowed)


def _is_compiled(game: Game) -> bool:
    kernels = game.rules.kernels
    return all(each is not plain(each) for each in (getattr(kernels, name) for name in kernels.__slots__))


GAMES = Registry()
"""The registry of this process, which the generic functions and all packages use."""

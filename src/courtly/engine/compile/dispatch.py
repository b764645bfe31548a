"""The kernels of a game as generic functions, chosen by the type of the state record.

Code that works for every game calls these functions. Compiled, each call becomes a direct call of the game's kernel;
uncompiled, the kernel is looked up by the record's dtype. So the record types of two games must differ, and neither may
begin as the other, which `connect` checks; `set_up` connects a game. If a game is connected twice, uncompiled code uses
the last one; compiled code keeps the first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from courtly.engine.compile.kernel import plain
from courtly.engine.compile.rng import Stream
from courtly.engine.errors import BadLayout
from courtly.engine.sentences import said

if TYPE_CHECKING:
    from courtly.engine.contract.game import Game, Kernels, Record

P = ParamSpec("P")
R = TypeVar("R")

_BY_DTYPE: dict[np.dtype[Any], Game] = {}
_BY_TYPE: dict[Any, Game] = {}


def connect(game: Game) -> None:
    """Let the generic functions find this game's kernels by its state record.

    Raises
    ------
    BadLayout
        When another game has a state of the same fields, or one of the two begins with all fields of the other; when
        this game has other compiled kernels than before; when `to_move` is not the first field.
    """
    dtype = game.rules.state.dtype
    if _BY_DTYPE.get(dtype) is game:
        return
    for other in _BY_DTYPE.values():
        if other.name != game.name and _begin_alike(dtype, other.rules.state.dtype):
            _refuse_alike(game, other)
    if next(iter(game.rules.state.fields)) != "to_move":
        message = said("the state of {game} does not begin with to_move", game=game.name)
        raise BadLayout(message, given=game.name, where="state", allowed="to_move")
    _connect_compiled(game, numba.from_dtype(dtype))
    _BY_DTYPE[dtype] = game


def _begin_alike(one: np.dtype[Any], other: np.dtype[Any]) -> bool:
    """Tell whether the longer of two records begins with all fields of the shorter: Numba lets it pass for that one."""
    return all(a == b for a, b in zip(one.descr, other.descr, strict=False))


def _refuse_alike(game: Game, other: Game) -> NoReturn:
    message = said(
        "the states of {game} and {other} are the same, or one begins with all fields of the other, so compiled code "
        "cannot tell them apart",
        game=game.name,
        other=other.name,
    )
    allowed = said("a field of another name or place among the first")
    raise BadLayout(message, given=game.name, where="state", allowed=allowed)


def _connect_compiled(game: Game, record_type: Any) -> None:
    """Let compiled code call the game's kernels, unless it calls those of an earlier connection already."""
    held = _BY_TYPE.get(record_type)
    if held is None or not _is_compiled(held):
        _BY_TYPE[record_type] = game
    elif _is_compiled(game) and game.rules.kernels != held.rules.kernels:
        message = said(
            "compiled code of this process calls other kernels of {game} already, and it cannot change", game=game.name
        )
        allowed = said("the same kernels, or a process of its own")
        raise BadLayout(message, given=game.name, where="kernels", allowed=allowed)


def _is_compiled(game: Game) -> bool:
    return all(
        found is not plain(found)
        for found in (getattr(game.rules.kernels, name) for name in game.rules.kernels.__slots__)
    )


def game_of(s: Record) -> Game:
    """Return the game of a state record."""
    return _BY_DTYPE[s.dtype]


def game_of_type(record_type: Any) -> Game:
    """Return the game of a state's compiled type."""
    return _BY_TYPE[record_type]


def kernels_for(record_type: Any) -> Kernels:
    """Return the kernels for a state's compiled type."""
    return _BY_TYPE[record_type].rules.kernels


def dispatched(stub: Callable[P, R]) -> Callable[P, R]:
    """Turn a stub into the generic function of the kernel that has its name."""
    name = stub.__name__

    @wraps(stub)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        s: Any = args[1]
        result: R = getattr(_BY_DTYPE[s.dtype].rules.kernels, name)(*args, **kwargs)
        return result

    def implementation(*types: Any) -> Callable[..., Any]:  # pragma: no cover - called by the compiler only
        found = getattr(kernels_for(types[1]), name)

        def impl(*args: Any) -> Any:
            # The kernel has its own cache; its plain function would be compiled again here.
            return found(*args)

        return impl

    overload(call, strict=False, jit_options={"forceinline": True})(implementation)
    return call


@dispatched
def deal(content: Record, s: Record, rng: Stream) -> None:
    """Put a fresh match into `s`."""


@dispatched
def legal(content: Record, s: Record, out: npt.NDArray[np.int32]) -> int:
    """Write the legal moves into `out`, ascending, and return how many there are."""
    raise NotImplementedError  # pragma: no cover - the game's kernel is called instead


@dispatched
def reason(content: Record, s: Record, move: int) -> int:
    """Return why a move is not legal, 0 when it is."""
    raise NotImplementedError  # pragma: no cover - the game's kernel is called instead


@dispatched
def apply(content: Record, s: Record, move: int) -> None:
    """Play one legal move, in place."""


@dispatched
def score(content: Record, s: Record, out: npt.NDArray[np.int32]) -> None:
    """Write the scores, as if the match ended now, into `out`."""


@dispatched
def redeal(content: Record, s: Record, seat: int, rng: Stream) -> None:
    """Re-sample, in place, all that `seat` cannot know."""


@dispatched
def observe(content: Record, s: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write what `seat` knows into `out`."""


@dispatched
def policy(content: Record, s: Record, rng: Stream) -> int:
    """Return the move of the game's rule-based player."""
    raise NotImplementedError  # pragma: no cover - the game's kernel is called instead


@dispatched
def features(content: Record, s: Record, out: npt.NDArray[np.float32]) -> bool:
    """Write the whole position as numbers into `out`, if it is one that is judged; return whether it is."""
    raise NotImplementedError  # pragma: no cover - the game's kernel is called instead

"""Generic functions that call the kernels of a game, chosen by the type of the state record.

Code that works for every game calls these functions. In compiled code each call becomes a direct call of the game's
kernel; in plain Python the kernel is looked up by the record's dtype. So two games need different record types, and no
record may begin with all fields of another. `connect` checks this, and `set_up` calls `connect` for a game. If a game
is connected twice, plain Python uses the last connection and compiled code keeps the first.
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
    """Make the generic functions find this game's kernels by its state record.

    Raises
    ------
    BadLayout
        Another game has a state with the same fields, or one of the two states begins with all fields of the other.
        Or this game was connected before with different compiled kernels. Or `to_move` is not the first field.
    """
    dtype = game.rules.state.dtype
    if _BY_DTYPE.get(dtype) is game:
        return
    for other in _BY_DTYPE.values():
        if other.name != game.name and _begin_alike(dtype, other.rules.state.dtype):
            _refuse_alike(game, other)
    if next(iter(game.rules.state.fields)) != "to_move":
        message = said("the state of {game} must begin with to_move", game=game.name)
        raise BadLayout(message, given=game.name, where="state", allowed="to_move")
    _connect_compiled(game, numba.from_dtype(dtype))
    _BY_DTYPE[dtype] = game


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


def _connect_compiled(game: Game, record_type: Any) -> None:
    """Connect the game's kernels to compiled code, unless compiled code already uses an earlier connection."""
    held = _BY_TYPE.get(record_type)
    if held is None or not _is_compiled(held):
        _BY_TYPE[record_type] = game
    elif _is_compiled(game) and game.rules.kernels != held.rules.kernels:
        message = said(
            "this process already has compiled code that calls other kernels of {game}, and it cannot change",
            game=game.name,
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
    """Return the game for the compiled type of a state."""
    return _BY_TYPE[record_type]


def kernels_for(record_type: Any) -> Kernels:
    """Return the kernels for the compiled type of a state."""
    return _BY_TYPE[record_type].rules.kernels


def dispatched(stub: Callable[P, R]) -> Callable[P, R]:
    """Turn a stub into the generic function for the kernel with the same name."""
    name = stub.__name__

    @wraps(stub)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        s: Any = args[1]
        result: R = getattr(_BY_DTYPE[s.dtype].rules.kernels, name)(*args, **kwargs)
        return result

    def implementation(*types: Any) -> Callable[..., Any]:  # pragma: no cover - called by the compiler only
        found = getattr(kernels_for(types[1]), name)

        def impl(*args: Any) -> Any:
            # The kernel has its own cache; its plain function would be compiled a second time here.
            return found(*args)

        return impl

    overload(call, strict=False, jit_options={"forceinline": True})(implementation)
    return call


@dispatched
def deal(content: Record, s: Record, rng: Stream) -> None:
    """Deal a new match into `s`."""


@dispatched
def legal(content: Record, s: Record, out: npt.NDArray[np.int32]) -> int:
    """Write the legal moves into `out`, ascending, and return their number."""
    raise NotImplementedError  # pragma: no cover - the game's kernel is called instead


@dispatched
def reason(content: Record, s: Record, move: int) -> int:
    """Return the code of the reason why a move is illegal, 0 for a legal move."""
    raise NotImplementedError  # pragma: no cover - the game's kernel is called instead


@dispatched
def apply(content: Record, s: Record, move: int) -> None:
    """Play one legal move in place."""


@dispatched
def score(content: Record, s: Record, out: npt.NDArray[np.int32]) -> None:
    """Write the scores into `out` as if the match ended now."""


@dispatched
def redeal(content: Record, s: Record, seat: int, rng: Stream) -> None:
    """Sample new values, in place, for everything that `seat` cannot know."""


@dispatched
def observe(content: Record, s: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write the knowledge of `seat` into `out`."""


@dispatched
def policy(content: Record, s: Record, rng: Stream) -> int:
    """Return the move that the game's rule-based player makes."""
    raise NotImplementedError  # pragma: no cover - the game's kernel is called instead


@dispatched
def features(content: Record, s: Record, out: npt.NDArray[np.float32]) -> bool:
    """Write the whole position as numbers into `out` if a net can evaluate the position; return whether a net can."""
    raise NotImplementedError  # pragma: no cover - the game's kernel is called instead

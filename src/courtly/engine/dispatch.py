"""The kernels of a game as generic functions, chosen by the type of the state record.

Whatever is written over these is written once: in compiled code each call becomes a direct call of the game's kernel,
in plain Python it is looked up by the record's dtype. The record types of two games therefore differ, which `connect`
checks; to set a match up connects its game. Of two forms of one game plain Python calls the one connected last, while
compiled code, which cannot change, has the one form that is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from courtly.engine.errors import BadLayout
from courtly.engine.kernel import plain
from courtly.engine.rng import Stream

if TYPE_CHECKING:
    from courtly.engine.game import Game, Kernels, Record

P = ParamSpec("P")
R = TypeVar("R")

_BY_DTYPE: dict[np.dtype[Any], Game] = {}
_BY_TYPE: dict[Any, Game] = {}


def connect(game: Game) -> None:
    """Let the generic functions find this game's kernels by its state record.

    Raises
    ------
    BadLayout
        When another game, or this one with other compiled kernels, has a state of exactly the same fields, or
        `to_move` is not the first.
    """
    other = _BY_DTYPE.get(game.state.dtype)
    if other is game:
        return
    if other is not None and other.name != game.name:
        message = (
            f"{game.name} and {other.name} have states of the same fields, so compiled code cannot tell them apart"
        )
        raise BadLayout(message, given=game.name, where="state", allowed="a field of another name")
    if next(iter(game.state.fields)) != "to_move":
        raise BadLayout(
            f"the state of {game.name} does not begin with to_move", given=game.name, where="state", allowed="to_move"
        )
    _connect_compiled(game, numba.from_dtype(game.state.dtype))
    _BY_DTYPE[game.state.dtype] = game


def _connect_compiled(game: Game, record_type: Any) -> None:
    """Let compiled code call the game's kernels, unless it calls those of its compiled form already."""
    held = _BY_TYPE.get(record_type)
    if held is None or not _is_compiled(held):
        _BY_TYPE[record_type] = game
    elif _is_compiled(game) and game.kernels != held.kernels:
        message = f"compiled code of this process calls other kernels of {game.name} already, and it cannot change"
        raise BadLayout(message, given=game.name, where="kernels", allowed="the same kernels, or a process of its own")


def _is_compiled(game: Game) -> bool:
    return all(found is not plain(found) for found in (getattr(game.kernels, name) for name in game.kernels.__slots__))


def kernels_for(record_type: Any) -> Kernels:
    """Return the kernels for a state's compiled type."""
    return _BY_TYPE[record_type].kernels


def dispatched(stub: Callable[P, R]) -> Callable[P, R]:
    """Turn a stub into the generic function of the kernel that has its name."""
    name = stub.__name__

    @wraps(stub)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        s: Any = args[1]
        result: R = getattr(_BY_DTYPE[s.dtype].kernels, name)(*args, **kwargs)
        return result

    def implementation(*types: Any) -> Callable[..., Any]:  # pragma: no cover - called by the compiler only
        found = getattr(kernels_for(types[1]), name)

        def impl(*args: Any) -> Any:
            # The kernel itself, which has a cache of its own; its plain function would be compiled anew here.
            return found(*args)

        return impl

    overload(call, strict=False)(implementation)
    return call


@dispatched
def deal(content: Record, s: Record, rng: Stream) -> None:
    """Put a fresh match into `s`."""


@dispatched
def legal(content: Record, s: Record, out: npt.NDArray[np.int32]) -> int:  # type: ignore[empty-body]
    """Write the legal moves into `out`, ascending, and return how many there are."""


@dispatched
def reason(content: Record, s: Record, move: int) -> int:  # type: ignore[empty-body]
    """Return why a move is not legal, 0 when it is."""


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
def policy(content: Record, s: Record, rng: Stream) -> int:  # type: ignore[empty-body]
    """Return the move of the game's rule-based player."""

"""Generic functions that call the kernels of a game, chosen by the type of the state record.

Code that works for every game calls these functions. In compiled code each call becomes a direct call of the game's
kernel; in plain Python the kernel is looked up by the record's dtype. The registry of the process has the kernels of
each game that was passed to its method `connect`; `set_up` does this.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from courtly.engine.compile.rng import Stream
from courtly.engine.contract.registry import GAMES

if TYPE_CHECKING:
    from courtly.engine.contract.game import Record

P = ParamSpec("P")
R = TypeVar("R")


def dispatched(stub: Callable[P, R]) -> Callable[P, R]:
    """Turn a stub into the generic function for the kernel with the same name."""
    name = stub.__name__

    @wraps(stub)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        s: Any = args[1]
        result: R = getattr(GAMES.of(s).rules.kernels, name)(*args, **kwargs)
        return result

    def implementation(*types: Any) -> Callable[..., Any]:  # pragma: no cover - called by the compiler only
        found = getattr(GAMES.of_type(types[1]).rules.kernels, name)

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

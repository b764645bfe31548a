"""The interface between a search tree and the guide that evaluates its positions.

A guide provides the value of a leaf for each seat, the priors of the moves, and one favourite move that is always
considered. It is a NamedTuple with the data of its kernels. The static method `kernels` of its class returns those
kernels, so that a search compiles the guide into its loop. `playouts` and `learned.leaf` are guides. `batches`
evaluates many leaves together, `grow` one at a time. `select` and `backup` do not depend on the guide.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from numba.extending import overload

from courtly.engine.arrays import Float64Array, Int32Array
from courtly.engine.compile.rng import Stream
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import States

P = ParamSpec("P")
R = TypeVar("R")

Guide = Any
"""An instance of a NamedTuple class with a static method `kernels`, which returns `GuideKernels`."""


class Leaf(NamedTuple):
    """The position where a simulation left the tree."""

    nodes: States
    """The tree."""

    node: int
    """The node that was reached. Only the guide uses its field `note`."""

    moves: Int32Array
    """Scratch space for legal moves."""


@dataclass(frozen=True, slots=True)
class GuideKernels:
    """The compiled functions of a guide.

    | kernel | result |
    |---|---|
    | `favourite(guide, nodes, node) -> move` | the move that is always considered, -1 for none |
    | `priors(guide, nodes, node, moves, n, considered, out) -> rest` | the priors of `moves[:n]`, into `out[:n]` |
    | `value(guide, content, s, leaf, rng, out)` | the value of a position for each seat; may modify `s` |

    A node considers `considered` of its `n` legal moves, and their priors sum to 1. `rest` is the prior of a move about
    which the guide knows nothing. `value` writes rewards from 0 to 1 into `out[0]` and victory shares into `out[1]`, by
    seat.
    """

    favourite: Callable[..., int]
    priors: Callable[..., float]
    value: Callable[..., None]


def _guided(stub: Callable[P, R]) -> Callable[P, R]:
    """Turn a stub into a generic function that calls the guide's kernel with its name."""
    name = stub.__name__

    @wraps(stub)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        guide: Guide = args[0]
        result: R = getattr(guide.kernels(), name)(*args, **kwargs)
        return result

    def implementation(*types: Any) -> Callable[..., Any]:
        found = getattr(types[0].instance_class.kernels(), name)

        def impl(*args: Any) -> Any:
            return found(*args)

        return impl

    overload(call, strict=False)(implementation)
    return call


@_guided
def favourite(guide: Guide, nodes: States, node: int) -> int:
    """Return the move that is always considered."""
    raise NotImplementedError


@_guided
def priors(
    guide: Guide, nodes: States, node: int, moves: Int32Array, n: int, considered: int, out: Float64Array
) -> float:
    """Write the priors of the legal moves, and return the prior of a move about which the guide knows nothing."""
    raise NotImplementedError


@_guided
def value(guide: Guide, content: Record, s: Record, leaf: Leaf, rng: Stream, out: Float64Array) -> None:
    """Write the value of a position for each seat."""

"""The interface between a search tree and the guide that judges its positions.

A guide gives the value of a leaf to each seat, the priors of the moves, and one favourite move that is always
considered. It is a NamedTuple of whatever its kernels read; its class connects it to these kernels, so that a search
compiles its guide into its loop. `playouts` is one guide; a learned one would be another such file. `batches` judges
many leaves at once where `grow` judges one. `select` and `backup` do not depend on the guide.
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
"""A NamedTuple of a class that is connected."""


class Leaf(NamedTuple):
    """Where a simulation left the tree."""

    nodes: States
    """The tree."""

    node: int
    """The node that was reached; its `note` is the guide's."""

    moves: Int32Array
    """Working space for legal moves."""


@dataclass(frozen=True, slots=True)
class GuideKernels:
    """The compiled functions of a guide.

    | kernel | does |
    |---|---|
    | `favourite(guide, nodes, node) -> move` | the move that is considered in any case, -1 for none |
    | `priors(guide, nodes, node, moves, n, considered, out) -> rest` | the priors of `moves[:n]`, into `out[:n]` |
    | `value(guide, content, s, leaf, rng, out)` | what a position is worth to each seat; `s` may be played on |

    Of the `n` moves that are legal a node looks at `considered`. Priors are shares of 1 among these; `rest` is that of
    a move of which nothing is known. `value` writes rewards from 0 to 1 into `out[0]` and parts of the victory into
    `out[1]`, by seat.
    """

    favourite: Callable[..., int]
    priors: Callable[..., float]
    value: Callable[..., None]


_CONNECTED: dict[type, GuideKernels] = {}


def connect_guide(kind: type[tuple[Any, ...]], kernels: GuideKernels) -> None:
    """Let searches find the kernels of a class of guides."""
    _CONNECTED[kind] = kernels


def _guided(stub: Callable[P, R]) -> Callable[P, R]:
    """Turn a stub into the generic function of the guides' kernel that has its name."""
    name = stub.__name__

    @wraps(stub)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        result: R = getattr(_CONNECTED[type(args[0])], name)(*args, **kwargs)
        return result

    def implementation(*types: Any) -> Callable[..., Any]:
        found = getattr(_CONNECTED[types[0].instance_class], name)

        def impl(*args: Any) -> Any:
            return found(*args)

        return impl

    overload(call, strict=False)(implementation)
    return call


@_guided
def favourite(guide: Guide, nodes: States, node: int) -> int:
    """Return the move that is considered in any case."""
    raise NotImplementedError


@_guided
def priors(
    guide: Guide, nodes: States, node: int, moves: Int32Array, n: int, considered: int, out: Float64Array
) -> float:
    """Write the priors of the legal moves, and return that of a move of which nothing is known."""
    raise NotImplementedError


@_guided
def value(guide: Guide, content: Record, s: Record, leaf: Leaf, rng: Stream, out: Float64Array) -> None:
    """Write what a position is worth to each seat."""

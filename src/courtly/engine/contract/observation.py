"""The structure of an observation: named pieces in a fixed order.

A game declares its pieces once, in `features.py`. The offsets and the total size follow from them, both for the kernel
and for code that reads the tensor. An observation belongs to one seat, so this seat may know every piece; `visibility`
declares whether all other seats know the piece, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy.typing as npt

from courtly.engine.contract.layout import Visibility
from courtly.engine.errors import BadLayout, listed, shown


class Values(StrEnum):
    """The range of the numbers in a piece."""

    SHARE = "from 0 to 1"
    FLAG = "0 or 1"


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of an observation.

    Attributes
    ----------
    text
        The meaning of each axis; seats follow the turn order, starting with the observer.
    shape
        The shape; an empty tuple for a single number.
    values
        The range of the numbers.
    visibility
        Who may know the piece while the match runs: all players, the observer only (`OWNER`), or the observer and the
        seats that the rules name (`RULED`).
    columns
        The meaning of each element of the last axis, if they differ.
    name, start
        The name of the piece, and the offset of its first number in the tensor; `Observation` sets both.
    """

    text: str
    shape: tuple[int, ...] = ()
    values: Values = Values.SHARE
    visibility: Visibility = Visibility.EVERYBODY
    columns: tuple[str, ...] = ()
    name: str = ""
    start: int = 0

    @property
    def size(self) -> int:
        """The number of values."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """The offset after the last value."""
        return self.start + self.size


class Observation:
    """All pieces of a game's observation, in order.

    Raises
    ------
    BadLayout
        A piece is hidden from all seats, or the number of its columns differs from the size of its last axis.

    Examples
    --------
    >>> visibility = Observation(hand=Piece("cards of the own hand, by kind", (3,)), turn=Piece("the turn"))
    >>> visibility.size, visibility["turn"].start
    (4, 3)
    >>> import numpy as np
    >>> visibility.split(np.arange(8.0).reshape(2, 4))["hand"].tolist()
    [[0.0, 1.0, 2.0], [4.0, 5.0, 6.0]]
    """

    def __init__(self, **pieces: Piece) -> None:
        start = 0
        self._pieces: dict[str, Piece] = {}
        for name, piece in pieces.items():
            _check(name, piece)
            self._pieces[name] = replace(piece, name=name, start=start)
            start += piece.size
        self.size = start

    def __getitem__(self, name: str) -> Piece:
        if name not in self._pieces:
            names = list(self._pieces)
            message = f"the observation has no piece {shown(name)}; it has {listed(names)}"
            raise BadLayout(message, given=name, where="piece", allowed=names)
        return self._pieces[name]

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._pieces.values())

    def split(self, tensor: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return the pieces of one or more observations by name, each in its own shape.

        Parameters
        ----------
        tensor
            Observations along the last axis; the leading axes are kept.

        Returns
        -------
        dict
            Views into `tensor` if its memory layout allows it, otherwise copies.
        """
        if tensor.shape[-1:] != (self.size,):
            need = f"a tensor whose last axis has {self.size} numbers"
            message = f"an observation cannot be split from shape {tensor.shape}; use {need}"
            raise BadLayout(message, given=tensor.shape, where="tensor", allowed=need)
        before = tensor.shape[:-1]
        return {piece.name: tensor[..., piece.start : piece.stop].reshape(before + piece.shape) for piece in self}


def _check(name: str, piece: Piece) -> None:
    if piece.visibility == Visibility.NOBODY:
        message = f"the piece {name} of an observation would hold what nobody may know"
        raise BadLayout(message, given=name, where="observation", allowed="what the observer may know")
    if piece.columns and len(piece.columns) != piece.shape[-1]:
        message = f"the piece {name} has {len(piece.columns)} columns named, and its last axis {piece.shape[-1]}"
        raise BadLayout(message, given=name, where="columns", allowed="a name for each, or none")

"""What an observation is made of: named pieces, one after the other.

A game declares its pieces once, in `features.py`; where each begins and how long the whole is follow from that, for its
kernel and for the tensor's readers. An observation is that of one seat, so every piece is something this seat may
know; `seen` says whether all others know it too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy.typing as npt

from courtly.engine.contract.layout import Seen
from courtly.engine.errors import BadLayout, listed, shown


class Values(StrEnum):
    """What the numbers of a piece can be."""

    SHARE = "from 0 to 1"
    FLAG = "0 or 1"


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of an observation.

    Attributes
    ----------
    text
        What it holds, axis by axis; seats are counted from the observer on.
    shape
        Its shape; an empty one is a single number.
    values
        What its numbers can be.
    seen
        Who may know it while the match runs: everybody, the observer alone (`OWNER`), or the observer and whoever
        else the rules say (`RULED`).
    columns
        What the elements of the last axis are, where they differ in kind.
    name, start
        Its name and its first number, set where it is declared.
    """

    text: str
    shape: tuple[int, ...] = ()
    values: Values = Values.SHARE
    seen: Seen = Seen.EVERYBODY
    columns: tuple[str, ...] = ()
    name: str = ""
    start: int = 0

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """The number after its last."""
        return self.start + self.size


class Observation:
    """All pieces of a game's observation, in the order in which they are given.

    Raises
    ------
    BadLayout
        A piece holds what nobody may know, or its columns are not as many as its last axis is long.

    Examples
    --------
    >>> seen = Observation(hand=Piece("cards of the own hand, by kind", (3,)), turn=Piece("the turn"))
    >>> seen.size, seen["turn"].start
    (4, 3)
    >>> import numpy as np
    >>> seen.split(np.arange(8.0).reshape(2, 4))["hand"].tolist()
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
        """Return the pieces of one observation or of many, by name, each in its shape.

        Parameters
        ----------
        tensor
            Its last axis is an observation; those before it stay as they are.

        Returns
        -------
        dict
            Views into `tensor` where its memory allows that.
        """
        if tensor.shape[-1:] != (self.size,):
            need = f"a tensor whose last axis has {self.size} numbers"
            message = f"an observation cannot be split from shape {tensor.shape}; it takes {need}"
            raise BadLayout(message, given=tensor.shape, where="tensor", allowed=need)
        before = tensor.shape[:-1]
        return {piece.name: tensor[..., piece.start : piece.stop].reshape(before + piece.shape) for piece in self}


def _check(name: str, piece: Piece) -> None:
    if piece.seen == Seen.NOBODY:
        message = f"the piece {name} of an observation would hold what nobody may know"
        raise BadLayout(message, given=name, where="observation", allowed="what the observer may know")
    if piece.columns and len(piece.columns) != piece.shape[-1]:
        message = f"the piece {name} has {len(piece.columns)} columns named, and its last axis {piece.shape[-1]}"
        raise BadLayout(message, given=name, where="columns", allowed="a name for each, or none")

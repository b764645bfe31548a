"""A match that is stepped in compiled code, with a `Match` for text, views and bots' knowledge on request.

A move takes about a microsecond. The `Match` plays the same moves only when it is requested.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import for_types_of
from courtly.engine.compile.rng import Stream, stream
from courtly.engine.contract.game import Record, Setup
from courtly.engine.contract.layout import States
from courtly.engine.play.match import Match, Opening
from courtly.envs.kernels import Nets, let_bots_move, look, play_and_look, see
from courtly.envs.setups import setup_of

_FLOAT = np.dtype(np.float32)
_ROOM = 64
_REMADE = frozenset(
    ("_bits", "_contents", "_kernel_look", "_kernel_play", "_kernel_see", "_legal", "_size", "mask", "may", "seen")
)
"""Attributes that are created again when a copy is unpickled in another process."""


@cache
def _kernels(
    content: np.dtype[np.void], state: np.dtype[np.void]
) -> tuple[Callable[..., int], Callable[..., None], Callable[..., int]]:
    """Return `look`, `see` and `play_and_look` for these record types. The type lookup takes 10 ms."""
    match = (np.empty(1, content), np.empty(1, state))
    arrays = (np.empty(1, _FLOAT), np.empty(1, np.bool_), np.empty(1, np.int32))
    return (
        for_types_of(look, *match, *arrays),
        for_types_of(see, *match, 0, arrays[0]),
        for_types_of(play_and_look, *match, 0, *arrays),
    )


def match_at(setup: Setup, states: States) -> Match:
    """Return a match at the position of a state, without history, so that it can be described."""
    match = Match(setup, Opening(0))
    match._states = states.copy()
    return match


class FastMatch:
    """A match whose moves are numbers.

    Attributes
    ----------
    setup
        The game and its options.
    to_move
        The seat to move, -1 when the match is over.
    seen
        Observation of that seat, float32. Every move creates a new array, so that `observe` can return it without a
        copy.
    mask
        Legal moves of that seat, bool; it changes with every move.
    may
        Memory view of `mask`, from which Python reads single elements faster.
    moves
        Numbers of the moves so far.

    Examples
    --------
    >>> from courtly.engine.contract.game import set_up
    >>> match = FastMatch(set_up("courtisans", {"players": 2}), 7)
    >>> match.play(int(match.mask.argmax()))
    >>> len(match.moves), match.match.version
    (1, 1)
    """

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup = setup
        self._allocate()
        self.restart(seed)

    def _allocate(self) -> None:
        self._contents, self._size = self.setup.contents, self.setup.game.rules.observation.size
        self.seen: npt.NDArray[np.float32] = np.zeros(self._size, np.float32)
        self.mask: npt.NDArray[np.bool_] = np.zeros(self.setup.codec.count, np.bool_)
        self._bits, self.may = self.mask.view(np.int8), self.mask.data
        self._legal = np.empty(self.setup.max_legal, np.int32)
        kernels = _kernels(self._contents.dtype, self.setup.game.rules.state.dtype)
        self._kernel_look, self._kernel_see, self._kernel_play = kernels

    def restart(self, seed: int) -> None:
        """Start a new match with the deal of a seed."""
        self._states: States = self.setup.game.rules.state.empty()
        self.setup.game.rules.kernels.deal(self.setup.content, self._states[0], stream(seed))
        self._seed = seed
        self._match: Match | None = None
        self._shares_match = False
        self.moves: list[int] = []
        self._look()

    def _look(self) -> None:
        self.seen, self._is_given = np.empty(self._size, _FLOAT), False
        self.to_move = int(self._kernel_look(self._contents, self._states, self.seen, self.mask, self._legal))

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.to_move < 0

    @property
    def state(self) -> Record:
        """The true state, which no seat may see."""
        return self._states[0]

    def play(self, move: int) -> None:
        """Play a move; the caller has checked in `mask` that it is legal."""
        # Use a new array, so that `observe` can return it without a copy.
        self.seen, self._is_given = np.empty(self._size, _FLOAT), False
        self.to_move = self._kernel_play(self._contents, self._states, move, self.seen, self.mask, self._legal)
        self.moves.append(move)

    def let_bots_move(self, kinds: npt.NDArray[np.int32], nets: Nets, rng: Stream) -> None:
        """Let compiled bots play until another seat is to move."""
        trace, made = np.empty(_ROOM, np.int32), _ROOM
        while made == _ROOM:
            made = int(let_bots_move(self.setup.contents, self._states, kinds, nets, rng, self._legal, trace))
            self.moves += trace[:made].tolist()
        self._look()

    def masked(self) -> npt.NDArray[np.int8]:
        """Return the legal moves of the seat to move as zeros and ones, in a new array."""
        return self._bits.copy()

    def given(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        """Return the observation and the legal moves of the seat to move, in arrays that the caller owns."""
        seen = self.observe(self.to_move) if self._is_given else self.seen
        self._is_given = True
        return seen, self._bits.copy()

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """Return the observation of a seat, in an array that the caller owns."""
        if seat == self.to_move and not self._is_given:
            self._is_given = True
            return self.seen
        out = np.empty(self._size, _FLOAT)
        self._kernel_see(self._contents, self._states, seat, out)
        return out

    @property
    def match(self) -> Match:
        """The match at the current position. Read it only; do not play moves in it."""
        if self._match is None:
            self._match, self._shares_match = Match(self.setup, Opening(self._seed)), False
        if self._match.version < len(self.moves):
            if self._shares_match:
                self._match, self._shares_match = self._match.copy(), False
            for move in self.moves[self._match.version :]:
                self._match.play(self.setup.codec.format(move))
        return self._match

    def copy(self) -> Self:
        """Return an independent copy of the match."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._states, twin.moves = self._states.copy(), list(self.moves)
        twin.seen, twin.mask = self.seen.copy(), self.mask.copy()
        twin._bits, twin.may = twin.mask.view(np.int8), twin.mask.data
        self._shares_match = twin._shares_match = self._match is not None
        return twin

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self.copy()

    def imagined(self, seat: int, rng: Stream) -> Self:
        """Return a match that is consistent with a seat's knowledge, with the hidden cards redealt."""
        twin = self.copy()
        twin._match, twin._shares_match = self.match.imagined(seat, rng), False
        twin._states = twin._match.state()
        twin._look()
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a copy in another process, with the options instead of compiled content."""
        kept = {**self.__dict__, "setup": (self.setup.game.name, self.setup.options.given())}
        if kept["_match"] is not None:
            kept["_match"] = kept["_match"].copy()
            kept["_match"].setup = None
        return {name: value for name, value in kept.items() if name not in _REMADE}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.setup = setup_of(*kept["setup"])
        if self._match is not None:
            self._match.setup = self.setup
        self._allocate()
        self._look()

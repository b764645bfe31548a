"""Many matches of one setup at once, on all cores.

What happens to match `i` of a batch depends on the seed and on `i` alone, however many threads share the work.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.dispatch import apply, deal, legal, observe, reason, score
from courtly.engine.errors import BadOption, IllegalMove, NotOver, shown
from courtly.engine.game import Setup
from courtly.engine.kernel import kernel
from courtly.engine.layout import States
from courtly.engine.playout import matches_in_range, play_out_range
from courtly.engine.rng import restart, stream

Span = tuple[int, int]
_CHUNKS_PER_THREAD = 32


_limits: list[int] = []
"""What `limit_cores` was told, the last word counting."""


def cores() -> int:
    """Return how many cores this process may use."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(there, _limits[-1]) if _limits else there


def limit_cores(count: int) -> None:
    """Let this process use no more than so many cores, at least 1: others work beside it."""
    _limits[:] = [max(1, count)]


@kernel
def _deal_range(contents: States, states: States, span: tuple[int, int, int]) -> None:
    low, high, base = span
    rng = np.empty(1, np.uint64)
    for i in range(low, high):
        restart(rng, base, i)
        deal(contents[0], states[i], rng)


@kernel
def _mask_range(contents: States, states: States, mask: npt.NDArray[np.bool_], span: tuple[int, int, int]) -> None:
    low, high, most = span
    moves = np.empty(most, np.int32)
    for i in range(low, high):
        mask[i, :] = False
        for j in range(legal(contents[0], states[i], moves)):
            mask[i, moves[j]] = True


@kernel
def _first_illegal(contents: States, states: States, moves: npt.NDArray[np.int64]) -> int:
    for i in range(len(states)):
        if states[i].to_move >= 0 and reason(contents[0], states[i], int(moves[i])) != 0:
            return i
    return -1


@kernel
def _step_range(contents: States, states: States, moves: npt.NDArray[np.int64], span: tuple[int, int]) -> None:
    for i in range(span[0], span[1]):
        if states[i].to_move >= 0:
            apply(contents[0], states[i], int(moves[i]))


@kernel
def _observe_range(contents: States, states: States, out: npt.NDArray[np.float32], span: tuple[int, int]) -> None:
    for i in range(span[0], span[1]):
        if states[i].to_move >= 0:
            observe(contents[0], states[i], int(states[i].to_move), out[i])
        else:
            out[i, :] = 0.0


@kernel
def _score_range(contents: States, states: States, out: npt.NDArray[np.int32], span: tuple[int, int]) -> None:
    for i in range(span[0], span[1]):
        score(contents[0], states[i], out[i])


class Batch:
    """A number of matches of one setup, side by side.

    Parameters
    ----------
    setup
        The game and its options.
    size
        How many matches, at least 1.
    seed
        Decides every deal and every playout.
    threads
        How many threads share the work; all cores by default.

    Examples
    --------
    >>> from courtly.engine.game import set_up
    >>> batch = Batch(set_up("courtisans", {"players": 2}), 4, seed=7)
    >>> mask = batch.legal_mask()
    >>> batch.step(mask.argmax(axis=1))
    >>> batch.play_out() > 100
    True
    >>> batch.scores().shape
    (4, 2)
    """

    def __init__(self, setup: Setup, size: int, *, seed: int, threads: int | None = None) -> None:
        if size < 1:
            raise BadOption(f"a batch cannot hold {shown(size)} matches", given=size, where="size", allowed="1 or more")
        self.setup = setup
        self.size = size
        self.threads = threads or cores()
        self._seed = seed
        self._states = setup.game.state.empty(size)
        self._share(lambda span: _deal_range(setup.contents, self._states, (*span, self._base(0))))

    def _base(self, purpose: int) -> int:
        """Return the name of a family of streams: deals and playouts share none."""
        return int(stream(self._seed, purpose)[0] >> np.uint64(1))

    def _share(self, work: Callable[[Span], Any]) -> list[Any]:
        return shared(work, self.size, self.threads)

    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """The seat that decides in each match, -1 where it is over: shape (size,), int8."""
        seats: npt.NDArray[np.int8] = self._states["to_move"].copy()
        return seats

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Return what each deciding seat may play: shape (size, moves), bool."""
        mask = np.empty((self.size, self.setup.codec.count), np.bool_)
        most = self.setup.max_legal
        self._share(lambda span: _mask_range(self.setup.contents, self._states, mask, (*span, most)))
        return mask

    def observe(self) -> npt.NDArray[np.float32]:
        """Return what each deciding seat knows: shape (size, observation), float32 from 0 to 1, zeros where over."""
        out = np.empty((self.size, self.setup.game.observation), np.float32)
        self._share(lambda span: _observe_range(self.setup.contents, self._states, out, span))
        return out

    def step(self, moves: npt.ArrayLike) -> None:
        """Play one move in every match that is not over; the others ignore theirs.

        Parameters
        ----------
        moves
            Move numbers, shape (size,), integers.

        Raises
        ------
        IllegalMove
            Naming the first match whose move is not legal; no match has moved then.
        """
        numbers = np.asarray(moves)
        if numbers.shape != (self.size,) or not np.issubdtype(numbers.dtype, np.integer):
            given = f"{numbers.dtype} of shape {numbers.shape}"
            need = f"integers of shape ({self.size},)"
            raise IllegalMove(f"moves cannot be {given}; they are {need}", given=given, where="moves", allowed=need)
        numbers = numbers.astype(np.int64)
        wrong = _first_illegal(self.setup.contents, self._states, numbers)
        if wrong >= 0:
            raise self._illegal(wrong, int(numbers[wrong]))
        self._share(lambda span: _step_range(self.setup.contents, self._states, numbers, span))

    def _illegal(self, match: int, move: int) -> IllegalMove:
        game = self.setup.game
        code = game.kernels.reason(self.setup.content, self._states[match], move)
        where = f"match {match}"
        allowed = np.flatnonzero(self.legal_mask()[match]).tolist()
        return IllegalMove(
            f"move {move} of {where} cannot be played: {game.reasons[code]}", given=move, where=where, allowed=allowed
        )

    def play_out(self) -> int:
        """Play every match to its end with uniformly random moves; return the number of decisions."""
        most, base = self.setup.max_legal, self._base(1)

        def work(span: Span) -> int:
            return play_out_range(self.setup.contents, self._states, np.empty(most, np.int32), (*span, base))

        return sum(self._share(work))

    def scores(self) -> npt.NDArray[np.int32]:
        """Return the final scores: shape (size, players), int32; raise `NotOver` while a match is running."""
        running = np.flatnonzero(self._states["to_move"] >= 0)
        if len(running):
            where = f"match {running[0]}"
            raise NotOver(
                f"{where} is not over; a batch has scores when all are", where=where, allowed="after the last move"
            )
        out = np.zeros((self.size, self.setup.players), np.int32)
        self._share(lambda span: _score_range(self.setup.contents, self._states, out, span))
        return out


@dataclass(frozen=True, slots=True)
class Playouts:
    """Random matches: final scores, shape (matches, players), and the number of decisions they took."""

    scores: npt.NDArray[np.int32]
    decisions: int


def random_matches(setup: Setup, count: int, *, seed: int, threads: int | None = None) -> Playouts:
    """Deal and play random matches, each from a stream of its own, keeping only their scores."""
    scores = np.zeros((count, setup.players), np.int32)
    base = int(stream(seed, 2)[0] >> np.uint64(1))

    def work(span: Span) -> int:
        return matches_in_range(setup.contents, setup.game.state.empty(), scores, (*span, base, setup.max_legal))

    return Playouts(scores, sum(shared(work, count, threads or cores())))


def shared(work: Callable[[Span], Any], size: int, threads: int) -> list[Any]:
    """Do `work` on spans that make up `range(size)`, in threads when there are several; kernels release the lock."""
    if threads == 1 or size == 1:
        return [work((0, size))]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, _spans(size, threads * _CHUNKS_PER_THREAD)))


def _spans(size: int, count: int) -> Iterable[Span]:
    edges = np.linspace(0, size, min(size, count) + 1).astype(int).tolist()
    return pairwise(edges)

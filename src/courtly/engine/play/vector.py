"""Many matches of one setup that are stepped together.

The course of match `i` depends only on the seed, on `i`, on its number of resets and on its moves. The number of
threads and the other matches have no influence.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from courtly.engine.arrays import Int64Array
from courtly.engine.closing import Closeable
from courtly.engine.compile.dispatch import apply, deal, legal, observe, reason, score
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup
from courtly.engine.contract.layout import States
from courtly.engine.contract.observation import Observation
from courtly.engine.errors import BadOption, IllegalMove, NotOver, shown
from courtly.engine.play.playout import matches_in_range, play_out_range, restart_match
from courtly.engine.play.threads import Span, Threads

T = TypeVar("T")
Array = npt.NDArray[Any]

STEP_GRAIN = 8192
"""Least number of matches in a span for operations of 0.1 to 0.4 µs per match: steps, masks, scores, deals."""

OBSERVE_GRAIN = 1024
"""Like `STEP_GRAIN`, for observations of 0.5 to 9 µs each."""

PLAYOUT_GRAIN = 64
"""Like `STEP_GRAIN`, for whole matches of 5 to 80 µs each."""


class _Purpose(IntEnum):
    """The purpose of a family of streams: deals and playouts share no stream."""

    DEAL = 0
    PLAYOUT = 1
    MATCHES = 2


def _base(seed: int, purpose: _Purpose) -> int:
    """Return the base that identifies a family of streams."""
    return int(stream(seed, purpose)[0] >> np.uint64(1))


@kernel
def _deal_some(
    contents: States, states: States, which: Int64Array, resets: Int64Array, base: int, low: int, high: int
) -> None:
    rng = np.empty(1, np.uint64)
    for k in range(low, high):
        i = which[k]
        restart_match(rng, base, int(i), int(resets[i]))
        deal(contents[0], states[i], rng)


@kernel
def _mask_range(contents: States, states: States, mask: npt.NDArray[np.bool_], most: int, low: int, high: int) -> None:
    moves = np.empty(most, np.int32)
    for i in range(low, high):
        mask[i, :] = False
        for j in range(legal(contents[0], states[i], moves)):
            mask[i, moves[j]] = True


@kernel
def _first_illegal(contents: States, states: States, moves: Int64Array, low: int, high: int) -> int:
    """Return the index of the first match in the range whose move is illegal, -1 if all moves are legal."""
    for i in range(low, high):
        if states[i].to_move >= 0 and reason(contents[0], states[i], int(moves[i])) != 0:
            return i
    return -1


@kernel
def _step_range(contents: States, states: States, moves: Int64Array, low: int, high: int) -> None:
    for i in range(low, high):
        if states[i].to_move >= 0:
            apply(contents[0], states[i], int(moves[i]))


@kernel
def _observe_range(contents: States, states: States, out: npt.NDArray[np.float32], low: int, high: int) -> None:
    for i in range(low, high):
        if states[i].to_move >= 0:
            observe(contents[0], states[i], int(states[i].to_move), out[i])
        else:
            out[i, :] = 0.0


@kernel
def _score_range(contents: States, states: States, out: npt.NDArray[np.int32], low: int, high: int) -> None:
    for i in range(low, high):
        out[i, :] = 0
        score(contents[0], states[i], out[i])


@kernel
def _reward_range(contents: States, states: States, out: npt.NDArray[np.float32], low: int, high: int) -> None:
    """Write each seat's share of the victory for matches that are over, 0 for the others."""
    scores = np.zeros(out.shape[1], np.int32)
    for i in range(low, high):
        out[i, :] = 0.0
        if states[i].to_move < 0:
            scores[:] = 0
            score(contents[0], states[i], scores)
            winners = scores == scores.max()
            for seat in range(len(scores)):
                if winners[seat]:
                    out[i, seat] = 1.0 / winners.sum()


class Vector(Closeable):
    """Several matches of one setup that are stepped together.

    Every call returns a new array; with `out=` it fills and returns that array instead.

    Parameters
    ----------
    setup
        The game and its options.
    size
        Number of matches, at least 1.
    seed
        Determines every deal and every playout.
    threads
        Number of threads that share larger amounts of work; all cores by default.
    pool
        Source of the threads other than the calling one. By default the vector creates its own pool on first use;
        `close` or the end of a `with` block ends it.

    Examples
    --------
    >>> from courtly.engine.contract.game import set_up
    >>> vector = Vector(set_up("courtisans", {"players": 2}), 4, seed=7)
    >>> mask = vector.legal_mask()
    >>> vector.step(mask.argmax(axis=1))
    >>> vector.observation.split(vector.observe())["hand"].shape
    (4, 30)
    >>> vector.play_out() > 100
    True
    >>> vector.scores().shape, vector.rewards().sum(axis=1).tolist()
    ((4, 2), [1.0, 1.0, 1.0, 1.0])
    >>> vector.reset([0, 2])
    >>> (vector.to_move >= 0).tolist()
    [True, False, True, False]
    """

    def __init__(
        self, setup: Setup, size: int, *, seed: int, threads: int | None = None, pool: Executor | None = None
    ) -> None:
        if size < 1:
            message = f"a vector cannot hold {shown(size)} matches"
            raise BadOption(message, given=size, where="size", allowed="1 or more")
        self.setup = setup
        self.size = size
        self._seed = seed
        self._threads = Threads(threads, pool)
        self._states = setup.game.rules.state.empty(size)
        self._resets = np.zeros(size, np.int64)
        self._deal(np.arange(size))

    def close(self) -> None:
        """Stop the threads of the vector's own pool; a pool passed in stays open."""
        self._threads.close()

    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """The deciding seat of each match, -1 if the match is over: shape (size,), int8."""
        seats: npt.NDArray[np.int8] = self._states["to_move"].copy()
        return seats

    @property
    def observation(self) -> Observation:
        """The pieces of an observation, to split the result of `observe`."""
        return self.setup.game.rules.observation

    def reset(self, which: npt.ArrayLike | None = None) -> None:
        """Deal some matches again, each with a new random stream.

        Parameters
        ----------
        which
            Match indices, or a bool for each match, shape (size,); all matches by default.

        Raises
        ------
        BadOption
        """
        chosen = np.arange(self.size) if which is None else self._chosen(np.asarray(which))
        self._resets[chosen] += 1
        self._deal(chosen)

    def _chosen(self, which: Array) -> Int64Array:
        """Return the chosen match indices, ascending and without duplicates."""
        if which.dtype == np.bool_ and which.shape == (self.size,):
            return np.flatnonzero(which)
        whole = which.ndim == 1 and (np.issubdtype(which.dtype, np.integer) or not which.size)
        if whole and ((which >= 0) & (which < self.size)).all():
            return np.unique(which).astype(np.int64)
        need = f"whole numbers from 0 to {self.size - 1}, or bools of shape ({self.size},)"
        given = shown(which.tolist())
        raise BadOption(f"matches cannot be {given}; use {need}", given=given, where="which", allowed=need)

    def _deal(self, which: Int64Array) -> None:
        contents, states, resets, base = (
            self.setup.contents,
            self._states,
            self._resets,
            _base(self._seed, _Purpose.DEAL),
        )
        self._threads.share(
            lambda span: _deal_some(contents, states, which, resets, base, *span), len(which), grain=STEP_GRAIN
        )

    def _share(self, work: Callable[[States, States, Span], T], grain: int) -> list[T]:
        """Call `work` with contents, states and a span of matches, for all spans."""
        contents, states = self.setup.contents, self._states
        return self._threads.share(lambda span: work(contents, states, span), self.size, grain=grain)

    def _into(self, out: Array | None, width: int, dtype: type[np.generic]) -> Array:
        """Return the caller's buffer after a check, or a new one."""
        shape = (self.size, width)
        if out is None:
            return np.empty(shape, dtype)
        if out.shape == shape and out.dtype == dtype and out.flags.c_contiguous and out.flags.writeable:
            return out
        need = f"a contiguous array of {np.dtype(dtype)}, shape {shape}"
        given = f"{out.dtype} of shape {out.shape}"
        raise BadOption(f"out cannot be {given}; use {need}", given=given, where="out", allowed=need)

    def legal_mask(self, *, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Return the legal moves of each deciding seat: shape (size, moves), bool."""
        mask, most = self._into(out, self.setup.codec.count, np.bool_), self.setup.max_legal
        self._share(lambda contents, states, span: _mask_range(contents, states, mask, most, *span), STEP_GRAIN)
        return mask

    def observe(self, *, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """Return each deciding seat's observation: shape (size, observation), float32, 0 to 1; zeros if over."""
        seen = self._into(out, self.observation.size, np.float32)
        self._share(lambda contents, states, span: _observe_range(contents, states, seen, *span), OBSERVE_GRAIN)
        return seen

    def step(self, moves: npt.ArrayLike) -> None:
        """Play one move in every unfinished match; the moves of finished matches are ignored.

        Parameters
        ----------
        moves
            Move numbers, shape (size,), integers.

        Raises
        ------
        IllegalMove
            Names the first match with an illegal move; in this case no match has moved.
        """
        numbers = np.asarray(moves)
        if numbers.shape != (self.size,) or not np.issubdtype(numbers.dtype, np.integer):
            given = f"{numbers.dtype} of shape {numbers.shape}"
            need = f"integers of shape ({self.size},)"
            raise IllegalMove(f"moves cannot be {given}; use {need}", given=given, where="moves", allowed=need)
        numbers = np.ascontiguousarray(numbers, np.int64)
        wrong = self._share(lambda contents, states, span: _first_illegal(contents, states, numbers, *span), STEP_GRAIN)
        illegal = [match for match in wrong if match >= 0]
        if illegal:
            raise self._illegal(illegal[0], int(numbers[illegal[0]]))
        self._share(lambda contents, states, span: _step_range(contents, states, numbers, *span), STEP_GRAIN)

    def _illegal(self, match: int, move: int) -> IllegalMove:
        game = self.setup.game
        code = game.rules.kernels.reason(self.setup.content, self._states[match], move)
        where = f"match {match}"
        allowed = np.flatnonzero(self.legal_mask()[match]).tolist()
        return IllegalMove(
            f"move {move} of {where} cannot be played: {game.rules.reasons[code]}",
            given=move,
            where=where,
            allowed=allowed,
        )

    def play_out(self) -> int:
        """Play every match to its end with uniformly random moves; return the number of decisions."""
        most, resets, base = self.setup.max_legal, self._resets, _base(self._seed, _Purpose.PLAYOUT)

        def work(contents: States, states: States, span: Span) -> int:
            return play_out_range(contents, states, resets, base, most, *span)

        return sum(self._share(work, PLAYOUT_GRAIN))

    def rewards(self, *, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """Return each seat's share of the victory: shape (size, players), float32.

        1 for a sole winner, a fraction for a shared victory, 0 for all other seats. All seats have 0 while the match is
        running.
        """
        won = self._into(out, self.setup.players, np.float32)
        self._share(lambda contents, states, span: _reward_range(contents, states, won, *span), STEP_GRAIN)
        return won

    def scores(self, *, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """Return the final scores: shape (size, players), int32; raise `NotOver` if a match is still running."""
        running = np.flatnonzero(self._states["to_move"] >= 0)
        if len(running):
            where = f"match {running[0]}"
            message = f"{where} is not over; a vector has scores when all are"
            raise NotOver(message, where=where, allowed="after the last move")
        points = self._into(out, self.setup.players, np.int32)
        self._share(lambda contents, states, span: _score_range(contents, states, points, *span), STEP_GRAIN)
        return points


@dataclass(frozen=True, slots=True)
class RandomMatches:
    """Results of random matches: final scores, shape (matches, players), and the total number of decisions."""

    scores: npt.NDArray[np.int32]
    decisions: int


def random_matches(
    setup: Setup, count: int, *, seed: int, threads: int | None = None, pool: Executor | None = None
) -> RandomMatches:
    """Deal and play random matches, each with its own random stream; keep only their scores."""
    scores = np.zeros((count, setup.players), np.int32)
    contents, state, most, base = setup.contents, setup.game.rules.state, setup.max_legal, _base(seed, _Purpose.MATCHES)

    def work(span: Span) -> int:
        return matches_in_range(contents, state.empty(), scores, base, most, *span)

    with Threads(threads, pool) as sharing:
        return RandomMatches(scores, sum(sharing.share(work, count, grain=PLAYOUT_GRAIN)))

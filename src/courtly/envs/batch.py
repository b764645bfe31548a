"""A Gymnasium vector environment with thousands of matches, stepped in compiled code on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from courtly.engine.arrays import Int64Array
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup
from courtly.engine.errors import cannot_be, listing, shown
from courtly.engine.play.threads import Threads
from courtly.engine.sentences import said
from courtly.envs import kernels
from courtly.envs.base import MAX_SEED
from courtly.envs.errors import BadValue, EpisodeOver, as_seed, as_value_errors, illegal_action
from courtly.envs.fast import match_at
from courtly.envs.kernels import Buffers, VectorSettings
from courtly.envs.nets import all_compiled
from courtly.envs.rewards import reward_kind
from courtly.envs.seat import Opponents, checked_place, lineups

Array = npt.NDArray[Any]
GRAIN = 512
"""Minimum number of matches per thread."""

DTYPES = (np.dtype(np.float32), np.dtype(np.uint8))
"""Types of an observation's numbers: from 0 to 1, or from 0 to 255."""

_ALIGNED = 64

MODES = {
    AutoresetMode.NEXT_STEP: kernels.NEXT_STEP,
    AutoresetMode.SAME_STEP: kernels.SAME_STEP,
    AutoresetMode.DISABLED: kernels.DISABLED,
}


class CourtlyVector(VectorEnv[Array, Array, Array]):
    """Many parallel matches of one setup. Created by `courtly.envs.vector`.

    The results are read-only views of buffers that the next step overwrites. Copy the arrays that you keep. With bots,
    an episode is a match as seen from one seat. The matches are divided among a pool of bots in proportion to their
    weights: `opponents` has the number of each match's member. Without bots, a step plays one decision in every match;
    `info["to_move"]` has the seats that decide next.

    The course of match `i` depends only on its seed and its actions, never on the number of threads.
    """

    def __init__(
        self,
        setup: Setup,
        num_envs: int,
        *,
        bots: Opponents | None,
        seat: int | None = 0,
        reward: str = "share",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        dtype: npt.DTypeLike = np.float32,
    ) -> None:
        self.dtype = _checked_dtype(dtype)
        with as_value_errors():
            if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
                raise cannot_be("num_envs", num_envs, said("a whole number from 1"))
            if autoreset_mode not in (values := [mode.value for mode in MODES]) and autoreset_mode not in MODES:
                raise cannot_be("autoreset_mode", autoreset_mode, listing(values))
        mode = AutoresetMode(autoreset_mode)
        self.setup, self.num_envs, self.autoreset_mode = setup, num_envs, mode
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        chances, pool = (np.ones(1), [[]]) if bots is None else lineups(setup.players, bots)
        found, nets = all_compiled(setup, pool)
        kinds = [[kernels.AGENT] * (setup.players if bots is None else 1) + each for each in found]
        place = checked_place(setup.players, seat)
        with as_value_errors():
            paid = reward_kind(reward)
        at = -1 if place is None else place
        self._tables = [
            VectorSettings(np.array(each, np.int32), nets, at, setup.max_legal, paid, MODES[mode]) for each in kinds
        ]
        self._ends = np.rint(np.cumsum(chances) * num_envs).astype(int)
        self.opponents = np.searchsorted(self._ends, np.arange(num_envs), side="right")
        self.single_observation_space = seen_space(setup.game.rules.observation.size, self.dtype)
        self.single_action_space = spaces.Discrete(setup.codec.count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._threads = Threads(threads)
        self._allocate()

    def _allocate(self) -> None:
        n, players, size = self.num_envs, self.setup.players, self.setup.game.rules.observation.size
        floats, ends = self.dtype == np.float32, self.autoreset_mode == AutoresetMode.SAME_STEP
        self._states = self.setup.game.rules.state.empty(n)
        self._rows = np.zeros(n, kernels.ROW)
        self._rows["ended"] = True
        self._buffers = Buffers(
            seen=_aligned((n if floats else 1, size), np.float32),
            small=_aligned((0 if floats else n, size), np.uint8),
            mask=_aligned((n, self.setup.codec.count), np.bool_),
            rewards=_aligned((n, players), np.float32),
            reward=_aligned((n,), np.float32),
            over=_aligned((n,), np.bool_),
            final=_aligned((n if floats and ends else 1, size), np.float32),
            small_final=_aligned((n if ends and not floats else 0, size), np.uint8),
            seats=_aligned((n,), np.int32),
            worth=_aligned((n, players), np.float32),
        )
        self._shown = Buffers(**{name: _read_only(array) for name, array in self._buffers._asdict().items()})
        self._seen = self._shown.seen if floats else self._shown.small
        self._final = self._shown.final if floats else self._shown.small_final
        self._truncated = _read_only(np.zeros(n, np.bool_))
        self._begun = False

    @property
    def nbytes(self) -> int:
        """Memory of the matches in bytes, without the buffers of observations and masks."""
        buffers = self._buffers
        rest = (buffers.rewards, buffers.reward, buffers.over, buffers.seats, buffers.worth)
        return self._states.nbytes + self._rows.nbytes + sum(array.nbytes for array in rest)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal all matches, or the matches of `options["reset_mask"]`, bools of shape (num_envs,).

        Parameters
        ----------
        seed
            A whole number, which gives match `i` the seed `seed + i`, or one seed for each match. Without a seed, the
            deals continue from the existing seeds.
        """
        seeds = self._checked_seeds(seed)
        chosen = self._chosen(options)
        which = np.flatnonzero(chosen)
        for i in which:
            given = seeds[i]
            if given is not None or not self._begun:
                word = int(self.np_random.integers(MAX_SEED)) if given is None else given
                self._rows["base"][i] = int(stream(word)[0] >> np.uint64(1))
                self._rows["deals"][i] = 0
        self._begun = True
        for member, table in enumerate(self._tables):
            own = which[self.opponents[which] == member]
            self._threads.share(partial(self._begin_span, own, table), len(own), grain=GRAIN)
        return self._seen, self._info()

    def _checked_seeds(self, seed: Any) -> list[int | None]:
        if seed is None or not isinstance(seed, Sequence | np.ndarray):
            first = as_seed(seed)
            if first is not None:
                self._np_random, self._np_random_seed = np.random.default_rng(first), first
            return [None if first is None else first + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            with as_value_errors():
                raise cannot_be(
                    "seed", shown(seed), said("one number, or {count} numbers, one per match", count=self.num_envs)
                )
        return [as_seed(each) for each in seed]

    def _chosen(self, options: dict[str, Any] | None) -> npt.NDArray[np.bool_]:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (self.num_envs,) and self._begun:
            return mask
        with as_value_errors():
            raise cannot_be("reset_mask", mask, said("bools, one per match, after all matches are reset"))

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play an action in every match. If any is invalid, raise an error for the first one and change nothing.

        Raises
        ------
        IllegalAction, EpisodeOver, BadValue
            `EpisodeOver` before the first reset, and with `DISABLED` for a finished match that was not reset.
        """
        numbers = self._checked(actions)
        wrong = self._play(numbers)
        if wrong >= 0:
            raise self._refusal(wrong, int(numbers[wrong]))
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            self._rows["ended"] = False
        shown = self._shown
        return self._seen, shown.reward, shown.over, self._truncated, self._info(stepped=True)

    def _play(self, numbers: Int64Array) -> int:
        """Step every match; return the first match with an invalid action, or -1 if all were stepped."""
        matches, first = (self.setup.contents, self._states, self._rows), self._tables[0]
        if self.num_envs < 2 * GRAIN and len(self._tables) == 1:
            return kernels.check_and_step(*matches, numbers, first, self._buffers)
        # The check is so fast that waking other threads would take longer.
        wrong = kernels.first_refused(numbers, self._rows, self._buffers.mask, first.mode, 0, self.num_envs)
        if wrong < 0:
            for table, start, end in zip(self._tables, [0, *self._ends], self._ends, strict=False):
                self._threads.share(partial(self._step_span, numbers, table, start), end - start, grain=GRAIN)
        return wrong

    def _begin_span(self, which: Int64Array, table: VectorSettings, span: tuple[int, int]) -> None:
        low, high = span
        matches = (self.setup.contents, self._states, self._rows)
        kernels.begin_some(*matches, which, table, self._buffers, low, high)

    def _step_span(self, numbers: Int64Array, table: VectorSettings, start: int, span: tuple[int, int]) -> None:
        low, high = start + span[0], start + span[1]
        kernels.step_range(self.setup.contents, self._states, self._rows, numbers, table, self._buffers, low, high)

    def _checked(self, actions: Any) -> npt.NDArray[np.int64]:
        if not self._begun:
            raise EpisodeOver(said("there is no match until the first reset"), allowed="reset()")
        numbers = np.asarray(actions)
        if numbers.shape == (self.num_envs,) and numbers.dtype.kind in "iu":
            return np.ascontiguousarray(numbers, np.int64)
        given = f"{numbers.dtype} of shape {numbers.shape}"
        allowed = said("integers of shape ({count},)", count=self.num_envs)
        message = said("actions cannot be {given}; use {allowed}", given=given, allowed=allowed)
        raise BadValue(message, given=given, where="actions", allowed=allowed)

    def _refusal(self, match: int, action: int) -> Exception:
        where = f"match {match}"
        if self._rows["ended"][match]:
            message = said("{where} is over; reset it before the next step", where=where)
            return EpisodeOver(message, given=action, where=where, allowed="reset()")
        return illegal_action(match_at(self.setup, self._states[match : match + 1]), action, where=where)

    def _info(self, *, stepped: bool = False) -> dict[str, Any]:
        shown = self._shown
        info: dict[str, Any] = {"action_mask": shown.mask, "to_move": shown.seats, "rewards": shown.rewards}
        if stepped and self.autoreset_mode == AutoresetMode.SAME_STEP and shown.over.any():
            info |= {"final_obs": self._final, "_final_obs": shown.over}
        return info

    def action_masks(self) -> Array:
        """Return the legal moves of each match: shape (num_envs, moves), bool."""
        return self._shown.mask

    @property
    def buffers(self) -> dict[str, Array]:
        """The writable buffers, for views by DLPack. Writing into them breaks the next step.

        `torch.from_dlpack(vector.buffers["observation"])` and `jax.numpy.from_dlpack(...)` share their memory, so their
        arrays show the result of every step. The buffers start at multiples of 64 bytes, as JAX requires.
        """
        buffers, floats = self._buffers, self.dtype == np.float32
        found = {
            "observation": buffers.seen if floats else buffers.small,
            "action_mask": buffers.mask,
            "reward": buffers.reward,
        }
        return found | {"rewards": buffers.rewards, "terminated": buffers.over, "to_move": buffers.seats}

    def close_extras(self, **_kwargs: Any) -> None:
        """Stop the threads."""
        self._threads.close()


def _aligned(shape: tuple[int, ...], dtype: type[np.generic]) -> Array:
    """Return a zero array that starts at a multiple of 64 bytes."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + _ALIGNED, np.uint8)
    start = -memory.ctypes.data % _ALIGNED
    return memory[start : start + size].view(dtype).reshape(shape)


def seen_space(size: int, dtype: np.dtype[Any]) -> spaces.Box:
    """Return the space of an observation: numbers from 0 to 1, or whole numbers from 0 to 255."""
    return spaces.Box(0, 255 if dtype == np.uint8 else 1, (size,), dtype)


def _checked_dtype(given: npt.DTypeLike) -> np.dtype[Any]:
    """Return the type of an observation's numbers; raise `BadValue` if it is not allowed."""
    try:
        found = np.dtype(given)
    except TypeError:
        found = np.dtype(np.object_)
    if given is None or found not in DTYPES:
        with as_value_errors():
            raise cannot_be("dtype", given, listing([str(each) for each in DTYPES]))
    return found


def _read_only(array: Array) -> Array:
    view = array.view()
    view.flags.writeable = False
    return view

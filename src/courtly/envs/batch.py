"""Thousands of matches at once for Gymnasium, stepped in compiled code on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup
from courtly.engine.errors import cannot_be, listing, shown
from courtly.engine.play.threads import Threads
from courtly.engine.sentences import said
from courtly.envs import kernels
from courtly.envs.base import MAX_SEED
from courtly.envs.errors import BadValue, EpisodeOver, as_values, checked_seed, illegal_action
from courtly.envs.fast import match_at
from courtly.envs.kernels import Buffers, Course, Table
from courtly.envs.rewards import reward_kind
from courtly.envs.seat import COMPILED, checked_place, lineup

Array = npt.NDArray[Any]
GRAIN = 512
"""Matches that a thread takes at least."""

MODES = {
    AutoresetMode.NEXT_STEP: kernels.NEXT_STEP,
    AutoresetMode.SAME_STEP: kernels.SAME_STEP,
    AutoresetMode.DISABLED: kernels.DISABLED,
}


class CourtlyVector(VectorEnv[Array, Array, Array]):
    """Many matches of one setup, side by side. Made by `courtly.envs.vector`.

    What it returns are views of buffers that it owns: the next step writes into them, and they cannot be written to.
    Copy what you keep. With bots an episode is a match from one seat; without, every step is the decision of whichever
    seat is to move in each match, and `info["to_move"]` says which.

    What happens to match `i` depends on its seed and its actions alone, never on the number of threads.
    """

    def __init__(
        self,
        setup: Setup,
        num_envs: int,
        *,
        bots: Sequence[str] | None,
        seat: int | None = 0,
        reward: str = "share",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
    ) -> None:
        with as_values():
            if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
                raise cannot_be("num_envs", num_envs, said("a whole number from 1"))
            if autoreset_mode not in (values := [mode.value for mode in MODES]) and autoreset_mode not in MODES:
                raise cannot_be("autoreset_mode", autoreset_mode, listing(values))
        mode = AutoresetMode(autoreset_mode)
        self.setup, self.num_envs, self.autoreset_mode = setup, num_envs, mode
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        kinds = [kernels.AGENT] * setup.players if bots is None else [kernels.AGENT, *_kinds(setup.players, bots)]
        place = checked_place(setup.players, seat)
        with as_values():
            paid = reward_kind(reward)
        at = -1 if place is None else place
        self._table = Table(np.array(kinds, np.int32), at, setup.max_legal, paid, MODES[mode])
        self.single_observation_space = spaces.Box(0.0, 1.0, (setup.game.rules.observation.size,), np.float32)
        self.single_action_space = spaces.Discrete(setup.codec.count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._threads = Threads(threads)
        self._allocate()

    def _allocate(self) -> None:
        n, players, size = self.num_envs, self.setup.players, self.setup.game.rules.observation.size
        same = self.autoreset_mode == AutoresetMode.SAME_STEP
        self._states = self.setup.game.rules.state.empty(n)
        self._course = Course(
            np.zeros(n, np.int64),
            np.zeros(n, np.int64),
            np.zeros(n, np.uint64),
            np.ones(n, np.bool_),
            np.zeros((n, players), np.float32),
            np.zeros(n, np.int32),
        )
        self._buffers = Buffers(
            np.zeros((n, size), np.float32),
            np.zeros((n, self.setup.codec.count), np.bool_),
            np.zeros((n, players), np.float32),
            np.zeros(n, np.float32),
            np.zeros(n, np.bool_),
            np.zeros((n if same else 1, size), np.float32),
            np.zeros(n, np.int32),
        )
        self._shown = Buffers(*map(_read_only, self._buffers))
        self._truncated = _read_only(np.zeros(n, np.bool_))
        self._begun = False

    @property
    def nbytes(self) -> int:
        """The memory of the matches, without the buffers of observations and masks."""
        rest = (self._buffers.rewards, self._buffers.reward, self._buffers.over, self._buffers.seats)
        return self._states.nbytes + sum(array.nbytes for array in (*self._course, *rest))

    def _share(self, work: Any, size: int) -> list[Any]:
        return self._threads.share(work, size, grain=GRAIN)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal matches: all, or those of `options["reset_mask"]`, bools of shape (num_envs,).

        Parameters
        ----------
        seed
            A whole number, from which match `i` has the seed `seed + i`; or one for each match. Without one the
            matches go on with the deals that follow from the seeds they have.
        """
        seeds = self._checked_seeds(seed)
        chosen = self._chosen(options)
        which = np.flatnonzero(chosen)
        for i in which:
            given = seeds[i]
            if given is not None or not self._begun:
                word = int(self.np_random.integers(MAX_SEED)) if given is None else given
                self._course.bases[i] = int(stream(word)[0] >> np.uint64(1))
                self._course.deals[i] = 0
        self._begun = True
        self._share(
            lambda span: kernels.begin_some(
                self.setup.contents, self._states, which, self._table, self._course, self._buffers, *span
            ),
            len(which),
        )
        return self._shown.seen, self._info()

    def _checked_seeds(self, seed: Any) -> list[int | None]:
        if seed is None or not isinstance(seed, Sequence | np.ndarray):
            first = checked_seed(seed)
            if first is not None:
                self._np_random, self._np_random_seed = np.random.default_rng(first), first
            return [None if first is None else first + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            with as_values():
                raise cannot_be("seed", shown(seed), said("a number, or {count}, one a match", count=self.num_envs))
        return [checked_seed(each) for each in seed]

    def _chosen(self, options: dict[str, Any] | None) -> npt.NDArray[np.bool_]:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (self.num_envs,) and self._begun:
            return mask
        with as_values():
            raise cannot_be("reset_mask", mask, said("bools, one a match, once all were reset"))

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Take an action in every match; if any cannot be taken an error names the first of them, and nothing changes.

        Raises
        ------
        IllegalAction, EpisodeOver, BadValue
            `EpisodeOver` before the first reset, and with `DISABLED` for a match that is over and was not reset.
        """
        numbers = self._checked(actions)
        args = (self._table, self._course, self._buffers)
        refused = self._share(lambda span: kernels.first_refused(numbers, *args, *span), self.num_envs)
        if wrong := [match for match in refused if match >= 0]:
            raise self._refusal(wrong[0], int(numbers[wrong[0]]))
        self._share(
            lambda span: kernels.step_range(self.setup.contents, self._states, numbers, *args, *span), self.num_envs
        )
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            self._course.ended[:] = False
        shown = self._shown
        return shown.seen, shown.reward, shown.over, self._truncated, self._info(stepped=True)

    def _checked(self, actions: Any) -> npt.NDArray[np.int64]:
        if not self._begun:
            raise EpisodeOver(said("there is no match before the first reset"), allowed="reset()")
        numbers = np.asarray(actions)
        if numbers.shape == (self.num_envs,) and np.issubdtype(numbers.dtype, np.integer):
            return np.ascontiguousarray(numbers, np.int64)
        given = f"{numbers.dtype} of shape {numbers.shape}"
        allowed = said("integers of shape ({count},)", count=self.num_envs)
        message = said("actions cannot be {given}; they are {allowed}", given=given, allowed=allowed)
        raise BadValue(message, given=given, where="actions", allowed=allowed)

    def _refusal(self, match: int, action: int) -> Exception:
        where = f"match {match}"
        if self._course.ended[match]:
            message = said("{where} is over; reset it before it is stepped", where=where)
            return EpisodeOver(message, given=action, where=where, allowed="reset()")
        return illegal_action(match_at(self.setup, self._states[match : match + 1]), action, where=where)

    def _info(self, *, stepped: bool = False) -> dict[str, Any]:
        shown = self._shown
        info: dict[str, Any] = {"action_mask": shown.mask, "to_move": shown.seats, "rewards": shown.rewards}
        if stepped and self.autoreset_mode == AutoresetMode.SAME_STEP and shown.over.any():
            info |= {"final_obs": shown.final, "_final_obs": shown.over}
        return info

    def action_masks(self) -> Array:
        """Return which moves are legal in each match: shape (num_envs, moves), bool."""
        return self._shown.mask

    def close_extras(self, **_kwargs: Any) -> None:
        """End the threads."""
        self._threads.close()


def _kinds(players: int, bots: Sequence[str]) -> list[int]:
    """Return the kernels' numbers of bots; raise `BadValue` for one that does not play in compiled code."""
    specs = lineup(players, bots)
    for spec in specs:
        if spec not in COMPILED:
            with as_values():
                raise cannot_be("bots", spec, listing(list(COMPILED)))
    return [COMPILED[spec] for spec in specs]


def _read_only(array: Array) -> Array:
    view = array.view()
    view.flags.writeable = False
    return view

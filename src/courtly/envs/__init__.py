"""The games as PettingZoo, Gymnasium and OpenSpiel environments, and as text for language models.

All environments are generic and work for every registered game. They need the extra `envs`.
`courtly.envs.openspiel`, which registers the games with OpenSpiel on import, needs `openspiel`.

Examples
--------
>>> from courtly import envs
>>> env = envs.aec("courtisans", players=3)
>>> env.reset(seed=7)
>>> sorted(env.last()[0])
['action_mask', 'observation']
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from courtly.envs.convert import converted
from courtly.envs.errors import BadValue, EpisodeOver, IllegalAction
from courtly.envs.nets import load_net, save_net
from courtly.envs.rewards import REWARDS
from courtly.text.languages import ENGLISH

if TYPE_CHECKING:
    import numpy.typing as npt
    from gymnasium.vector import AutoresetMode

    from courtly.engine.contract.game import Setup
    from courtly.envs.base import Board
    from courtly.envs.batch import CourtlyVector
    from courtly.envs.seat import CourtlySeat, Opponents
    from courtly.envs.turns import CourtlyAEC, CourtlyParallel

__all__ = [
    "REWARDS",
    "BadValue",
    "EpisodeOver",
    "IllegalAction",
    "aec",
    "converted",
    "gym",
    "load_net",
    "parallel",
    "raw_aec",
    "register",
    "save_net",
    "vector",
]


_SHOWN: dict[str, Any] = {"reward": "share", "render_mode": None, "lang": ENGLISH}
"""Options of every environment of a single match, with their defaults; see `aec`. The game has its own options."""


def _begun(game: str, players: int | None, options: dict[str, Any]) -> tuple[Setup, Board]:
    """Return the setup of an environment and a board for its match."""
    from courtly.envs.base import Board, prepared

    shown = {name: options.get(name, usual) for name, usual in _SHOWN.items()}
    setup = prepared(game, players, {name: value for name, value in options.items() if name not in shown})
    return setup, Board(setup, **shown)


def _check_extra() -> None:
    """Raise `MissingExtra` if the extra `envs` is not installed."""
    from courtly.engine.extras import library
    from courtly.engine.sentences import said

    for name in ("gymnasium", "pettingzoo"):
        library(name, said("environments"), where="envs", extra="envs")


def raw_aec(game: str, players: int | None = None, *, max_cycles: int | None = None, **options: Any) -> CourtlyAEC:
    """Return a game as PettingZoo's raw AEC environment, which does not check the order of calls; see `aec`."""
    _check_extra()
    from courtly.envs.turns import CourtlyAEC

    return CourtlyAEC(*_begun(game, players, options), max_cycles)


def aec(game: str, players: int | None = None, **options: Any) -> Any:
    """Return a game as PettingZoo's AEC environment, with one decision per step.

    Parameters
    ----------
    game, players, options
        The game and its options.
    reward
        One of `REWARDS`; by default `share`.
    render_mode
        `ansi`, `human` or `rgb_array`; all show the spectator's view.
    max_cycles
        The match is truncated after this number of decisions per seat; by default never.
    lang
        Language of text and pictures.

    Raises
    ------
    UnknownGame, BadValue

    Examples
    --------
    >>> env = aec("courtisans", players=2)
    >>> env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
    """
    raw = raw_aec(game, players, **options)
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    return OrderEnforcingWrapper(raw)


def parallel(
    game: str, players: int | None = None, *, max_cycles: int | None = None, **options: Any
) -> CourtlyParallel:
    """Return a game for PettingZoo's parallel interface. Only the action of the agent to move is played.

    `max_cycles` limits the number of decisions in a match. See `aec` for the other parameters.
    """
    _check_extra()
    from courtly.envs.turns import CourtlyParallel

    return CourtlyParallel(*_begun(game, players, options), max_cycles)


def gym(
    game: str,
    players: int | None = None,
    *,
    bots: Opponents = ("steward",),
    seat: int | None = 0,
    reward: str = "share",
    render_mode: str | None = None,
    lang: str = ENGLISH,
    **options: Any,
) -> CourtlySeat:
    """Return one seat of a game as a Gymnasium environment; bots play the others.

    Parameters
    ----------
    game, players, options
        The game and its options.
    bots
        Bots, seat by seat after the agent: specifications as in `courtly arena`, such as `net:PATH.npz` and
        `python:MODULE:NAME`, or objects with `choose(knowledge, rng)`. A single bot plays all other seats. A mapping
        from bots to weights is a pool: each match draws one, which plays all other seats.
    seat
        The agent's seat; None draws a seat for each match.
    reward, render_mode, lang
        See `aec`; pictures show the view of the agent's seat.

    Raises
    ------
    UnknownGame, UnknownBot, BadValue

    Examples
    --------
    >>> env = gym("courtisans", players=2, bots=["random"])
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, terminated, truncated, info = env.step(env.action_masks().argmax())
    >>> seen.shape, terminated
    ((377,), False)
    """
    _check_extra()
    from gymnasium.envs.registration import EnvSpec

    from courtly.envs.seat import CourtlySeat
    from courtly.envs.versions import env_id

    shown = {"reward": reward, "render_mode": render_mode, "lang": lang}
    env = CourtlySeat(*_begun(game, players, {**options, **shown}), bots, seat)
    given = {"game": game, "players": players, "bots": bots, "seat": seat, **shown, **options}
    env.spec = EnvSpec(env_id(game), entry_point="courtly.envs:gym", kwargs=given)
    return env


def vector(
    game: str,
    players: int | None = None,
    *,
    num_envs: int,
    bots: Opponents | None = ("steward",),
    seat: int | None = 0,
    reward: str = "share",
    autoreset_mode: AutoresetMode | str | None = None,
    threads: int | None = None,
    dtype: npt.DTypeLike = "float32",
    **options: Any,
) -> CourtlyVector:
    """Return many matches as one Gymnasium vector environment, stepped in compiled code on all cores.

    Parameters
    ----------
    game, players, options
        The game and its options.
    num_envs
        Number of matches.
    bots
        `random`, `steward` or `net:PATH.npz` (see `save_net`) for each other seat, as in `gym`; None if the caller
        plays every seat. The matches are divided among the bots of a pool in proportion to their weights.
    seat, reward
        See `gym`.
    autoreset_mode
        When a finished match is dealt again: Gymnasium's `NextStep` (the default), `SameStep` or `Disabled`.
    threads
        Number of threads; by default the number of cores.
    dtype
        `float32`, or `uint8`, which needs a quarter of the memory: values from 0 to 1 are scaled to 0 to 255 and
        rounded. `converted` reports the loss of precision.

    Raises
    ------
    UnknownGame, BadValue

    Examples
    --------
    >>> with_bots = vector("courtisans", players=2, num_envs=8, bots=["random"])
    >>> seen, info = with_bots.reset(seed=1)
    >>> seen, rewards, terminated, truncated, info = with_bots.step(info["action_mask"].argmax(axis=1))
    >>> seen.shape, rewards.shape
    ((8, 377), (8,))
    >>> with_bots.close()
    """
    _check_extra()
    from gymnasium.vector import AutoresetMode

    from courtly.envs.base import prepared
    from courtly.envs.batch import CourtlyVector

    mode = AutoresetMode.NEXT_STEP if autoreset_mode is None else autoreset_mode
    setup = prepared(game, players, options)
    chosen: dict[str, Any] = {"bots": bots, "seat": seat, "reward": reward, "threads": threads, "dtype": dtype}
    return CourtlyVector(setup, num_envs, autoreset_mode=mode, **chosen)


def register() -> list[str]:
    """Add every game to the registries of Gymnasium and PettingZoo; return the ids, such as `courtly/courtisans-v1`.

    Importing this package calls it. Call it again to add games that were registered with Courtly later.
    """
    _check_extra()
    from courtly.envs.ids import register_all

    return register_all()


if find_spec("gymnasium") and find_spec("pettingzoo"):
    register()

"""The games as environments of the field: PettingZoo, Gymnasium, OpenSpiel; and in words, for language models.

Nothing of a rule is here: everything is written once over the contract, for each registered game. Needs the extra
`envs`; `courtly.envs.openspiel`, which registers the games with OpenSpiel when it is imported, needs `openspiel`.

>>> from courtly import envs
>>> env = envs.aec("courtisans", players=3)
>>> env.reset(seed=7)
>>> sorted(env.last()[0])
['action_mask', 'observation']
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from courtly.envs.convert import converted
from courtly.envs.errors import BadValue, EpisodeOver, IllegalAction
from courtly.envs.nets import load_net, save_net
from courtly.envs.rewards import REWARDS

if TYPE_CHECKING:
    import numpy.typing as npt
    from gymnasium.vector import AutoresetMode

    from courtly.engine.contract.game import Setup
    from courtly.envs.base import Board
    from courtly.envs.batch import CourtlyVector
    from courtly.envs.seat import CourtlySeat
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


_SHOWN: dict[str, Any] = {"reward": "share", "render_mode": None, "lang": "en"}
"""What every environment of one match can be told beside the options of its game; see `aec`."""


def _begun(game: str, players: int | None, options: dict[str, Any]) -> tuple[Setup, Board]:
    """Return the setup of an environment and a board for its match."""
    from courtly.envs.base import Board, prepared

    shown = {name: options.get(name, usual) for name, usual in _SHOWN.items()}
    setup = prepared(game, players, {name: value for name, value in options.items() if name not in shown})
    return setup, Board(setup, **shown)


def raw_aec(game: str, players: int | None = None, *, max_cycles: int | None = None, **options: Any) -> CourtlyAEC:
    """Return a game as PettingZoo's raw AEC environment, which does not look after the order of calls; see `aec`."""
    from courtly.envs.turns import CourtlyAEC

    return CourtlyAEC(*_begun(game, players, options), max_cycles)


def aec(game: str, players: int | None = None, **options: Any) -> Any:
    """Return a game as PettingZoo's AEC environment, one decision after the other.

    Parameters
    ----------
    game, players, options
        The game and its options.
    reward
        One of `REWARDS`; by default `share`.
    render_mode
        `ansi`, `human` or `rgb_array`: what a spectator sees.
    max_cycles
        After so many decisions times the seats the match is truncated; by default never.
    lang
        The language of words and drawings.

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
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    return OrderEnforcingWrapper(raw_aec(game, players, **options))


def parallel(
    game: str, players: int | None = None, *, max_cycles: int | None = None, **options: Any
) -> CourtlyParallel:
    """Return a game for PettingZoo's parallel interface: of all agents' actions that of the deciding one is played.

    `max_cycles` is how many decisions a match may take; the others as in `aec`.
    """
    from courtly.envs.turns import CourtlyParallel

    return CourtlyParallel(*_begun(game, players, options), max_cycles)


def gym(
    game: str,
    players: int | None = None,
    *,
    bots: Sequence[str] = ("steward",),
    seat: int | None = 0,
    reward: str = "share",
    render_mode: str | None = None,
    lang: str = "en",
    **options: Any,
) -> CourtlySeat:
    """Return one seat of a game as a Gymnasium environment, the others played by bots.

    Parameters
    ----------
    game, players, options
        The game and its options.
    bots
        The specifications of the bots, in turn order from the agent on; one alone plays all other seats. A net is
        `net:PATH.npz`, see `save_net`.
    seat
        The agent's seat; None for one that is drawn for every match.
    reward, render_mode, lang
        See `aec`; pictures show what the agent's seat sees.

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
    bots: Sequence[str] | None = ("steward",),
    seat: int | None = 0,
    reward: str = "share",
    autoreset_mode: AutoresetMode | str | None = None,
    threads: int | None = None,
    dtype: npt.DTypeLike = "float32",
    **options: Any,
) -> CourtlyVector:
    """Return many matches at once as a Gymnasium vector environment, stepped in compiled code on all cores.

    Parameters
    ----------
    game, players, options
        The game and its options.
    num_envs
        How many matches.
    bots
        `random`, `steward` or `net:PATH.npz` (see `save_net`) for each other seat, see `gym`; None where every seat is
        played by whoever trains.
    seat, reward
        See `gym`.
    autoreset_mode
        When a match that is over is dealt again: Gymnasium's `NextStep` (the default), `SameStep` or `Disabled`.
    threads
        How many share the work; all cores by default.
    dtype
        `float32`, or `uint8` for observations of a quarter of the size: 255 for 1, rounded. `converted` tells what
        that loses.

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
    from gymnasium.vector import AutoresetMode

    from courtly.envs.base import prepared
    from courtly.envs.batch import CourtlyVector

    mode = AutoresetMode.NEXT_STEP if autoreset_mode is None else autoreset_mode
    setup = prepared(game, players, options)
    chosen: dict[str, Any] = {"bots": bots, "seat": seat, "reward": reward, "threads": threads, "dtype": dtype}
    return CourtlyVector(setup, num_envs, autoreset_mode=mode, **chosen)


def register() -> list[str]:
    """Add every game to the registries of Gymnasium and PettingZoo; return the ids, such as `courtly/courtisans-v1`.

    Importing this package does so. A game that is made known to Courtly later is added by calling this again.
    """
    from courtly.envs.ids import register_all

    return register_all()


if find_spec("gymnasium") and find_spec("pettingzoo"):
    register()

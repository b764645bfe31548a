"""Nets that play in compiled code, loaded from and saved to `.npz` files and checked before use.

A file has exactly these arrays:

| name | type | content |
|---|---|---|
| `game` | text | the game's name |
| `observations` | text | `versions.observation_fingerprint(game)`: identifies the net's input |
| `actions` | text | `versions.action_fingerprint([setup])`: identifies the net's output |
| `activation` | text | `relu` or `tanh`, between layers |
| `temperature` | float32 | 0: plays the best legal move; above 0: draws a legal move from logits / temperature |
| `weight_0`, `bias_0`, `weight_1`, … | float32 | layers: (inputs, outputs) and (outputs,) |

The first layer takes an observation. The last gives a logit for every move; only legal moves are considered.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.bots import Budget, Choice
from courtly.engine.compile.rng import Stream
from courtly.engine.contract.game import Setup
from courtly.engine.errors import BadOption, cannot_be, listing, shown
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.sentences import Sentence, said
from courtly.envs import kernels
from courtly.envs.errors import BadValue, as_value_errors
from courtly.envs.kernels import Floats, Nets
from courtly.envs.versions import accepted_observations, action_fingerprint, observation_fingerprint

PREFIX = "net:"
"""Prefix of a file path in a list of bots."""

ACTIVATIONS = ("relu", "tanh")


@dataclass(frozen=True, slots=True)
class Net:
    """A net: the weights and bias of each layer, the activation between layers, and the temperature."""

    layers: tuple[tuple[Floats, Floats], ...]
    activation: str = "relu"
    temperature: float = 0.0

    def logits(self, seen: npt.ArrayLike) -> Floats:
        """Return the logits of one observation, one for every move, legal or illegal."""
        return kernels.logits(packed([self]), 0, np.ascontiguousarray(seen, np.float32))


def save_net(
    path: Path | str,
    setup: Setup,
    layers: Sequence[tuple[npt.ArrayLike, npt.ArrayLike]],
    *,
    activation: str = "relu",
    temperature: float = 0.0,
) -> None:
    """Save a net that plays a game, for use with `bots=["net:PATH"]`.

    Parameters
    ----------
    path
        The file; its name ends in `.npz`.
    setup
        The game and options that the net plays: `vector.setup`.
    layers
        Weights, shape (inputs, outputs), and bias of each layer. For a PyTorch `Linear` they are `linear.weight.T` and
        `linear.bias`.
    activation, temperature
        See `courtly.envs.nets`.

    Raises
    ------
    BadValue
        If the file could not be loaded again.
    """
    values: dict[str, Any] = {**_expected(setup), "activation": activation, "temperature": np.float32(temperature)}
    for number, (weight, bias) in enumerate(layers):
        values |= {f"weight_{number}": np.asarray(weight, np.float32), f"bias_{number}": np.asarray(bias, np.float32)}
    with as_value_errors():
        _net(str(path), setup, {name: np.asarray(value) for name, value in values.items()})
    np.savez(path, **values)


def load_net(path: Path | str, setup: Setup) -> Net:
    """Return the net of a file; raise `BadValue` with the file and the problem if it cannot play this game."""
    try:
        # Opened here because `numpy.load` leaves a file open if it cannot read it.
        with Path(path).open("rb") as file, np.lib.npyio.NpzFile(file, allow_pickle=False) as archive:
            arrays = dict(archive)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        with as_value_errors():
            raise _problem(str(path), said("it cannot be read: {problem}", problem=str(error))) from error
    with as_value_errors():
        return _net(str(path), setup, arrays)


def _expected(setup: Setup) -> dict[str, str]:
    return {
        "game": setup.game.name,
        "observations": observation_fingerprint(setup.game),
        "actions": action_fingerprint([setup]),
    }


def _net(path: str, setup: Setup, arrays: Mapping[str, npt.NDArray[Any]]) -> Net:
    accepted = {"activation": ACTIVATIONS, "observations": accepted_observations(setup.game)}
    for name, wanted in {**_expected(setup), "activation": listing(ACTIVATIONS)}.items():
        found = str(arrays[name]) if name in arrays else None
        if found not in accepted.get(name, (wanted,)):
            problem = said("it has {given} as {name}, not {allowed}", name=name, given=shown(found), allowed=wanted)
            raise _problem(path, problem)
    count = sum(name.startswith("weight_") for name in arrays)
    layers = tuple(
        (_numbers(path, arrays, f"weight_{at}", 2), _numbers(path, arrays, f"bias_{at}", 1)) for at in range(count)
    )
    _check_shapes(path, setup, layers)
    temperature = float(_numbers(path, arrays, "temperature", 0))
    if temperature < 0:
        raise _problem(path, said("its temperature is below 0"))
    return Net(layers, str(arrays["activation"]), temperature)


def _numbers(path: str, arrays: Mapping[str, npt.NDArray[Any]], name: str, dimensions: int) -> Floats:
    found = arrays.get(name)
    if found is None or found.ndim != dimensions or found.dtype.kind != "f" or not np.isfinite(found).all():
        problem = said("{name} must be {count}-dimensional, with finite numbers", name=name, count=dimensions)
        raise _problem(path, problem)
    return np.array(found, np.float32, order="C")


def _check_shapes(path: str, setup: Setup, layers: tuple[tuple[Floats, Floats], ...]) -> None:
    """Raise `BadOption` unless the layers fit each other, from an observation to every move."""
    given = [weight.shape for weight, _ in layers]
    outputs = [bias.shape[0] for _, bias in layers]
    inputs = [setup.game.rules.observation.size, *outputs]
    if not layers or inputs[-1] != setup.codec.count or given != list(zip(inputs[:-1], outputs, strict=True)):
        problem = said(
            "its layers are {given}; they must lead from {inputs} inputs to {count} moves",
            given=shown(given),
            inputs=inputs[0],
            count=setup.codec.count,
        )
        raise _problem(path, problem)


def _problem(path: str, problem: Sentence) -> BadOption:
    message = said("the net {path} cannot play: {problem}", path=shown(path), problem=problem)
    return BadOption(message, given=path, where="bots", allowed=said("a net that was saved for this game"))


def packed(nets: Sequence[Net]) -> Nets:
    """Return nets in the form that compiled code reads."""
    numbers: list[Floats] = [np.zeros(0, np.float32)]
    layers: list[tuple[int, ...]] = []
    spans, at = [], 0
    for net in nets:
        first = len(layers)
        for weight, bias in net.layers:
            layers.append((*weight.shape, at))
            numbers += [weight.ravel(), bias]
            at += weight.size + bias.size
        spans.append((first, len(layers), net.activation == "tanh"))
    return Nets(
        np.concatenate(numbers),
        np.array(layers, np.int64).reshape(-1, 3),
        np.array(spans, np.int64).reshape(-1, 3),
        np.array([net.temperature for net in nets], np.float32),
    )


class NetBot:
    """A net as a bot, for callers that ask one seat at a time: the arena, tables against bots, a Gymnasium seat.

    Parameters
    ----------
    path
        The file. It is loaded and checked for the game of the first decision, or by `check`.
    """

    def __init__(self, path: str) -> None:
        self.name = PREFIX + path
        self._path = path
        self._nets: Nets | None = None

    def check(self, setup: Setup) -> None:
        """Load the net; raise `BadValue` if it cannot play this game."""
        self._nets = packed([load_net(self._path, setup)])

    def choose(self, knowledge: Knowledge, rng: Stream, _budget: Budget | None = None) -> Choice:
        """Return the net's move."""
        if self._nets is None:
            self.check(knowledge.setup)
            assert self._nets is not None
        moves = np.flatnonzero(knowledge.mask).astype(np.int32)
        move = kernels.choose_by_logits(self._nets, 0, knowledge.observation, moves, rng)
        return Choice(knowledge.setup.codec.format(int(move)))


COMPILED = {"random": kernels.RANDOM, "steward": kernels.STEWARD}
"""Bots that play in compiled code, apart from nets."""


def seated_lineups(setup: Setup, lineups: Sequence[Sequence[object]]) -> tuple[list[list[int]], Nets]:
    """Return the kernels' kinds of the bots of each lineup, and the nets of all.

    The kind is `OTHER` for bots that do not play in compiled code.
    """
    paths = list(dict.fromkeys(spec for bots in lineups for spec in bots if _is_net(spec)))
    numbers: dict[object, int] = {spec: kernels.FIRST_NET + at for at, spec in enumerate(paths)} | COMPILED
    nets = [load_net(str(spec).removeprefix(PREFIX), setup) for spec in paths]
    return [[numbers.get(spec, kernels.OTHER) for spec in bots] for bots in lineups], packed(nets)


def all_compiled(setup: Setup, lineups: Sequence[Sequence[object]]) -> tuple[list[list[int]], Nets]:
    """Return the result of `seated_lineups`; raise `BadValue` if a bot does not play in compiled code."""
    for spec in (spec for bots in lineups for spec in bots):
        if spec not in COMPILED and not _is_net(spec):
            with as_value_errors():
                raise cannot_be("bots", spec, listing([*COMPILED, f"{PREFIX}PATH.npz"]))
    return seated_lineups(setup, lineups)


def _is_net(spec: object) -> bool:
    return isinstance(spec, str) and spec.startswith(PREFIX)


__all__ = ["BadValue", "Net", "NetBot", "load_net", "save_net"]

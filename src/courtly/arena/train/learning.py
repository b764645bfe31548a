"""Train a net on positions from self-play, in parts of equal size.

Before the net learns from a part, it predicts that part; the accuracy of the predictions is the learning curve. The
first parts come from stewards' matches. After each round of self-play by a search with the current net, the next parts
start from positions of that round. The library scikit-learn trains the net (Adam, squared error) on one thread, so that
a seed gives identical bits with any number of cores. The final net is the mean of the nets after the last parts. This
mean is more stable than the last net.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.arena.journal import BadRun
from courtly.arena.output import replace_file
from courtly.arena.run import Progress, Resources
from courtly.arena.train.kernels import LONGEST, SamplingSettings, note_positions
from courtly.arena.train.selfplay import SIMULATIONS, searched
from courtly.arena.train.task import PART, TrainTask, learner
from courtly.bots.learned.files import feature_count
from courtly.bots.learned.net import HIDDEN, OUTPUTS_PER_SEAT, Floats, Net
from courtly.bots.search.playouts import Playouts, Rollout
from courtly.engine.arrays import Float64Array
from courtly.engine.compile.rng import stream
from courtly.engine.contract.layout import States
from courtly.engine.extras import library
from courtly.engine.play.threads import Span, Threads
from courtly.engine.sentences import said

BATCH = 256
RATE = 1e-3
REMEMBERED = 16
"""Number of recent parts from which older parts are chosen for repeated learning."""

AGAIN = 7
"""Number of older parts that are learned again together with each new part."""

SPACING = 3
"""In stewards' matches, one position in `SPACING` is sampled, on average."""

BRANCH = {"stray": 4, "wild": 6, "far": 25, "spacing": 2}
"""`SamplingSettings` of matches that start from a search's positions: some random moves first, then stewards' moves."""

PIECE = 4096
"""Positions that share one random stream. It is fixed, so that the number of threads does not change the result."""

_STREAM_KEY = 0x747261
"""Key that separates the random streams of self-play from all others."""

_STATE = "training.joblib"


Halves = npt.NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the learning curve: how well the net predicted a part before it learned from that part.

    Attributes
    ----------
    positions
        Number of positions learned before.
    victory, margin
        The part of the variance in victory shares that the net explains, and the part of the variance in margins.
    """

    positions: int
    victory: float
    margin: float


@dataclass(frozen=True, slots=True)
class Trained:
    """A trained net with its task and learning curve."""

    task: TrainTask
    net: Net
    curve: tuple[Point, ...]

    def about(self) -> dict[str, Any]:
        """Return the training facts for the net's file."""
        last = self.curve[-1]
        return {
            "positions": self.task.parts * PART,
            "seed": self.task.seed,
            "stray": self.task.stray,
            "rounds": self.task.rounds,
            "matches": self.task.matches,
            "simulations": list(SIMULATIONS),
            "spacing": [SPACING, BRANCH["spacing"]],
            "hidden": list(HIDDEN),
            "again": [AGAIN, REMEMBERED],
            "method": f"Adam {RATE:g}, batches of {BATCH}, scikit-learn {version('scikit-learn')}",
            "explained": {"victory": round(last.victory, 4), "margin": round(last.margin, 4)},
        }


@dataclass(slots=True)
class _Progress:
    """The saved state of a training. The positions of its rounds are in separate files."""

    task: str
    model: Any
    sums: list[Float64Array]
    curve: list[Point]


def learn(
    task: TrainTask,
    resources: Resources | None = None,
    on_progress: Progress = lambda _done, _total: None,
) -> Trained:
    """Train the net of a task. A training saved in `resources.folder` is continued.

    Raises
    ------
    BadOption, BadRun, BadNet
    """
    resources = resources or Resources()
    task.check(resources.workers)
    now = _opened(task, resources.folder)
    with library("threadpoolctl", said("nets"), where="game").threadpool_limits(1):
        parts = _Parts(task, resources)
        for part in range(len(now.curve), task.parts):
            on_progress(part, task.parts)
            _learn_part(task, now, parts.up_to(part, now.model))
            _keep(now, resources.folder)
    on_progress(task.parts, task.parts)
    averaged = task.parts - _averaged_from(task)
    return Trained(task, _net_of([each / averaged for each in now.sums]), tuple(now.curve))


class _Parts:
    """The positions of the recent parts. Missing parts are played again, with the same result."""

    def __init__(self, task: TrainTask, resources: Resources) -> None:
        self._task, self._resources = task, resources
        self._rounds: list[States] = []
        self._known: dict[int, tuple[Halves, Floats]] = {}

    def up_to(self, part: int, model: Any) -> Mapping[int, tuple[Halves, Floats]]:
        """Return the recent parts up to this one; the net of `model` first plays any round that is due."""
        while len(self._rounds) < self._task.round_of(part):
            self._rounds.append(self._round(len(self._rounds) + 1, model))
        wanted = range(max(0, part + 1 - REMEMBERED), part + 1)
        self._known = {each: self._known.get(each) or self._played(each) for each in wanted}
        return self._known

    def _played(self, part: int) -> tuple[Halves, Floats]:
        rounds = self._rounds[: self._task.round_of(part)]
        starts = np.concatenate([self._task.setup.game.rules.state.empty(0), *rounds])
        x, y = play_part(self._task, part, self._resources.worker_count, starts)
        return x.astype(np.float16), y

    def _round(self, number: int, model: Any) -> States:
        """Return the positions of a round, loaded from the folder if the folder has them."""
        folder = self._resources.folder
        file = None if folder is None else folder / f"starts-{number}.npy"
        if file is not None and file.is_file():
            found: States = np.load(file, allow_pickle=False)
            return found
        played = searched(self._task, _net_of(_layers(model)), number, self._resources.worker_count)
        if file is not None:
            replace_file(file, lambda draft: _save(draft, played))
        return played


def _save(file: Path, states: States) -> None:
    with file.open("wb") as out:
        np.save(out, states, allow_pickle=False)


def _layers(model: Any) -> list[Float64Array]:
    return [each for layer in zip(model.coefs_, model.intercepts_, strict=True) for each in layer]


def _net_of(layers: list[Float64Array]) -> Net:
    return Net(*(np.ascontiguousarray(each, np.float32) for each in layers))


def _averaged_from(task: TrainTask) -> int:
    """Return the first part whose net counts in the mean. The mean covers the last quarter of the parts."""
    return task.parts - max(1, task.parts // 4)


def play_part(task: TrainTask, part: int, workers: int, starts: States | None = None) -> tuple[Floats, Floats]:
    """Return the features of a part's positions, shape (positions, features), and the results of their matches.

    The matches start from `starts`, or from new deals if there are none.
    """
    setup, count = task.setup, feature_count(task.setup)
    x, y = np.empty((PART, count), np.float32), np.empty((PART, OUTPUTS_PER_SEAT * setup.players), np.float32)
    scale = float(setup.game.study.search.scale)
    ends = Playouts(rollout=int(Rollout.STEWARD), horizon=0, prior=0.0, margin=1.0, scale=scale, players=setup.players)
    known = setup.game.rules.state.empty(0) if starts is None else starts
    habits = (
        SamplingSettings(**BRANCH, ends=ends)
        if len(known)
        else SamplingSettings(task.stray, LONGEST, LONGEST, SPACING, ends)
    )

    def work(span: Span) -> None:
        states = setup.game.rules.state.empty(1)
        for piece in range(span.low, span.high):
            rows, rng = slice(piece * PIECE, (piece + 1) * PIECE), stream(task.seed, _STREAM_KEY, part, piece)
            note_positions(setup.contents, states, known, habits, rng, x[rows], y[rows])

    with Threads(workers) as threads:
        threads.share(work, PART // PIECE)
    return x, y


def _learn_part(task: TrainTask, now: _Progress, parts: Mapping[int, tuple[Halves, Floats]]) -> None:
    """Record how well the net predicts the newest part, then train on that part and some older ones."""
    part = len(now.curve)
    x, y = parts[part]
    foreseen = now.model.predict(x.astype(np.float32)) if part else np.broadcast_to(y.mean(axis=0), y.shape)
    missed = ((foreseen - y) ** 2).mean(axis=0) / np.maximum(y.var(axis=0), 1e-9)
    victory, margin = (float(1 - missed[i::OUTPUTS_PER_SEAT].mean()) for i in range(OUTPUTS_PER_SEAT))
    rng = np.random.default_rng([task.seed, part])
    others = rng.permutation([each for each in parts if each != part])[:AGAIN]
    for each in rng.permutation([part, *others]):
        x, y = parts[int(each)]
        now.model.partial_fit(x.astype(np.float32), y)
    now.curve.append(Point(part * PART, victory, margin))
    if part >= _averaged_from(task):
        layers = _layers(now.model)
        now.sums = [total + each for total, each in zip(now.sums or map(np.zeros_like, layers), layers, strict=True)]


def _opened(task: TrainTask, folder: Path | None) -> _Progress:
    """Return the training saved in a folder, or a new one."""
    key = _key(task.learnt_from())
    if folder is not None and (folder / _STATE).is_file():
        kept = _loaded(folder)
        if not isinstance(kept, _Progress) or kept.task != key:
            message = said("{folder} already holds another training", folder=folder)
            raise BadRun(message, given=str(folder), where="resume", allowed=said("another folder"), problem="file")
        return kept
    model = learner().MLPRegressor(
        hidden_layer_sizes=HIDDEN, batch_size=BATCH, learning_rate_init=RATE, alpha=1e-5, random_state=task.seed % 2**32
    )
    return _Progress(key, model, [], [])


def _loaded(folder: Path) -> object:
    """Return the object saved in a folder, or None if it cannot be read."""
    try:
        found: object = library("joblib", said("nets"), where="game").load(folder / _STATE)
    except Exception:  # noqa: BLE001 - unpickling a damaged file may raise any error
        return None
    return found


def _key(document: Mapping[str, Any]) -> str:
    """Return a hash that identifies a training: the task and the library versions."""
    text = json.dumps([document, version("scikit-learn"), version("numpy")], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _keep(now: _Progress, folder: Path | None) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        dump = library("joblib", said("nets"), where="game").dump
        replace_file(folder / _STATE, lambda draft: dump(now, draft))

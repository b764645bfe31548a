"""Trains a net on positions that are played, learnt once and forgotten: each part tells first how well it was foreseen.

The library scikit-learn trains (Adam, squared error), on one thread, so that a seed gives the same bits whatever the
number of cores. What is kept at the end is the mean of the net over the second half of the parts, which is steadier
than the last one.
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

from courtly.arena.extras import library
from courtly.arena.journal import BadRun
from courtly.arena.output import replace_file
from courtly.arena.run import Progress, Resources
from courtly.arena.train.kernels import Habits, note_positions
from courtly.arena.train.task import PART, TrainTask, learner
from courtly.bots.learned.files import feature_count
from courtly.bots.learned.net import HIDDEN, JUDGED, Floats, Net
from courtly.bots.search.playouts import Playouts, Rollout
from courtly.engine.arrays import Float64Array
from courtly.engine.compile.rng import stream
from courtly.engine.play.threads import Span, Threads
from courtly.engine.sentences import said

BATCH = 1024
RATE = 1e-3
SPACING = 3
"""One of so many positions is noted."""

PIECE = 4096
"""Positions that come from one random stream, whoever plays them."""

_LUCK = 0x747261
"""Tells the streams of self-play from all others."""

_STATE = "training.joblib"


@dataclass(frozen=True, slots=True)
class Point:
    """How well a part was foreseen before the net learnt from it.

    Attributes
    ----------
    positions
        How many it had learnt from.
    victory, margin
        Which part of the variance of the shares of victory, and of the margins, the net explained.
    """

    positions: int
    victory: float
    margin: float


@dataclass(frozen=True, slots=True)
class Trained:
    """A trained net, and how it came about."""

    task: TrainTask
    net: Net
    curve: tuple[Point, ...]

    def about(self) -> dict[str, Any]:
        """Return how it was made, as its file says it."""
        last = self.curve[-1]
        return {
            "positions": self.task.parts * PART,
            "seed": self.task.seed,
            "stray": self.task.stray,
            "spacing": SPACING,
            "hidden": list(HIDDEN),
            "method": f"Adam {RATE:g}, batches of {BATCH}, scikit-learn {version('scikit-learn')}",
            "explained": {"victory": round(last.victory, 4), "margin": round(last.margin, 4)},
        }


@dataclass(slots=True)
class _Progress:
    """What a training is continued from."""

    task: str
    model: Any
    sums: list[Float64Array]
    curve: list[Point]


def learn(
    task: TrainTask,
    resources: Resources | None = None,
    on_progress: Progress = lambda _done, _total: None,
) -> Trained:
    """Train the net of a task; `resources.folder` keeps what was learnt, and the same task goes on from there.

    Raises
    ------
    BadOption, BadRun, BadNet
    """
    resources = resources or Resources()
    task.check(resources.workers)
    now = _opened(task, resources.folder)
    with library("threadpoolctl", said("nets"), where="game").threadpool_limits(1):
        for part in range(len(now.curve), task.parts):
            on_progress(part, task.parts)
            _learn_part(task, now, *play_part(task, part, resources.worker_count))
            _keep(now, resources.folder)
    on_progress(task.parts, task.parts)
    averaged = task.parts - task.parts // 2
    parts = [np.ascontiguousarray(each / averaged, np.float32) for each in now.sums]
    return Trained(task, Net(*parts), tuple(now.curve))


def play_part(task: TrainTask, part: int, workers: int) -> tuple[Floats, Floats]:
    """Return the features of a part's positions, shape (positions, features), and how their matches ended."""
    setup, count = task.setup, feature_count(task.setup)
    x, y = np.empty((PART, count), np.float32), np.empty((PART, JUDGED * setup.players), np.float32)
    scale = float(setup.game.study.search.scale)
    ends = Playouts(rollout=int(Rollout.STEWARD), horizon=0, prior=0.0, margin=1.0, scale=scale, players=setup.players)
    habits = Habits(task.stray, SPACING, ends)

    def work(span: Span) -> None:
        states = setup.game.rules.state.empty(1)
        for piece in range(span.low, span.high):
            rows, rng = slice(piece * PIECE, (piece + 1) * PIECE), stream(task.seed, _LUCK, part, piece)
            note_positions(setup.contents, states, habits, rng, x[rows], y[rows])

    with Threads(workers) as threads:
        threads.share(work, PART // PIECE)
    return x, y


def _learn_part(task: TrainTask, now: _Progress, x: Floats, y: Floats) -> None:
    """Note how well the net foresees a part, then let it learn from it; the second half is averaged."""
    part = len(now.curve)
    foreseen = now.model.predict(x) if part else np.broadcast_to(y.mean(axis=0), y.shape)
    missed = ((foreseen - y) ** 2).mean(axis=0) / np.maximum(y.var(axis=0), 1e-9)
    victory, margin = (float(1 - missed[i::JUDGED].mean()) for i in range(JUDGED))
    now.model.partial_fit(x, y)
    now.curve.append(Point(part * PART, victory, margin))
    if part >= task.parts // 2:
        layers = [each for layer in zip(now.model.coefs_, now.model.intercepts_, strict=True) for each in layer]
        now.sums = [total + each for total, each in zip(now.sums or map(np.zeros_like, layers), layers, strict=True)]


def _opened(task: TrainTask, folder: Path | None) -> _Progress:
    """Return what a folder keeps of this task, or its beginning."""
    key = _key(task.learnt_from())
    if folder is not None and (folder / _STATE).is_file():
        kept = _loaded(folder)
        if not isinstance(kept, _Progress) or kept.task != key:
            message = said("{folder} keeps another training", folder=folder)
            raise BadRun(message, given=str(folder), where="resume", allowed=said("another folder"), problem="file")
        return kept
    model = learner().MLPRegressor(
        hidden_layer_sizes=HIDDEN, batch_size=BATCH, learning_rate_init=RATE, alpha=1e-5, random_state=task.seed % 2**32
    )
    return _Progress(key, model, [], [])


def _loaded(folder: Path) -> object:
    """Return what a folder keeps, None for what cannot be read."""
    try:
        found: object = library("joblib", said("nets"), where="game").load(folder / _STATE)
    except Exception:  # noqa: BLE001 - what unpickles a torn file may raise anything
        return None
    return found


def _key(document: Mapping[str, Any]) -> str:
    """Return what tells trainings apart: the task, and the library that trains."""
    text = json.dumps([document, version("scikit-learn"), version("numpy")], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _keep(now: _Progress, folder: Path | None) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        dump = library("joblib", said("nets"), where="game").dump
        replace_file(folder / _STATE, lambda draft: dump(now, draft))

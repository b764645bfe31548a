"""The trial of a net: a search with the net plays a search without it, with equal time, on fresh deals."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from courtly.arena.plan import Plan
from courtly.arena.random_streams import deal_seed
from courtly.arena.run import Progress, Resources, play
from courtly.arena.standings import summary
from courtly.arena.train.candidate import spec_of
from courtly.arena.train.learning import Trained
from courtly.arena.train.task import TrainTask
from courtly.bots.learned.files import pack

_TRIAL_SEED = 1
"""Index of the trial's seed in the series of deal seeds derived from the task's seed."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The mean victory share of a seat with the net, with its 95 % interval from a bootstrap over deals.

    `even` is the victory share of equal players.
    """

    opponent: str
    deals: int
    matches: int
    share: float
    low: float | None
    high: float | None
    even: float

    @property
    def is_better(self) -> bool:
        """Whether the whole interval is above the share of equal players."""
        return self.low is not None and self.low > self.even

    def about(self) -> dict[str, Any]:
        """Return the trial's facts for the net's file."""
        return {"opponent": self.opponent, "deals": self.deals, "share": self.share, "low": self.low, "high": self.high}


def run_trial(
    trained: Trained,
    resources: Resources | None = None,
    on_progress: Progress = lambda _done, _total: None,
) -> Trial:
    """Play the trial of a net; `resources.folder` keeps the matches played."""
    task, resources = trained.task, resources or Resources()
    with tempfile.TemporaryDirectory() as place:
        folder = resources.folder or Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "candidate.npz"
        file.write_bytes(pack(trained.net, task.setup, trained.about()))
        kept = None if resources.folder is None else folder / "trial"
        results = play(_plan(task, file), replace(resources, folder=kept), on_progress)
    found = summary(results)
    mine = found["bots"][0]
    return Trial(
        opponent=task.opponent,
        deals=found["deals"],
        matches=found["matches"],
        share=mine["share"],
        low=mine["share_low"],
        high=mine["share_high"],
        even=1 / found["seats"],
    )


def _plan(task: TrainTask, file: Path) -> Plan:
    bots = (spec_of(file, task.parameters), task.opponent)
    return Plan(task.game, dict(task.options), bots, deals=task.deals, seed=deal_seed(task.seed, _TRIAL_SEED))

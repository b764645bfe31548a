"""Play a plan: distribute the matches that have not been played yet, and store their results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from courtly.arena.compiled import is_compiled
from courtly.arena.crew import ProcessWorker, Worker, run_tasks
from courtly.arena.entrants import check_spec
from courtly.arena.journal import BadRun, Journal
from courtly.arena.plan import Plan, Unit
from courtly.arena.rows import ModelCost, Rows, TaskResult, Visits
from courtly.arena.warm import WARM_UP_PARTS
from courtly.arena.work import LocalWorker, OptionalOutput, Task, tasks
from courtly.engine.contract.game import Use
from courtly.engine.errors import cannot_be
from courtly.engine.play.cores import cores
from courtly.engine.play.warmup import ensure_warm
from courtly.engine.sentences import said

Progress = Callable[[int, int], None]
"""Called with the number of matches played and the total."""

Played = npt.NDArray[np.bool_]
"""A mask over matches: True for each match played."""


@dataclass(frozen=True, slots=True)
class Resources:
    """Workers and output folders of a run. They do not change the results.

    Attributes
    ----------
    workers
        Number of threads or processes on this machine; by default the number of cores.
    ray
        Address of a Ray cluster to use instead.
    folder
        Folder that stores the run, so that it can be continued.
    records
        Folder for match records.
    uses
        Whether to collect the items that each seat used.
    moves
        Whether to keep the moves of matches that compiled code cannot replay, for `trajectories`.
    transcripts
        Folder for the messages to outside programs with their answers.
    """

    workers: int | None = None
    ray: str | None = None
    folder: Path | None = None
    records: Path | None = None
    uses: bool = False
    moves: bool = False
    transcripts: Path | None = None

    @property
    def worker_count(self) -> int:
        """Number of workers on this machine."""
        return self.workers or cores()

    def check(self) -> None:
        """Raise `BadOption` if the number of workers is out of range."""
        if self.workers is not None and not 1 <= self.workers <= 4096:
            raise cannot_be("workers", self.workers, said("a whole number from {low} to {high}", low=1, high=4096))


@dataclass(frozen=True, slots=True)
class Results:
    """Results of a plan: one row for each match.

    The other fields are keyed by match: the reasons for forfeits, the items used, the moves, the models' costs, and the
    searches.
    """

    plan: Plan
    rows: Rows
    reasons: dict[int, str]
    uses: dict[int, list[Use]]
    moves: dict[int, list[int]] = field(default_factory=dict)
    spent: dict[int, dict[int, ModelCost]] = field(default_factory=dict)
    visits: dict[int, list[Visits]] = field(default_factory=dict)


def play(plan: Plan, resources: Resources | None = None, on_progress: Progress = lambda _done, _total: None) -> Results:
    """Play the matches of a plan that have not been played yet, and return all results.

    Raises
    ------
    UnknownBot, BadOption, BadRun, WorkerLost, NoCluster
    """
    resources = resources or Resources()
    resources.check()
    for spec in plan.bots:
        check_spec(spec, plan.setup)
    folders = {"records": resources.records, "transcripts": resources.transcripts}
    kept = {name: folder is not None for name, folder in folders.items()}
    wanted = OptionalOutput(uses=resources.uses, moves=resources.moves, **kept)
    for folder in filter(None, folders.values()):
        folder.mkdir(parents=True, exist_ok=True)
    ensure_warm(plan.game, warm_up_parts=WARM_UP_PARTS)
    with Journal(plan, resources.folder) as journal:
        played, uses = journal.played(), {}
        if resources.moves:
            _check_moves(plan, resources.folder, played, journal.moves)
        count = int(played.sum())
        on_progress(count, plan.matches)
        for done in _task_results(plan, wanted, resources, played & ~_without_record(plan, resources.records, played)):
            _keep_records(resources.records, done)
            _keep_transcripts(resources.transcripts, done)
            new = done.rows[~played[done.rows["match"]]]
            journal.add(replace(done, rows=new))
            played[new["match"]] = True
            uses.update(done.uses)
            count += len(new)
            on_progress(count, plan.matches)
        return Results(plan, journal.rows(), journal.reasons, uses, journal.moves, journal.spent, journal.visits)


def _task_results(plan: Plan, wanted: OptionalOutput, resources: Resources, done: Played) -> Iterator[TaskResult]:
    """Yield the results of all tasks that are left."""
    left = tasks(plan, wanted, done)
    if resources.ray is not None:
        from courtly.arena.cluster import run_on_ray

        yield from run_on_ray(left, plan, wanted, resources.ray)
        return
    units = (task for task in left if isinstance(task, Unit))
    yield from _by_workers(units, lambda _: LocalWorker(plan, wanted), resources.worker_count)
    single = (task for task in tasks(plan, wanted, done) if not isinstance(task, Unit))
    yield from _by_workers(
        single,
        lambda count: ProcessWorker(plan, wanted, threads=max(1, cores() // count)),
        resources.worker_count,
    )


def _by_workers(
    left: Iterator[Task], start: Callable[[int], Worker[Task, TaskResult]], most: int
) -> Iterator[TaskResult]:
    """Distribute tasks to at most `most` workers. `start` creates a worker, given the number of workers."""
    first = list(islice(left, most))
    if first:
        yield from run_tasks(chain(first, left), lambda: start(len(first)), len(first))


def _without_record(plan: Plan, folder: Path | None, played: Played) -> Played:
    """Return the mask of matches that were played without the requested record and must be replayed.

    Raises
    ------
    BadRun
        If such a match cannot be replayed because not all its bots are compiled.
    """
    missing = np.zeros(plan.matches, np.bool_)
    if folder is None:
        return missing
    recorded = {file.name for file in folder.iterdir()}
    missing[[match for match in np.flatnonzero(played).tolist() if _record_name(match) not in recorded]] = True
    lost = _not_compiled(plan, missing)
    if lost:
        places = {"count": len(lost), "first": lost[0]}
        message = said("{count} matches were played without keeping their records, from match {first} on", **places)
        allowed = said("a new run, or no records")
        raise BadRun(message, given=str(folder), where="records", allowed=allowed, problem="file")
    return missing


def _check_moves(plan: Plan, folder: Path | None, played: Played, kept: Mapping[int, object]) -> None:
    """Raise `BadRun` if the moves of a played match were not kept and the match cannot be replayed."""
    lost = [match for match in _not_compiled(plan, played) if match not in kept]
    if lost:
        places = {"count": len(lost), "first": lost[0]}
        message = said("{count} matches were played without keeping their moves, from match {first} on", **places)
        allowed = said("a new run, or no trajectories")
        raise BadRun(message, given=str(folder), where="trajectories", allowed=allowed, problem="file")


def _not_compiled(plan: Plan, chosen: Played) -> list[int]:
    """Return the chosen matches that compiled code cannot replay."""
    return [match for match in np.flatnonzero(chosen).tolist() if not is_compiled(plan, plan.place(match)[1])]


def _record_name(match: int) -> str:
    return f"match-{match:09}.json"


def _keep_records(folder: Path | None, done: TaskResult) -> None:
    """Write match records, each into its own file."""
    for match, record in done.records.items():
        assert folder is not None
        _write(folder / _record_name(match), json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def _keep_transcripts(folder: Path | None, done: TaskResult) -> None:
    """Write the transcripts of matches, each into its own file of JSON lines."""
    for match, lines in done.transcripts.items():
        assert folder is not None
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        _write(folder / f"{_record_name(match)}l", text)


def _write(file: Path, text: str) -> None:
    """Write a file atomically."""
    draft = file.with_suffix(".new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)

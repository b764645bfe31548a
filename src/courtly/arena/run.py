"""Playing a plan: what has not been played yet is shared out, and what comes of it is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from courtly.arena.compiled import is_compiled
from courtly.arena.crew import Beside, Hand, Here, share_out
from courtly.arena.entrants import check_spec
from courtly.arena.journal import BadRun, Journal
from courtly.arena.plan import Plan, Unit
from courtly.arena.rows import Done, Rows
from courtly.arena.work import Task, Wanted, tasks
from courtly.engine.batch import cores
from courtly.engine.errors import BadOption, shown
from courtly.engine.game import Use
from courtly.engine.warmup import ensure_warm

Progress = Callable[[int, int], None]
"""Called with the matches played and the matches in all."""

Played = npt.NDArray[np.bool_]
"""By match, whether it has been."""


@dataclass(frozen=True, slots=True)
class Means:
    """With what a plan is played, and what is kept; none of it changes the results.

    Attributes
    ----------
    workers
        Threads or processes on this machine; as many as it has cores by default.
    ray
        The address of a Ray cluster that plays instead.
    folder
        Where the run is kept, so that it can be continued.
    records
        The folder for match records.
    uses
        Whether to note what each seat used.
    """

    workers: int | None = None
    ray: str | None = None
    folder: Path | None = None
    records: Path | None = None
    uses: bool = False

    @property
    def hands(self) -> int:
        """How many workers there are on this machine."""
        return self.workers or cores()

    def check(self) -> None:
        """Raise `BadOption` for a number of workers that cannot be."""
        if self.workers is not None and not 1 <= self.workers <= 4096:
            allowed = "a whole number, 1 to 4096"
            message = f"workers cannot be {shown(self.workers)}; it is {allowed}"
            raise BadOption(message, given=self.workers, where="workers", allowed=allowed)


@dataclass(frozen=True, slots=True)
class Results:
    """What came of a plan: a row for every match, and reasons of forfeits and uses by match."""

    plan: Plan
    rows: Rows
    reasons: dict[int, str]
    uses: dict[int, list[Use]]


def play(plan: Plan, means: Means | None = None, on_progress: Progress = lambda _done, _total: None) -> Results:
    """Play what has not been played yet of a plan, and return all results.

    Raises
    ------
    UnknownBot, BadOption, BadRun, WorkerLost, NoCluster
    """
    means = means or Means()
    means.check()
    for spec in plan.bots:
        check_spec(spec)
    wanted = Wanted(records=means.records is not None, uses=means.uses)
    if means.records is not None:
        means.records.mkdir(parents=True, exist_ok=True)
    ensure_warm(plan.game)
    with Journal(plan, means.folder) as journal:
        played, uses = journal.played(), {}
        count = int(played.sum())
        on_progress(count, plan.matches)
        for done in _shared_out(plan, wanted, means, played & ~_untold(plan, means.records, played)):
            _keep_records(means.records, done)
            fresh = done.rows[~played[done.rows["match"]]]
            journal.add(replace(done, rows=fresh))
            played[fresh["match"]] = True
            uses.update(done.uses)
            count += len(fresh)
            on_progress(count, plan.matches)
        return Results(plan, journal.rows(), journal.reasons, uses)


def _shared_out(plan: Plan, wanted: Wanted, means: Means, done: Played) -> Iterator[Done]:
    """Yield what comes of everything that has not been done."""
    left = tasks(plan, wanted, done)
    if means.ray is not None:
        from courtly.arena.cluster import on_ray

        yield from on_ray(left, plan, wanted, means.ray)
        return
    units = (task for task in left if isinstance(task, Unit))
    yield from _by_hands(units, lambda _: Here(plan, wanted), means.hands)
    single = (task for task in tasks(plan, wanted, done) if not isinstance(task, Unit))
    yield from _by_hands(single, lambda count: Beside(plan, wanted, threads=max(1, cores() // count)), means.hands)


def _by_hands(left: Iterator[Task], hire: Callable[[int], Hand], most: int) -> Iterator[Done]:
    """Share tasks out among as many hands as there is work for; `hire` is told how many there are."""
    first = list(islice(left, most))
    if first:
        yield from share_out(chain(first, left), lambda: hire(len(first)), len(first))


def _untold(plan: Plan, folder: Path | None, played: Played) -> Played:
    """Return which matches were played but have no record where records are wanted; they have to be told again.

    Raises
    ------
    BadRun
        When they would have to be played again, since not only compiled bots took part.
    """
    untold = np.zeros(plan.matches, np.bool_)
    if folder is None:
        return untold
    told = {file.name for file in folder.iterdir()}
    untold[[match for match in np.flatnonzero(played).tolist() if _record_name(match) not in told]] = True
    lost = [match for match in np.flatnonzero(untold).tolist() if not is_compiled(plan, plan.place(match)[1])]
    if lost:
        message = f"{len(lost)} matches were played without keeping their records, match {lost[0]} the first"
        raise BadRun(message, given=str(folder), where="records", allowed="a new run, or no records")
    return untold


def _record_name(match: int) -> str:
    return f"match-{match:09}.json"


def _keep_records(folder: Path | None, done: Done) -> None:
    """Write match records, each a file of its own, whole or not at all."""
    for match, record in done.records.items():
        assert folder is not None
        file = folder / _record_name(match)
        draft = file.with_suffix(".new")
        draft.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        draft.replace(file)

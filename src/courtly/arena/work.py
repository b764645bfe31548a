"""Tasks that can run in a thread, in a worker process or on another machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.arena.compiled import is_compiled, play_unit, replay
from courtly.arena.plan import Plan, Unit, spans
from courtly.arena.rows import TaskResult
from courtly.arena.table import play_move_by_move
from courtly.arena.uses import uses_of

Task = Unit | int
"""A span of compiled matches, or the number of one match to play move by move."""


@dataclass(frozen=True, slots=True)
class OptionalOutput:
    """Optional output: records, items used by each seat, moves of matches that cannot be replayed, and transcripts."""

    records: bool = False
    uses: bool = False
    moves: bool = False
    transcripts: bool = False

    @property
    def whole(self) -> bool:
        """Whether compiled matches must be replayed move by move."""
        return self.records or self.uses


def tasks(plan: Plan, wanted: OptionalOutput, done: npt.NDArray[np.bool_]) -> Iterator[Task]:
    """Yield the tasks that are left; `done` is a mask of the matches already played.

    A span begins at its first deal with an unplayed match.
    """
    for lineup in range(len(plan.lineups)):
        for unit in spans(lineup, plan.deals):
            matches = unit.matches(plan)
            left = matches[~done[matches]]
            if wanted.whole or not is_compiled(plan, lineup):
                yield from left.tolist()
            elif len(left):
                yield replace(unit, low=int(left[0]) // plan.per_deal)


class LocalWorker:
    """Runs tasks of one plan in the calling thread. Bots that search use `threads` threads, by default all cores."""

    def __init__(self, plan: Plan, wanted: OptionalOutput, *, threads: int | None = None) -> None:
        self.plan = plan
        self.wanted = wanted
        self.threads = threads

    def do(self, task: Task) -> TaskResult:
        """Run one task."""
        if isinstance(task, Unit):
            return play_unit(self.plan, task)
        if is_compiled(self.plan, self.plan.place(task)[1]):
            match, done = replay(self.plan, task)
        else:
            match, done = play_move_by_move(self.plan, task, threads=self.threads)
            if self.wanted.moves:
                done.moves[task] = [self.plan.setup.codec.parse(line) for line in match.moves]
            else:
                done.visits.clear()
            if not self.wanted.transcripts:
                done.transcripts.clear()
        if self.wanted.records:
            done.records[task] = match.record()
        if self.wanted.uses and match.is_over:
            done.uses[task] = uses_of(match)
        return done

    def close(self) -> None:
        """Do nothing: there is no process to stop, and compiled code finishes soon."""


def as_text(task: Task) -> Any:
    """Return a task as a JSON value that `read_task` accepts."""
    return task if isinstance(task, int) else [task.lineup, task.low, task.high]


def read_task(document: Any) -> Task:
    """Return the task that `as_text` serialized."""
    return document if isinstance(document, int) else Unit(*document)


def opening(plan: Plan, wanted: OptionalOutput) -> dict[str, Any]:
    """Return the settings of a remote worker as a JSON value that `opened` accepts."""
    return {"plan": plan.as_dict(), "wanted": list(astuple(wanted))}


def opened(given: dict[str, Any], *, threads: int) -> LocalWorker:
    """Return the worker for the value of `opening`; its bots use `threads` threads."""
    return LocalWorker(Plan.read(given["plan"]), OptionalOutput(*given["wanted"]), threads=threads)

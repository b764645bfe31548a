"""Tasks, which are the same in a thread, in a worker process and on another machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.arena.compiled import is_compiled, play_unit, replay
from courtly.arena.plan import Plan, Unit, spans
from courtly.arena.rows import Done
from courtly.arena.table import play_move_by_move
from courtly.arena.uses import uses_of

Task = Unit | int
"""A span of compiled matches, or the number of one match that is played move by move."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted beside results: match records, what each seat used, the moves of what cannot be played again."""

    records: bool = False
    uses: bool = False
    moves: bool = False

    @property
    def whole(self) -> bool:
        """Whether matches have to be replayed move by move."""
        return self.records or self.uses


def tasks(plan: Plan, wanted: Wanted, done: npt.NDArray[np.bool_]) -> Iterator[Task]:
    """Yield the tasks that are left; `done` says of each match whether it was played.

    A span begins with the first deal of which something is left.
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
    """Does tasks of one plan in the calling thread; bots that search use `threads` threads, all cores by default."""

    def __init__(self, plan: Plan, wanted: Wanted, *, threads: int | None = None) -> None:
        self.plan = plan
        self.wanted = wanted
        self.threads = threads

    def do(self, task: Task) -> Done:
        """Do one task."""
        if isinstance(task, Unit):
            return play_unit(self.plan, task)
        if is_compiled(self.plan, self.plan.place(task)[1]):
            match, done = replay(self.plan, task)
        else:
            match, done = play_move_by_move(self.plan, task, threads=self.threads)
            if self.wanted.moves:
                done.moves[task] = [self.plan.setup.codec.parse(line) for line in match.moves]
        if self.wanted.records:
            done.records[task] = match.record()
        if self.wanted.uses and match.is_over:
            done.uses[task] = uses_of(match)
        return done

    def close(self) -> None:
        """Do nothing: there is no process to end, and compiled code finishes soon."""


def as_text(task: Task) -> Any:
    """Return a task as a plain value, which `read_task` takes."""
    return task if isinstance(task, int) else [task.lineup, task.low, task.high]


def read_task(document: Any) -> Task:
    """Return the task that `as_text` wrote."""
    return document if isinstance(document, int) else Unit(*document)


def opening(plan: Plan, wanted: Wanted) -> dict[str, Any]:
    """Return what a remote worker has to know, as a plain value, which `opened` takes."""
    return {"plan": plan.as_dict(), "wanted": list(astuple(wanted))}


def opened(given: dict[str, Any], *, threads: int) -> LocalWorker:
    """Return the worker for what `opening` returned; its bots use so many threads."""
    return LocalWorker(Plan.read(given["plan"]), Wanted(*given["wanted"]), threads=threads)

"""Play the matches of a protocol that have not been played yet, in worker processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from courtly.arena.benchmark.partial import opened
from courtly.arena.benchmark.player import GRACE
from courtly.arena.benchmark.protocol import AGENT, MatchResult, Protocol, Task
from courtly.arena.crew import LineProcess, lost, run_tasks
from courtly.arena.entrants import check_spec
from courtly.arena.warm import WARM_UP_PARTS
from courtly.engine.errors import CourtlyError
from courtly.engine.play.warmup import ensure_warm
from courtly.engine.sentences import said

Progress = Callable[[int, int], None]
"""Called with the number of matches played and the total."""


class AgentFailed(CourtlyError):
    """The agent crashed or exceeded its time, and the benchmark stops at errors."""

    code = "agent-failed"


class AgentWorker:
    """Plays matches in a separate process. If the agent ends the process, it forfeits the match."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._process = LineProcess("courtly.arena.benchmark.worker", {"protocol": protocol.as_dict()})
        self.close = self._process.close

    def do(self, task: Task) -> tuple[Task, MatchResult]:
        """Play a match; raise `WorkerLost` if the benchmark itself fails."""
        answer = self._process.ask(task)
        if answer is None:
            if self._process.closed:
                raise lost(task, said("the process stopped unexpectedly"))
            return task, self._died(task, self._process.end())
        if "failed" in answer:
            raise lost(task, answer["failed"])
        return task, MatchResult.read(answer["result"])

    def _died(self, task: Task, status: int | None) -> MatchResult:
        cell = self._protocol.cells[task.cell]
        seat = self._protocol.plan(cell).seating(task.match).index(AGENT)
        reason = f"ended its process with status {status}, or did not react within {GRACE:g} s after its time"
        return MatchResult(seat, 0, 0, (0,) * cell.seats, failed=True, reason=reason)


def check_agent(protocol: Protocol) -> None:
    """Raise the error of the agent's specification if it cannot play one of the cells."""
    for cell in {(cell.game, cell.seats): cell for cell in protocol.cells}.values():
        check_spec(protocol.agent, protocol.plan(cell).setup)


@dataclass(frozen=True, slots=True)
class Execution:
    """How to play; this does not change the results.

    Attributes
    ----------
    workers
        Number of processes.
    partial
        File for the results of an unfinished benchmark; an existing one is continued.
    about
        The versions of this benchmark; a file with other versions is not continued.
    stop
        Whether to stop when the agent crashes or exceeds its time, instead of counting the match as lost.
    on_progress
        Called after each match.
    """

    workers: int = 1
    partial: Path | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    stop: bool = False
    on_progress: Progress = lambda _done, _total: None


def play_tasks(protocol: Protocol, tasks: Iterable[Task], execution: Execution) -> dict[Task, MatchResult]:
    """Play matches of a protocol and return their results.

    Raises
    ------
    AgentFailed
        If the agent fails and `stop` is set.
    """
    tasks = list(tasks)
    for game in protocol.games:
        ensure_warm(game, warm_up_parts=WARM_UP_PARTS)
    with opened(execution.partial, protocol, execution.about) as played:
        left = [task for task in tasks if task not in played.results]
        count = min(execution.workers, len(left))
        execution.on_progress(len(tasks) - len(left), len(tasks))
        for task, result in run_tasks(iter(left), lambda: AgentWorker(protocol), count):
            if execution.stop and result.failed:
                raise _failed(protocol, task, result)
            played.add(task, result)
            execution.on_progress(len(played.results), len(tasks))
        return {task: played.results[task] for task in tasks}


def _failed(protocol: Protocol, task: Task, result: MatchResult) -> AgentFailed:
    places = {"cell": protocol.cells[task.cell].name, "match": task.match, "reason": result.reason}
    message = said("the agent failed in match {match} of {cell}: it {reason}", **places)
    return AgentFailed(message, given=protocol.agent, where="agent")

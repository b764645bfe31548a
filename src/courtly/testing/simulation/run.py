"""Run a script: one function."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

from courtly.testing.simulation.executor import Crashed
from courtly.testing.simulation.faults import Troubles
from courtly.testing.simulation.loop import SimulatedLoop
from courtly.testing.simulation.script import Script
from courtly.testing.simulation.world import CreateApp, Report, World


class ProblemFound(Exception):
    """A run that was to end with its first problem has ended.

    Parameters
    ----------
    problem, hours
        The problem, and the virtual hours until then.
    """

    def __init__(self, problem: str, hours: float) -> None:
        super().__init__(problem)
        self.problem = problem
        self.hours = hours


class _Problems(logging.Handler):
    """Collects the errors that a run logs."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._problems = problems
        self.setFormatter(logging.Formatter("logged: %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        if not _is_made(record):
            self._problems.append(self.format(record))


def _is_made(record: logging.LogRecord) -> bool:
    """Return whether a record reports an error that a fault of the script has made."""
    error = record.exc_info[1] if record.exc_info else None
    while error is not None and not isinstance(error, Crashed):
        error = error.__cause__ or error.__context__
    return error is not None


class _Watch:
    """An observer of a loop that notes the step and the time of the first problem."""

    def __init__(self, world: World, *, ends_early: bool) -> None:
        self._world = world
        self._ends_early = ends_early
        self._last = (0, 0.0)

    def __call__(self, step: int, now: float, _name: str) -> None:
        """Look after each step, that is, before the next one."""
        self.look()
        self._last = (step, now)

    def look(self) -> None:
        """Note the last step if it has found the first problem; raise `ProblemFound` if the run is to end with it."""
        problems = self._world.auditor.problems
        if problems and self._world.report.found_at is None:
            self._world.report.found_at = self._last
            if self._ends_early:
                raise ProblemFound(problems[0], self._last[1] / 3600)


@contextmanager
def _collecting(problems: list[str]) -> Iterator[None]:
    handler = _Problems(problems)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


def run(
    script: Script,
    create_app: CreateApp,
    *,
    trace: Callable[[str], object] | None = None,
    max_steps: int | None = None,
    ends_early: bool = False,
) -> Report:
    """Run a script and return the report.

    Parameters
    ----------
    create_app
        Returns the application of a process for its settings.
    trace
        Called with each line of the trace.
    max_steps
        The largest number of steps of the loop.
    ends_early
        Whether the first problem ends the run, with `ProblemFound`.

    Raises
    ------
    Deadlock
        All tasks wait for each other.
    LimitReached
        The run takes too many steps.
    ProblemFound
        The auditor has found a problem, and the run ends early.
    """
    rng = Random(f"{script.seed} loop")  # noqa: S311 - repeatable on purpose
    with (
        tempfile.TemporaryDirectory(prefix="courtly-simulation-", dir=_fast_folder()) as folder,
        closing(SimulatedLoop(rng, max_steps=max_steps)) as loop,
    ):

        async def play() -> Report:
            world = World(script, create_app, loop, Path(folder), trace)
            loop.observer = watch = _Watch(world, ends_early=ends_early)
            with _collecting(world.auditor.problems), world.database.watched():
                report = await world.run(Troubles(world).happen)
            watch.look()
            return report

        return loop.run_until_complete(play())


def _fast_folder() -> str | None:
    """Return a folder in memory, where commits are fast; None if the system has none."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a private folder is made in it

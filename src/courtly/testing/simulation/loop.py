"""An asyncio event loop with virtual time: every run of a program takes the same steps in the same order."""

from __future__ import annotations

import asyncio
import heapq
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Executor
from contextvars import Context, copy_context
from itertools import count
from random import Random
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from courtly.testing.simulation.executor import InlineExecutor
from courtly.testing.simulation.no_io import LoopWithoutIO
from courtly.testing.simulation.tasks import PROCESS, SimulatedTask, context_of, name_of, report

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Deadlock(RuntimeError):
    """Nothing is scheduled, so what the loop runs can never end."""


class LimitReached(RuntimeError):
    """A run took more steps or more virtual time than allowed."""


class ForeignThread(RuntimeError):
    """Another thread uses a simulated loop. A run with threads depends on luck."""


class _Entry(NamedTuple):
    """A scheduled callback. Entries are ordered by time, then by number."""

    when: float
    number: int
    handle: asyncio.Handle
    context: Context
    callback: Callable[..., object]


class SimulatedLoop(LoopWithoutIO):
    """An event loop with virtual time, without input, output and threads.

    When nothing is ready, the time jumps to the next timer. Callbacks run in the order in which they were scheduled,
    and timers of the same time also do. Work for executors runs in the loop's own thread, see `InlineExecutor`. The
    context variable `PROCESS` names the simulated process of a callback or task; `kill` stops a process.

    Use it with `with contextlib.closing(SimulatedLoop(Random(seed))) as loop`. Check the results of the run before it
    is closed: closing runs the cleanup of all tasks that have not ended.

    Parameters
    ----------
    rng
        Draws the delays of executors.
    max_steps
        The largest number of steps (callbacks) of a run.
    max_time
        The virtual time in seconds that a run may reach.
    """

    _stopping: bool

    def __init__(self, rng: Random, *, max_steps: int | None = None, max_time: float | None = None) -> None:
        super().__init__()
        self.steps = 0
        self.max_steps = max_steps
        self.max_time = max_time
        self.observer: Callable[[int, float, str], None] | None = None
        """Called before each step with its number, the time and the name of its task or callback."""
        self.executor = InlineExecutor(self, rng)
        """Runs all work for executors."""
        self._now = 0.0
        self._numbers = count()
        self._task_numbers = count(1)
        self._thread = threading.get_ident()
        self._soon: deque[_Entry] = deque()
        self._timers: list[_Entry] = []
        self._tasks: list[SimulatedTask[Any]] = []
        self._prune_at = 64
        self._generators: dict[int, str | None] = {}
        self._dead: set[str] = set()
        self.is_ending = False
        self._foreign: ForeignThread | None = None
        self._killed: list[Callable[[str], None]] = []

    def time(self) -> float:
        """Return the virtual time in seconds; a run begins at 0."""
        return self._now

    def kill(self, process: str) -> None:
        """Stop a process: from now on none of its callbacks, tasks and timers runs again, and nothing is cleaned up.

        If the process kills itself, its current step runs to its end, that is, to the next `await` that waits.
        """
        if process in self._dead:
            return
        self._dead.add(process)
        # Work for an executor, in which no loop is running, may kill its process.
        running = asyncio._get_running_loop()
        asyncio._set_running_loop(self)
        try:
            for listener in self._killed:
                context_of(None).run(listener, process)
        finally:
            asyncio._set_running_loop(running)

    def is_dead(self, process: str | None) -> bool:
        """Return whether a process has been killed."""
        return process in self._dead

    def when_killed(self, listener: Callable[[str], None]) -> None:
        """Call a listener, in the world outside, with each process that is killed."""
        self._killed.append(listener)

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Call a callback in the next step that is free. The callback of a dead process is ignored."""
        self._check_usable(callback)
        context = copy_context() if context is None else context
        handle = asyncio.Handle(callback, args, self, context)
        self._add(self._now, handle, context, callback)
        return handle

    def call_soon_threadsafe(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Call a callback soon. Only the thread of the loop may ask for it."""
        return self.call_soon(callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call a callback at a virtual time."""
        self._check_usable(callback)
        context = copy_context() if context is None else context
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self._add(when, handle, context, callback)
        return handle

    def call_later(
        self, delay: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call a callback after a virtual delay in seconds."""
        return self.call_at(self._now + delay, callback, *args, context=context)

    def create_task(
        self,
        coro: Coroutine[Any, Any, T] | Generator[Any, None, T],
        *,
        name: object = None,
        context: Context | None = None,
        **_options: Any,
    ) -> asyncio.Task[T]:
        """Create a task. The loop keeps it until it is done, so garbage collection never stops a task."""
        self._check_usable(self.create_task)
        number = next(self._task_numbers)
        task = SimulatedTask(
            coro,  # type: ignore[arg-type]
            loop=self,
            number=number,
            name=f"task-{number}" if name is None else str(name),
            context=copy_context() if context is None else context,
        )
        self._tasks.append(task)
        if len(self._tasks) > self._prune_at:
            self._tasks = [task for task in self._tasks if not task.done() or task.has_unread_error()]
            self._prune_at = 2 * len(self._tasks) + 64
        return task

    def run_in_executor(self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts) -> asyncio.Future[T]:
        """Run work after a virtual delay in the thread of the loop. Only an `InlineExecutor` is used as given."""
        self._check_usable(func)
        inline = executor if isinstance(executor, InlineExecutor) else self.executor
        return asyncio.wrap_future(inline.submit(func, *args), loop=self)

    def close(self) -> None:
        """End the run: close all tasks that have not ended, quietly. What their cleanup schedules is ignored."""
        if self.is_closed():
            return
        if self.is_running():
            raise RuntimeError("Cannot close a running event loop")
        for task in self._tasks:
            if task.has_unread_error():
                message = f"No other task has read the error of {task.get_name()}."
                self.call_exception_handler({"message": message, "exception": task.exception(), "task": task})
        self.is_ending = True
        running = asyncio._get_running_loop()
        asyncio._set_running_loop(self)
        try:
            while pending := self._pending_tasks():
                self._tasks.clear()
                for task in pending:
                    task.dispose()
        finally:
            asyncio._set_running_loop(running)
        self._tasks.clear()
        self._soon.clear()
        self._timers.clear()
        super().close()

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Report an error of a callback or task. Those of dead processes and of a closed loop are ignored."""
        task = context.get("task") or context.get("future")
        is_dead = isinstance(task, SimulatedTask) and self.is_dead(task.process)
        if not (is_dead or self.is_ending):
            super().call_exception_handler(context)

    def _check_usable(self, callback: Callable[..., object]) -> None:
        if self.is_closed():
            raise RuntimeError("Event loop is closed")
        if threading.get_ident() != self._thread:
            self._foreign = ForeignThread(
                f"The thread {threading.current_thread().name!r} schedules {name_of(callback)} on a simulated loop. "
                "A run with threads depends on luck: use loop.run_in_executor or an InlineExecutor."
            )
            raise self._foreign

    def _add(self, when: float, handle: asyncio.Handle, context: Context, callback: Callable[..., object]) -> None:
        if self.is_ending or self.is_dead(context.get(PROCESS)):
            return
        entry = _Entry(when, next(self._numbers), handle, context, callback)
        if when <= self._now:
            self._soon.append(entry)
        else:
            heapq.heappush(self._timers, entry)

    def _run_once(self) -> None:
        """Run the next callback. `BaseEventLoop.run_forever` calls this until the loop is stopped."""
        entry = self._next()
        if entry is None:
            return
        if self._foreign is not None:
            raise self._foreign
        self.steps += 1
        if self.max_steps is not None and self.steps > self.max_steps:
            raise LimitReached(
                f"The run took {self.max_steps} steps (the limit) and is at {self._now:.3f} s. The next step is "
                f"{name_of(entry.callback)}. Raise max_steps, or look for a loop that never waits."
            )
        if self.observer is not None:
            self.observer(self.steps, self._now, name_of(entry.callback))
        entry.handle._run()

    def _next(self) -> _Entry | None:
        """Return the next live callback, or None if the loop is to stop; let time pass if none is ready."""
        while True:
            while self._soon:
                entry = self._soon.popleft()
                if self._is_live(entry):
                    return entry
            if self._stopping:
                return None
            self._pass_time()

    def _pass_time(self) -> None:
        """Jump to the time of the next live timer, and make all timers of that time ready."""
        timers = self._timers
        while timers and not self._is_live(timers[0]):
            heapq.heappop(timers)
        if not timers:
            raise Deadlock(f"Nothing is scheduled at {self._now:.3f} s, so nothing can happen.\n{self._waiting()}")
        if self.max_time is not None and timers[0].when > self.max_time:
            raise LimitReached(
                f"The run would pass {self.max_time} s (the limit): the next timer is {name_of(timers[0].callback)} at "
                f"{timers[0].when:.3f} s. Raise max_time, or look for what is late.\n{self._waiting()}"
            )
        self._now = timers[0].when
        while timers and timers[0].when <= self._now:
            self._soon.append(heapq.heappop(timers))

    def _is_live(self, entry: _Entry) -> bool:
        return not entry.handle.cancelled() and not self.is_dead(entry.context.get(PROCESS))

    def _pending_tasks(self) -> list[SimulatedTask[Any]]:
        """Return the unfinished tasks, including tasks of dead processes."""
        return [task for task in self._tasks if not task.done()]

    def _waiting(self) -> str:
        return report(task for task in self._pending_tasks() if not self.is_dead(task.process))

    def _asyncgen_firstiter_hook(self, generator: Any) -> None:
        self._generators[id(generator)] = PROCESS.get()

    def _asyncgen_finalizer_hook(self, generator: Any) -> None:
        """Close an asynchronous generator that is no longer used, unless its process is dead."""
        process = self._generators.pop(id(generator), None)
        if not (self.is_ending or self.is_dead(process)):
            self.create_task(generator.aclose(), context=context_of(process))


def running_loop() -> SimulatedLoop:
    """Return the simulated loop that runs the current code."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, SimulatedLoop):
        raise TypeError(f"This code needs a SimulatedLoop, and runs on a {type(loop).__name__}.")
    return loop

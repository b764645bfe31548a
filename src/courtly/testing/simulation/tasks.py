"""Tasks of a simulated loop, and a report of the futures they wait for."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from contextvars import Context, ContextVar
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from courtly.environment import Environment, use

T = TypeVar("T")

PROCESS: ContextVar[str | None] = ContextVar("process", default=None)
"""The simulated process that the current code belongs to; None for the world outside, such as clients."""

FRAMES = 3
"""The number of stack frames of each task in a report."""

CLOSES = 100
"""How often a coroutine is closed at the end of a run, if its cleanup waits for something again and again."""


def context_of(process: str | None, environment: Environment | None = None) -> Context:
    """Return a new context of a process with its environment. It has no other context variables of the caller."""
    context = Context()
    context.run(PROCESS.set, process)
    if environment is not None:
        context.run(use, environment)
    return context


class SimulatedTask(asyncio.Task[T]):
    """A task with a number and a context.

    Its hash is its number, so sets of tasks (`asyncio.wait`, `asyncio.all_tasks`) have the same order in every run. The
    default hash is the address in memory, which differs between runs.

    Parameters
    ----------
    number
        The number of the task in its loop.
    """

    _log_destroy_pending: bool

    def __init__(
        self,
        coroutine: Coroutine[Any, Any, T],
        *,
        loop: asyncio.AbstractEventLoop,
        number: int,
        name: str,
        context: Context,
    ) -> None:
        self.number = number
        self.context = context
        super().__init__(coroutine, loop=loop, name=name, context=context)

    def __hash__(self) -> int:
        return self.number

    @property
    def process(self) -> str | None:
        """The simulated process of the task."""
        return self.context.get(PROCESS)

    def has_unread_error(self) -> bool:
        """Return whether the task has failed and no other code has asked for its error."""
        return self.done() and self._log_traceback

    def dispose(self) -> None:
        """Close the coroutine of a task that never ends. Its cleanup runs, but its errors and warnings are dropped."""
        self._log_destroy_pending = False
        coroutine = self.get_coro()
        for _ in range(CLOSES):
            with warnings.catch_warnings(), suppress(BaseException):
                warnings.simplefilter("ignore")
                self.context.copy().run(coroutine.close)
                return


async def end(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks, and raise the error of the first that has failed before."""
    for task in tasks:
        task.cancel()
    for error in await asyncio.gather(*tasks, return_exceptions=True):
        if not (error is None or isinstance(error, asyncio.CancelledError)):
            raise error


def name_of(callback: Callable[..., object]) -> str:
    """Return a name of a callback that is the same in every run: the name of its task, or its qualified name."""
    owner = getattr(callback, "__self__", None)
    if isinstance(owner, SimulatedTask):
        return owner.get_name()
    return getattr(callback, "__qualname__", None) or type(callback).__name__


def report(tasks: Iterable[SimulatedTask[Any]]) -> str:
    """Return one paragraph for each task: its name, the end of its stack and what it waits for."""
    return "\n".join(_paragraph(task) for task in tasks) or "no task is pending"


def _paragraph(task: SimulatedTask[Any]) -> str:
    process = f" of {task.process}" if task.process is not None else ""
    lines = [f"{task.get_name()}{process} waits for {_awaited(task)}"]
    return "\n".join([*lines, *(f"    {_place(frame)}" for frame in _frames(task)[-FRAMES:])])


def _awaited(task: SimulatedTask[Any]) -> str:
    """Name the future that a task waits for. There is no public way to ask, so this is only used in messages."""
    awaited = getattr(task, "_fut_waiter", None)
    if isinstance(awaited, asyncio.Task):
        return f"the task {awaited.get_name()}"
    return "its turn" if awaited is None else f"a {type(awaited).__name__}"


def _frames(task: SimulatedTask[Any]) -> list[FrameType]:
    """Return the frames of a suspended task, outermost first."""
    frames: list[FrameType] = []
    awaitable: object = task.get_coro()
    while (frame := _first(awaitable, "cr_frame", "gi_frame", "ag_frame")) is not None:
        frames.append(frame)
        awaitable = _first(awaitable, "cr_await", "gi_yieldfrom", "ag_await")
    return frames


def _first(owner: object, *names: str) -> Any:
    """Return the first of these attributes that the object has."""
    return next((value for name in names if (value := getattr(owner, name, None)) is not None), None)


def _place(frame: FrameType) -> str:
    path = Path(frame.f_code.co_filename)
    return f"{path.parent.name}/{path.name}:{frame.f_lineno} {frame.f_code.co_name}"

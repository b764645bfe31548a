"""Run tasks on one machine: compiled matches in threads, all others in worker processes.

When a process dies, a new one retries its task, so no result is lost.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import IO, Any, Protocol, TypeVar

from courtly.arena.plan import Plan
from courtly.arena.rows import TaskResult, read_task_result
from courtly.arena.work import OptionalOutput, Task, as_text, opening
from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import Sentence, said

_TRIES = 3
_EXIT_TIMEOUT = 5.0

T_contra = TypeVar("T_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
T = TypeVar("T")
R = TypeVar("R")


class WorkerLost(CourtlyError):
    """A task failed, or killed every process that tried it."""

    code = "worker-lost"


class Worker(Protocol[T_contra, R_co]):
    """Runs one task at a time."""

    def do(self, task: T_contra, /) -> R_co:
        """Run a task and return its result."""
        ...

    def close(self) -> None:
        """Stop, even in the middle of a task. May be called from another thread."""
        ...


class LineProcess:
    """A separate process of this Python that answers each line of JSON with another one.

    It starts at the first question. If it dies, the next question starts it again.

    Parameters
    ----------
    module
        The module that the process runs.
    opening
        The document that it reads first.
    """

    def __init__(self, module: str, opening: Mapping[str, Any]) -> None:
        self._module, self._opening = module, json.dumps({**opening, "path": sys.path})
        self._process: subprocess.Popen[str] | None = None
        self.closed = False
        self._lock = Lock()

    def ask(self, document: Any) -> Any:
        """Return the answer to a document, or None if the process died or was closed."""
        with self._lock:
            if self.closed:
                return None
            if self._process is None:
                self._process = self._started()
        pipe_reader, writer = _pipes(self._process)
        with contextlib.suppress(OSError, ValueError):
            writer.write(json.dumps(document) + "\n")
            writer.flush()
            return json.loads(pipe_reader.readline() or "null")
        return None

    def _started(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", self._module]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603
        _pipes(process)[1].write(self._opening + "\n")
        return process

    def end(self) -> int | None:
        """Stop the process and return its exit status, None if there was no process."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return None
        pipe_reader, writer = _pipes(process)
        with contextlib.suppress(OSError):
            writer.close()
        try:
            process.wait(_EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        pipe_reader.close()
        return process.returncode

    def close(self) -> None:
        """Stop the process and start no other."""
        self.closed = True
        self.end()


class ProcessWorker(LineProcess):
    """Runs tasks in a separate process with a given number of bot threads, and restarts the process if it dies."""

    def __init__(self, plan: Plan, wanted: OptionalOutput, *, threads: int = 1) -> None:
        super().__init__("courtly.arena.worker", {**opening(plan, wanted), "threads": threads})

    def do(self, task: Task) -> TaskResult:
        """Run a task in the process; raise `WorkerLost` if the task fails or the process dies at every attempt."""
        for _ in range(_TRIES):
            answer = self.ask(as_text(task))
            if answer is None and not self.closed:
                self.end()
            elif answer is None or "failed" in answer:
                break
            else:
                return read_task_result(answer)
        raise lost(as_text(task), answer["failed"] if answer else said("the process stopped unexpectedly"))


def lost(task: object, why: str | Sentence) -> WorkerLost:
    """Return the error for a task that failed."""
    message = said("task {task} failed: {reason}", task=task, reason=why)
    return WorkerLost(message, given=task, where="arena")


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdout is not None
    assert process.stdin is not None
    return process.stdout, process.stdin


def run_tasks(tasks: Iterator[T], start_worker: Callable[[], Worker[T, R]], count: int) -> Iterator[R]:
    """Yield the result of each task as soon as it is finished. `start_worker` is called `count` times."""
    results: SimpleQueue[R | BaseException | None] = SimpleQueue()
    workers = [start_worker() for _ in range(count)]
    lock, stop = Lock(), Event()

    def work(worker: Worker[T, R]) -> None:
        try:
            while not stop.is_set():
                with lock:
                    task = next(tasks, None)
                if task is None:
                    break
                results.put(worker.do(task))
        except BaseException as error:  # noqa: BLE001 - raised again where the results are read
            results.put(error)
        results.put(None)

    threads = [Thread(target=work, args=(worker,), daemon=True) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        for _ in workers:
            while (result := results.get()) is not None:
                if isinstance(result, BaseException):
                    raise result
                yield result
    finally:
        stop.set()
        for worker in workers:
            worker.close()
        for thread in threads:
            thread.join()

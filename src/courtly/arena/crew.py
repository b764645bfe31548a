"""Run tasks on one machine: compiled matches in threads, all others in worker processes.

When a process dies, a new one retries its task, so no result is lost.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import IO, Protocol

from courtly.arena.plan import Plan
from courtly.arena.rows import TaskResult, read_task_result
from courtly.arena.work import OptionalOutput, Task, as_text, opening
from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said

_TRIES = 3
_EXIT_TIMEOUT = 5.0


class WorkerLost(CourtlyError):
    """A task failed, or killed every process that tried it."""

    code = "worker-lost"


class Worker(Protocol):
    """Runs one task at a time."""

    def do(self, task: Task) -> TaskResult:
        """Run a task and return its result."""
        ...

    def close(self) -> None:
        """Stop, even in the middle of a task. May be called from another thread."""
        ...


class ProcessWorker:
    """Runs tasks in a separate process with a given number of bot threads, and restarts the process if it dies."""

    def __init__(self, plan: Plan, wanted: OptionalOutput, *, threads: int = 1) -> None:
        self._opening = json.dumps({**opening(plan, wanted), "path": sys.path, "threads": threads})
        self._process: subprocess.Popen[str] | None = None
        self._closed = False
        self._lock = Lock()

    def do(self, task: Task) -> TaskResult:
        """Run a task in the process; raise `WorkerLost` if the task fails or the process dies at every attempt."""
        for _ in range(_TRIES):
            answer = json.loads(self._ask(json.dumps(as_text(task))) or "null")
            if answer is None and not self._closed:
                self._end()
            elif answer is None or "failed" in answer:
                break
            else:
                return read_task_result(answer)
        why = answer["failed"] if answer else said("the process stopped unexpectedly")
        message = said("task {task} failed: {reason}", task=as_text(task), reason=why)
        raise WorkerLost(message, given=as_text(task), where="arena")

    def _ask(self, line: str) -> str:
        with self._lock:
            if self._closed:
                return ""
            if self._process is None:
                self._process = self._started()
        pipe_reader, writer = _pipes(self._process)
        with contextlib.suppress(OSError, ValueError):
            writer.write(line + "\n")
            writer.flush()
            return pipe_reader.readline()
        return ""

    def _started(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "courtly.arena.worker"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603
        _pipes(process)[1].write(self._opening + "\n")
        return process

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        pipe_reader, writer = _pipes(process)
        with contextlib.suppress(OSError):
            writer.close()
        try:
            process.wait(_EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        pipe_reader.close()

    def close(self) -> None:
        """Stop the process."""
        self._closed = True
        self._end()


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdout is not None
    assert process.stdin is not None
    return process.stdout, process.stdin


def run_tasks(tasks: Iterator[Task], start_worker: Callable[[], Worker], count: int) -> Iterator[TaskResult]:
    """Yield the result of each task as soon as it is finished. `start_worker` is called `count` times."""
    results: SimpleQueue[TaskResult | BaseException | None] = SimpleQueue()
    workers = [start_worker() for _ in range(count)]
    lock, stop = Lock(), Event()

    def work(worker: Worker) -> None:
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

"""A worker process: reads the plan from the first line of its input, then tasks, and answers each task with a line.

The process exits when its input ends, even in the middle of a match, so that it does not outlive its parent.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from courtly.arena.outside import close_all
from courtly.arena.work import LocalWorker, Task, opened, read_task


def main() -> None:
    """Run tasks until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    # Output of a bot must not be mistaken for an answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    given = json.loads(sys.stdin.readline())
    sys.path[:] = given["path"]
    worker = opened(given, threads=given["threads"])
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin, lines), daemon=True).start()
    while True:
        answers.write(json.dumps(_answer(worker, read_task(json.loads(lines.get())))) + "\n")
        answers.flush()


def _answer(worker: LocalWorker, task: Task) -> dict[str, Any]:
    try:
        return worker.do(task).as_dict()
    except Exception as error:  # noqa: BLE001 - any error is reported to the parent process
        return {"failed": f"{type(error).__name__}: {error}"}


def _listen(source: IO[str], lines: SimpleQueue[str]) -> None:
    for line in source:
        lines.put(line)
    close_all()
    os._exit(0)


if __name__ == "__main__":
    main()

"""A worker process: reads the plan from the first line of its input, then tasks, and answers each task with a line.

The process exits when its input ends, even in the middle of a match, so that it does not outlive its parent.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from courtly.arena.outside import close_all
from courtly.arena.work import opened, read_task


def main() -> None:
    """Run the tasks of one plan until the input ends."""
    serve(_start)


def _start(given: dict[str, Any]) -> Callable[[Any], dict[str, Any]]:
    worker = opened(given, threads=given["threads"])
    return lambda document: worker.do(read_task(document)).as_dict()


def serve(start: Callable[[dict[str, Any]], Callable[[Any], dict[str, Any]]]) -> None:
    """Answer the documents of the input until it ends. `start` returns the answers, given the first document."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    # Output of a bot must not be mistaken for an answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    given = json.loads(sys.stdin.readline())
    sys.path[:] = given["path"]
    answer = start(given)
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin, lines), daemon=True).start()
    while True:
        answers.write(json.dumps(_answer(answer, json.loads(lines.get()))) + "\n")
        answers.flush()


def _answer(answer: Callable[[Any], dict[str, Any]], document: Any) -> dict[str, Any]:
    try:
        return answer(document)
    except Exception as error:  # noqa: BLE001 - any error is reported to the parent process
        return {"failed": f"{type(error).__name__}: {error}"}


def _listen(source: IO[str], lines: SimpleQueue[str]) -> None:
    for line in source:
        lines.put(line)
    close_all()
    os._exit(0)


if __name__ == "__main__":
    main()

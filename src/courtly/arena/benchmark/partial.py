"""The results of an unfinished benchmark: a file of JSON lines next to the requested file.

The first line holds the protocol and the versions. Each further line holds the result of one match. Lines are only
appended, and an incomplete last line is cut off, so a benchmark can be interrupted at any time. The same command
continues it. When the benchmark is finished, the file is removed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from courtly.arena.benchmark.protocol import MatchResult, Protocol, Task
from courtly.engine.errors import BadOption
from courtly.engine.sentences import Sentence, said

FORMAT = "courtly-benchmark-partial/1"


def partial_file(out: Path) -> Path:
    """Return the file of the unfinished results that belong to an output file."""
    return out.with_name(f"{out.name}.partial")


class Partial:
    """The results of the matches that were played, in memory and, if there is a file, on disk."""

    def __init__(self) -> None:
        self.results: dict[Task, MatchResult] = {}
        self._descriptor: int | None = None

    def add(self, task: Task, result: MatchResult) -> None:
        """Store the result of a match."""
        self.results[task] = result
        self._write([*task, *result.as_list()])

    def _open(self, file: Path, head: dict[str, Any]) -> None:
        lines = file.read_bytes().split(b"\n")[:-1] if file.exists() else []
        if lines:
            self._read(file, lines, head)
        self._descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.ftruncate(self._descriptor, sum(len(line) + 1 for line in lines))
        if not lines:
            self._write(head)

    def _read(self, file: Path, lines: list[bytes], head: dict[str, Any]) -> None:
        try:
            held, *rest = map(json.loads, lines)
            self.results = {Task(cell, match): MatchResult.read(result) for cell, match, *result in rest}
        except (ValueError, TypeError, RecursionError):
            raise _unusable(file, said("{file} is damaged; remove it to start again", file=file)) from None
        if held != head:
            message = said(
                "{file} belongs to a benchmark with other arguments or of another version; remove it, or choose "
                "another output file",
                file=file,
            )
            raise _unusable(file, message)

    def _write(self, document: Any) -> None:
        if self._descriptor is not None:
            data = json.dumps(document).encode() + b"\n"
            while data:
                data = data[os.write(self._descriptor, data) :]

    def _close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)


@contextmanager
def opened(file: Path | None, protocol: Protocol, about: Mapping[str, Any]) -> Iterator[Partial]:
    """Yield the unfinished results of a protocol; without a file they are in memory only.

    Raises
    ------
    BadOption
        If the file belongs to another benchmark, is damaged, or is in use.
    """
    partial = Partial()
    if file is None:
        yield partial
        return
    # The file is compared as JSON.
    head = json.loads(json.dumps({"format": FORMAT, "protocol": protocol.as_dict(), "about": dict(about)}))
    lock = file.with_name(f".{file.name}.lock")
    try:
        with FileLock(lock, timeout=0, fallback_to_soft=False):
            try:
                partial._open(file, head)
                yield partial
            finally:
                partial._close()
                with suppress(OSError):
                    lock.unlink()
    except Timeout:
        raise _unusable(file, said("another benchmark is already using {file}", file=file)) from None


def _unusable(file: Path, message: Sentence) -> BadOption:
    return BadOption(message, given=str(file), where="out", problem="file")

"""The command line in its own process."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

START = [sys.executable, "-c", "from courtly.cli import main; main()"]
TIMEOUT_SECONDS = 300
"""Timeout of a process in seconds. It includes the compilation of all kernels if the cache is empty."""


def courtly(
    *arguments: str, typed: str = "", folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*START, *arguments],
        cwd=folder,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


@contextmanager
def started(arguments: Sequence[str], **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A process that is killed at the end of the test."""
    pipe, env = subprocess.PIPE, {**os.environ, **environment}
    with subprocess.Popen(
        [*START, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", env=env
    ) as process:
        impatient = threading.Timer(TIMEOUT_SECONDS, process.kill)
        impatient.start()
        try:
            yield process
        finally:
            impatient.cancel()
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    """The next line of a process's output."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, "the process ended, or was too slow"
    return line

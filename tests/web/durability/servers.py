"""Servers of the real application that use one database and one address, as separate processes, one after another."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[3]

# Numerical libraries must not start threads before the process forks.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}

LONGEST = 0.8
"""The longest time before a kill, in seconds, including the start of the server."""


class Servers:
    """Starts a server, kills it, and starts another one; see `forking_server`."""

    def __init__(self, parent: subprocess.Popen[str]) -> None:
        self._parent = parent
        self._child: int | None = None
        self.site = f"http://127.0.0.1:{self._line()}"

    def start(self) -> None:
        """Start a server. Connections wait until it listens."""
        assert self._child is None
        assert self._parent.stdin is not None
        self._parent.stdin.write("start\n")
        self._parent.stdin.flush()
        self._child = self._line()

    def kill(self) -> None:
        """Kill the server without warning."""
        assert self._child is not None
        os.kill(self._child, signal.SIGKILL)
        self._child = None

    def close(self) -> None:
        """End all processes."""
        if self._child is not None:
            self.kill()
        assert self._parent.stdin is not None
        self._parent.stdin.close()
        self._parent.wait(60)

    def _line(self) -> int:
        assert self._parent.stdout is not None
        line = self._parent.stdout.readline()
        assert line, "the server did not start"
        return int(line)


@contextmanager
def servers(database: str, **settings: str) -> Iterator[Servers]:
    """Yield the servers of a database, with variables of their environment; end them after the context."""
    command = [sys.executable, "-m", "tests.web.durability.forking_server", database]
    pipe, environment = subprocess.PIPE, os.environ | ONE_THREAD | settings
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True) as parent:
        try:
            made = Servers(parent)
            try:
                yield made
            finally:
                made.close()
        finally:
            parent.kill()


async def kill_repeatedly(server: Servers, times: int, dice: random.Random) -> None:
    """Kill the server a number of times; another one runs afterwards."""
    server.start()
    for _ in range(times):
        await asyncio.sleep(dice.uniform(0, LONGEST))
        server.kill()
        server.start()

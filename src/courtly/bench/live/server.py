"""A server as a process of its own: started as it is for players, watched from outside, killed at the end."""

from __future__ import annotations

import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from courtly.engine.errors import CourtlyError
from courtly.settings import Settings

OURS = ("-m", "courtly.cli", "serve", "--port", "0", "--database")
PEER = ("-m", "courtly.bench.live.peer")
PATIENCE = 240.0
"""Seconds until a server is ready; where nothing is compiled yet that takes a while."""

LIMITS = [f"COURTLY_{name.upper()}" for name in Settings.model_fields if name.startswith("most_")]
"""The limits of one person, address and table, which clients on one machine must not meet."""


class CannotMeasure(CourtlyError):
    """A server or its clients failed, so that a figure would not hold."""

    code = "cannot-measure"


class Served:
    """A server that runs.

    Attributes
    ----------
    site
        Its address, `http://…`.
    """

    def __init__(self, process: subprocess.Popen[str], site: str) -> None:
        self._process = process
        self.site = site

    def memory(self) -> float:
        """Return the most memory that it had at any time, in MB (10⁶ bytes); not a number where no `/proc` says it."""
        path = Path(f"/proc/{self._process.pid}/status")
        found = re.search(r"VmHWM:\s+(\d+) kB", path.read_text(encoding="ascii")) if path.exists() else None
        return int(found[1]) * 1024 / 1e6 if found else math.nan

    def processor_seconds(self) -> float:
        """Return the processor time of all its threads; not a number where no `/proc` says it."""
        path = Path(f"/proc/{self._process.pid}/stat")
        if not path.exists():
            return math.nan
        fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it as a loss of power would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


@contextmanager
def serving(program: Sequence[str], database: Path | str, **settings: str) -> Iterator[Served]:
    """Run a server over a database until the end of the block; it has said that it listens and is warm.

    Raises
    ------
    CannotMeasure
        It did not start.
    """
    given = {f"COURTLY_{name.upper()}": value for name, value in settings.items()}
    environment = {**os.environ, **dict.fromkeys(LIMITS, "1000000"), **given}
    command = [sys.executable, *program, str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:  # noqa: S603
        try:
            assert process.stdout is not None, "it was asked for"
            found = re.search(r"http://\S+", process.stdout.readline())
            if found is None:
                raise CannotMeasure("the server that was to be measured did not start", where="the server")
            yield Served(process, found[0])
        finally:
            process.kill()


def wait_until_warm(served: Served) -> None:
    """Wait until nothing is compiled any more; a peer has nothing to say about that."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urlopen(f"{served.site}/readyz") as answer:  # noqa: S310 - a server of our own
                if answer.status == 200:
                    return
        except URLError:
            time.sleep(0.2)

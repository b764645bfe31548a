"""A server in a separate process: started as in production, measured from outside, killed at the end."""

from __future__ import annotations

import json
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

from benchmarks import ROOT
from courtly.engine.errors import CourtlyError
from courtly.settings import Settings

OURS = ("-m", "courtly.cli", "serve", "--port", "0", "--database")
PEER = ("-m", "benchmarks.live.peer")
PATIENCE = 240.0
"""Seconds to wait for a server to become ready, which takes a while with an empty compile cache."""

LIMITS = [f"COURTLY_{name.upper()}" for name in Settings.model_fields if name.startswith("max_")]
"""Limits per person, address and table. Most runs raise them, because all clients are on one machine."""


class CannotMeasure(CourtlyError):
    """A server or its clients failed, so that a figure would be invalid."""

    code = "cannot-measure"


class Served:
    """A running server.

    Attributes
    ----------
    site
        Its address, `http://…`.
    """

    def __init__(self, process: subprocess.Popen[str], site: str) -> None:
        self._process = process
        self.site = site

    def memory(self) -> float:
        """Return the server's peak memory in MB (10⁶ bytes), or NaN without `/proc`."""
        path = Path(f"/proc/{self._process.pid}/status")
        found = re.search(r"VmHWM:\s+(\d+) kB", path.read_text(encoding="ascii")) if path.exists() else None
        return int(found[1]) * 1024 / 1e6 if found else math.nan

    def begin_peak(self) -> float:
        """Forget the peak memory so far, and return the present memory in MB (10⁶ bytes), or NaN without `/proc`."""
        path = Path(f"/proc/{self._process.pid}/clear_refs")
        if path.exists():
            path.write_text("5", encoding="ascii")
        return self.memory()

    def processor_seconds(self) -> float:
        """Return the processor time of all its threads, or NaN without `/proc`."""
        path = Path(f"/proc/{self._process.pid}/stat")
        if not path.exists():
            return math.nan
        fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """Kill the process, as a power loss would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Stop the process as systemd does, and wait until it has ended."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()


@contextmanager
def serving(
    program: Sequence[str], database: Path | str, *, has_limits: bool = False, **settings: str
) -> Iterator[Served]:
    """Run a server on a database until the end of the block. It accepts connections when the block begins.

    Without `has_limits`, the limits per person, address and table are raised.

    Raises
    ------
    CannotMeasure
        If the server did not start.
    """
    given = {f"COURTLY_{name.upper()}": value for name, value in settings.items()}
    raised = {} if has_limits else dict.fromkeys(LIMITS, "1000000")
    environment = {**os.environ, **raised, **given}
    command = [sys.executable, *program, str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT) as process:
        try:
            assert process.stdout is not None, "the command line requests a pipe"
            found = re.search(r"http://\S+", process.stdout.readline())
            if found is None:
                raise CannotMeasure("the measured server did not start", where="the server")
            yield Served(process, found[0])
        finally:
            process.kill()


def wait_until_warm(served: Served) -> None:
    """Wait until the server has finished compiling."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urlopen(f"{served.site}/readyz") as answer:  # noqa: S310 - a server of our own
                if json.load(answer)["warm"]:
                    return
        except URLError:
            pass  # the server has not started yet, or its store is not ready
        time.sleep(0.2)

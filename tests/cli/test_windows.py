"""Courtly without the modules and functions that Windows lacks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.cli.processes import TIMEOUT_SECONDS, line_of

# The libraries have their own code for Windows, so they are loaded first.
WITHOUT = """
import asyncio, filelock, multiprocessing, os, platformdirs.unix, subprocess, sys, time
for name in "fcntl", "grp", "pwd", "resource", "termios":
    sys.modules[name] = None
for name in "fork", "killpg", "nice", "sched_getaffinity":
    delattr(os, name)
for name in "CLOCK_BOOTTIME", "CLOCK_MONOTONIC", "clock_gettime":
    delattr(time, name)
from courtly.cli import main
main()
"""
COMMAND = [sys.executable, "-c", WITHOUT]
ENVIRONMENT = {**os.environ, "NUMBA_DISABLE_JIT": "1"}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        check=False,
        env=ENVIRONMENT,
    )


def test_a_tournament_runs_and_continues(tmp_path: Path) -> None:
    for deals in "2", "3":
        done = run(
            "arena", "courtisans", "--players", "steward,random", "--deals", deals, "--resume", str(tmp_path / "run")
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_a_program_as_a_bot_is_refused() -> None:
    done = run("arena", "courtisans", "--players", f"steward,program:{sys.executable}", "--deals", "1")
    assert done.returncode == 2
    assert "programs can play on Linux and macOS only" in done.stderr


def test_a_server_answers_and_stops(tmp_path: Path) -> None:
    pipe = subprocess.PIPE
    command = [*COMMAND, "serve", "--port", "0", "--database", str(tmp_path / "courtly.sqlite3")]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", env=ENVIRONMENT) as process:
        try:
            port = line_of(process).rpartition(":")[2].strip()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=TIMEOUT_SECONDS) as answer:
                assert answer.status == 200
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=TIMEOUT_SECONDS)
        finally:
            process.kill()
    assert errors == ""

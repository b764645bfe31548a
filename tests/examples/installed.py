"""A distribution, such as a game of another author, installed into a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COURTLY = [sys.executable, "-W", "error", "-c", "from courtly.cli import main; main()"]
TIMEOUT_SECONDS = 600
"""Timeout of a command. It is long, because the first command that plays the game has to compile the game."""


def install(source: Path, folder: Path) -> dict[str, str]:
    """Install a distribution into `folder/site` with `uv`, and return an environment that finds it."""
    copy = folder / "source"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return install_wheel(copy, folder)


def install_wheel(wheel: Path, folder: Path) -> dict[str, str]:
    """Install a wheel, or the source of one, into `folder/site`, and return an environment that finds it there."""
    site = folder / "site"
    how = ["--offline", "--no-build-isolation", "--no-deps", "--python", sys.executable]
    subprocess.run(
        [Path(sys.executable).parent / "uv", "pip", "install", "-q", *how, "--target", site, wheel], check=True
    )
    path = os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH"), *_source()]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "SITE": str(site)}


def _source() -> list[str]:
    """Return the folder of Courtly's source. It is needed if Courtly itself is not installed."""
    return [str(ROOT / "src")]


def output(
    command: Sequence[str | Path], environment: Mapping[str, str], typed: str = "", *, folder: Path | None = None
) -> str:
    """Run a command that must succeed, and return its output."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

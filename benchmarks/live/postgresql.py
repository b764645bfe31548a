"""A temporary PostgreSQL server in its own folder, reached by a Unix socket there."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAMS = Path("/usr/lib/postgresql")
MISSING = "PostgreSQL is not installed in /usr/lib/postgresql, so its figures are skipped"
USER = "courtly"
_SETTINGS = "-c listen_addresses='' -c max_connections=60 -c fsync=on -c synchronous_commit=on"


def programs() -> Path | None:
    """Return the program folder of the newest installed server, or None if there is none."""
    return max(PROGRAMS.glob("*/bin"), key=lambda path: float(path.parent.name), default=None)


@contextmanager
def postgresql() -> Iterator[Path]:
    """Run a server and yield the folder of its socket."""
    found = programs()
    assert found is not None, "the caller checked that PostgreSQL is installed"
    # A short path, because a socket path has at most 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix="courtly-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        data = str(folder / "data")
        _run(
            folder,
            str(found / "initdb"),
            "-D",
            data,
            "--auth=trust",
            f"--username={USER}",
            "--encoding=UTF8",
            "--no-locale",
        )
        start = ("-o", f"{_SETTINGS} -c unix_socket_directories={folder}", "-l", str(folder / "log"), "-w", "start")
        _run(folder, str(found / "pg_ctl"), "-D", data, *start)
        try:
            yield folder
        finally:
            _run(folder, str(found / "pg_ctl"), "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)


def new_database(folder: Path, name: str) -> str:
    """Create an empty database and return its URL."""
    found = programs()
    assert found is not None, "PostgreSQL is installed: its server is running"
    _run(folder, str(found / "createdb"), "-h", str(folder), "-U", USER, name)
    return f"postgresql://{USER}@/{name}?host={folder}"


def _run(folder: Path, *command: str) -> None:
    # PostgreSQL refuses to run as root. It keeps its output open, so waiting for the end of a pipe would never return.
    user: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
    nothing = subprocess.DEVNULL
    subprocess.run(command, check=True, cwd=folder, stdin=nothing, stdout=nothing, stderr=nothing, **user)

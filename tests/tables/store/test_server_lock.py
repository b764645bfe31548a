"""One server for each SQLite file: the lock ends with its process, and other databases need none."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from courtly.tables.errors import StoreError
from courtly.tables.store.server_lock import server_lock

HOLD = """
import sys
from courtly.tables.store.server_lock import server_lock
with server_lock(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""

HOLD_WITH_CHILD = """
import subprocess
import sys
from courtly.tables.store.server_lock import server_lock
with server_lock(sys.argv[1]):
    child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"], stdout=subprocess.DEVNULL)
    print(child.pid, flush=True)
    sys.stdin.read()
"""


@contextmanager
def other_server(database: Path) -> Iterator[subprocess.Popen[str]]:
    """Run another process that holds the lock of a database."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", HOLD, str(database)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_second_server_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    database = tmp_path / "courtly.sqlite3"
    (tmp_path / "link.sqlite3").symlink_to(database)
    with other_server(database) as other:
        for name in (database, f"sqlite:///{database}", tmp_path / "link.sqlite3"):
            with pytest.raises(StoreError, match="another server is using the database"), server_lock(name):
                pytest.fail("two servers have the lock")
        other.kill()
        other.wait()
        with server_lock(database):
            pass


def test_a_child_process_that_outlives_a_killed_server_does_not_hold_the_lock(tmp_path: Path) -> None:
    database, pipe = tmp_path / "courtly.sqlite3", subprocess.PIPE
    command = [sys.executable, "-c", HOLD_WITH_CHILD, str(database)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8") as server:
        assert server.stdout is not None
        child = int(server.stdout.readline())
        try:
            server.kill()
            server.wait()
            os.kill(child, 0)
            with server_lock(database):
                pass
        finally:
            os.kill(child, signal.SIGKILL)


def test_only_the_owner_can_open_the_lock_file(tmp_path: Path) -> None:
    with server_lock(tmp_path / "new folder" / "courtly.sqlite3"):
        assert (tmp_path / "new folder" / "courtly.sqlite3.lock").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", [":memory:", "postgresql://ann@db.example.org/courtly"])
def test_a_database_without_a_file_needs_no_lock(name: str) -> None:
    with server_lock(name), server_lock(name):
        pass


def test_a_lock_file_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be created"), server_lock(tmp_path / "file" / "courtly.sqlite3"):
        pytest.fail("there is no lock")

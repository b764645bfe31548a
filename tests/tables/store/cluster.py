"""A PostgreSQL server for the tests, which create, start and stop it. They connect through a socket in its folder."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg

ROOT_ID = 0
PROGRAMS = Path("/usr/lib/postgresql")
# Writes must survive a kill, as in production; the other settings keep the server small.
SETTINGS = {
    "fsync": "on",
    "synchronous_commit": "on",
    "listen_addresses": "",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "autovacuum": "off",
}


class Cluster:
    """A PostgreSQL server; every test gets its own database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        options.append(f"-cunix_socket_directories={self.folder}")
        command = as_unprivileged(str(program_path("postgres")), "-D", str(self.data), *options)
        # Start it as a child process, so that a killed server is reaped and does not count as running.
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, start_new_session=True
            )
        while not self._answers():
            assert self._server.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, mode: str = "fast") -> None:
        """Stop the server; the mode `immediate` acts like a crash."""
        self._run("pg_ctl", "stop", "-w", "-m", mode)
        assert self._server is not None
        self._server.wait()

    def kill(self) -> None:
        """Kill the server and all its processes; return when none is running."""
        assert self._server is not None
        # Stop it first, so that it starts no more processes.
        os.kill(self._server.pid, signal.SIGSTOP)
        processes = [self._server.pid, *children_of(self._server.pid)]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._server.wait()
        while any(map(is_running, processes)):
            time.sleep(0.01)

    def make(self) -> None:
        """Create the files of the server."""
        self._run("initdb", "--auth=trust", "--username=courtly", "--encoding=UTF8", "--no-locale", "--no-sync")

    def _run(self, program: str, *arguments: str) -> None:
        command = as_unprivileged(str(program_path(program)), "-D", str(self.data), *arguments)
        with (self.folder / "output").open("ab") as output:
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=self.folder)

    def url(self, database: str) -> str:
        """Return the URL of a database."""
        return f"postgresql://courtly@/{database}?host={self.folder}"

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """Create an empty database, yield its URL, and drop the database."""
        name = f"t{uuid4().hex}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
        yield self.url(name)
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def as_unprivileged(*command: str) -> list[str]:
    """Return a command that runs as an unprivileged user, because the server refuses to run as root."""
    if os.geteuid() != ROOT_ID:
        return list(command)
    user = unprivileged()
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", *command]


def stat_of(process: int) -> tuple[str, int]:
    """Return the state of a process (X if it is missing) and the id of its parent."""
    # In the file, the process name in brackets precedes both. It may contain brackets itself, so split at the last one.
    try:
        state, parent = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[:2]
    except (FileNotFoundError, ProcessLookupError):
        return "X", 0
    return state, int(parent)


def is_running(process: int) -> bool:
    """Return whether a process is still running."""
    return stat_of(process)[0] not in "XZ"


def children_of(process: int) -> list[int]:
    """Return the child processes of a process."""
    others = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [other for other in others if stat_of(other)[1] == process]


def program_path(name: str) -> Path:
    """Return the path of a program of the newest installed server."""
    return max(PROGRAMS.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))


def unprivileged() -> pwd.struct_passwd:
    """Return an unprivileged user."""
    known = {user.pw_name: user for user in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


@contextlib.contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Create a server in a temporary folder, start it, and remove everything afterwards."""
    # The name is short because the path of a socket has at most 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix="courtly-pg-"))
    if os.geteuid() == ROOT_ID:
        os.chown(folder, unprivileged().pw_uid, unprivileged().pw_gid)
    cluster = Cluster(folder)
    try:
        cluster.make()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder)

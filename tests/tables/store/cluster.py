"""A PostgreSQL server of the tests' own: they make, start and stop it, and reach it through a socket in its folder."""

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
# What is written must survive a kill, as on a server; the rest makes it small.
SETTINGS = {
    "fsync": "on",
    "synchronous_commit": "on",
    "listen_addresses": "",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "autovacuum": "off",
}


class Cluster:
    """A server that runs; every test gets a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        options.append(f"-cunix_socket_directories={self.folder}")
        command = as_unprivileged(str(program_path("postgres")), "-D", str(self.data), *options)
        # Ours to wait for: one that was killed is not taken for one that runs.
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
        """Stop the server; `immediate` is as if it had crashed."""
        self._run("pg_ctl", "stop", "-w", "-m", mode)
        assert self._server is not None
        self._server.wait()

    def kill(self) -> None:
        """Kill the server and all its processes at once; return when nobody answers any more."""
        assert self._server is not None
        # It starts no more of them.
        os.kill(self._server.pid, signal.SIGSTOP)
        processes = [self._server.pid, *children_of(self._server.pid)]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._server.wait()
        while any(map(is_running, processes)):
            time.sleep(0.01)

    def make(self) -> None:
        """Make the files of the server."""
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
        """Make an empty database, give its URL, and drop it."""
        name = f"t{uuid4().hex}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
        yield self.url(name)
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def as_unprivileged(*command: str) -> list[str]:
    """Return a command as it is run by a user who may do little: a server will not run as root."""
    if os.geteuid() != ROOT_ID:
        return list(command)
    user = unprivileged()
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", *command]


def stat_of(process: int) -> tuple[str, int]:
    """Return the state of a process, X for one that is no more, and its parent; the name between may hold anything."""
    try:
        state, parent = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[:2]
    except (FileNotFoundError, ProcessLookupError):
        return "X", 0
    return state, int(parent)


def is_running(process: int) -> bool:
    """Tell whether a process still does anything."""
    return stat_of(process)[0] not in "XZ"


def children_of(process: int) -> list[int]:
    """Return the processes that a process has started."""
    others = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [other for other in others if stat_of(other)[1] == process]


def program_path(name: str) -> Path:
    """Return where a program of the newest installed server is."""
    return max(PROGRAMS.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))


def unprivileged() -> pwd.struct_passwd:
    """Return a user who may do little."""
    known = {user.pw_name: user for user in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


@contextlib.contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Make a server in a folder of its own, start it, and leave nothing."""
    # Short, for the path of a socket has at most 107 bytes.
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

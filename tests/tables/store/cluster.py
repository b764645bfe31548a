"""A PostgreSQL server of the tests' own: they make, start and stop it, and reach it through a socket in its folder."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
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
    "listen_addresses": "''",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "autovacuum": "off",
}


class Cluster:
    """A server that runs; every test gets a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
        options += f" -c unix_socket_directories={self.folder}"
        self._run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"), "-o", options)

    def stop(self, mode: str = "fast") -> None:
        """Stop the server; `immediate` is as if it had crashed."""
        self._run("pg_ctl", "stop", "-w", "-m", mode)

    def make(self) -> None:
        """Make the files of the server."""
        self._run("initdb", "--auth=trust", "--username=courtly", "--encoding=UTF8", "--no-locale", "--no-sync")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(program_path(program)), "-D", str(self.data), *arguments]
        # A server will not run as root.
        if os.geteuid() == ROOT_ID:
            user = unprivileged()
            command = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", *command]
        # The server keeps what it is given to write to, so that nobody could wait for the end of a pipe.
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

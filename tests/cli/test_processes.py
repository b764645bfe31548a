"""The command line in its own process: pipes, interrupts and a listening server."""

from __future__ import annotations

import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.processes import TIMEOUT_SECONDS, courtly, line_of, started


@pytest.mark.parametrize(("lang", "end"), [("en", "Winner"), ("fr", "Victoire")])
def test_a_whole_match_is_played_through_a_pipe(lang: str, end: str) -> None:
    done = courtly("play", "courtisans", "--players", "2", "--seed", "5", "--lang", lang, typed="1\n" * 200)
    assert (done.returncode, done.stderr) == (0, "")
    assert end in done.stdout
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_terminal_with_another_encoding_gets_question_marks() -> None:
    done = courtly(
        "play",
        "courtisans",
        "--seed",
        "5",
        "--lang",
        "fr",
        typed="q\n",
        PYTHONIOENCODING="ascii",
        NUMBA_DISABLE_JIT="1",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Courtisans ? ?dition 2024" in done.stdout


def test_help_loads_no_slow_modules() -> None:
    slow = ["numba", "numpy", "fastapi", "sqlalchemy", "pydantic", "uvicorn", "babel", "jinja2", "rich"]
    check = (
        "import sys, atexit; sys.argv = ['courtly', '--help'];"
        f"atexit.register(lambda: print('loaded:', *(name for name in {slow} if name in sys.modules)));"
        "from courtly.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1].split() == ["loaded:"]


def test_an_interrupted_match_ends_without_a_traceback(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    with started(["play", "courtisans", "--seed", "5", "--record", str(file)]) as process:
        while "Number or notation" not in line_of(process):
            pass
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=TIMEOUT_SECONDS)
        assert (process.returncode, errors) == (130, "")
    assert file.exists()


def test_a_closed_pipe_causes_no_traceback() -> None:
    with started(["play", "courtisans", "--watch", "--seed", "5"]) as process:
        line_of(process)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdout = None
        errors = process.stderr.read()
        process.wait(TIMEOUT_SECONDS)
    assert "Traceback" not in errors
    assert process.returncode == 1


def test_the_server_prints_one_ready_line_and_ends_when_interrupted(tmp_path: Path) -> None:
    with started(["serve", "--port", "0", "--database", str(tmp_path / "courtly.sqlite3")]) as process:
        said = line_of(process)
        assert said.startswith("Courtly is ready: http://127.0.0.1:")
        with urllib.request.urlopen(said.split(": ", 1)[1].strip(), timeout=TIMEOUT_SECONDS) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=TIMEOUT_SECONDS)
        assert (rest, errors, process.returncode) == ("", "", 130)


def test_a_port_in_use_is_a_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = courtly("serve", "--port", port, NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"courtly: cannot listen on 127.0.0.1, port {port}: ")
    assert done.stderr.count("\n") == 1


def test_an_invalid_database_file_is_a_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "courtly.sqlite3"
    file.write_text("not a database, but a letter to the Queen" * 40, encoding="utf-8")
    done = courtly("serve", "--port", "0", "--database", str(file), NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("courtly: the server cannot start: ")
    assert done.stderr.count("\n") == 1


def test_a_database_file_in_use_is_a_clear_error(tmp_path: Path) -> None:
    arguments = ["serve", "--port", "0", "--no-warm-up", "--database", str(tmp_path / "courtly.sqlite3")]
    with started(arguments, NUMBA_DISABLE_JIT="1") as process:
        line_of(process)
        done = courtly(*arguments, NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("courtly: the server cannot start: another server is using the database ")
    assert done.stderr.count("\n") == 1


def test_a_cache_folder_that_cannot_be_written_is_reported_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    arguments = ["serve", "--port", "0", "--no-warm-up", "--database", str(tmp_path / "courtly.sqlite3")]
    with started(arguments, NUMBA_DISABLE_JIT="1", COURTLY_CACHE_DIR=str(file / "cache")) as process:
        line_of(process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=TIMEOUT_SECONDS)
    assert errors.startswith(f"courtly: {file / 'cache'} cannot be written: part of its path is not a folder; ")
    assert errors.endswith("set COURTLY_CACHE_DIR to another folder\n")
    assert errors.count("\n") == 1


def test_a_database_of_a_later_version_is_a_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "courtly.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    done = courtly("serve", "--port", "0", "--database", str(file), NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (1, "")
    assert "use that version, or restore an earlier backup" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_invalid_host_name_is_a_clear_error() -> None:
    done = courtly("serve", "--host", "x" * 300, "--port", "0", NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("courtly: cannot listen on xxx")
    assert "this is not a host name" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("database", ["postgresql:/x/y", "mysql://u:hush@x/y", "foo://x", "://"])
def test_an_unsupported_database_is_a_clear_error_and_creates_no_file(tmp_path: Path, database: str) -> None:
    done = courtly(
        "serve",
        "--port",
        "0",
        "--database",
        database,
        folder=tmp_path,
        XDG_DATA_HOME=str(tmp_path),
        NUMBA_DISABLE_JIT="1",
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "use the path of a file, or a URL that starts with sqlite:/// or postgresql://" in done.stderr
    assert "hush" not in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_database_server_needs_a_secret_and_must_be_running(tmp_path: Path) -> None:
    url = f"postgresql:///nothing?host={tmp_path}"
    done = courtly("serve", "--port", "0", "--database", url, NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs a secret; set COURTLY_SECRET" in done.stderr
    done = courtly("serve", "--port", "0", "--database", url, COURTLY_SECRET="x" * 32, NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("courtly: the server cannot start: ")
    assert done.stderr.count("\n") == 1


def test_a_bad_environment_variable_is_a_clear_error() -> None:
    done = courtly("serve", COURTLY_CORES="many", NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (2, "")
    assert "COURTLY_CORES in the environment, cannot be 'many'" in done.stderr

"""The files of a SQLite database: their mode, and damage to the write-ahead log, which SQLite itself ignores."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from courtly.tables.store.databases import make_file
from courtly.tables.store.wal import committed_frames, wal_of


def copy_of_open_database(folder: Path) -> Path:
    """Return a copy of a database with three transactions in its log."""
    path, copy = folder / "tables.db", folder / "copy.db"
    make_file(path, patience=1)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE moves (number)")
        for number in range(3):
            connection.execute("INSERT INTO moves VALUES (?)", [number])
        for source, target in ((path, copy), (wal_of(path), wal_of(copy))):
            shutil.copy(source, target)
    return copy


def count_of_moves(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM moves").fetchone()[0])


def flip(file: Path, position: int) -> None:
    """Change one bit of a file."""
    content = bytearray(file.read_bytes())
    content[position] ^= 1
    file.write_bytes(content)


def test_files_that_others_can_read_become_private(tmp_path: Path) -> None:
    copy = copy_of_open_database(tmp_path)
    for file in (copy, wal_of(copy)):
        file.chmod(0o644)
    with closing(sqlite3.connect(copy)) as connection:
        # While the database is open, it has a log.
        connection.execute("SELECT * FROM moves")
        make_file(copy, patience=1)
        assert [stat.S_IMODE(file.stat().st_mode) for file in (copy, wal_of(copy))] == [0o600, 0o600]


def test_an_intact_log_is_not_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    copy = copy_of_open_database(tmp_path)
    assert committed_frames(wal_of(copy)) >= 3
    make_file(copy, patience=1)
    assert (count_of_moves(copy), caplog.messages) == (3, [])


def test_a_transaction_that_a_damaged_log_has_lost_is_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    copy = copy_of_open_database(tmp_path)
    flip(wal_of(copy), -1)
    make_file(copy, patience=1)
    assert count_of_moves(copy) == 2
    assert ["is damaged" in message for message in caplog.messages] == [True]


def test_a_damaged_header_of_a_log_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    copy = copy_of_open_database(tmp_path)
    flip(wal_of(copy), 20)
    make_file(copy, patience=1)
    assert ["is damaged" in message for message in caplog.messages] == [True]


def test_frames_of_an_earlier_use_of_the_log_do_not_count(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    make_file(path, patience=1)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE moves (number)")
        connection.execute("INSERT INTO moves VALUES (1)")
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
        connection.execute("INSERT INTO moves VALUES (2)")
        for source, target in ((path, copy), (wal_of(path), wal_of(copy))):
            shutil.copy(source, target)
    make_file(copy, patience=1)
    assert (count_of_moves(copy), caplog.messages) == (2, [])

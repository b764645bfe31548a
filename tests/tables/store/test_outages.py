"""A database that is away is told to the log when it goes and when it is back, and between these nobody is."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from courtly.tables.errors import StoreError
from courtly.tables.store import Conflict, open_store
from tests.tables.store.helpers import entry, grown, head, player

pytestmark = pytest.mark.anyio


async def test_an_outage_has_two_lines_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "courtly")
    path = tmp_path / "tables.db"
    async with await open_store(path, patience=0.01) as store:
        await grown(store)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for number in range(3):
                with pytest.raises(StoreError, match="another program holds the database"):
                    await store.add_player(player(f"player {number}"))
            # What is read is another matter.
            assert await store.head("t") is not None
        await store.add_player(player())
        await store.add_player(player("other"))
    first, last = [record.getMessage() for record in caplog.records]
    assert first == "writing to the database: the tables cannot be reached: another program holds the database"
    assert last.startswith("writing to the database: again after ")
    assert last.endswith(", in which 3 failed")


async def test_whoever_was_second_is_no_outage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with await open_store(tmp_path / "tables.db") as store:
        await grown(store, entries=2)
        with pytest.raises(Conflict):
            await store.append("t", [entry(1)], head(version=2))
    assert not caplog.records

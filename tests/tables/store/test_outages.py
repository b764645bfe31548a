"""Outages of the database: the log has one line when it fails and one when it is back."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from courtly.tables.errors import StoreError
from courtly.tables.store import Conflict, open_store, reads, writes
from tests.tables.store.helpers import entry, grown, head, player

pytestmark = pytest.mark.anyio


async def test_an_outage_is_logged_in_two_lines(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "courtly")
    path = tmp_path / "tables.db"
    async with await open_store(path, patience=0.01) as store:
        await grown(store)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for number in range(3):
                with pytest.raises(StoreError, match="another program is using the database"):
                    await store.write(writes.add_player, player(f"player {number}"))
            # Reads still work.
            assert await store.read(reads.head, "t") is not None
        await store.write(writes.add_player, player())
        await store.write(writes.add_player, player("other"))
    first, last = [record.getMessage() for record in caplog.records]
    assert first == "writing to the database: the tables are unavailable: another program is using the database"
    assert last.startswith("writing to the database: works again after ")
    assert last.endswith(" s and 3 failures")


async def test_a_conflict_is_not_an_outage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with await open_store(tmp_path / "tables.db") as store:
        await grown(store, entries=2)
        with pytest.raises(Conflict):
            await store.append([entry(1)], head(version=2))
    assert not caplog.records

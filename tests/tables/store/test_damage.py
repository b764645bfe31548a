"""Damage by a failing disk is reported for the damaged table, and does not affect others."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from courtly.tables.errors import BrokenTable
from courtly.tables.journal import Line
from courtly.tables.store import MatchRow, Store, open_store, reads, writes
from tests.tables.store.helpers import HASH, NOON, entry, grown, head, player, sent

pytestmark = pytest.mark.anyio


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def damage(path: Path, statement: str) -> None:
    """Damage one row of a database with a statement, without the checks of the schema."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA foreign_keys = OFF")
        assert connection.execute(statement).rowcount == 1
        connection.commit()


async def two_tables(store: Store) -> None:
    await grown(store, "good", entries=3)
    await grown(store, "bad", entries=3)


@pytest.mark.parametrize(
    "change",
    [
        "data = '{\"move'",
        "data = '[]'",
        "data = x'ff00'",
        "data = '{\"move\": \"h' || CAST(x'ff' AS TEXT) || '\"}'",
        "data = '{\"a\":' || replace(hex(zeroblob(100000)), '00', '[')",
        "at = 'yesterday'",
        "at = 1e300",
        f"at = {2**62}",
        "turn = 'x'",
        "act = x'00'",
        "seat = 'x'",
        "sender = x'00'",
        "number = 7",
        "number = 1.5",
    ],
)
async def test_a_damaged_entry_breaks_only_its_table(path: Path, change: str) -> None:
    async with await open_store(path) as store:
        await two_tables(store)
        damage(path, f"UPDATE journal SET {change} WHERE table_id = 'bad' AND number = 2")
        with pytest.raises(BrokenTable, match="table bad is damaged") as broken:
            await store.read(reads.journal, "bad")
        assert broken.value.given == "bad"
        assert await store.read(reads.journal, "good") == [entry(0), entry(1), entry(2)]


@pytest.mark.parametrize("number", [0, 1, 2])
async def test_a_missing_entry_is_detected(path: Path, number: int) -> None:
    async with await open_store(path) as store:
        await two_tables(store)
        damage(path, f"DELETE FROM journal WHERE table_id = 'bad' AND number = {number}")
        with pytest.raises(BrokenTable):
            await store.read(reads.journal, "bad")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables SET version = 'x' WHERE id = 'bad'",
        "UPDATE tables SET created = 'x' WHERE id = 'bad'",
        f"UPDATE tables SET updated = {2**62} WHERE id = 'bad'",
        "UPDATE tables SET to_move = 'x' WHERE id = 'bad'",
        "UPDATE tables SET status = 'played' WHERE id = 'bad'",
        "UPDATE tables SET game = x'ff' WHERE id = 'bad'",
        "UPDATE seats SET kind = 'x' WHERE table_id = 'bad' AND seat = 0",
        "UPDATE seats SET bot = x'00' WHERE table_id = 'bad' AND seat = 1",
        "DELETE FROM seats WHERE table_id = 'bad' AND seat = 0",
    ],
)
async def test_a_damaged_head_is_skipped_in_lists_and_logged(
    path: Path, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with await open_store(path) as store:
        await two_tables(store)
        damage(path, statement)
        with caplog.at_level(logging.WARNING):
            lists = [await store.read(reads.heads_of, "ann"), await store.read(reads.lobby)]
        assert lists == [[head("good", 3)]] * 2
        # A table with an unknown status is not in the lobby at all.
        assert {record.getMessage() for record in caplog.records} == {"a damaged row of table 'bad' is skipped"}
        with pytest.raises(BrokenTable):
            await store.read(reads.head, "bad")


async def test_undecodable_text_does_not_break_lists(path: Path) -> None:
    async with await open_store(path) as store:
        await two_tables(store)
        damage(path, "UPDATE seats SET name = CAST(x'416e6eff' AS TEXT) WHERE table_id = 'bad' AND seat = 0")
        assert {one.table: one.seats[0].name for one in await store.read(reads.heads_of, "ann")} == {
            "good": "Ann",
            "bad": "Ann�",
        }


async def test_other_damaged_rows_count_as_missing(path: Path) -> None:
    async with await open_store(path) as store:
        await store.create(head(), [sent(0, "c")], codes={"join": HASH})
        over = MatchRow("t", 1, NOON, {})
        await store.append([entry(1)], head(version=2), finished=over)
        lines = [(await store.write_at("t", writes.add_line, Line(0, NOON, "ann", 0, text=text))).line for text in "ab"]
        await store.write(writes.add_player, player())
        await store.write_at("t", writes.admit, "ann", "join")
        for statement in (
            "UPDATE lines SET at = 'x' WHERE number = 0",
            "UPDATE matches SET head = '{'",
            "UPDATE players SET created = 'x'",
            "UPDATE codes SET role = 'x'",
            "UPDATE visits SET role = 'x'",
            "UPDATE journal SET made = 'x' WHERE number = 0",
        ):
            damage(path, statement)
        assert await store.read(reads.lines, "t") == lines[1:]
        assert await store.read(reads.matches, "t") == []
        assert await store.read(reads.player, id="ann") is None
        assert await store.read(reads.code, HASH) is None
        assert await store.read(reads.role_of, "ann", "t") is None
        with pytest.raises(BrokenTable):
            await store.read(reads.sent, "ann", "c")

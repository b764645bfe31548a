"""The store by itself: what it opens, what it keeps, and what it says when it cannot."""

from __future__ import annotations

import stat
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from courtly.tables import BrokenTable, Store, StoreError, open_store
from courtly.tables.store import Conflict, StoredEvent, StoredSeat, StoredTable
from tests.tables.helpers import database, rows

pytestmark = pytest.mark.anyio

SEATS = (StoredSeat("human", "Ann", owner="ann"), StoredSeat("bot", "Bo", bot="random"))


def kept(table_id: str = "t1", *, seed: int | None = 2**63 - 1) -> StoredTable:
    return StoredTable(
        id=table_id,
        format="courtly-match/1",
        game="courtisans",
        rules="1",
        options={"players": 2, "edition": "2024"},
        deal={"first": 0, "deck": ["hare.noble"]},
        seed=seed,
        bot_seed=2**62 + 1,
        created=datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC),
        seats=SEATS,
    )


@pytest.fixture(params=["file", "path", "memory", "url"])
async def any_store(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Store]:
    places: dict[str, str | Path] = {"file": str(path), "path": path, "memory": ":memory:", "url": f"sqlite:///{path}"}
    async with await open_store(places[request.param]) as opened:
        yield opened


async def test_what_was_kept_comes_back(any_store: Store) -> None:
    for table in (kept("t1"), kept("t2", seed=None)):
        await any_store.insert(table, to_move=0)
        assert await any_store.load(table.id) == table
    assert await any_store.load("t3") is None


async def test_events_come_back_in_order_and_from_any_number(any_store: Store) -> None:
    await any_store.insert(kept(), to_move=0)
    log = [StoredEvent(0, 0, "one", "c1"), StoredEvent(1, 1, "two"), StoredEvent(2, 1, "three")]
    for event in log:
        await any_store.append("t1", event, to_move=1)
    assert await any_store.events("t1") == log
    assert await any_store.events("t1", since=2) == log[2:]


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(StoredEvent(0, 0, "other", "c2"), id="a number that is taken"),
        pytest.param(StoredEvent(2, 0, "other", "c2"), id="a number that leaves a gap"),
        pytest.param(StoredEvent(1, 0, "other", "c1"), id="a command that was used"),
    ],
)
async def test_an_event_that_does_not_fit_is_refused_and_leaves_nothing(store: Store, event: StoredEvent) -> None:
    await store.insert(kept(), to_move=0)
    await store.append("t1", StoredEvent(0, 0, "one", "c1"), to_move=1)
    with pytest.raises(Conflict):
        await store.append("t1", event, to_move=0)
    assert await store.events("t1") == [StoredEvent(0, 0, "one", "c1")]
    assert [(found.version, found.to_move) for found in await store.tables_of("ann")] == [(1, 1)]


async def test_an_event_needs_its_table(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.append("nowhere", StoredEvent(0, 0, "one", "c1"), to_move=0)


async def test_tables_are_listed_for_their_owner_alone(store: Store) -> None:
    await store.insert(kept("t1"), to_move=0)
    await store.insert(kept("t2"), to_move=None)
    found = await store.tables_of("ann")
    assert [(one.id, one.to_move, one.names) for one in found] == [
        ("t1", 0, ("Ann", "Bo")),
        ("t2", None, ("Ann", "Bo")),
    ]
    assert await store.tables_of("bo") == []


async def test_writes_are_safe_before_they_return(store: Store) -> None:
    async with store._engine.connect() as connection:
        pragmas = [await connection.scalar(sa.text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous")]
        assert pragmas == ["wal", 2]
        assert await connection.scalar(sa.text("PRAGMA foreign_keys")) == 1


async def test_the_file_is_readable_by_its_owner_alone(store: Store, path: Path) -> None:
    await store.insert(kept(), to_move=0)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert set(modes.values()) == {0o600}, modes


async def test_the_folder_of_a_new_store_is_made(tmp_path: Path) -> None:
    place = tmp_path / "some" / "where" / "tables.db"
    async with await open_store(place):
        assert place.is_file()


async def test_a_full_disk_is_said_and_nothing_is_half_done(store: Store, path: Path) -> None:
    await store.insert(kept(), to_move=0)
    (pages,) = rows(path, "PRAGMA page_count")[0]
    await store.close()
    fill = sa.event.listens_for(store._engine.sync_engine, "connect")
    fill(lambda connection, _: connection.cursor().execute(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(StoreError, match="the disk is full"):
        await store.append("t1", StoredEvent(0, 0, "x" * 100_000, "c1"), to_move=1)
    assert rows(path, "SELECT count(*) FROM events") == [(0,)]
    assert rows(path, "SELECT version, to_move FROM tables") == [(0, 0)]


async def test_a_database_that_cannot_be_written_can_still_be_read(store: Store) -> None:
    await store.insert(kept(), to_move=0)
    await store.close()
    lock = sa.event.listens_for(store._engine.sync_engine, "connect")
    lock(lambda connection, _: connection.cursor().execute("PRAGMA query_only = ON"))
    with pytest.raises(StoreError, match="cannot be written to"):
        await store.append("t1", StoredEvent(0, 0, "one", "c1"), to_move=1)
    assert await store.load("t1") == kept()


async def test_a_locked_database_is_said_and_works_again_when_free(store: Store, path: Path) -> None:
    await store.insert(kept(), to_move=0)
    with database(path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program holds the database") as refused:
            await store.append("t1", StoredEvent(0, 0, "one", "c1"), to_move=1)
        assert refused.value.given == "SQLITE_BUSY"
        assert await store.events("t1") == []
    await store.append("t1", StoredEvent(0, 0, "one", "c1"), to_move=1)


async def test_an_error_of_the_store_shows_no_statement_and_no_value(store: Store, path: Path) -> None:
    with database(path) as connection:
        connection.execute("DROP TABLE events")
    await store.insert(kept(), to_move=0)
    with pytest.raises(StoreError) as refused:
        await store.append("t1", StoredEvent(0, 0, "play hare.spy above", "c1"), to_move=1)
    with pytest.raises(StoreError):
        await store.events("t1")
    assert "hare" not in str(refused.value) + str(refused.value.__cause__)
    assert "INSERT" not in str(refused.value.as_dict())


async def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    text = "the minutes of the last meeting\n" * 100
    path.write_text(text)  # noqa: ASYNC240
    with pytest.raises(StoreError, match="not a database"):
        await open_store(path)
    assert path.read_text() == text  # noqa: ASYNC240


@pytest.mark.parametrize("place", ["/dev/null/tables.db", "\0", "/"])
async def test_a_place_where_no_file_can_be_is_refused(place: str) -> None:
    with pytest.raises(StoreError):
        await open_store(place)


@pytest.mark.parametrize(
    "url",
    [
        "mysql://ann:s3cret@host/db",
        "http://host/",
        "://",
        "sqlite3:///x",
        "sqlite:///file:x?uri=true",
        "sqlite:/\0/://",
    ],
)
async def test_a_url_of_another_kind_is_refused_without_repeating_its_password(url: str) -> None:
    with pytest.raises(StoreError) as refused:
        await open_store(url)
    assert "s3cret" not in str(refused.value.as_dict())


def test_what_is_kept_does_not_print_its_secrets() -> None:
    printed = repr(kept()) + repr(StoredEvent(0, 0, "play hare.spy above"))
    assert "hare" not in printed
    assert str(kept().bot_seed) not in printed


@pytest.mark.parametrize("damage", ["created = 'yesterday'", "created = x'ff'", "version = 'many'", "to_move = 'me'"])
async def test_a_damaged_row_is_listed_as_unreadable_and_hides_no_other(store: Store, path: Path, damage: str) -> None:
    for table_id in ("t1", "t2"):
        await store.insert(kept(table_id), to_move=0)
    with database(path) as connection:
        connection.execute(f"UPDATE tables SET {damage} WHERE id = 't1'")
    assert {table.id: table.is_readable for table in await store.tables_of("ann")} == {"t1": False, "t2": True}


@pytest.mark.parametrize("damage", ["created = 'yesterday'", "options = '{'", "deal = x'ff'"])
async def test_a_damaged_table_is_said_to_be_damaged(store: Store, path: Path, damage: str) -> None:
    await store.insert(kept("t1"), to_move=0)
    with database(path) as connection:
        connection.execute(f"UPDATE tables SET {damage} WHERE id = 't1'")
    with pytest.raises(BrokenTable, match="table t1 is damaged in the database"):
        await store.load("t1")

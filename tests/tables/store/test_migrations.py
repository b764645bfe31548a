"""Migrations to the present schema, from an empty database and from an old one; no match is lost."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from courtly.engine.play.records import read_record
from courtly.tables.errors import BrokenTable, NewerStore
from courtly.tables.journal import Entry
from courtly.tables.state import TableState
from courtly.tables.store import Store, open_store, outbox, reads
from courtly.tables.store.batch import Call
from courtly.tables.store.databases import make_file, read_url, writing_engine
from courtly.tables.store.rows import Quiet
from courtly.tables.store.schema import metadata
from courtly.tables.store.upgrade import newest, revisions, upgrade
from tests.tables.store.helpers import Open, grown, query
from tests.tables.store.old import OTHER, OWNER, database, moves_in, old_tables, rows

pytestmark = pytest.mark.anyio


def differences(connection: sa.Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, metadata))


async def test_an_empty_database_gets_the_schema_of_the_code(store: Store) -> None:
    assert await store._writer.submit(Call(differences)) == []


async def test_the_database_has_the_constraints_of_the_schema(store: Store) -> None:
    def found(connection: sa.Connection) -> set[tuple[str, str | None]]:
        inspector = sa.inspect(connection)
        known: set[tuple[str, str | None]] = set()
        for table in metadata.tables:
            checks = [one["name"] for one in inspector.get_check_constraints(table)]
            uniques = [one["name"] for one in inspector.get_unique_constraints(table)]
            foreign = [one["name"] for one in inspector.get_foreign_keys(table)]
            named = [*checks, *uniques, *foreign, inspector.get_pk_constraint(table)["name"]]
            known |= {(table, name) for name in named}
        return known

    wanted = {(table.name, str(one.name)) for table in metadata.tables.values() for one in table.constraints}
    assert await store._writer.submit(Call(found)) == wanted


async def test_no_old_tables_remain(store: Store) -> None:
    names = await store._writer.submit(Call(lambda connection: sa.inspect(connection).get_table_names()))
    assert set(names) == {*metadata.tables, "alembic_version"}


async def test_opening_again_changes_nothing(store: Store, opened: Open, url: str) -> None:
    await grown(store)
    await opened()
    assert query(url, "SELECT version_num FROM alembic_version") == [(newest(),)]
    assert await store.read(reads.running) == ["t"]


async def test_a_database_that_is_up_to_date_is_opened_without_alembic(store: Store, url: str) -> None:
    program = """
import asyncio, sys
from courtly.tables.store import open_store

async def work():
    async with await open_store(sys.argv[1]):
        print("alembic" in sys.modules)

asyncio.run(work())
"""
    command = [sys.executable, "-c", program, url]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


async def test_several_stores_can_open_a_new_database_in_parallel(url: str) -> None:
    stores = await asyncio.gather(*(open_store(url) for _ in range(4)))
    for store in stores:
        await store.close()
    assert query(url, "SELECT version_num FROM alembic_version") == [(newest(),)]


def test_several_threads_can_create_a_file_in_parallel(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.db" for number in range(300)]
    together = Barrier(4, timeout=30)

    def makes_all(_: int) -> None:
        for file in files:
            together.wait()
            make_file(file, patience=10)

    with ThreadPoolExecutor(together.parties) as makers:
        list(makers.map(makes_all, range(together.parties)))
    assert {mode for file in files for (mode,) in query(f"sqlite:///{file}", "PRAGMA journal_mode")} == {"wal"}


async def test_a_database_of_a_later_version_is_refused_unchanged(store: Store, url: str) -> None:
    await grown(store)
    query(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerStore, match="later version of Courtly") as refused:
        await open_store(url)
    assert refused.value.given == "9999"
    assert refused.value.allowed == sorted(revisions())
    assert query(url, "SELECT version_num FROM alembic_version") == [("9999",)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def record_of(journal: list[Entry]) -> dict[str, Any]:
    """Return the match record in a journal."""
    (start,) = [one for one in journal if one.act == "start"]
    return {**start.data["record"], "moves": [one.data["move"] for one in journal if one.act == "move"]}


async def test_devices_of_an_earlier_version_are_browsers(path: Path) -> None:
    engine = writing_engine(read_url(path), patience=1)
    upgrade(engine, "0007")
    engine.dispose()
    with database(path) as connection:
        connection.execute(
            "INSERT INTO devices VALUES ('d', 'ann', 'https://a', 'k', 's', 'en', 'UTC', 60, 480, 5, 2, 0)"
        )
    async with await open_store(path) as store:
        [device] = await store.read(outbox.devices_of, "ann")
    assert (device.id, device.subscription.kind, device.quiet, device.failures) == ("d", "push", Quiet(60, 480), 2)


async def test_every_old_table_is_converted_with_all_moves(path: Path) -> None:
    old = old_tables(path)
    moves = {table.id: moves_in(path, table.id) for table in old}
    async with await open_store(path) as store:
        for table in old:
            journal = await store.read(reads.journal, table.id)
            made = [(one.turn, one.seat, one.data["move"]) for one in journal if one.act == "move"]
            assert made == [(number, seat, move) for number, seat, move in moves[table.id]]
            match = read_record(record_of(journal))
            assert match.view(table.seat) == table.view
            assert match.log(table.seat) == table.log


async def test_converted_journals_can_be_replayed(path: Path) -> None:
    old = old_tables(path)
    async with await open_store(path) as store:
        for table in old:
            state = TableState.of(table.id, await store.read(reads.journal, table.id))
            # The times of a turn are not stored for a table of an earlier version.
            assert replace(state.head(), turn_since=None, due=None) == await store.read(reads.head, table.id)
            assert state.match is not None
            assert state.match.view(table.seat) == table.view


async def test_conversion_keeps_head_seats_and_acts(path: Path) -> None:
    _, half, over, other = old_tables(path)
    created = rows(path, "SELECT created FROM tables WHERE id = ?", half.id)[0][0]
    async with await open_store(path) as store:
        journal = await store.read(reads.journal, half.id)
        acts = ["open", "fill", "fill", "sit", "fill", "start"]
        assert [one.act for one in journal[:6]] == acts
        assert {one.act for one in journal[6:]} == {"move"}
        assert [one.seat for one in journal[:6]] == [None, 0, 1, 2, 3, None]
        assert journal[3].data == {"player": OWNER, "name": "Ann", "colour": "", "kind": "person"}
        assert journal[1].data == {"bot": "random", "name": "Bo"}
        assert journal[0].at.replace(tzinfo=None).isoformat(sep=" ", timespec="milliseconds") == created[:23]
        kept = await store.read(reads.head, half.id)
        assert kept is not None
        assert (kept.status, kept.version, kept.host, kept.to_move) == ("playing", len(journal), OWNER, 2)
        assert [seat.kind for seat in kept.seats] == ["bot", "bot", "person", "bot"]
        assert [seat.name for seat in kept.seats] == half.names
        assert [one.table for one in await store.read(reads.heads_of, OTHER)] == [other.id]
        (finished,) = await store.read(reads.matches, over.id)
        assert finished.head["seats"] == [{"name": "Ann"}, {"name": "Bo"}]
        assert over.id not in await store.read(reads.running)
        assert await store.read(reads.lobby) == []


async def test_the_owner_of_an_old_table_becomes_a_player_who_may_see_it(path: Path) -> None:
    new, *_, other = old_tables(path)
    async with await open_store(path) as store:
        for owner, table in ((OWNER, new), (OTHER, other)):
            player = await store.read(reads.player, id=owner)
            assert player is not None
            assert (player.name, player.is_program, player.token) == ("Ann", False, None)
            assert await store.read(reads.role_of, owner, table.id) == "join"


async def test_play_continues_after_the_conversion(path: Path) -> None:
    _, half, *_ = old_tables(path)
    async with await open_store(path) as store:
        journal, kept = await store.read(reads.journal, half.id), await store.read(reads.head, half.id)
        assert kept is not None
        move = read_record(record_of(journal)).legal_moves()[0]
        next_entry = replace(journal[-1], number=len(journal), turn=half.version, data={"move": move}, command="c")
        await store.append([next_entry], replace(kept, version=len(journal) + 1))
        assert read_record(record_of(await store.read(reads.journal, half.id))).version == half.version + 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables SET deal = '{' WHERE id = ?",
        "UPDATE tables SET options = 'x' WHERE id = ?",
        "UPDATE tables SET created = 'x' WHERE id = ?",
        "UPDATE events SET created = 'x' WHERE table_id = ?",
        "UPDATE seats SET name = x'ff' WHERE seat = 1 AND table_id = ?",
        "UPDATE events SET number = 'x' WHERE number = 1 AND table_id = ?",
        "DELETE FROM events WHERE number = 1 AND table_id = ?",
    ],
)
async def test_a_damaged_table_does_not_stop_the_conversion_of_other_tables(path: Path, statement: str) -> None:
    new, half, *_ = old_tables(path)
    with database(path) as connection:
        connection.execute(statement, (half.id,))
    async with await open_store(path) as store:
        read = await asyncio.gather(
            store.read(reads.journal, half.id), store.read(reads.head, half.id), return_exceptions=True
        )
        assert BrokenTable in map(type, read)
        assert read_record(record_of(await store.read(reads.journal, new.id))).view(new.seat) == new.view


async def test_a_failed_upgrade_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_tables(path)
    before = rows(path, "SELECT * FROM sqlite_master"), rows(path, "SELECT * FROM events")

    def breaks(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("alembic.operations.Operations.drop_table", breaks)
        with pytest.raises(ZeroDivisionError):
            await open_store(path)
    assert (rows(path, "SELECT * FROM sqlite_master"), rows(path, "SELECT * FROM events")) == before
    async with await open_store(path) as store:
        assert len(await store.read(reads.heads_of, OWNER)) == 3

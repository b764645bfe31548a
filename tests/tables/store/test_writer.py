"""Group commit: waiting writes share a transaction, a refused write fails alone, and no accepted write is lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from courtly.tables.errors import StoreError
from courtly.tables.journal import Line
from courtly.tables.store import Conflict, Store, StoreBusy, open_store, reads, writes
from courtly.tables.store.batch import Call
from tests.tables.store.helpers import NOON, Open, entry, forget, grown, head, numbers, player, query, sent

pytestmark = pytest.mark.anyio

MANY = 24


class BusyWriter:
    """Keeps the writer busy, so that the writes that arrive in this time form one batch."""

    def __init__(self, store: Store) -> None:
        self._may_finish = threading.Event()
        self._has_begun = threading.Event()
        self._task = asyncio.ensure_future(store._writer.submit(Call(self._waits)))

    def _waits(self, _: sa.Connection) -> None:
        self._has_begun.set()
        assert self._may_finish.wait(60)

    async def __aenter__(self) -> BusyWriter:
        await asyncio.to_thread(self._has_begun.wait)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._may_finish.set()
        await self._task


async def together(store: Store, *writes: Awaitable[Any]) -> list[Any]:
    """Submit writes as one batch, in order, and return the result or error of each."""
    async with BusyWriter(store):
        tasks = [asyncio.ensure_future(write) for write in writes]
        await asyncio.sleep(0)
    return await asyncio.gather(*tasks, return_exceptions=True)


def commits(store: Store) -> list[sa.Connection]:
    """Return a list that grows with every commit of the writer."""
    made: list[sa.Connection] = []
    event.listen(store._writer._engine, "commit", made.append)
    return made


async def test_concurrent_appends_leave_no_gaps(store: Store, url: str) -> None:
    async def plays(table: str) -> None:
        await store.create(head(table), [entry(0)])
        for number in range(1, 20):
            await store.append([sent(number, f"{table}-{number}")], head(table, number + 1))

    tables = [f"t{n}" for n in range(MANY)]
    await asyncio.gather(*map(plays, tables))
    for table in tables:
        assert numbers(await store.read(reads.journal, table)) == list(range(20))
    assert query(url, "SELECT count(*), count(DISTINCT command) FROM journal") == [(20 * MANY, 19 * MANY)]


async def test_waiting_writes_share_one_transaction(store: Store) -> None:
    await asyncio.gather(*(grown(store, f"t{n}") for n in range(MANY)))
    made = commits(store)
    writes = [store.append([entry(1)], head(f"t{n}", 2)) for n in range(MANY)]
    assert await together(store, *writes) == [None] * MANY
    # One transaction kept the writer busy, the other contained all writes.
    assert len(made) == 2


async def test_several_acts_at_one_table_share_one_transaction(store: Store) -> None:
    writes = [store.create(head(), [entry(0)])]
    writes += [store.append([entry(n), entry(n + 1)], head(version=n + 2)) for n in (1, 3, 5)]
    assert await together(store, *writes) == [None] * 4
    assert numbers(await store.read(reads.journal, "t")) == list(range(7))
    assert await store.read(reads.head, "t") == head(version=7)


async def test_an_act_in_conflict_fails_alone(store: Store) -> None:
    await grown(store, "t")
    await grown(store, "u")
    outcomes = await together(
        store,
        store.append([sent(1, "c1")], head("t", 2)),
        store.append([sent(1, "c2")], head("t", 2)),
        store.append([sent(1, "c1")], head("u", 2)),
        store.append([entry(3)], head("none", 4)),
        store.create(head("t"), [entry(0)]),
        store.append([entry(1), sent(2, "c2")], head("u", 3)),
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), *[Conflict] * 4, type(None)]
    assert await store.read(reads.journal, "t") == [entry(0), sent(1, "c1")]
    assert await store.read(reads.journal, "u") == [entry(0), entry(1), sent(2, "c2")]


async def test_a_call_in_conflict_fails_alone(store: Store) -> None:
    await store.write(writes.add_player, player("ann"))
    outcomes = await together(
        store,
        store.create(head(), [entry(0)]),
        store.write(writes.add_player, player("ann")),
        store.write_at("t", writes.admit, "ann", "join"),
        store.write_at("none", writes.admit, "ann", "join"),
        store.write_at("t", writes.acquire, "p", 60),
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None), Conflict, bool]
    assert await store.read(reads.role_of, "ann", "t") == "join"


async def test_an_unstorable_value_fails_alone(store: Store) -> None:
    await grown(store, "t")
    huge = 2**70
    outcomes = await together(
        store,
        store.append([entry(1)], head("t", 2)),
        store.create(head("u"), [entry(0, turn=huge)]),
        store.create(head("v"), [entry(0)], codes={"join": "h"}),
        store.create(head("w"), [entry(0)], codes={"join": "h"}),
    )
    assert [outcome is None for outcome in outcomes] == [True, False, True, False]
    assert isinstance(outcomes[3], Conflict)
    assert await store.read(reads.running) == ["t", "v"]


async def test_only_one_of_several_processes_appends(store: Store, opened: Open) -> None:
    stores = [store, await opened(), await opened()]
    await grown(store)
    for number in range(1, 15):
        outcomes = await asyncio.gather(
            *(one.append([sent(number, f"{n}-{number}")], head(version=number + 1)) for n, one in enumerate(stores)),
            return_exceptions=True,
        )
        assert sorted(type(one).__name__ for one in outcomes) == ["Conflict", "Conflict", "NoneType"]
    assert numbers(await store.read(reads.journal, "t")) == list(range(15))


async def test_a_command_sent_to_several_processes_runs_once(store: Store, opened: Open) -> None:
    stores = [store, await opened(), await opened()]
    for number, _ in enumerate(stores):
        await grown(store, f"t{number}")
    for turn in range(10):
        outcomes = await asyncio.gather(
            *(one.create(head(f"n{turn}-{n}"), [sent(0, f"c{turn}")]) for n, one in enumerate(stores)),
            return_exceptions=True,
        )
        assert sorted(type(one).__name__ for one in outcomes) == ["Conflict", "Conflict", "NoneType"]


async def test_a_full_queue_refuses_writes_immediately(opened: Open) -> None:
    store = await opened(most_waiting=2)
    await grown(store)
    outcomes = await together(store, *(store.create(head(f"t{n}"), [entry(0)]) for n in range(4)))
    assert [type(outcome) for outcome in outcomes] == [type(None), type(None), StoreBusy, StoreBusy]
    await store.create(head("t3"), [entry(0)])
    assert await store.read(reads.running) == ["t", "t0", "t1", "t3"]


async def test_closing_writes_all_accepted_acts(url: str, opened: Open) -> None:
    store = await open_store(url)
    async with BusyWriter(store):
        tasks = [asyncio.ensure_future(store.create(head(f"t{n}"), [entry(0)])) for n in range(MANY)]
        await asyncio.sleep(0)
        closing = asyncio.ensure_future(store.close())
        await asyncio.sleep(0)
    await closing
    assert await asyncio.gather(*tasks) == [None] * MANY
    assert len(await (await opened()).read(reads.running)) == MANY


async def test_cancelling_a_caller_does_not_undo_its_write(store: Store) -> None:
    async with BusyWriter(store):
        task = asyncio.ensure_future(store.create(head(), [entry(0)]))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()
    await store.create(head("u"), [entry(0)])
    assert await store.read(reads.running) == ["t", "u"]


async def test_an_act_is_atomic_when_another_program_locks_the_database(url: str) -> None:
    async with await open_store(url, patience=0.05) as store:
        await grown(store)
        engine = sa.create_engine(store._writer._engine.url, poolclass=sa.NullPool)
        with engine.connect() as other:
            other.execute(sa.text("UPDATE tables SET listed = listed"))
            with pytest.raises(StoreError, match="another program is using the database"):
                await store.append([entry(1), entry(2)], head(version=3))
        assert await store.read(reads.journal, "t") == [entry(0)]
        await store.append([entry(1), entry(2)], head(version=3))
    assert query(url, "SELECT count(*) FROM journal") == [(3,)]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_no_statement_scans_a_whole_table(store: Store) -> None:
    statements: dict[str, Any] = {}

    def notes(_: object, __: object, statement: str, values: Any, ___: object, is_many: bool) -> None:
        if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            statements[statement] = values[0] if is_many else values

    for engine in (store._writer._engine, store._reader._engine):
        event.listen(engine, "before_cursor_execute", notes)
    await grown(store, "t")
    await grown(store, "u")
    await grown(store, "old", updated=NOON - timedelta(1))
    await together(store, *(store.append([sent(1, table)], head(table, 2)) for table in "tu"))
    await store.write_at("t", writes.add_line, Line(0, NOON, "ann", 0, text="hello", command="c"))
    await store.write_at("t", writes.acquire, "p", 60)
    assert await forget(store, NOON) == 1
    await asyncio.gather(
        store.read(reads.journal, "t"),
        store.read(reads.head, "t"),
        store.read(reads.heads_of, "ann"),
        store.read(reads.lobby),
        store.read(reads.sent, "ann", "t"),
        store.read(reads.player, id="ann"),
        store.read(reads.player, token="x"),
        store.read(reads.code, "x"),
        store.read(reads.role_of, "ann", "t"),
        store.read(reads.lines, "t"),
        store.read(reads.note, "ann", "t"),
        store.read(reads.matches, "t"),
        store.read(reads.versions, ["t"]),
    )

    def plans(connection: sa.Connection) -> list[str]:
        explained = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {one}", values) for one, values in known.items()]
        return [row.detail for plan in explained for row in plan]

    known = dict(statements)
    assert len(known) > 20
    details = await store._writer.submit(Call(plans))
    assert [detail for detail in details if detail.startswith("SCAN") and "CONSTANT" not in detail] == []
    assert any("SEARCH journal USING COVERING INDEX" in detail for detail in details)


async def test_the_durability_settings_of_the_database_are_on(store: Store) -> None:
    settings = {
        "sqlite": ["PRAGMA journal_mode", "PRAGMA synchronous", "PRAGMA foreign_keys"],
        "postgresql": ["SHOW fsync", "SHOW synchronous_commit", "SELECT 1"],
    }
    wanted = {"sqlite": ["wal", 2, 1], "postgresql": ["on", "on", 1]}

    def asks(connection: sa.Connection) -> list[Any]:
        return [connection.scalar(sa.text(one)) for one in settings[connection.dialect.name]]

    assert await store._writer.submit(Call(asks)) == wanted[store._writer._engine.dialect.name]

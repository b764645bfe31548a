"""The schema of the store, from nothing to now, and no further."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from courtly.tables import NewerStore, Store, open_store
from courtly.tables.schema import metadata
from courtly.tables.upgrade import MIGRATIONS
from tests.tables.helpers import database, rows

pytestmark = pytest.mark.anyio


def differences(connection: sa.Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


async def test_an_empty_database_is_brought_to_the_schema_of_the_code(store: Store) -> None:
    async with store._engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_the_checks_of_the_schema_are_in_the_database_too(store: Store, path: Path) -> None:
    sql = " ".join(row[0] for row in rows(path, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    named = [
        constraint.name
        for table in metadata.tables.values()
        for constraint in table.constraints
        if isinstance(constraint.name, str)
    ]
    assert len(named) == 8
    assert [name for name in named if name not in sql] == []


async def test_opening_again_changes_nothing(store: Store, path: Path) -> None:
    before = rows(path, "SELECT * FROM sqlite_master")
    async with await open_store(path):
        assert rows(path, "SELECT * FROM sqlite_master") == before


async def test_a_database_of_a_later_version_is_refused_and_left_alone(store: Store, path: Path) -> None:
    with database(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = rows(path, "SELECT * FROM sqlite_master")
    with pytest.raises(NewerStore, match="later version of Courtly") as refused:
        await open_store(path)
    assert refused.value.given == "9999"
    assert refused.value.allowed == ["0001"]
    assert rows(path, "SELECT * FROM sqlite_master") == before


async def test_many_may_open_a_new_database_at_once(path: Path) -> None:
    stores = await asyncio.gather(*(open_store(path) for _ in range(4)))
    for store in stores:
        await store.close()
    assert rows(path, "SELECT version_num FROM alembic_version") == [("0001",)]


async def test_an_upgrade_that_fails_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_: sa.Connection) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("alembic.runtime.migration.MigrationContext._ensure_version_table", breaks)
    with pytest.raises(ZeroDivisionError):
        await open_store(path)
    assert rows(path, "SELECT * FROM sqlite_master") == []


def test_the_revisions_ship_inside_the_package() -> None:
    assert (MIGRATIONS / "env.py").is_file()
    assert (MIGRATIONS / "versions" / "r0001_tables.py").is_file()

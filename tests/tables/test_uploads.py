"""Uploaded records: names, and deletion after some days. Also: a server starts without waiting for long matches."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from courtly.engine.play.records import read_record
from courtly.environment import environment
from courtly.tables.errors import NoSuchTable
from courtly.tables.journal import Player
from courtly.tables.memory import IdleLimits
from courtly.tables.state import TableState
from courtly.tables.store import reads
from tests.review.helpers import finished
from tests.tables.helpers import PATIENCE, House, command, house

pytestmark = pytest.mark.anyio


async def uploaded(here: House, player: Player, **changes: Any) -> str:
    """Upload a record and return its table."""
    return await here.lobby.uploads.import_match(
        player, read_record(finished("courtisans").record() | changes), command()
    )


async def test_long_names_in_a_record_are_not_stored(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await here.player("ann")
        bot = {"name": "Bo", "lacks_net": True}
        table = await uploaded(here, ann, seats=[{"name": "x" * 10_000}, bot])
        opened = (await here.lobby.store.read(reads.journal, table))[0].data
        assert opened["record"]["seats"] == [{"name": "Guest 1"}, bot]
        assert "x" * 100 not in str(opened)
        assert (await here.lobby.finished.record(ann, table))["seats"][1] == bot


async def test_old_uploads_are_deleted_and_played_matches_stay(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await here.player("ann")
        played, table = await here.finished(ann), await uploaded(here, ann)
        await here.lobby.uploads.delete(environment().now() - timedelta(days=1))
        assert await here.lobby.finished.record(ann, table)
        await here.lobby.uploads.delete(environment().now() + timedelta(days=1))
        with pytest.raises(NoSuchTable):
            await here.lobby.finished.record(ann, table)
        assert await here.lobby.finished.record(ann, played)


async def test_an_upload_of_a_person_who_left_is_deleted_too(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await here.player("ann")
        table = await uploaded(here, ann)
        await here.lobby.departures.leave(ann)
        assert await here.lobby.store.read(reads.head, table) is not None
        await here.lobby.uploads.delete(environment().now() + timedelta(days=1))
        assert await here.lobby.store.read(reads.head, table) is None


async def test_long_matches_of_idle_tables_leave_memory(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await here.player("ann")
        tables = [await uploaded(here, ann) for _ in range(3)]
        assert all(here.lobby.tables.get(table) for table in tables)
    # One match and its two entries may stay in addition to the last used table.
    limits = IdleLimits(entries=2 + finished("courtisans").version)
    async with house(tmp_path, idle=limits) as here:
        tables = [await uploaded(here, ann) for _ in range(4)]
        assert [table for table in tables if here.lobby.tables.get(table)] == tables[-2:]
        assert all([await here.lobby.finished.record(ann, table) for table in tables])


async def test_a_server_starts_while_its_tables_are_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as here:
        table, (ann, _) = await here.friends("ann", "bo")
    may_replay, replay = Event(), TableState.of

    def slowly(*args: Any) -> TableState:
        assert may_replay.wait(PATIENCE)
        return replay(*args)

    monkeypatch.setattr(TableState, "of", slowly)
    async with house(tmp_path, is_loaded=False) as here:
        assert here.lobby.tables.counts()["tables"] == 0
        may_replay.set()
        assert (await here.see(ann, table))["status"] == "playing"

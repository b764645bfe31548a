"""Tables of an uncompiled game: they open immediately, report progress, and start when the game is compiled."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from courtly import runtime as module
from courtly.engine.contract.game import Game
from courtly.engine.play.warmup import OnStep
from courtly.runtime import Runtime
from courtly.tables.errors import NotReady
from courtly.tables.lobby import Lobby
from courtly.tables.store.store import open_store
from tests.tables.helpers import ME, PATIENCE, SECRET, STEWARD, House, played
from tests.tables.store.cluster import Cluster, running_cluster


class Compiler:
    """A fake compiler: it reports two steps, then waits for the test."""

    def __init__(self) -> None:
        self.has_reported = threading.Event()
        self.may_finish = threading.Event()

    def compile(self, _game: Game, tell: OnStep, *, warm_up_parts: object) -> None:
        tell("deal")
        tell("legal moves")
        self.has_reported.set()
        self.may_finish.wait(PATIENCE)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    """Replace the compiler by a fake one; nothing is compiled yet."""
    made = Compiler()

    monkeypatch.setattr(module, "is_warm", lambda _name, _warm_up_parts: False)
    monkeypatch.setattr(module, "warm_in_subprocess", made.compile)
    yield made
    made.may_finish.set()


async def cold_house(place: Path | str, runtime: Runtime) -> House:
    runtime.start_warm_up(["courtisans"], ahead=False)
    store = await open_store(place / "courtly.sqlite3" if isinstance(place, Path) else place)
    lobby = Lobby(store, runtime, secret=SECRET, pace=0)
    await lobby.wake()
    return House(lobby)


async def close(found: House) -> None:
    await found.lobby.close()
    await found.lobby.store.close()


def test_a_match_starts_when_its_rules_are_compiled(tmp_path: Path, compiled: Compiler) -> None:
    async def story() -> None:
        with Runtime() as runtime:
            found = await cold_house(tmp_path, runtime)
            ann = await found.player("Ann")
            table = await found.open(ann, ME, STEWARD)
            await found.do(ann, table, "ready")
            await asyncio.to_thread(compiled.has_reported.wait, PATIENCE)
            table_view = await found.lobby.table_view(ann, table)
            assert table_view.compiling == (1, 9)
            assert (table_view.table["status"], table_view.match) == ("waiting", None)
            with pytest.raises(NotReady, match="1 of 9 steps"):
                await found.do(ann, table, "start")
            compiled.may_finish.set()
            now = await found.until(ann, table, lambda now: now["status"] == "playing")
            assert now["view"] is not None
            await close(found)

    asyncio.run(story())


def test_an_old_match_is_available_when_its_rules_are_compiled(tmp_path: Path, compiled: Compiler) -> None:
    tables: list[Any] = []

    async def before(found: House) -> None:
        tables.extend(await found.friends("Ann", "Ben"))

    async def after() -> None:
        table, (ann, _) = tables
        with Runtime() as runtime:
            found = await cold_house(tmp_path, runtime)
            with pytest.raises(NotReady):
                await found.see(ann, table)
            compiled.may_finish.set()
            await runtime.until_warm("courtisans")
            assert (await found.see(ann, table))["status"] == "playing"
            await close(found)

    played(tmp_path, before)
    asyncio.run(after())


def wait_until_logged(log: pytest.LogCaptureFixture, words: str) -> None:
    end = time.monotonic() + PATIENCE
    while words not in log.text:
        assert time.monotonic() < end, log.text
        time.sleep(0.01)


def test_a_match_starts_after_a_database_outage_during_compilation(
    compiled: Compiler, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(cluster: Cluster, url: str) -> None:
        with Runtime() as runtime:
            found = await cold_house(url, runtime)
            ann = await found.player("Ann")
            table = await found.open(ann, ME, STEWARD)
            await found.do(ann, table, "ready")
            cluster.stop()
            compiled.may_finish.set()
            await asyncio.to_thread(wait_until_logged, caplog, "reading from the database: the tables are unavailable")
            assert (await found.see(ann, table))["status"] == "waiting"
            cluster.start()
            await found.until(ann, table, lambda now: now["status"] == "playing")
            await asyncio.to_thread(wait_until_logged, caplog, "reading from the database: works again after")
            await close(found)

    with running_cluster() as cluster, cluster.database() as url:
        asyncio.run(story(cluster, url))

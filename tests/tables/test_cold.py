"""Tables of a game that is not compiled yet: they open at once, wait, say how far it is, and begin by themselves."""

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
from courtly.engine.play.warmup import Tell
from courtly.runtime import Runtime
from courtly.tables.errors import NotReady
from courtly.tables.lobby import Lobby
from courtly.tables.store.store import open_store
from tests.tables.helpers import ME, PATIENCE, SECRET, STEWARD, House, played
from tests.tables.store.cluster import Cluster, running_cluster


class Compiler:
    """Begins two steps of a game, tells of them, and comes to its end when it is let go."""

    def __init__(self) -> None:
        self.is_told = threading.Event()
        self.let_go = threading.Event()

    def compile(self, _game: Game, tell: Tell, *, rooms: object) -> None:
        tell("deal")
        tell("legal moves")
        self.is_told.set()
        self.let_go.wait(PATIENCE)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    """What compiles a game, of which nothing is compiled yet."""
    made = Compiler()

    monkeypatch.setattr(module, "is_warm", lambda _name, _rooms: False)
    monkeypatch.setattr(module, "warm_apart", made.compile)
    yield made
    made.let_go.set()


async def cold_house(place: Path | str, runtime: Runtime) -> House:
    runtime.warm_beside(["courtisans"], ahead=False)
    store = await open_store(place / "courtly.sqlite3" if isinstance(place, Path) else place)
    lobby = Lobby(store, runtime, secret=SECRET, pace=0)
    await lobby.wake()
    return House(lobby)


async def close(found: House) -> None:
    await found.lobby.close()
    await found.lobby.store.close()


def test_a_match_begins_when_its_rules_are_compiled(tmp_path: Path, compiled: Compiler) -> None:
    async def story() -> None:
        with Runtime() as runtime:
            found = await cold_house(tmp_path, runtime)
            ann = await found.player("Ann")
            table = await found.open(ann, ME, STEWARD)
            await found.do(ann, table, "ready")
            await asyncio.to_thread(compiled.is_told.wait, PATIENCE)
            look = await found.lobby.look(ann, table)
            assert look.compiling == (1, 9)
            assert (look.table["status"], look.match) == ("waiting", None)
            with pytest.raises(NotReady, match="1 of 9 steps"):
                await found.do(ann, table, "start")
            compiled.let_go.set()
            now = await found.until(ann, table, lambda now: now["status"] == "playing")
            assert now["view"] is not None
            await close(found)

    asyncio.run(story())


def test_a_match_from_before_comes_back_when_its_rules_are_compiled(tmp_path: Path, compiled: Compiler) -> None:
    tables: list[Any] = []

    async def before(found: House) -> None:
        tables.extend(await found.friends("Ann", "Ben"))

    async def after() -> None:
        table, (ann, _) = tables
        with Runtime() as runtime:
            found = await cold_house(tmp_path, runtime)
            with pytest.raises(NotReady):
                await found.see(ann, table)
            compiled.let_go.set()
            await runtime.until_warm("courtisans")
            assert (await found.see(ann, table))["status"] == "playing"
            await close(found)

    played(tmp_path, before)
    asyncio.run(after())


def wait_until_told(log: pytest.LogCaptureFixture, words: str) -> None:
    end = time.monotonic() + PATIENCE
    while words not in log.text:
        assert time.monotonic() < end, log.text
        time.sleep(0.01)


def test_a_match_begins_though_the_database_was_away_when_its_rules_were_compiled(
    compiled: Compiler, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(cluster: Cluster, url: str) -> None:
        with Runtime() as runtime:
            found = await cold_house(url, runtime)
            ann = await found.player("Ann")
            table = await found.open(ann, ME, STEWARD)
            await found.do(ann, table, "ready")
            cluster.stop()
            compiled.let_go.set()
            await asyncio.to_thread(wait_until_told, caplog, "reading from the database: the tables cannot be reached")
            assert (await found.see(ann, table))["status"] == "waiting"
            cluster.start()
            await found.until(ann, table, lambda now: now["status"] == "playing")
            await asyncio.to_thread(wait_until_told, caplog, "reading from the database: again after")
            await close(found)

    with running_cluster() as cluster, cluster.database() as url:
        asyncio.run(story(cluster, url))

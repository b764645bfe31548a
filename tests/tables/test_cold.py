"""Tables of an uncompiled game: all matches can be played immediately, with plain rules and simple bots."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import courtly
from courtly import runtime as module
from courtly.engine.compile.kernel import stop_interpreting
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Game
from courtly.runtime import Runtime
from courtly.tables.errors import HintsNotReady
from courtly.tables.lobby import LobbyOptions, build_lobby
from courtly.tables.seating import SeatChoice
from courtly.tables.store.store import open_store
from courtly.tables.thinking import Thinkers
from tests.tables.helpers import ME, PATIENCE, SECRET, House, played

SEARCH = SeatChoice(kind="bot", bot="courtier")


class Compiler:
    """A fake compiler that waits for the test."""

    def __init__(self) -> None:
        self.may_finish = threading.Event()

    def compile(self, _game: Game, **_more: object) -> None:
        assert self.may_finish.wait(PATIENCE)


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    """Replace the compiler by a fake one; nothing is compiled yet."""
    made = Compiler()
    monkeypatch.setattr(module, "is_warm", lambda _name, _warm_up_parts: False)
    monkeypatch.setattr(module, "warm_in_subprocess", made.compile)
    yield made
    made.may_finish.set()
    stop_interpreting()


async def cold_house(folder: Path, runtime: Runtime) -> House:
    runtime.start_warm_up(["courtisans"], ahead=False)
    store = await open_store(folder / "courtly.sqlite3")
    lobby = build_lobby(store, runtime, LobbyOptions(secret=SECRET, pace=0))
    lobby.start()
    return House(lobby)


async def close(found: House) -> None:
    await found.lobby.close()
    await found.lobby.store.close()


def test_a_match_begins_before_its_rules_are_compiled(tmp_path: Path, compiler: Compiler) -> None:
    async def story() -> None:
        with Runtime() as runtime:
            found = await cold_house(tmp_path, runtime)
            ann = await found.player("Ann")
            table = await found.open(ann, ME, SEARCH)
            await found.do(ann, table, "ready")
            now = await found.until(ann, table, lambda now: now["view"]["legal"])
            await found.do(ann, table, "move", match=1, turn=now["turn"], moves=[now["view"]["legal"][0]])
            assert runtime.is_cold("courtisans")
            compiler.may_finish.set()
            await close(found)

    asyncio.run(story())


def test_an_old_match_goes_on_before_its_rules_are_compiled(tmp_path: Path, compiler: Compiler) -> None:
    tables: list[Any] = []

    async def before(found: House) -> None:
        tables.extend(await found.friends("Ann", "Ben"))

    async def after() -> None:
        table, (ann, _) = tables
        with Runtime() as runtime:
            found = await cold_house(tmp_path, runtime)
            assert (await found.see(ann, table))["status"] == "playing"
            assert runtime.is_cold("courtisans")
            compiler.may_finish.set()
            await close(found)

    played(tmp_path, before)
    asyncio.run(after())


def test_a_hint_is_refused_until_the_rules_are_compiled(tmp_path: Path, compiler: Compiler) -> None:
    async def story() -> None:
        with Runtime() as runtime:
            found = await cold_house(tmp_path, runtime)
            ann = await found.player("Ann")
            table = await found.open(ann, ME, SEARCH)
            await found.do(ann, table, "ready")
            await found.until(ann, table, lambda now: now["view"]["legal"])
            with pytest.raises(HintsNotReady):
                await found.lobby.drafts.hint(ann, table, lang="en")
            compiler.may_finish.set()
            await close(found)

    asyncio.run(story())


def test_the_steward_plays_for_a_search_until_the_rules_are_compiled(compiler: Compiler) -> None:
    async def story() -> None:
        with Runtime() as runtime, Thinkers(runtime, deadline=PATIENCE, longest=PATIENCE) as thinkers:
            runtime.start_warm_up(["courtisans"])
            match = courtly.new_match("courtisans", players=2, seed=1)
            assert match.to_move is not None
            knowledge = match.knowledge(match.to_move)
            cold = await thinkers.think("ismcts:simulations=60", knowledge, stream(1))
            steward = await thinkers.think("steward", knowledge, stream(1))
            assert (cold.move, cold.simulations) == (steward.move, 0)
            compiler.may_finish.set()
            await runtime.until_warm("courtisans")
            assert (await thinkers.think("ismcts:simulations=60", knowledge, stream(1))).simulations == 60

    asyncio.run(story())

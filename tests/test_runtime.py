"""The runtime: threads of its own, as many as its settings say, and the warm-up beside them."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from courtly import runtime as module
from courtly.engine.contract.game import Game
from courtly.engine.play.cores import cores
from courtly.runtime import Runtime
from courtly.settings import Settings


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "is_warm", lambda _name, _rooms: False)


@pytest.mark.parametrize(("wanted", "used"), [(None, cores()), (1, 1), (4096, cores())])
def test_no_more_cores_are_used_than_wanted_or_than_there_are(wanted: int | None, used: int) -> None:
    with Runtime(Settings(cores=wanted)) as runtime:
        assert runtime.cores == used


@pytest.mark.anyio
@pytest.mark.parametrize("kind", ["think", "advise", "read"])
async def test_work_is_done_in_threads_and_its_result_comes_back(kind: str) -> None:
    with Runtime() as runtime:
        assert await getattr(runtime, kind)(threading.get_ident) != threading.get_ident()


@pytest.mark.anyio
async def test_what_fails_in_a_thread_fails_where_it_was_asked_for() -> None:
    with Runtime() as runtime, pytest.raises(ZeroDivisionError):
        await runtime.think(lambda: 1 // 0)


@pytest.mark.anyio
async def test_a_closed_runtime_takes_no_more_work() -> None:
    runtime = Runtime()
    runtime.close()
    with pytest.raises(RuntimeError):
        await runtime.read(lambda: None)


@pytest.mark.usefixtures("cold")
@pytest.mark.anyio
async def test_bots_wait_for_what_is_compiled_beside_and_readers_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    let_go = threading.Event()

    def compile_slowly(game: Game, *, rooms: object) -> None:
        let_go.wait(60)
        done.append(game.name)

    monkeypatch.setattr(module, "warm_apart", compile_slowly)
    with Runtime() as runtime:
        runtime.warm_beside(["courtisans", "monarch"])
        assert await runtime.read(lambda: list(done)) == []
        let_go.set()
        assert await runtime.think(lambda: list(done)) == ["courtisans", "monarch"]


def test_nothing_is_compiled_beside_when_everything_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "is_warm", lambda _name, _rooms: True)
    monkeypatch.setattr(module, "warm_apart", lambda *_, **__: pytest.fail("compiled again"))
    with Runtime() as runtime:
        runtime.warm_beside(["courtisans"])
        runtime.wait_until_warm()


@pytest.mark.usefixtures("cold")
def test_two_runtimes_know_nothing_of_each_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "warm_apart", lambda *_, **__: time.sleep(0.3))
    with Runtime() as one, Runtime() as other:
        one.warm_beside(["courtisans"])
        begun = time.monotonic()
        other.wait_until_warm()
        assert time.monotonic() - begun < 0.2
        one.wait_until_warm()

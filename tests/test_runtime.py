"""The runtime: its own threads, as many as the settings allow, and the background warm-up."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from courtly import runtime as module
from courtly.engine.compile.kernel import is_interpreting, stop_interpreting
from courtly.engine.contract.game import Game
from courtly.engine.play.cores import cores
from courtly.runtime import Runtime
from courtly.settings import Settings


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(module, "is_warm", lambda _name, _warm_up_parts: False)
    yield
    stop_interpreting()


@pytest.mark.parametrize(("wanted", "used"), [(None, cores()), (1, 1), (4096, cores())])
def test_the_number_of_cores_is_limited_by_the_settings_and_the_machine(wanted: int | None, used: int) -> None:
    with Runtime(Settings(cores=wanted)) as runtime:
        assert runtime.cores == used


@pytest.mark.anyio
@pytest.mark.parametrize("kind", ["think", "advise", "read"])
async def test_work_runs_in_threads(kind: str) -> None:
    with Runtime() as runtime:
        assert await getattr(runtime, kind)(threading.get_ident) != threading.get_ident()


@pytest.mark.anyio
async def test_an_error_in_a_thread_reaches_the_caller() -> None:
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
async def test_bots_wait_for_the_warm_up_and_reading_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    let_go = threading.Event()

    def compile_slowly(game: Game, **_more: object) -> None:
        let_go.wait(60)
        done.append(game.name)

    monkeypatch.setattr(module, "warm_in_subprocess", compile_slowly)
    with Runtime() as runtime:
        runtime.start_warm_up(["courtisans", "monarch"])
        assert await runtime.read(lambda: list(done)) == []
        let_go.set()
        assert await runtime.think(lambda: list(done)) == ["courtisans", "monarch"]


@pytest.mark.usefixtures("cold")
@pytest.mark.anyio
async def test_compile_now_does_not_wait_for_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go, begun = threading.Event(), threading.Event()

    def compile_slowly(game: Game, **_more: object) -> None:
        if game.name == "monarch":
            begun.set()
        let_go.wait(60)

    monkeypatch.setattr(module, "warm_in_subprocess", compile_slowly)
    with Runtime() as runtime:
        runtime.start_warm_up(["courtisans", "monarch"])
        runtime.compile_now("monarch")
        assert begun.wait(60)
        assert runtime.is_cold("monarch")
        let_go.set()
        await runtime.until_warm("monarch")
        assert not runtime.is_cold("monarch")
        runtime.wait_until_warm()
        assert not runtime.is_warming


@pytest.mark.usefixtures("cold")
@pytest.mark.anyio
async def test_rules_are_interpreted_until_all_games_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = threading.Event()

    def compile_slowly(game: Game, **_more: object) -> None:
        if game.name == "monarch":
            let_go.wait(60)

    monkeypatch.setattr(module, "warm_in_subprocess", compile_slowly)
    with Runtime() as runtime:
        runtime.start_warm_up(["courtisans", "monarch"])
        await runtime.until_warm("courtisans")
        assert is_interpreting()
        let_go.set()
        await runtime.until_warm("monarch")
        assert not is_interpreting()


@pytest.mark.usefixtures("cold")
@pytest.mark.anyio
async def test_without_warm_up_a_game_is_compiled_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(module, "warm_in_subprocess", lambda game, **_: compiled.append(game.name))
    with Runtime() as runtime:
        runtime.start_warm_up(["courtisans", "monarch"], ahead=False)
        assert runtime.is_cold("courtisans")
        assert not runtime.is_warming
        await runtime.until_warm("monarch")
        assert compiled == ["monarch"]


def test_nothing_is_compiled_when_all_games_are_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "is_warm", lambda _name, _warm_up_parts: True)
    monkeypatch.setattr(module, "warm_in_subprocess", lambda *_, **__: pytest.fail("compiled again"))
    with Runtime() as runtime:
        runtime.start_warm_up(["courtisans"])
        runtime.wait_until_warm()


@pytest.mark.usefixtures("cold")
def test_two_runtimes_are_independent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "warm_in_subprocess", lambda *_, **__: time.sleep(0.3))
    with Runtime() as one, Runtime() as other:
        one.start_warm_up(["courtisans"])
        begun = time.monotonic()
        other.wait_until_warm()
        assert time.monotonic() - begun < 0.2
        one.wait_until_warm()

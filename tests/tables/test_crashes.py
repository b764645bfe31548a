"""Whatever stops, and wherever: what was answered is kept, and play goes on as if nothing had happened."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from courtly.tables import StoreError, TableService, open_store
from courtly.tables.store import StoredEvent
from courtly.tables.turns import bot_event
from tests.tables.helpers import OWNER, command_for, database, moves_in, new_table, once, play_out, step

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]


def answered_before_the_kill(path: Path, answers: int) -> tuple[str, list[dict[str, Any]]]:
    """Let another process play, kill it after so many answers, and return its table and all that it answered."""
    command = [sys.executable, "-m", "tests.tables.endless_player", str(path)]
    # Uncompiled: it starts at once, and the rules are the same.
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        lines = [player.stdout.readline() for _ in range(answers + 1)]
        os.kill(player.pid, signal.SIGKILL)
        # What it managed to say before it died counts too; its last line may be cut.
        lines += [line for line in player.stdout if line.endswith("\n")]
    assert player.returncode == -signal.SIGKILL
    return json.loads(lines[0]), [json.loads(line) for line in lines[1:]]


@pytest.mark.parametrize("answers", [1, 3, 12])
async def test_every_answered_move_survives_a_kill(path: Path, answers: int) -> None:
    table_id, told = answered_before_the_kill(path, answers)
    table = await once(path, table_id)
    log = moves_in(path, table_id)
    assert [number for number, *_ in log] == list(range(len(log)))
    sent = {command: (number, move) for number, _, move, command in log if command}
    assert [sent[one["command"]] for one in told] == [(one["version"], one["move"]) for one in told]
    assert table.version >= told[-1]["answer"]
    assert [event["args"] for event in table.log][: len(told[-1]["log"])] == told[-1]["log"]
    async with await open_store(path) as store:
        assert (await play_out(TableService(store), table)).view["phase"] == "over"


async def test_a_restart_between_every_two_moves_changes_nothing(path: Path, tmp_path: Path) -> None:
    async with await open_store(path) as store:
        table = await new_table(TableService(store), players=2)
    straight = tmp_path / "straight.db"
    shutil.copy(path, straight)
    while table.view["phase"] != "over":
        async with await open_store(path) as store:
            table = await step(TableService(store), table)
        assert await once(path, table.id) == table
    async with await open_store(straight) as store:
        service = TableService(store)
        assert await play_out(service, await service.get(table.id, OWNER)) == table
    assert moves_in(straight, table.id) == moves_in(path, table.id)


class Stopped(Exception):
    """The process ends here."""


async def stopped_before_the_bots(path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Play until a bot is to move, and stop there."""

    async def stops(*_: object) -> Any:
        raise Stopped

    async with await open_store(path) as store:
        service = TableService(store)
        table = await new_table(service)
        with monkeypatch.context() as patch:
            patch.setattr("courtly.tables.service.bot_event", stops)
            with pytest.raises(Stopped):
                await play_out(service, table)
    return table.id


async def test_bots_go_on_after_a_crash_and_choose_what_they_would_have_chosen(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await stopped_before_the_bots(path, monkeypatch)
    before = moves_in(path, table_id)
    twin = tmp_path / "twin.db"
    shutil.copy(path, twin)
    table = await once(path, table_id)
    assert table.view["to_move"] == 0
    assert table.version > len(before)
    assert await once(twin, table_id) == table
    assert moves_in(path, table_id)[: len(before)] == before


async def test_a_command_that_crashed_before_its_answer_is_answered_when_sent_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await stopped_before_the_bots(path, monkeypatch)
    number, _, move, command = moves_in(path, table_id)[-1]
    async with await open_store(path) as store:
        service = TableService(store)
        answer = await service.play(table_id, OWNER, command=str(command), version=number, move=move)
        assert answer.view["to_move"] == 0
        assert answer == await service.get(table_id, OWNER)


async def test_a_crash_between_two_bots_moves_loses_neither(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = await stopped_before_the_bots(path, monkeypatch)
    wanted = len(moves_in(path, table_id))
    chosen: list[StoredEvent] = []

    async def stops_after_one(*args: Any) -> Any:
        if chosen:
            raise Stopped
        chosen.append(await bot_event(*args))
        return chosen[0]

    with monkeypatch.context() as patch:
        patch.setattr("courtly.tables.service.bot_event", stops_after_one)
        while len(moves_in(path, table_id)) < wanted + 3:
            chosen.clear()
            with pytest.raises(Stopped):
                await once(path, table_id)
            assert moves_in(path, table_id)[-1][2] == chosen[0].move
    assert (await once(path, table_id)).view["to_move"] == 0


async def test_a_caller_who_goes_away_leaves_the_table_whole(path: Path) -> None:
    async with await open_store(path) as store:
        service = TableService(store)
        table = await new_table(service)
        for turns in range(25):
            playing = asyncio.ensure_future(step(service, table))
            for _ in range(turns):
                await asyncio.sleep(0)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            seen = await service.get(table.id, OWNER)
            assert seen == await once(path, table.id)
            assert seen.view["to_move"] == 0
            table = await step(service, seen) if seen.version == table.version else seen


async def test_a_store_that_fails_in_the_middle_leaves_the_move_undone(path: Path) -> None:
    async with await open_store(path, patience=0.05) as store:
        service = TableService(store)
        table = await new_table(service)
        with database(path) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError):
                await step(service, table)
            assert await service.get(table.id, OWNER) == table
        assert moves_in(path, table.id)[table.version :] == []
        again = await step(service, table)
        assert moves_in(path, table.id)[table.version][3] == command_for(table)
        assert again.version > table.version

"""Whatever is killed, and whenever: what was acknowledged is kept, once, and every table replays."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from courtly.tables.state import TableState
from tests.tables.helpers import House, played

ROOT = Path(__file__).parents[2]
KILLS = 30
BATCHES = 6


def answers_before_the_kill(path: Path, seed: int, count: int) -> list[dict[str, Any]]:
    """Let another process play, kill it after so many answers, and return all that it answered."""
    command = [sys.executable, "-m", "tests.tables.player_process", str(path), str(seed)]
    # Uncompiled: it starts at once, and the rules are the same.
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        lines = [player.stdout.readline() for _ in range(count)]
        os.kill(player.pid, signal.SIGKILL)
        # What it managed to say before it died counts too; its last line may be cut.
        lines += [line for line in player.stdout if line.endswith("\n")]
    assert player.returncode == -signal.SIGKILL
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_acknowledged_move_is_lost_or_doubled_by_a_kill(tmp_path: Path, batch: int) -> None:
    dice = random.Random(batch)
    told: list[dict[str, Any]] = []
    for number in range(KILLS // BATCHES):
        told += answers_before_the_kill(tmp_path, 100 * batch + number, dice.randint(1, 12))

    async def story(at: House) -> None:
        for one in told:
            entries = await at.lobby.store.journal(one["table"])
            assert [entry.number for entry in entries] == list(range(len(entries)))
            sent = [entry for entry in entries if entry.command == one["sent"]["command"]]
            assert [entry.data["move"] for entry in sent] == one["sent"]["moves"]
            assert [entry.number + 1 for entry in sent] == [one["answer"]["version"]]
            assert TableState.of(one["table"], entries).version == len(entries)

    played(tmp_path, story)

"""Processes killed at any moment: acknowledged acts are stored exactly once, and no act is stored in part."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from courtly.tables.errors import StoreError
from courtly.tables.store import Conflict, open_store, reads
from tests.tables.store.cluster import running_cluster
from tests.tables.store.endless_writer import TABLES, command
from tests.tables.store.helpers import entry, grown, head, numbers, query, sent

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]

Acknowledged = list[tuple[str, int, int]]


def acknowledged_before_the_kill(url: str, count: int) -> Acknowledged:
    """Let another process append, kill it after a number of acts, and return all acknowledged acts."""
    arguments = [sys.executable, "-m", "tests.tables.store.endless_writer", url]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    with subprocess.Popen(arguments, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(count)]
        os.kill(writer.pid, signal.SIGKILL)
        # The lines that it printed before the kill count too; the last line may be incomplete.
        lines += [line for line in writer.stdout if line.endswith("\n")]
    assert writer.returncode == -signal.SIGKILL
    words = [line.split() for line in lines]
    return [(table, int(version), int(made)) for table, version, made in words]


async def test_no_acknowledged_entry_is_lost_or_doubled(url: str) -> None:
    acknowledged: Acknowledged = []
    for count in (1, 40, 150):
        acknowledged += acknowledged_before_the_kill(url, count)
        async with await open_store(url) as store:
            journals = {f"t{n}": await store.read(reads.journal, f"t{n}") for n in range(TABLES)}
        for table, version, made in acknowledged:
            entries = journals[table][version : version + made]
            assert entries == [sent(version, command(table, version)), *map(entry, range(version + 1, version + made))]
        for table, journal in journals.items():
            assert numbers(journal) == list(range(len(journal)))
            acts = [one.number for one in journal if one.command]
            # The number of an act determines its 1 to 3 entries; no act is stored in part.
            assert all(after - one == 1 + one % 3 for one, after in pairwise([*acts, len(journal)]))
            assert query(url, "SELECT version FROM tables WHERE id = :id", id=table) == [(len(journal),)] or not journal
    assert len(acknowledged) >= 191


async def test_an_act_before_the_kill_cannot_be_repeated(url: str) -> None:
    table, version, _ = acknowledged_before_the_kill(url, 10)[0]
    async with await open_store(url) as store:
        length = len(await store.read(reads.journal, table))
        found = await store.read(reads.sent, "ann", command(table, version))
        assert found == (table, sent(version, command(table, version)))
        again = [sent(length, command(table, version))]
        with pytest.raises(Conflict):
            await store.append(again, head(table, length + 1))
        assert len(await store.read(reads.journal, table)) == length


async def test_the_store_continues_after_a_database_crash() -> None:
    with running_cluster() as cluster, cluster.database() as url:
        missed = asyncio.Event()
        async with await open_store(url) as store:
            store.notices.listen(lambda *_: None, missed=missed.set)
            await grown(store, entries=20)
            cluster.stop("immediate")
            for _ in range(2):
                with pytest.raises(StoreError):
                    await store.append([entry(20)], head(version=21))
            with pytest.raises(StoreError):
                await store.read(reads.journal, "t")
            cluster.start()
            await store.append([entry(20)], head(version=21))
            assert numbers(await store.read(reads.journal, "t")) == list(range(21))
            await missed.wait()

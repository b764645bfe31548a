"""Two servers of one PostgreSQL database restart in turn, while programs go on playing."""

from __future__ import annotations

import asyncio
import random
import signal
from contextlib import ExitStack
from subprocess import Popen

import pytest

from tests.cli.processes import TIMEOUT_SECONDS, line_of, started
from tests.tables.store.cluster import Cluster
from tests.web.durability.balancer import balancing
from tests.web.durability.play_sessions import PlaySession, check_that_all_tables_replay, play_sessions, report

pytestmark = pytest.mark.anyio

ROUNDS = 2
"""The number of restarts of each server."""

PROGRESS = 5
"""The number of acknowledged acts of each pair of programs between two restarts."""

SETTINGS = {
    "COURTLY_SECRET": "s" * 32,
    "COURTLY_PACE": "0",
    "COURTLY_MAX_ACTS": "100000",
    "COURTLY_MAX_PERSONS": "100000",
    "COURTLY_MAX_SOCKETS": "1000",
    "COURTLY_REVIEW_MATCHES": "0",
}


class Restarting:
    """A server in its own process, started as in production."""

    def __init__(self, stack: ExitStack, database: str) -> None:
        self._stack = stack
        self._command = ["serve", "--port", "0", "--database", database]
        self.process, self.port = self._start()

    def _start(self) -> tuple[Popen[str], int]:
        process = self._stack.enter_context(started(self._command, **SETTINGS))
        return process, int(line_of(process).rpartition(":")[2])

    def stop(self) -> str:
        """Stop the server as systemd does, and return its log."""
        self.process.send_signal(signal.SIGTERM)
        _, log = self.process.communicate(timeout=TIMEOUT_SECONDS)
        assert self.process.returncode == -signal.SIGTERM, log
        return log

    def start(self) -> None:
        """Start the server again, on another port."""
        self.process, self.port = self._start()


async def progress(begun: list[PlaySession]) -> None:
    """Wait until each pair of programs has more acknowledged acts."""
    counts = [len(session.programs[0].acknowledged) + PROGRESS for session in begun]

    def has_progress() -> bool:
        return all(len(one.programs[0].acknowledged) >= count for one, count in zip(begun, counts, strict=True))

    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not has_progress():  # noqa: ASYNC110 - the programs set no event
            await asyncio.sleep(0.05)


@pytest.mark.long
async def test_no_acknowledged_act_is_lost_when_two_servers_restart_in_turn(cluster: Cluster) -> None:
    dice = random.Random(7)
    with cluster.database() as url:
        with ExitStack() as stack:
            servers = [Restarting(stack, url) for _ in range(2)]
            ports = [server.port for server in servers]
            async with balancing(*ports) as hosts, balancing(*reversed(ports)) as guests:
                async with play_sessions(hosts.site, dice, guests_at=guests.site) as begun:
                    for server in servers * ROUNDS:
                        await progress(begun)
                        log = await asyncio.to_thread(server.stop)
                        assert not log, log
                        for balancer in (hosts, guests):
                            balancer.ports.remove(server.port)
                        # The programs play on at the other server while this one is down.
                        await progress(begun)
                        await asyncio.to_thread(server.start)
                        for balancer in (hosts, guests):
                            balancer.ports.append(server.port)
                report(begun, len(servers) * ROUNDS)
        await check_that_all_tables_replay(url)

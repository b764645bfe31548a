"""Faults: what happens to the processes, the database, the network and the people of a simulated world."""

from __future__ import annotations

import asyncio
from random import Random

from courtly.testing.simulation.database import Killed
from courtly.testing.simulation.hostile import attack
from courtly.testing.simulation.network import Client
from courtly.testing.simulation.people import SLOW_READS, Person
from courtly.testing.simulation.script import Fault
from courtly.testing.simulation.weather import CALM, Weather
from courtly.testing.simulation.world import World

STORM = Weather(
    latency=(0.001, 0.5), lost_request=0.05, lost_answer=0.05, duplicate=0.1, cut=0.02, delayed=0.05, notice=20.0
)
"""The network in a storm."""

LONGEST_WAIT = 600.0
"""Seconds to wait for a commit; a server without players may have none."""

CRASHES = 0.5
"""The probability that a decision of a bot fails while bots crash."""

BOTS = ("search", "quick")
"""The names of the executors in which bots think."""

SLOW = (0.0, 8.0)
"""The shortest and the longest time of a decision while bots are slow, in seconds."""

DISK = ("courtly-reader", "courtly-writer")
"""The names of the executors that read and write the database."""

SLOW_DISK = (0.0, 2.0)
"""The shortest and the longest time of a transaction while the disk is slow, in seconds."""

CROWD, TABLES_EACH = 15, 20
"""The number of strangers in a crowd, and of their tables: as many as one person may open."""

MAX_IDLE = 256
"""The largest number of unused tables that a process may keep in memory, as `docs/hosting.md` says."""


class Troubles:
    """Makes the faults of a script happen.

    Parameters
    ----------
    world
        The world to which they happen.
    """

    def __init__(self, world: World) -> None:
        self._world = world

    async def happen(self, fault: Fault) -> None:
        """Let a fault happen until it is over."""
        self._world.report.faults[fault.kind] += 1
        match fault.kind:
            case "kill" | "kill-before-commit" | "kill-after-commit" | "restart":
                await self._end(fault)
            case "busy" | "full" | "lost" | "deadlock":
                self._world.database.trouble = fault.kind
                await asyncio.sleep(fault.seconds)
                self._world.database.trouble = None
            case "storm":
                self._world.weather = STORM
                await asyncio.sleep(fault.seconds)
                self._world.weather = CALM
            case "cut":
                self._cut(fault)
            case "jump":
                self._world.jump(fault.seconds)
            case "sleep":
                people = self._world.people.get(fault.table, [])
                await asyncio.gather(*(person.sleep(fault.seconds) for person in people))
            case "stall":
                await self._stall(fault)
            case "slow-disk" | "slow-bots":
                await self._delay(fault)
            case "crashing-bots":
                await self._crash_bots(fault.seconds)
            case "hostile":
                await self._attack(fault)
            case "crowd":
                await self._come_in_crowds(fault)

    async def _end(self, fault: Fault) -> None:
        """Let a process end, and start it again."""
        match fault.kind:
            case "kill":
                await self._world.kill(fault.process, fault.seconds)
            case "restart":
                await self._world.stop(fault.process, fault.seconds)
            case _:
                await self._kill_at_commit(fault)

    def _cut(self, fault: Fault) -> None:
        """Cut all connections of a process."""
        for link in list(self._world.server(fault.process).links):
            link.cut()

    async def _kill_at_commit(self, fault: Fault) -> None:
        """Kill a process during its next commit."""
        number, reached = fault.process % self._world.script.processes, asyncio.Event()

        def end(process: str) -> None:
            reached.set()
            self._world.end(process)
            if fault.kind == "kill-before-commit":
                raise Killed

        self._world.database.at_commit[number] = end
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await reached.wait()
        except TimeoutError:
            self._world.database.at_commit.pop(number, None)
        else:
            await self._world.restart(number, fault.seconds)

    async def _delay(self, fault: Fault) -> None:
        """Let the work of some threads take long."""
        names, delay = (DISK, SLOW_DISK) if fault.kind == "slow-disk" else (BOTS, SLOW)
        self._world.delay(names, delay)
        await asyncio.sleep(fault.seconds)
        self._world.delay(names)

    async def _crash_bots(self, seconds: float) -> None:
        executors = self._world.executors(BOTS)
        for executor in executors:
            executor.crashes = CRASHES
        await asyncio.sleep(seconds)
        for executor in executors:
            executor.crashes = 0.0

    async def _stall(self, fault: Fault) -> None:
        """Let the spectator of a table read slowly: the players would wait for each other."""
        for person in (spectators := self._world.people.get(fault.table, [])[-1:]):
            person.slowest_read = person.rng.choice(SLOW_READS)
        await asyncio.sleep(fault.seconds)
        for person in spectators:
            person.slowest_read = 0.0

    async def _attack(self, fault: Fault) -> None:
        """Let a stranger attack the newest table."""
        if self._world.tables:
            rng = Random(f"{self._world.script.seed} attack {fault.at}")  # noqa: S311 - repeatable on purpose
            client = Client(self._world.server(fault.process), rng, self._world.weather, address="10.66.6.6")
            game = self._world.script.tables[0].game
            self._world.auditor.problems += await attack(client, self._world.tables[-1], game, rng)

    async def _come_in_crowds(self, fault: Fault) -> None:
        """Let strangers open many tables, and check that the server does not keep all of them in memory."""
        rng = Random(f"{self._world.script.seed} crowd {fault.at}")  # noqa: S311 - repeatable on purpose
        strangers = [Person(self._world, f"S{number}", rng, process=fault.process) for number in range(CROWD)]
        await asyncio.gather(*map(self._open_tables, strangers))
        metrics = (await strangers[0].insist("GET", "/metrics")).text
        in_memory = float(metrics.split("\ncourtly_tables ")[1].split()[0])
        # Any other table may be in use.
        allowed = MAX_IDLE + len(self._world.tables)
        if in_memory > allowed:
            self._world.auditor.problems.append(f"{in_memory:.0f} tables are in memory, not at most {allowed}")

    async def _open_tables(self, stranger: Person) -> None:
        """Let a stranger open as many tables as one person may."""
        await stranger.come()
        game = self._world.script.tables[0].game
        for _ in range(TABLES_EACH):
            await stranger.open(game, [{"kind": "me"}, {"kind": "open"}])

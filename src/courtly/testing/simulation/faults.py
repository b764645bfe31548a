"""Faults: what happens to the processes, the database, the network and the people of a simulated world."""

from __future__ import annotations

import asyncio
from random import Random

from courtly.testing.simulation.database import Killed
from courtly.testing.simulation.executor import DELAY
from courtly.testing.simulation.hostile import attack
from courtly.testing.simulation.network import Client
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
            case "kill":
                await self._world.kill(fault.process, fault.seconds)
            case "kill-before-commit" | "kill-after-commit":
                await self._kill_at_commit(fault)
            case "busy" | "full" | "lost" | "deadlock":
                self._world.database.trouble = fault.kind
                await asyncio.sleep(fault.seconds)
                self._world.database.trouble = None
            case "storm":
                self._world.weather = STORM
                await asyncio.sleep(fault.seconds)
                self._world.weather = CALM
            case "cut":
                for link in list(self._world.server(fault.process).links):
                    link.cut()
            case "jump":
                self._world.jump(fault.seconds)
            case "sleep":
                people = self._world.people.get(fault.table, [])
                await asyncio.gather(*(person.sleep(fault.seconds) for person in people))
            case "stall":
                await self._stall(fault)
            case "slow-bots" | "crashing-bots":
                await self._trouble_bots(fault)
            case "hostile":
                await self._attack(fault)

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

    async def _trouble_bots(self, fault: Fault) -> None:
        executors = self._world.executors(BOTS)
        for executor in executors:
            if fault.kind == "slow-bots":
                executor.delay = SLOW
            else:
                executor.crashes = CRASHES
        await asyncio.sleep(fault.seconds)
        for executor in executors:
            executor.delay, executor.crashes = DELAY, 0.0

    async def _stall(self, fault: Fault) -> None:
        """Let the spectator of a table read slowly: the players would wait for each other."""
        for person in (spectators := self._world.people.get(fault.table, [])[-1:]):
            person.reads_slowly = True
        await asyncio.sleep(fault.seconds)
        for person in spectators:
            person.reads_slowly = False

    async def _attack(self, fault: Fault) -> None:
        """Let a stranger attack the newest table."""
        if self._world.tables:
            rng = Random(f"{self._world.script.seed} attack {fault.at}")  # noqa: S311 - repeatable on purpose
            client = Client(self._world.server(fault.process), rng, self._world.weather, address="10.66.6.6")
            game = self._world.script.tables[0].game
            self._world.auditor.problems += await attack(client, self._world.tables[-1], game, rng)

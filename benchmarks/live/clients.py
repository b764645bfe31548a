"""The load clients, a separate program: reads a plan as JSON from standard input, writes results to standard output.

Every table has a timetable. The delay of a move counts from its due time, even if the previous move is still in
progress, so that all queueing is included.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections.abc import Iterable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

CONNECTING = 32
"""Connections that are opened in parallel."""

GRACE = 5.0
"""Seconds that clients wait for acknowledgements after the last due time."""

Json = dict[str, Any]


class Tally:
    """Totals over all clients."""

    def __init__(self) -> None:
        self.entries = 0
        self.bytes = 0
        self.lost = 0
        self.refused: list[str] = []


class Client:
    """One connection: it counts the frames and wakes the caller that waits for an acknowledgement."""

    def __init__(self, connection: ClientConnection, tally: Tally) -> None:
        self.turn = 0
        self._connection = connection
        self._tally = tally
        self._acknowledged: dict[str, asyncio.Future[None]] = {}

    async def hear(self) -> None:
        """Read until the connection ends."""
        try:
            async for frame in self._connection:
                self._hear(str(frame))
        except ConnectionClosed:
            pass
        self._tally.lost += 1

    def _hear(self, frame: str) -> None:
        # Only count most frames: on two cores, the clients' processor time slows the server down.
        self._tally.bytes += len(frame)
        if frame.startswith('{"type":"entry"'):
            self._tally.entries += 1
        elif frame.startswith('{"type":"ack"'):
            self._acknowledged.pop(json.loads(frame)["command"]).set_result(None)
        elif frame.startswith('{"type":"error"'):
            self._tally.refused.append(frame[:500])

    async def first(self) -> None:
        """Read up to the table frame, which contains the current turn."""
        while (frame := json.loads(await self._connection.recv()))["type"] != "table":
            pass
        self.turn = frame["turn"]

    async def act(self, **act: Any) -> None:
        """Send an act and wait for its acknowledgement."""
        acknowledged = self._acknowledged[act["command"]] = asyncio.get_running_loop().create_future()
        await self._connection.send(json.dumps({"type": "act", **act}))
        await acknowledged


class LoadTable:
    """The clients of one table, and its timetable."""

    def __init__(self, plan: Json, tally: Tally) -> None:
        self._plan = plan
        self._tally = tally
        self._clients: list[Client] = []
        self.waits: list[float | None] = []

    async def connect(self, query: str, slots: asyncio.Semaphore) -> list[asyncio.Task[None]]:
        """Connect all players of this table."""
        address = (
            f"{self._plan['site'].replace('http', 'ws', 1)}/api/tables/{self._plan['id']}/live?since=1000000&{query}"
        )
        hearing = []
        for token in self._plan["tokens"]:
            async with slots:
                headers = {"Authorization": f"Bearer {token}"}
                made = await connect(
                    address, additional_headers=headers, max_size=None, open_timeout=60, max_queue=None
                )
                client = Client(made, self._tally)
                await client.first()
            self._clients.append(client)
            hearing.append(asyncio.create_task(client.hear()))
        return hearing

    async def play(self, begun: float) -> None:
        """Make the moves of the timetable, which starts at the time `begun`."""
        first = self._clients[0].turn
        moves = self._plan["script"][first:]
        for turn, (due, (seat, move)) in enumerate(zip(self._plan["dues"], moves, strict=False), first):
            self.waits.append(None)
            await asyncio.sleep(begun + due - time.perf_counter())
            act = {"command": f"m{turn}", "act": "move", "match": 1, "turn": turn, "moves": [move]}
            await self._clients[seat].act(**act)
            self.waits[-1] = time.perf_counter() - begun - due

    def moves(self) -> Iterable[tuple[float, float | None]]:
        """Return the due time of every move and the time to its acknowledgement, None if there was none."""
        missing = [None] * (len(self._plan["dues"]) - len(self.waits))
        return zip(self._plan["dues"], [*self.waits, *missing], strict=True)


async def played(plan: Json) -> Json:
    """Play by a plan and return the measurements."""
    tally, slots = Tally(), asyncio.Semaphore(CONNECTING)
    tables = [LoadTable(each, tally) for each in plan["tables"]]
    hearing = [
        task for made in await asyncio.gather(*(t.connect(plan["query"], slots) for t in tables)) for task in made
    ]
    await asyncio.sleep(plan["settle"])
    # A garbage collection of long-lived objects would pause all clients and be attributed to the server.
    gc.collect()
    gc.freeze()
    tally.entries = tally.bytes = 0
    spent, begun = time.process_time(), time.perf_counter()
    playing = [asyncio.create_task(table.play(begun)) for table in tables]
    await asyncio.wait(playing, timeout=plan["seconds"] + GRACE)
    busy = (time.process_time() - spent) / (time.perf_counter() - begun)
    lost = tally.lost
    for task in (*playing, *hearing):
        task.cancel()
    await asyncio.gather(*playing, *hearing, return_exceptions=True)
    return {
        "moves": sorted(move for table in tables for move in table.moves()),
        "entries": tally.entries,
        "bytes": tally.bytes,
        "lost": lost,
        "refused": tally.refused[:3],
        "busy": busy,
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(played(json.load(sys.stdin)))))

"""Restart two servers of one PostgreSQL database, one after the other, and print the time without a table.

`python -m benchmarks.live.rolling [ROUNDS]` stops each server with SIGTERM and starts it again, so many times. Players
of scripted matches stay connected. When a server closes their connection, they connect to the next one, as through a
proxy.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from benchmarks.live.postgresql import new_database, postgresql
from benchmarks.live.prepare import FIVE, Scripted, prepared
from benchmarks.live.server import OURS, Served, serving

TABLES = 40
SETTLE = 5.0
"""Seconds of play between two restarts."""

PAUSE = 0.2
"""Seconds between two moves of a table."""

BREATH = 0.1
"""Seconds until a client connects again."""

SECRET = "rolling" * 8


class Sites:
    """The addresses of the servers. A client that loses its server takes the next one."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.addresses = list(addresses)

    def take(self) -> str:
        """Return the next address."""
        self.addresses.append(self.addresses.pop(0))
        return self.addresses[-1]


class Seat:
    """A player of a table: stays connected, and sends the moves of the seat until they are acknowledged."""

    def __init__(self, sites: Sites, table: str, token: str) -> None:
        self._sites, self._table = sites, table
        self._headers = {"Authorization": f"Bearer {token}"}
        self._lost_at = time.perf_counter()
        self._live: ClientConnection | None = None
        self._acknowledged: dict[str, asyncio.Event] = {}
        self.gaps: list[float] = []
        self.codes: list[int] = []

    async def stay(self) -> None:
        """Connect again and again; record the seconds from the end of a connection to the first state of the next."""
        while True:
            address = f"{self._sites.take().replace('http', 'ws', 1)}/api/tables/{self._table}/live?since=1000000"
            with suppress(OSError, WebSocketException):
                async with connect(address, additional_headers=self._headers, max_size=None, max_queue=None) as live:
                    with suppress(ConnectionClosed):
                        async for frame in live:
                            self._hear(str(frame), live)
                self.codes.append(live.close_code or 0)
            if self._live is not None:
                self._live, self._lost_at = None, time.perf_counter()
            await asyncio.sleep(BREATH)

    def _hear(self, frame: str, live: ClientConnection) -> None:
        if self._live is None and frame.startswith('{"type":"state"'):
            self._live = live
            self.gaps.append(time.perf_counter() - self._lost_at)
        if frame.startswith('{"type":"ack"'):
            self._acknowledged[json.loads(frame)["command"]].set()

    async def move(self, turn: int, line: str) -> float:
        """Make a move, and return the seconds until it is acknowledged. Repeat it on every new connection."""
        begun, command = time.perf_counter(), f"m{turn}"
        act = {"command": command, "act": "move", "match": 1, "turn": turn, "moves": [line]}
        done, used = self._acknowledged.setdefault(command, asyncio.Event()), None
        while not done.is_set():
            if self._live is not None and self._live is not used:
                used = self._live
                with suppress(WebSocketException):
                    await used.send(json.dumps({"type": "act", **act}))
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), 0.02)
        return time.perf_counter() - begun


async def play(table: Scripted, seats: Sequence[Seat], waits: list[float]) -> None:
    """Make the moves of a table, one after another."""
    for turn, (seat, line) in enumerate(table.script):
        waits.append(await seats[seat].move(turn, line))
        await asyncio.sleep(PAUSE)


async def restart_in_turn(database: str, tables: Sequence[Scripted], rounds: int) -> None:
    """Play at the tables while each server restarts, and print the longest gap and wait of each restart."""
    with ExitStack() as stack:

        def start() -> Served:
            return stack.enter_context(serving(OURS, database, secret=SECRET, pace="0"))

        servers = [start(), start()]
        sites, waits = Sites([server.site for server in servers]), list[float]()
        seats = [[Seat(sites, table.id, token) for token in table.tokens] for table in tables]
        everyone = [seat for row in seats for seat in row]
        tasks = [asyncio.create_task(seat.stay()) for seat in everyone]
        tasks += [asyncio.create_task(play(*each, waits)) for each in zip(tables, seats, strict=True)]
        await asyncio.sleep(SETTLE)
        longest = 0.0
        for number in range(2 * rounds):
            for seat in everyone:
                seat.gaps.clear()
                seat.codes.clear()
            waits.clear()
            site, begun = servers[number % 2].site, time.perf_counter()
            await asyncio.to_thread(servers[number % 2].stop)
            stopped = time.perf_counter() - begun
            sites.addresses.remove(site)
            servers[number % 2] = await asyncio.to_thread(start)
            started = time.perf_counter() - begun
            sites.addresses.append(servers[number % 2].site)
            await asyncio.sleep(SETTLE)
            gaps, codes = [gap for seat in everyone for gap in seat.gaps], {c for seat in everyone for c in seat.codes}
            longest = max(longest, *gaps)
            print(f"restart {number + 1}: stopped after {stopped:.1f} s, ready again after {started:.1f} s")
            print(f"  {len(gaps)} of {len(everyone)} clients moved, close codes {sorted(codes)}")
            print(f"  longest time without a table {max(gaps):.2f} s", flush=True)
            print(f"  {len(waits)} moves, longest wait {max(waits):.2f} s", flush=True)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        print(f"the longest time without a table: {longest:.2f} s")


def main() -> None:
    """Prepare the tables, and restart the servers."""
    with postgresql() as folder:
        database = new_database(folder, "rolling")
        tables = prepared(database, "courtisans", FIVE, tables=TABLES)
        asyncio.run(restart_in_turn(database, tables, int(sys.argv[1]) if len(sys.argv) > 1 else 2))


if __name__ == "__main__":
    main()

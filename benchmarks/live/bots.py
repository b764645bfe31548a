"""Clients who play against bots. Each moves as soon as possible, so that a bot thinks at nearly every table.

This program is like `clients` and reads the same kind of plan. It reports the duration of each bot move, measured on
the client from the previous entry to the bot's entry, and the time to acknowledge each person's move.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

SAMPLES = 0.25
"""Seconds between two samples of the number of thinking bots."""

LAST = 2.0
"""Seconds at the end of a run in which clients make no moves and only wait for acknowledgements."""

PATIENCE = 60.0
"""Seconds by which a run on a slow machine is extended until a bot has moved."""

Json = dict[str, Any]


class Person:
    """A simulated person at a table with bots, and the measured times."""

    def __init__(self, connection: ClientConnection, number: int) -> None:
        self.waits: list[float] = []
        self.bots: list[float] = []
        self.is_waiting = False
        self.end = float("inf")
        self._connection = connection
        self._rng = random.Random(number)
        self._sent: dict[str, float] = {}
        self._commands = 0
        self._last_entry = 0.0

    async def play(self) -> None:
        """Play match after match until the connection closes."""
        try:
            async for text in self._connection:
                await self._hear(json.loads(text))
        except ConnectionClosed:
            return

    @property
    def unanswered(self) -> int:
        """Number of moves without an acknowledgement."""
        return len(self._sent)

    async def _act(self, **act: Any) -> None:
        self._commands += 1
        command = f"c{self._commands}"
        if act["act"] == "move":
            self._sent[command] = time.perf_counter()
        await self._connection.send(json.dumps({"type": "act", "command": command, **act}))

    async def _hear(self, frame: Json) -> None:
        now = time.perf_counter()
        match frame["type"]:
            case "entry":
                self._entry(frame, now)
            case "ack" if frame["command"] in self._sent:
                self.waits.append(now - self._sent.pop(frame["command"]))
            case "error":
                raise RuntimeError(f"the server rejected a message: {frame}")
            case "state" if now < self.end:
                await self._state(frame)

    def _entry(self, frame: Json, now: float) -> None:
        if frame["act"] == "move" and self.is_waiting:
            self.bots.append(now - self._last_entry)
        self._last_entry = now

    async def _state(self, state: Json) -> None:
        mine = state["you"]
        self.is_waiting = state["to_move"] not in (None, mine)
        if state["to_move"] == mine and mine is not None:
            moves = [self._rng.choice(state["view"]["legal"])]
            await self._act(act="move", match=state["match"], turn=state["turn"], moves=moves)
        elif state["status"] == "over":
            await self._act(act="again")
        elif state["status"] == "waiting" and not state["seats"][mine]["ready"]:
            await self._act(act="ready")


async def played(plan: Json) -> Json:
    """Play by a plan and return the measurements."""
    people = [await _connected(number, plan) for number in range(len(plan["tables"]))]
    end = time.perf_counter() + plan["seconds"]
    playing = [asyncio.create_task(person.play()) for person in people]
    thinking = []
    while (left := end - time.perf_counter()) > 0 or (left > -PATIENCE and not any(person.bots for person in people)):
        await asyncio.sleep(SAMPLES)
        thinking.append(sum(person.is_waiting for person in people))
    for person in people:
        person.end = time.perf_counter()
    await asyncio.sleep(LAST)
    ended = [str(task.exception() or "disconnected") for task in playing if task.done()]
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return {
        "waits": [wait for person in people for wait in person.waits],
        "unanswered": sum(person.unanswered for person in people),
        "bots": [wait for person in people for wait in person.bots],
        "thinking": thinking,
        "lost": ended,
    }


async def _connected(number: int, plan: Json) -> Person:
    table = plan["tables"][number]
    address = f"{table['site'].replace('http', 'ws', 1)}/api/tables/{table['id']}/live?since=1000000"
    headers = {"Authorization": f"Bearer {table['tokens'][0]}"}
    made = await connect(address, additional_headers=headers, max_size=None, max_queue=None)
    return Person(made, number)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(played(json.load(sys.stdin)))))

"""Five players with live pages at one table, a separate program: reads a plan as JSON, writes the delays of its moves.

The delays of a move count from its due time, even if the previous move is still in progress.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import defaultdict
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.live.clients import GRACE

ADDRESS = "127.0.0.2"
"""The client address of the five players. The attackers have another one."""

Json = dict[str, Any]


class Page:
    """A live page: records when acknowledgements arrive, and when the page first shows each turn."""

    def __init__(self, connection: ClientConnection) -> None:
        self.acknowledged: dict[str, float] = {}
        self.shown: dict[int, float] = {}
        self.refused: list[str] = []
        self._connection = connection
        self._last_turn = -1
        self._changed = asyncio.Event()

    async def hear(self) -> None:
        """Read frames until the connection ends."""
        async for text in self._connection:
            now, frame = time.perf_counter(), json.loads(text)
            if frame["type"] == "ack":
                self.acknowledged[frame["command"]] = now
            elif frame["type"] == "state":
                # An overloaded server skips states: a later turn on the page shows the earlier moves as well.
                self.shown.update(dict.fromkeys(range(self._last_turn + 1, frame["turn"] + 1), now))
                self._last_turn = max(self._last_turn, frame["turn"])
            elif frame["type"] == "error":
                self.refused.append(str(text)[:500])
            self._changed.set()

    async def act(self, **act: Any) -> None:
        """Send an act and wait for its acknowledgement."""
        await self._connection.send(json.dumps({"type": "act", **act}))
        while act["command"] not in self.acknowledged:
            self._changed.clear()
            await self._changed.wait()


async def open_page(plan: Json, token: str) -> Page:
    """Connect the page of a player."""
    address = f"{plan['site'].replace('http', 'ws', 1)}/api/tables/{plan['id']}/live?as=html&lang=en"
    headers = {"Authorization": f"Bearer {token}"}
    return Page(await connect(address, additional_headers=headers, local_addr=(ADDRESS, 0), max_size=None))


async def play(plan: Json, pages: list[Page], due_times: dict[int, float]) -> None:
    """Make a move every `interval` seconds, and note the due time of each turn."""
    begun, first = time.perf_counter(), plan["first"]
    for turn, (seat, move) in enumerate(plan["script"][first : first + plan["moves"]], first):
        due_times[turn] = begun + (turn - first) * plan["interval"]
        await asyncio.sleep(due_times[turn] - time.perf_counter())
        await pages[seat].act(command=f"m{turn}", act="move", match=1, turn=turn, moves=[move])


async def measured(plan: Json) -> Json:
    """Play by a plan, and return the delay of each acknowledgement, and of each of the five pages after each move.

    A move that was not acknowledged has the delay None, like a page that did not show it.
    """
    pages = [await open_page(plan, token) for token in plan["tokens"]]
    tasks = [asyncio.create_task(page.hear()) for page in pages]
    due_times: dict[int, float] = {}
    tasks.append(asyncio.create_task(play(plan, pages, due_times)))
    await asyncio.wait(tasks[-1:], timeout=plan["moves"] * plan["interval"] + GRACE)
    await asyncio.sleep(1)
    lost = sum(task.done() for task in tasks[:-1])
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    acknowledged: defaultdict[str, float | None] = defaultdict(lambda: None)
    for page in pages:
        acknowledged.update(page.acknowledged)
    missing = plan["moves"] - len(due_times)
    acts = [_since(due, acknowledged[f"m{turn}"]) for turn, due in due_times.items()]
    shown = [_since(due, page.shown.get(turn + 1)) for turn, due in due_times.items() for page in pages]
    refused = [text for page in pages for text in page.refused]
    return {
        "acts": acts + [None] * missing,
        "pages": shown + [None] * missing * len(pages),
        "lost": lost,
        "refused": refused[:3],
    }


def _since(due: float, moment: float | None) -> float | None:
    return None if moment is None else moment - due


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measured(json.load(sys.stdin)))))

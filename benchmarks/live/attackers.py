"""Attackers from one address, a separate program: reads a plan as JSON, attacks a server, and counts its answers.

An anonymous client tried each of these attacks against a server: see docs/security.md.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

PAUSE = 0.05
"""Seconds to wait after a refusal. An attacker who does not wait uses up the processor, which the server shares."""

WORKERS = 12
"""Number of requests that an attacker keeps open."""

HALF_REQUESTS = 1100
SPECTATORS = 300

Json = dict[str, Any]
Step = Callable[[], Awaitable[httpx.Response]]


class Attack:
    """The tools of an attack: a client, the plan, and a count of the answers by status."""

    def __init__(self, plan: Json, client: httpx.AsyncClient) -> None:
        self.plan = plan
        self.client = client
        self.answers: Counter[str] = Counter()
        self._end: float = time.monotonic() + plan["seconds"]
        self.numbers = itertools.count()

    @property
    def is_over(self) -> bool:
        """Return whether the time is up."""
        return time.monotonic() > self._end

    @property
    def seconds_left(self) -> float:
        """Return the time until the end, at least a short one."""
        return max(0.1, self._end - time.monotonic())

    @property
    def tables(self) -> list[Json]:
        """The attackers' running matches."""
        return list(self.plan["running"])

    @property
    def finished(self) -> list[Json]:
        """The attackers' long finished matches."""
        return list(self.plan["finished"])

    def live(self, table: str) -> str:
        """Return the address of the live connection to a table."""
        return f"{self.plan['site'].replace('http', 'ws', 1)}/api/tables/{table}/live?as=html&lang=en"

    async def repeat(self, *steps: Step) -> None:
        """Repeat requests until the time is up, each by its own worker."""
        await asyncio.gather(*(self._repeat(step) for step in steps))

    async def _repeat(self, step: Step) -> None:
        while not self.is_over:
            try:
                status = (await step()).status_code
            except httpx.HTTPError as error:
                self.answers[type(error).__name__] += 1
                await asyncio.sleep(PAUSE)
                continue
            self.answers[str(status)] += 1
            if status >= httpx.codes.BAD_REQUEST:
                await asyncio.sleep(PAUSE)


def _headers(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}", "Accept": "application/json"}


def _mover(table: Json) -> tuple[str, str]:
    """Return the token of the player to move, and a legal move."""
    seat, move = table["script"][0]
    return table["tokens"][seat], move


async def drafts(attack: Attack) -> None:
    """Twelve players lay cards and take them back, as fast as they can."""

    def step(table: Json) -> Step:
        token, move = _mover(table)
        url, body = f"/api/tables/{table['id']}/draft?as=html&lang=en", {"match": 1, "turn": 0, "moves": [move]}
        return lambda: attack.client.post(url, json=body, headers=_headers(token))

    await attack.repeat(*(step(table) for table in attack.tables[:WORKERS]))


async def hints(attack: Attack) -> None:
    """Twelve players ask for hints all the time."""

    def step(table: Json) -> Step:
        return lambda: attack.client.post(f"/api/tables/{table['id']}/hint", headers=_headers(_mover(table)[0]))

    await attack.repeat(*(step(table) for table in attack.tables[:WORKERS]))


async def steps(attack: Attack) -> None:
    """Twelve players step through long finished matches."""

    def step(table: Json) -> Step:
        moves = itertools.cycle(range(len(table["script"]), 0, -37))
        headers = _headers(table["tokens"][0])
        return lambda: attack.client.get(f"/tables/{table['id']}/matches/1/moves/{next(moves)}", headers=headers)

    await attack.repeat(*(step(table) for table in itertools.islice(itertools.cycle(attack.finished), WORKERS)))


async def reviews(attack: Attack) -> None:
    """Have the reviews of long finished matches made."""

    def step(table: Json) -> Step:
        headers = _headers(table["tokens"][0])
        return lambda: attack.client.get(f"/tables/{table['id']}/matches/1/review", headers=headers)

    await attack.repeat(*(step(table) for table in attack.finished))


async def uploads(attack: Attack) -> None:
    """Twelve guests import long records again and again."""
    record = await _record(attack)

    def step(guest: httpx.AsyncClient) -> Step:
        return lambda: _upload(attack, guest, record)

    async with _guests(attack) as guests:
        await attack.repeat(*map(step, guests))


async def pictures(attack: Attack) -> None:
    """Twelve guests share many positions of a long match, and load their pictures."""
    record = await _record(attack)

    async def picture(guest: httpx.AsyncClient, share: str, moves: itertools.count[int]) -> httpx.Response:
        made = await guest.post(share, data={"move": str(next(moves))})
        if made.status_code != httpx.codes.SEE_OTHER:
            return made
        page = await guest.get(made.headers["location"])
        code = re.findall(r"/shared/([\w-]{8,})", page.text)[-1]
        return await guest.get(f"/shared/{code}/picture.png")

    async def share(guest: httpx.AsyncClient) -> None:
        made = await _upload(attack, guest, record)
        links, moves = f"{made.headers['location'].partition('/moves/')[0]}/share", itertools.count(1)
        await attack.repeat(lambda: picture(guest, links, moves))

    async with _guests(attack) as guests:
        await asyncio.gather(*map(share, guests))


async def _record(attack: Attack) -> str:
    """Return the record of a long finished match."""
    table = attack.finished[0]
    return (await attack.client.get(f"/api/tables/{table['id']}/record", headers=_headers(table["tokens"][0]))).text


async def _upload(attack: Attack, guest: httpx.AsyncClient, record: str) -> httpx.Response:
    form = {"record": record, "command": f"c{next(attack.numbers)}"}
    return await guest.post("/positions", data=form, headers={"Accept": "application/json"})


@asynccontextmanager
async def _guests(attack: Attack) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Give the clients of guests; each has its own cookies."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(_client(attack.plan)) for _ in range(WORKERS)]


async def inflated(attack: Attack) -> None:
    """Send short messages that inflate to long ones, and never end them."""

    async def zeros() -> AsyncIterator[str]:
        while not attack.is_over:
            yield "0" * 1_000_000
            await asyncio.sleep(0)

    async def send(table: Json) -> None:
        while not attack.is_over:
            with suppress(WebSocketException, OSError):
                async with connect(attack.live(table["id"]), additional_headers=_headers(table["tokens"][0])) as live:
                    attack.answers["connections"] += 1
                    await live.send(zeros())
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(send(table) for table in attack.tables[:WORKERS]))


async def refused(attack: Attack) -> None:
    """Send acts that are refused, over live connections."""

    async def send(table: Json) -> None:
        while not attack.is_over:
            with suppress(WebSocketException, OSError):
                async with connect(attack.live(table["id"]), additional_headers=_headers(table["tokens"][0])) as live:
                    attack.answers["connections"] += 1
                    while not attack.is_over:
                        await live.send(json.dumps({"type": "act", "command": "x", "act": "move", "match": 9}))
                        attack.answers["frames"] += 1
                        await live.recv()
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(send(table) for table in attack.tables[:WORKERS]))


async def half_requests(attack: Attack) -> None:
    """Open many connections, and never finish the request."""
    host, port = attack.plan["site"].removeprefix("http://").split(":")

    async def begin() -> None:
        while not attack.is_over:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(host, int(port))
                attack.answers["connections"] += 1
                writer.write(b"GET / HTTP/1.1\r\nHost: courtly\r\nX-Slow: ")
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(), attack.seconds_left)
                writer.close()
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(begin() for _ in range(HALF_REQUESTS)))


async def spectators(attack: Attack) -> None:
    """Watch the table of the five players with many live connections."""

    async def watch() -> None:
        while not attack.is_over:
            with suppress(WebSocketException, OSError, TimeoutError):
                async with asyncio.timeout(attack.seconds_left):
                    async with connect(attack.live(attack.plan["innocent"])) as live:
                        attack.answers["connections"] += 1
                        async for _ in live:
                            attack.answers["frames"] += 1
            await asyncio.sleep(20 * PAUSE)

    await asyncio.gather(*(watch() for _ in range(SPECTATORS)))


ATTACKS = {
    attack.__name__: attack
    for attack in (drafts, hints, steps, reviews, pictures, uploads, inflated, refused, half_requests, spectators)
}


def _client(plan: Json) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=plan["site"], timeout=60, limits=httpx.Limits(max_connections=None))


async def attacked(plan: Json) -> Json:
    """Run the attack of a plan, and return the number of answers by status, or of connections and frames."""
    async with _client(plan) as client:
        attack = Attack(plan, client)
        running = asyncio.create_task(ATTACKS[plan["attack"]](attack))
        await asyncio.wait({running}, timeout=plan["seconds"])
        # On a busy machine the first answer may come late.
        while not attack.answers and not running.done():
            await asyncio.wait({running}, timeout=PAUSE)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
    return dict(attack.answers)


if __name__ == "__main__":
    # Attackers have machines of their own. Here they share two cores with the server, and get the time that it leaves.
    os.nice(19)
    print(json.dumps(asyncio.run(attacked(json.load(sys.stdin)))))

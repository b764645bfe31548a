"""Programs that play over HTTP and live connections. They repeat acts until answered, and record the answers."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

Json = dict[str, Any]

TIMEOUT_SECONDS = 120.0
"""Seconds without progress after which a test fails; long enough for a busy machine."""

BREATH = 0.02
"""Seconds before a client reconnects."""

AT_ONCE = 200
"""The largest number of entries in one response."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An act and its answer, as the bytes that were sent."""

    table: str
    body: Json
    answer: str

    @property
    def entries(self) -> list[Json]:
        """The entries that the act caused, as the sender got them."""
        return list(json.loads(self.answer)["entries"])


class Program:
    """A program with a token. It repeats failed requests. During an outage it accepts only status 503."""

    def __init__(self, site: str, name: str, dice: random.Random) -> None:
        self.name = name
        self.dice = dice
        self.site = site
        self.acknowledged: list[Kept] = []
        self.refusals = 0
        self.headers: dict[str, str] = {}
        self._client = httpx.AsyncClient(base_url=site, timeout=TIMEOUT_SECONDS)
        self._commands = itertools.count()

    async def close(self) -> None:
        await self._client.aclose()

    async def come(self) -> None:
        """Get a token."""
        made = await self.insist("POST", "/api/players", {"name": self.name})
        self.headers = {"Authorization": f"Bearer {made.json()['token']}"}

    async def insist(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """Repeat a request until it is answered, and return the answer."""
        while True:
            with suppress(httpx.TransportError):
                answer = await self.ask(method, path, body)
                assert answer.status_code in (200, 201, 409, 503), answer.text
                if answer.status_code != 503:
                    return answer
                self.refusals += answer.json()["error"]["code"] == "store-error"
            await asyncio.sleep(BREATH)

    async def ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """Send a request once, and return the answer."""
        return await self._client.request(method, path, json=body, headers=self.headers)

    async def table(self, table: str) -> Json:
        """Return the present table document, with all entries."""
        told: list[Json] = []
        while True:
            seen = (await self.insist("GET", f"/api/tables/{table}?since={len(told)}")).json()
            told += seen["entries"]
            if len(seen["entries"]) < AT_ONCE:
                return {**seen, "entries": told}

    async def open(self, game: str, seats: list[Json], **more: Any) -> Json:
        """Open a table."""
        body = {"command": self.command(), "game": game, "seats": seats, **more}
        opened = await self.insist("POST", "/api/tables", body)
        assert opened.status_code == 201, opened.text
        return dict(opened.json())

    async def act(self, table: str, act: str, **more: Any) -> int:
        """Send an act, record the answer, and return the version after it."""
        body = {"command": self.command(), "act": act, **more}
        answer = await self.send(table, body)
        self.acknowledged.append(Kept(table, body, answer.text))
        return int(answer.json()["version"])

    async def send(self, table: str, body: Json) -> httpx.Response:
        """Send an act that is allowed, and return the answer."""
        answer = await self.insist("POST", f"/api/tables/{table}/acts", body)
        assert answer.status_code == 200, answer.text
        return answer

    def command(self) -> str:
        """Return an unused command id."""
        return f"c{next(self._commands)}"


class Listener:
    """A client that listens to a table. It reconnects after each break, and records each entry as received."""

    def __init__(self, site: str, table: str, headers: dict[str, str]) -> None:
        self._address = f"{site.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self._headers = headers
        self._changed = asyncio.Condition()
        self.live: ClientConnection | None = None
        self.heard: list[str] = []
        self.seen: Json = {}
        self.connections = 0

    async def listen(self) -> None:
        """Listen without end."""
        while True:
            try:
                # Compressed frames depend on earlier ones, so the proxy could not repeat them.
                async with connect(
                    f"{self._address}?since={len(self.heard)}",
                    additional_headers=self._headers,
                    compression=None,
                    max_size=None,
                    open_timeout=TIMEOUT_SECONDS,
                ) as self.live:
                    self.connections += 1
                    async for frame in self.live:
                        await self._hear(str(frame))
            except (OSError, WebSocketException, EOFError) as broken:
                status = broken.response.status_code if isinstance(broken, InvalidStatus) else 503
                assert status == 503, broken  # noqa: PT017 - nothing else may come in place of a connection
            self.live = None
            await asyncio.sleep(BREATH)

    async def _hear(self, text: str) -> None:
        frame = json.loads(text)
        if frame["type"] == "entry":
            assert frame["n"] == len(self.heard)
            self.heard.append(text)
        if frame["type"] == "state":
            assert frame["version"] == len(self.heard)
            async with self._changed:
                self.seen = frame
                self._changed.notify_all()

    async def until(self, holds: Callable[[Json], bool]) -> Json:
        """Return the table's state as soon as a condition holds for it."""
        async with asyncio.timeout(TIMEOUT_SECONDS), self._changed:
            await self._changed.wait_for(lambda: bool(self.seen) and holds(self.seen))
            return self.seen

    async def reach(self, version: int) -> None:
        """Wait until the received state has at least this version."""
        await self.until(lambda seen: bool(seen["version"] >= version))


@asynccontextmanager
async def listening(site: str, table: str, headers: dict[str, str]) -> AsyncIterator[Listener]:
    """Listen to a table during the context."""
    listener = Listener(site, table, headers)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(listener.listen())
        yield listener
        task.cancel()

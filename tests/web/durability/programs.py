"""Programs that play over HTTP and live connections, send acts until they are answered, and keep what they are told."""

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

PATIENCE = 120.0
"""Seconds within which something happens at a table, on the busiest machine."""

BREATH = 0.02
"""Seconds before somebody comes back whose connection broke."""

AT_ONCE = 200
"""Entries in one answer, at most."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An act and what was answered, byte for byte."""

    table: str
    body: Json
    answer: str

    @property
    def entries(self) -> list[Json]:
        """The entries that the act made, as its sender was told them."""
        return list(json.loads(self.answer)["entries"])


class Program:
    """A program with a token. Whatever breaks, it asks again; nothing but a 503 may come in place of an answer."""

    def __init__(self, site: str, name: str, dice: random.Random) -> None:
        self.name = name
        self.dice = dice
        self.site = site
        self.acknowledged: list[Kept] = []
        self.refusals = 0
        self.headers: dict[str, str] = {}
        self._client = httpx.AsyncClient(base_url=site, timeout=PATIENCE)
        self._commands = itertools.count()

    async def close(self) -> None:
        await self._client.aclose()

    async def come(self) -> None:
        """Get a token."""
        made = await self.insist("POST", "/api/players", {"name": self.name})
        self.headers = {"Authorization": f"Bearer {made.json()['token']}"}

    async def insist(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """Return the answer to a request, sent until there is one."""
        while True:
            with suppress(httpx.TransportError):
                answer = await self.ask(method, path, body)
                assert answer.status_code in (200, 201, 409, 503), answer.text
                if answer.status_code != 503:
                    return answer
                self.refusals += answer.json()["error"]["code"] == "store-error"
            await asyncio.sleep(BREATH)

    async def ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """Return the answer to a request that is sent once."""
        return await self._client.request(method, path, json=body, headers=self.headers)

    async def table(self, table: str) -> Json:
        """Return the table as it is told now, with all its entries."""
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
        """Do something, keep the answer, and return the version after it."""
        body = {"command": self.command(), "act": act, **more}
        answer = await self.send(table, body)
        self.acknowledged.append(Kept(table, body, answer.text))
        return int(answer.json()["version"])

    async def send(self, table: str, body: Json) -> httpx.Response:
        """Return the answer to an act that is allowed."""
        answer = await self.insist("POST", f"/api/tables/{table}/acts", body)
        assert answer.status_code == 200, answer.text
        return answer

    def command(self) -> str:
        """Return an id that no act of this program had before."""
        return f"c{next(self._commands)}"


class Listener:
    """Listens to a table as somebody, comes back whenever that breaks off, and keeps each entry as it was told."""

    def __init__(self, site: str, table: str, headers: dict[str, str]) -> None:
        self._address = f"{site.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self._headers = headers
        self._changed = asyncio.Condition()
        self.live: ClientConnection | None = None
        self.heard: list[str] = []
        self.seen: Json = {}
        self.connections = 0

    async def listen(self) -> None:
        """Listen for ever."""
        while True:
            try:
                # Compressed frames could not be sent twice.
                async with connect(
                    f"{self._address}?since={len(self.heard)}",
                    additional_headers=self._headers,
                    compression=None,
                    max_size=None,
                    open_timeout=PATIENCE,
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
        """Return the table once something holds there."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: bool(self.seen) and holds(self.seen))
            return self.seen

    async def reach(self, version: int) -> None:
        """Wait until the table is told at a version, or a later one."""
        await self.until(lambda seen: bool(seen["version"] >= version))


@asynccontextmanager
async def listening(site: str, table: str, headers: dict[str, str]) -> AsyncIterator[Listener]:
    """Listen to a table for a while."""
    listener = Listener(site, table, headers)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(listener.listen())
        yield listener
        task.cancel()

"""A proxy that behaves like a bad network, with another proxy that repeats requests.

It delays requests and messages, sends some of them twice, and lets a client's later message overtake an earlier one. It
also cuts connections: before it has forwarded anything, after the server has processed a request but before the answer,
or in the middle of an answer. A server's messages on one connection arrive in order or get lost, as with TCP.
"""

from __future__ import annotations

import asyncio
import random
import re
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

LENGTH = re.compile(rb"(?i)^content-length: *(\d+)", re.MULTILINE)
UPGRADE = re.compile(rb"(?i)^upgrade: *websocket", re.MULTILINE)
TEXT = 0x81
"""The first byte of a text message that consists of one frame."""

CHUNK = 65536
LONGEST = 0.01
"""The longest delay, in seconds."""

OFTEN, SELDOM = 0.25, 0.12


class Cut(Exception):
    """Closes both connections immediately."""


@dataclass
class Proxy:
    """A proxy in front of a server.

    Attributes
    ----------
    site
        The address for clients.
    done
        The number of injected faults, by kind.
    pairs
        For each request that was sent twice, its two answers.
    """

    server: str
    dice: random.Random
    site: str = ""
    done: Counter[str] = field(default_factory=Counter)
    pairs: list[list[bytes]] = field(default_factory=list)

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Forward the requests of one client connection."""
        with suppress(Cut, OSError, EOFError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                if UPGRADE.search(head):
                    await self._pass_messages(head, reader, writer)
                    return
                length = LENGTH.search(head)
                await self._pass_request(head + await reader.readexactly(int(length[1]) if length else 0), writer)
        writer.transport.abort()

    def _does(self, what: str, chance: float) -> bool:
        """Return whether to inject a fault of this kind now, and count it. The first opportunity is always used."""
        does = not self.done[what] or self.dice.random() < chance
        self.done[what] += does
        return does

    async def _delay(self) -> None:
        await asyncio.sleep(self.dice.uniform(0, LONGEST))

    async def _pass_request(self, request: bytes, client: StreamWriter) -> None:
        await self._delay()
        if self._does("cut before", SELDOM):
            raise Cut
        asking = [self._answer(request)]
        if self._does("request twice", OFTEN):
            asking.append(self._answer(request))
        answers = await asyncio.gather(*asking)
        self.pairs += [answers] * (len(answers) - 1)
        answer = self.dice.choice(answers)
        await self._delay()
        if self._does("cut after", OFTEN):
            raise Cut
        if self._does("half an answer", SELDOM):
            client.write(answer[: len(answer) // 2])
            await client.drain()
            raise Cut
        client.write(answer)
        await client.drain()

    async def _answer(self, request: bytes) -> bytes:
        """Return the server's answer to a request."""
        await self._delay()
        reader, writer = await self._connect()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        assert length is not None, head
        body = await reader.readexactly(int(length[1]))
        writer.transport.abort()
        return head + body

    async def _connect(self) -> tuple[StreamReader, StreamWriter]:
        address = urlsplit(self.server)
        return await asyncio.open_connection(address.hostname, address.port)

    async def _pass_messages(self, head: bytes, client: StreamReader, answers: StreamWriter) -> None:
        """Forward a live connection until one side ends it or a fault cuts it."""
        server, asks = await self._connect()
        asks.write(head)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pass_answers(server, answers))
                group.create_task(self._pass_client_messages(client, asks))
        except* (Cut, OSError, EOFError):
            asks.transport.abort()
            raise Cut from None

    async def _pass_answers(self, server: StreamReader, client: StreamWriter) -> None:
        """Forward the server's bytes in pieces of random size."""
        while told := await server.read(self.dice.randint(1, CHUNK)):
            await self._delay()
            if self._does("cut live", SELDOM):
                client.write(told[: len(told) // 2])
                await client.drain()
                raise Cut
            client.write(told)
        raise Cut

    async def _pass_client_messages(self, client: StreamReader, server: StreamWriter) -> None:
        """Forward the client's messages. Some are sent twice, and some after later ones."""
        loop = asyncio.get_running_loop()
        while True:
            frame = await read_frame(client)
            if frame[0] == TEXT and self._does("message twice", OFTEN):
                server.write(frame)
            if frame[0] == TEXT and self._does("message overtaken", OFTEN):
                loop.call_later(LONGEST, server.write, frame)
            else:
                server.write(frame)


async def read_frame(reader: StreamReader) -> bytes:
    """Read a client's frame. It is masked, so it can be sent again unchanged."""
    head = await reader.readexactly(2)
    length = head[1] & 0x7F
    if length >= 126:
        more = await reader.readexactly(2 if length == 126 else 8)
        head, length = head + more, int.from_bytes(more)
    return head + await reader.readexactly(4 + length)


@asynccontextmanager
async def proxy(server: str, dice: random.Random) -> AsyncIterator[Proxy]:
    """Run a proxy in front of a server during the context."""
    made = Proxy(server, dice)
    async with await asyncio.start_server(made.serve, "127.0.0.1", 0) as listener:
        made.site = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
        yield made

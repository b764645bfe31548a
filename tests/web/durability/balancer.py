"""A load balancer: it forwards each connection to the first server that accepts it."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import cast

CHUNK = 65536


class Balancer:
    """A load balancer.

    Attributes
    ----------
    ports
        The ports of the servers, in the order in which they are tried.
    site
        The address for clients.
    """

    def __init__(self, *ports: int) -> None:
        self.ports = list(ports)
        self.site = ""
        self._serving = set[asyncio.Task[None]]()

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Forward a connection until one side ends it."""
        self._serving.add(cast("asyncio.Task[None]", asyncio.current_task()))
        for port in list(self.ports):
            with suppress(ConnectionRefusedError):
                answers, asks = await asyncio.open_connection("127.0.0.1", port)
                passing = [asyncio.create_task(_pass(*each)) for each in ((reader, asks), (answers, writer))]
                await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
                for task in passing:
                    task.cancel()
                asks.transport.abort()
                break
        writer.close()

    async def close(self) -> None:
        """Wait until all connections have ended."""
        await asyncio.gather(*self._serving)


async def _pass(source: StreamReader, target: StreamWriter) -> None:
    with suppress(OSError):
        while some := await source.read(CHUNK):
            target.write(some)
            await target.drain()


@asynccontextmanager
async def balancing(*ports: int) -> AsyncIterator[Balancer]:
    """Run a load balancer during the context."""
    made = Balancer(*ports)
    async with await asyncio.start_server(made.serve, "127.0.0.1", 0) as listener:
        made.site = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
        yield made
        await made.close()

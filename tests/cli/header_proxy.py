"""A proxy that adds and drops headers of requests, as a wrong configuration does."""

from __future__ import annotations

import asyncio
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress

FORWARDED = {"x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https"}


class HeaderProxy:
    """A proxy that passes each connection to a server, with other headers in the first request."""

    def __init__(self, site: str, drops: Collection[str]) -> None:
        self._port = int(site.rpartition(":")[2])
        self._drops = drops

    async def serve(self, client: StreamReader, answers: StreamWriter) -> None:
        """Pass one connection."""
        first, *lines = (await client.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines) | FORWARDED
        kept = [f"{name}: {value}" for name, value in headers.items() if name not in self._drops]
        server, asks = await asyncio.open_connection("127.0.0.1", self._port)
        asks.write("\r\n".join([first, *kept, "\r\n"]).encode())
        passing = [asyncio.create_task(_pass(*each)) for each in ((client, asks), (server, answers))]
        await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
        for task in passing:
            task.cancel()
        asks.transport.abort()
        answers.close()


async def _pass(source: StreamReader, target: StreamWriter) -> None:
    with suppress(OSError):
        while some := await source.read(65536):
            target.write(some)


@contextmanager
def header_proxy(site: str, *drops: str) -> Iterator[str]:
    """Run a proxy in front of a server, and yield its address."""
    loop = asyncio.new_event_loop()
    serve = HeaderProxy(site, drops).serve
    listener = loop.run_until_complete(asyncio.start_server(serve, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    finally:
        loop.call_soon_threadsafe(listener.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(_end())
        loop.close()


async def _end() -> None:
    """Wait until all connections are closed. The tasks that passed their bytes may have been cancelled."""
    await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True)
    await asyncio.sleep(0)

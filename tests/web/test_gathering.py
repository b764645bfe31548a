"""Messages written in one loop iteration of a live connection are sent together and in order, without extra delay."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from courtly.web.server import MAX_BUFFERED, BufferedTransport

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class CountingConnection:
    """A connection over a real socket that counts system calls and returns all received bytes."""

    def __init__(self) -> None:
        self.writes = 0

    async def sends(self, send: Callable[[BufferedTransport], Awaitable[None]]) -> bytes:
        """Call `send` with the connection, close it, and return the bytes that the other end received."""
        arrived: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        async def read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            arrived.set_result(await reader.read(-1))
            writer.close()

        async with await asyncio.start_server(read, "127.0.0.1", 0) as server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
            transport = cast(asyncio.Transport, writer.transport)
            write = transport.write

            def counted(data: bytes) -> None:
                self.writes += 1
                write(data)

            transport.write = counted  # type: ignore[assignment, method-assign]
            buffered = BufferedTransport(transport, asyncio.get_running_loop())
            await send(buffered)
            buffered.close()
            return await arrived


async def test_messages_of_one_loop_iteration_are_sent_together() -> None:
    async def send(transport: BufferedTransport) -> None:
        transport.write(b"entry ")
        transport.write(b"state ")
        await asyncio.sleep(0)
        transport.write(b"ack")

    connection = CountingConnection()
    assert await connection.sends(send) == b"entry state ack"
    assert connection.writes == 2


async def test_a_full_buffer_is_sent_immediately() -> None:
    async def send(transport: BufferedTransport) -> None:
        for _ in range(10):
            transport.write(bytes(MAX_BUFFERED // 2))

    connection = CountingConnection()
    assert len(await connection.sends(send)) == 5 * MAX_BUFFERED
    assert connection.writes == 5

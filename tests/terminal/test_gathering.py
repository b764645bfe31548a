"""What is said at once on a live connection is sent together, in its order, and nothing waits for more to come."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from courtly.terminal.serve import MOST_TOGETHER, Gathering

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Counted:
    """A connection over a real socket that counts what is handed to the system, and returns all that arrived."""

    def __init__(self) -> None:
        self.writes = 0

    async def sends(self, talk: Callable[[Gathering], Awaitable[None]]) -> bytes:
        """Return what the other end has read when all is said."""
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
            gathering = Gathering(transport, asyncio.get_running_loop())
            await talk(gathering)
            gathering.close()
            return await arrived


async def test_what_is_said_at_once_goes_out_together() -> None:
    async def talk(transport: Gathering) -> None:
        transport.write(b"entry ")
        transport.write(b"state ")
        await asyncio.sleep(0)
        transport.write(b"ack")

    connection = Counted()
    assert await connection.sends(talk) == b"entry state ack"
    assert connection.writes == 2


async def test_much_is_sent_before_the_rest_is_said() -> None:
    async def talk(transport: Gathering) -> None:
        for _ in range(10):
            transport.write(bytes(MOST_TOGETHER // 2))

    connection = Counted()
    assert len(await connection.sends(talk)) == 5 * MOST_TOGETHER
    assert connection.writes == 5

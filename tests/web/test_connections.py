"""Connections of hostile clients: slow requests, too many connections, and messages that fill the memory."""

from __future__ import annotations

import asyncio
import gc
import logging
import resource
import socket
import weakref
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import h11
import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from courtly.web.http_connection import SECONDS, Connections, HttpConnection, raise_file_limit
from courtly.web.server import READ_BYTES, STALLED_SECONDS, LiveConnection, listen, server_config

pytestmark = pytest.mark.anyio

HEAD = b"GET / HTTP/1.1\r\nHost: courtly\r\n"
POST = b"POST / HTTP/1.1\r\nHost: courtly\r\nContent-Length: 4\r\n\r\n"
UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
Application = Callable[[Any, Any, Any], Awaitable[None]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Server:
    """A server of an ASGI application in the event loop of the test."""

    def __init__(self, application: Application, most: int) -> None:
        self.all = Connections(most)
        self.config: Config = server_config(application, self.all, log_config=None)
        self.config.load()
        self.state = ServerState()
        self.made: list[HttpConnection] = []
        self.clients: list[asyncio.StreamWriter] = []
        self.port = 0

    def connection(self) -> HttpConnection:
        """Return the protocol of a new connection."""
        made = cast(Any, self.config.http_protocol_class)(config=self.config, server_state=self.state, app_state={})
        self.made.append(made)
        return cast(HttpConnection, made)

    def live(self) -> LiveConnection:
        """Return the only live connection."""
        (found,) = (one for one in self.state.connections if isinstance(one, LiveConnection))
        return found

    async def client(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection, and wait until the server knows it."""
        known = len(self.made)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.clients.append(writer)
        await until(lambda: len(self.made) > known and self.made[known].transport is not None)
        return reader, writer

    def connect(self) -> connect:
        """Return the context manager of a live connection."""
        return connect(f"ws://127.0.0.1:{self.port}/", ping_interval=None)


@asynccontextmanager
async def serving(application: Application, most: int = 100) -> AsyncIterator[Server]:
    """Run a server until the end of the block."""
    server = Server(application, most)
    listening = await asyncio.get_running_loop().create_server(server.connection, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        for one in list(server.state.connections):
            one.transport.abort()
        for writer in server.clients:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
        listening.close()
        await until(lambda: not server.state.connections and not server.state.tasks)


async def until(is_true: Callable[[], object]) -> None:
    """Run the event loop until a condition is true."""
    async with asyncio.timeout(30):
        while not is_true():  # noqa: ASYNC110 - many of these changes set no event
            await asyncio.sleep(0)


async def answer(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


async def never_answer(_scope: Any, receive: Any, _send: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def accept(_scope: Any, receive: Any, send: Any) -> None:
    """Accept a live connection, and ignore its messages."""
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


def due_in(one: HttpConnection) -> float | None:
    """The seconds for which the timer of a connection was set; None if it has no timer."""
    return None if one._timer is None else SECONDS[cast(Any, one._state)]


async def test_a_head_and_a_body_have_a_time_limit_that_more_bytes_do_not_extend() -> None:
    async with serving(never_answer) as server:
        await server.client()
        (one,) = server.made
        assert due_in(one) == 15
        timer = one._timer
        for byte in HEAD:
            one.data_received(bytes([byte]))
        assert one._timer is timer
        one.data_received(b"\r\n")
        assert due_in(one) is None
        await server.client()
        server.made[1].data_received(POST)
        assert due_in(server.made[1]) == 60


async def test_an_expired_timer_closes_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SECONDS, h11.IDLE, 0.0)
    async with serving(answer) as server:
        reader, _ = await server.client()
        assert await reader.read() == b""


async def test_a_connection_waits_again_after_an_answer_and_leaves_nothing_behind() -> None:
    async with serving(answer) as server:
        reader, writer = await server.client()
        for _ in range(3):
            writer.write(HEAD + b"\r\n")
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            assert list(server.all.waiting) == server.made
            assert due_in(server.made[0]) == 15
        writer.close()
        await until(lambda: not server.state.connections)
        assert not server.all.waiting
        assert due_in(server.made[0]) is None


async def test_a_live_connection_has_no_time_limit() -> None:
    async with serving(accept) as server, server.connect():
        assert not server.all.waiting
        assert due_in(server.made[0]) is None


async def test_above_the_limit_the_connection_that_waits_longest_is_closed() -> None:
    async with serving(never_answer, most=3) as server:
        _, complete = await server.client()
        complete.write(HEAD + b"\r\n")
        await until(lambda: not server.all.waiting)
        halves = [await server.client() for _ in range(10)]
        for reader, _ in halves[:-2]:
            assert await reader.read() == b""
        await until(lambda: len(server.state.connections) == 3)
        assert server.made[0] in server.state.connections
        assert list(server.all.waiting) == server.made[-2:]


@pytest.mark.parametrize(
    ("soft", "hard", "raised", "possible"),
    [(1024, 1_000_000, 4096, 2048), (1024, 1024, 1024, 512), (20_000, 20_000, 20_000, 2048), (1024, -1, 4096, 2048)],
)
def test_the_limit_on_open_files_is_raised_as_far_as_needed(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, raised: int, possible: int
) -> None:
    limits = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: limits.append(both))
    assert raise_file_limit(2048) == possible
    assert limits[-1] == (raised, hard)


def test_a_client_that_does_not_read_is_disconnected_by_the_system() -> None:
    # Only Linux has this option; other systems keep their own time limit.
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    with listen("127.0.0.1", 0) as opened, socket.create_connection(opened.getsockname()):
        accepted, _ = opened.accept()
        with accepted:
            set_to = option and accepted.getsockopt(socket.IPPROTO_TCP, option)
            assert set_to == (option and STALLED_SECONDS * 1000)


def inflating(size: int, *, is_whole: bool) -> bytes:
    """A compressed text frame that inflates to a number of bytes; the mask is zero."""
    packer = zlib.compressobj(9, wbits=-12)
    data = packer.compress(b"x" * size) + packer.flush(zlib.Z_SYNC_FLUSH)
    data = data[:-4] if is_whole else data
    return bytes([0xC1 if is_whole else 0x41, 0xFE]) + len(data).to_bytes(2, "big") + bytes(4) + data


async def close_code(connection: ClientConnection) -> int:
    """Return the code with which the server closes a connection."""
    with pytest.raises(ConnectionClosed) as closed:
        await connection.recv()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def test_a_short_frame_that_inflates_to_a_long_one_is_refused() -> None:
    async with serving(accept) as server, server.connect() as client:
        client.transport.write(inflating(1_000_000, is_whole=False))
        assert await close_code(client) == 1009


async def test_unfinished_messages_have_a_size_limit() -> None:
    async with serving(accept) as server, server.connect() as client:
        for opening in (b"\x01", *[b"\x00"] * 33):
            client.transport.write(opening + b"\xfe" + (1024).to_bytes(2, "big") + bytes(4) + b"x" * 1024)
        assert await close_code(client) == 1009


async def test_empty_fragments_take_no_memory() -> None:
    async with serving(accept) as server, server.connect() as client:
        client.transport.write(b"\x01\x81" + bytes(4) + b"x" + (b"\x00\x80" + bytes(4)) * 1000)
        await (await client.ping())
        assert b"".join(server.live().frames) == b"x"
        assert len(server.live().frames) <= 2


async def test_few_messages_are_inflated_before_the_first_is_processed() -> None:
    may_receive, sizes = asyncio.Event(), []

    async def receive_later(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await may_receive.wait()
        while (message := await receive())["type"] != "websocket.disconnect":
            sizes.append(len(message["text"]))

    frame = inflating(16_000, is_whole=True)
    async with serving(receive_later) as server, server.connect() as client:
        client.transport.write(frame * 1000)
        await until(lambda: server.live().read_paused)
        waiting = 0
        while not server.live().queue.empty():
            waiting += len(cast(Any, server.live().queue.get_nowait())["text"])
        assert 0 < waiting <= READ_BYTES // len(frame) * 16_000
        may_receive.set()
        server.live().queue.put_nowait({"type": "websocket.receive", "text": ""})
        await until(lambda: len(sizes) > 900)


async def test_pings_of_a_client_that_does_not_read_are_not_answered() -> None:
    async with serving(accept) as server, server.connect() as client:
        live, answered = server.live(), list[object]()
        write = live.transport.write

        def counted(data: Any) -> None:
            answered.append(data)
            write(data)

        live.transport.write = counted  # type: ignore[method-assign]
        live.pause_writing()
        live.data_received(b"\x89\x80" + bytes(4))
        assert answered == []
        live.resume_writing()
        await (await client.ping())
        assert len(answered) == 1


@pytest.mark.parametrize("size", [16_000, 1_000_000])
async def test_a_closed_live_connection_is_freed_without_a_collection(size: int) -> None:
    async with serving(accept) as server:
        is_freed = asyncio.Event()
        gc.disable()
        try:
            async with server.connect() as client:
                weakref.finalize(server.live().conn, is_freed.set)
                server.made.clear()
                client.transport.write(inflating(size, is_whole=False))
                await until(lambda: not server.state.connections or server.live().frames)
            await asyncio.wait_for(is_freed.wait(), 30)
        finally:
            gc.enable()


async def test_a_refused_live_connection_logs_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def refuse(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.http.response.start", "status": 404, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b"{}"})

    with caplog.at_level(logging.INFO):
        async with serving(refuse) as server:
            with pytest.raises(InvalidStatus) as refused:
                await server.connect()
            assert refused.value.response.status_code == 404
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_an_application_sends_its_last_answers_when_the_server_stops() -> None:
    async def answer_at_the_end(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] != "websocket.disconnect":
            pass
        await send({"type": "websocket.send", "text": "last"})
        await send({"type": "websocket.close", "code": event["code"]})

    async with serving(answer_at_the_end) as server, server.connect() as client:
        server.live().shutdown()
        assert await client.recv() == "last"
        assert await close_code(client) == 1012


async def test_a_server_that_stops_does_not_wait_for_a_client_that_never_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def close_at_the_end(scope: Any, receive: Any, send: Any) -> None:
        await accept(scope, receive, send)
        await send({"type": "websocket.close", "code": 1012})

    monkeypatch.setattr("courtly.web.server.CLOSE_SECONDS", 0)
    async with serving(close_at_the_end) as server:
        reader, writer = await server.client()
        writer.write(HEAD + UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        server.live().shutdown()
        async with asyncio.timeout(5):
            assert await reader.read() == b"\x88\x02\x03\xf4"


async def test_an_answer_to_a_client_that_has_just_been_closed_logs_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def answer_at_the_end(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        with suppress(OSError):
            await send({"type": "websocket.send", "text": "late"})

    with caplog.at_level(logging.INFO):
        async with serving(answer_at_the_end) as server, server.connect() as client:
            client.transport.write(inflating(1_000_000, is_whole=False))
            assert await close_code(client) == 1009
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []

"""A WebSocket connection on a simulated network. The side of the server behaves as uvicorn."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, NamedTuple

from starlette.status import WS_1012_SERVICE_RESTART
from starlette.types import Message, Scope

from courtly.testing.simulation.exchange import SERVER_ERROR, Response
from courtly.testing.simulation.server import Link, Server
from courtly.testing.simulation.weather import Closed, Faults, Lost, later

NO_CLOSE_FRAME = 1006
"""The close code of a connection that ends without a close frame."""


class ClientDisconnected(OSError):
    """An application sends to a WebSocket connection that has ended."""


class Refused(ConnectionError):
    """A server refuses a WebSocket connection.

    Parameters
    ----------
    response
        The answer to the handshake.
    """

    def __init__(self, response: Response) -> None:
        super().__init__(f"The server refuses the connection with status {response.status}: {response.text[:200]}")
        self.response = response


class _Accepted(NamedTuple):
    """The server accepts the connection."""

    response: Response


class _Close(NamedTuple):
    """A close frame."""

    code: int
    reason: str


class Connection(Link):
    """A WebSocket connection, as its client sees it.

    Parameters
    ----------
    scope
        The ASGI scope.
    window
        The number of frames that the application can send before the client reads the first. Then its `send` waits.
    """

    def __init__(self, server: Server, faults: Faults, scope: Scope, window: int = 16) -> None:
        super().__init__(server, faults)
        self.handshake: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        """The answer to the handshake."""
        self._inbox: deque[str | bytes] = deque()
        self._end: _Close | None = None
        self._arrived = asyncio.Event()
        self._side = _ServerSide(self, scope, window)
        if faults.happens(faults.weather.lost_request):
            later(faults.weather.notice, self._reach_client, None)
        else:
            self._up.push(scope)

    async def receive(self) -> str | bytes:
        """Return the next frame; raise `Closed` if the connection has ended."""
        while not self._inbox:
            self._check_open()
            self._arrived.clear()
            await self._arrived.wait()
        if not self._is_cut:
            self._side.frame_was_read()
        return self._inbox.popleft()

    async def send(self, frame: str | bytes) -> None:
        """Send a frame; raise `Closed` if the client has seen the end of the connection."""
        self._check_open()
        self._push(self._up, frame)

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection with a close frame."""
        if self._end is None:
            self._end = _Close(code, reason)
            self.end_now()
            self._up.push(self._end)
            self._arrived.set()

    @property
    def is_open(self) -> bool:
        """Whether the client has not seen the end of the connection."""
        return self._end is None

    def _check_open(self) -> None:
        if self._end is not None:
            raise Closed(*self._end)

    def _reach_client(self, message: Any) -> None:
        if isinstance(message, str | bytes):
            self._inbox.append(message)
        elif isinstance(message, _Accepted):
            if not self.handshake.done():
                self.handshake.set_result(message.response)
        else:
            self._finish(message)
        self._arrived.set()

    def _finish(self, message: Response | _Close | None) -> None:
        if self._end is None:
            self._end = message if isinstance(message, _Close) else _Close(NO_CLOSE_FRAME, "")
        if not self.handshake.done():
            lost = Lost("The connection was lost before the answer to its handshake.")
            self.handshake.set_exception(Refused(message) if isinstance(message, Response) else lost)

    # The side of the server

    def push_down(self, message: object) -> None:
        """Send a message of the server."""
        self._push(self._down, message)

    def _push(self, wire: Any, message: object) -> None:
        """Send a message, or lose it with the connection."""
        if self._faults.happens(self._faults.weather.cut):
            self.cut()
        wire.push(message)

    def _reach_server(self, message: Any) -> None:
        if isinstance(message, _Close):
            self._side.end(*message)
        elif isinstance(message, str | bytes):
            self._side.frame_has_arrived(message)
        elif self._server.is_open:
            message["state"] = self._server.state.copy()
            self._server.serve(self, self._side.run(), f"WebSocket {message['path']}")
        else:
            self._reach_client(None)

    def _disconnect(self) -> None:
        self._side.end(NO_CLOSE_FRAME)

    def shut_down(self) -> None:
        """Tell the application that the server stops; it closes the connection."""
        self._side.stop()

    @property
    def server(self) -> Server:
        """The server."""
        return self._server


class _ServerSide:
    """The side of the server: what the application receives and sends."""

    def __init__(self, connection: Connection, scope: Scope, window: int) -> None:
        self._connection = connection
        self._scope = scope
        self._window = window
        self._unread = 0
        self._writable = asyncio.Event()
        self._writable.set()
        self._events = asyncio.Queue[Message]()
        self._events.put_nowait({"type": "websocket.connect"})
        self._is_accepted = False
        self._denial: Response | None = None
        self._is_closed = False
        """Whether the application has closed or refused the connection."""
        self._is_disconnected = False

    async def run(self) -> None:
        """Run the application on this connection."""
        connection = self._connection
        try:
            await connection.server.app(self._scope, self._events.get, self._send)
        except ClientDisconnected:
            pass
        except BaseException as error:  # noqa: BLE001 - as uvicorn does
            connection.server.failed(error)
        if not (self._is_accepted or self._is_closed or self._is_disconnected):
            connection.push_down(SERVER_ERROR)
        if self._is_closed or self._is_disconnected:
            connection.server.links.pop(connection, None)
        else:
            connection.end_by_server()

    def frame_was_read(self) -> None:
        """Let the application send another frame."""
        self._unread -= 1
        self._writable.set()

    def frame_has_arrived(self, frame: str | bytes) -> None:
        """Give a frame to the application."""
        if not (self._is_closed or self._is_disconnected):
            kind = "text" if isinstance(frame, str) else "bytes"
            self._events.put_nowait({"type": "websocket.receive", kind: frame})

    def stop(self) -> None:
        """Tell the application that the server stops; it may still send."""
        if not (self._is_closed or self._is_disconnected):
            self._events.put_nowait({"type": "websocket.disconnect", "code": WS_1012_SERVICE_RESTART})

    def end(self, code: int, reason: str = "") -> None:
        """Tell the application that the connection has ended."""
        if not self._is_disconnected:
            self._is_disconnected = True
            self._writable.set()
            self._events.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})

    async def _send(self, message: Message) -> None:
        kind = message["type"]
        if kind == "websocket.send":
            await self._wait_until_writable()
        if self._is_disconnected or (self._is_closed and kind == "websocket.send"):
            raise ClientDisconnected
        if self._is_closed:
            raise RuntimeError(f"Unexpected ASGI message {kind!r} after the end of the connection.")
        if self._denial is not None:
            self._deny(self._denial, message)
        elif self._is_accepted:
            self._send_accepted(message)
        else:
            self._answer_handshake(message)

    async def _wait_until_writable(self) -> None:
        while self._unread >= self._window and not self._is_disconnected:
            self._writable.clear()
            await self._writable.wait()

    def _answer_handshake(self, message: Message) -> None:
        headers = list(message.get("headers", []))
        match message["type"]:
            case "websocket.accept":
                self._is_accepted = True
                self._connection.push_down(_Accepted(Response(101, headers)))
            case "websocket.close":
                self._close(Response(403), NO_CLOSE_FRAME)
            case "websocket.http.response.start":
                self._denial = Response(message["status"], headers)
            case kind:
                raise RuntimeError(f"Unexpected ASGI message {kind!r} before the connection is accepted.")

    def _deny(self, response: Response, message: Message) -> None:
        if message["type"] != "websocket.http.response.body":
            raise RuntimeError(f"Unexpected ASGI message {message['type']!r} in the answer to a handshake.")
        response.body += message.get("body", b"")
        if not message.get("more_body", False):
            self._close(response, NO_CLOSE_FRAME)

    def _send_accepted(self, message: Message) -> None:
        match message["type"]:
            case "websocket.send":
                self._unread += 1
                frame = message.get("bytes")
                self._connection.push_down(message["text"] if frame is None else frame)
            case "websocket.close":
                code, reason = message.get("code", 1000), message.get("reason") or ""
                self._close(_Close(code, reason), code, reason)
            case kind:
                raise RuntimeError(f"Unexpected ASGI message {kind!r} on an open connection.")

    def _close(self, last: Response | _Close, code: int, reason: str = "") -> None:
        self._is_closed = True
        self._connection.end_now()
        self._events.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self._connection.push_down(last)

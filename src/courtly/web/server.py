"""Run a web server: bind the address, print it, and serve."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from functools import partial
from typing import Any, cast

import uvicorn
from starlette.status import WS_1012_SERVICE_RESTART
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame

from courtly.engine.contract.game import game_names
from courtly.engine.errors import CourtlyError, reason_of, shown
from courtly.engine.sentences import said
from courtly.review import warm as review_warm
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables.mailbox import Mailbox
from courtly.web.garbage import freeze_loaded_objects, run_full_gc_rarely
from courtly.web.http_connection import Connections, HttpConnection, raise_file_limit

SWITCH_SECONDS = 0.001
"""Seconds after which a thread that renders a finished match lets the event loop run, 5 ms by default in Python. An act
needs about eight turns of the loop, so players would wait for each of them."""

PING_SECONDS = 10.0
"""Seconds between two pings on a live connection. A connection without a reply for as long is closed."""

MAX_BUFFERED = 16 * 1024
"""Bytes after which buffered messages are sent without waiting for more."""

READ_BYTES = 256
"""Bytes of one read from a live connection. They inflate to at most a thousand times as much memory."""

BACKLOG = 512
"""Connections that the event loop may accept in one iteration, before any of them is counted."""

DRAIN_SECONDS = 10
"""Seconds for requests and live connections to end when the server stops. systemd kills the process after 30."""

CLOSE_SECONDS = 1
"""Seconds that a server that stops waits for the close frame of a client, which may be asleep."""

STALLED_SECONDS = 30
"""Seconds until a connection is closed whose client does not receive the sent data."""


class CannotListen(CourtlyError):
    """The address cannot be bound: it is in use, forbidden or foreign to this machine."""

    code = "cannot-listen"


class CannotStart(CourtlyError):
    """The application refused to start."""

    code = "cannot-start"


class StartupErrorCatcher:
    """An ASGI wrapper that stores a startup error, so that it can be reported in one line."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.refusal: Exception | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Forward a call to the application."""
        if scope["type"] == "lifespan":
            await self._start(scope, receive, send)
        else:
            await self.application(scope, receive, send)

    async def _start(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the lifespan of the application; the traceback of a failed startup is left out."""

        async def tell(message: dict[str, Any]) -> None:
            await send({**message, "message": ""} if message["type"] == "lifespan.startup.failed" else message)

        try:
            await self.application(scope, receive, tell)
        except Exception as error:  # noqa: BLE001 - `serve` raises any error again
            self.refusal = error


class AnnouncingServer(uvicorn.Server):
    """A server that prints when it is ready."""

    def __init__(self, config: uvicorn.Config, address: str, connections: Connections) -> None:
        super().__init__(config)
        self.address = address
        self.connections = connections

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, then print the address."""
        await super().startup(sockets)
        freeze_loaded_objects()
        if self.started:
            print(f"Courtly is ready: {self.address}", flush=True)

    async def main_loop(self) -> None:
        """Serve until shutdown."""
        async with run_full_gc_rarely(lambda: self.connections.opened):
            await super().main_loop()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to the address, or raise `CannotListen`."""
    opened: socket.socket | None = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        opened = socket.socket(family, kind, protocol)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Every connection of this socket inherits the option. Otherwise it waits forever for a client that does not
            # read.
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_SECONDS * 1000)
        opened.bind(address)
        opened.listen()
    except (OSError, UnicodeError) as error:
        if opened is not None:
            opened.close()
        # A malformed host name fails before the system call.
        reason = said("this is not a host name") if isinstance(error, UnicodeError) else reason_of(error)
        sentence = said(
            "cannot listen on {host}, port {port}: {reason}; choose others with --host and --port",
            host=shown(host)[1:-1],
            port=port,
            reason=reason,
        )
        raise CannotListen(sentence, given=port, where="port", allowed=said("a free port")) from None
    return opened


def address_of(host: str, opened: socket.socket) -> str:
    """Return the URL under which a browser reaches the server."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{opened.getsockname()[1]}"


class BufferedTransport:
    """A transport that joins the writes of one event loop iteration.

    A subscriber gets an entry and a state together. Sending each with its own system call took a quarter of the time
    of a move.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting = bytearray()

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the wrapped transport."""
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Buffer data for the next iteration; send a full buffer immediately, so that slow clients are detected."""
        if not self._waiting:
            self._loop.call_soon(self._send)
        self._waiting += data
        if len(self._waiting) >= MAX_BUFFERED:
            self._send()

    def _send(self) -> None:
        if self._waiting:
            waiting, self._waiting = self._waiting, bytearray()
            self._transport.write(waiting)

    def close(self) -> None:
        """Send the buffered data, and close."""
        self._send()
        self._transport.close()


class LiveConnection(WebSocketsSansIOProtocol, asyncio.BufferedProtocol):
    """A WebSocket connection that compresses each message separately and joins messages of one loop iteration.

    A compression context for a whole connection would take 50 kB, as much memory as the rest of the connection. It
    would save only a few hundred bytes for each move.

    It reads few bytes at a time, because all messages in them are inflated before the first is processed.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the protocol on a buffering transport."""
        super().connection_made(
            cast(asyncio.Transport, BufferedTransport(cast(asyncio.Transport, transport), self.loop))
        )

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(
                server_no_context_takeover=True,
                client_no_context_takeover=True,
                server_max_window_bits=12,
                client_max_window_bits=12,
                compress_settings={"memLevel": 5},
            )
        ]
        self.queue = cast(Any, Mailbox())
        self._read = bytearray(READ_BYTES)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Return the buffer for the next bytes."""
        return self._read

    def buffer_updated(self, nbytes: int) -> None:
        """Process the bytes in the buffer."""
        self.data_received(bytes(self._read[:nbytes]))

    def shutdown(self) -> None:
        """Tell the application that the server stops.

        Uvicorn would close the connection now, so that acts in progress would get no answer. The application finishes
        them first.
        """
        if self.close_sent:
            super().shutdown()
        else:
            self.close_timeout = CLOSE_SECONDS
            self.queue.put_nowait({"type": "websocket.disconnect", "code": WS_1012_SERVICE_RESTART})

    def handle_cont(self, event: Frame) -> None:
        """Append a fragment to an unfinished message. Fragments may be empty, so a list of them could grow forever."""
        self.frames = [b"".join(self.frames)]
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read: then the answers would fill the memory."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    async def send(self, message: Any) -> None:
        """Send a message of the application; raise `ClientDisconnected` if the connection has been closed."""
        if self.close_sent and message["type"] == "websocket.send":
            # Uvicorn may have closed it, for example because of a message that is too long, and then logs an error.
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # Uvicorn logs an error if a handshake is not complete; a refusal completes it.
            self.handshake_complete = True

    def connection_lost(self, exc: Exception | None) -> None:
        """End the connection; free its buffers now, because full garbage collections are rare."""
        super().connection_lost(exc)
        self.frames.clear()
        # The parser and its exception refer to the connection, and to unfinished data.
        self.conn.parser.close()
        self.conn.parser_exc = None

    def start_keepalive(self) -> None:
        """Start to ping the client; free the handshake's request and response, which are no longer needed."""
        super().start_keepalive()
        self.request.headers.clear()  # the parser keeps the request
        del self.request, self.response


def server_config(
    application: Any, connections: Connections | None = None, *, largest_message: int = 16 * 1024, **chosen: Any
) -> uvicorn.Config:
    """Return the server configuration: WebSockets are compressed and pinged regularly, connections are limited.

    The application refuses a message over the largest size, with a reason. The protocol refuses twice that size.
    """
    return uvicorn.Config(
        application,
        lifespan="on",
        backlog=BACKLOG,
        http=cast(Any, partial(HttpConnection, all_connections=connections or Connections(2048))),
        ws_max_size=2 * largest_message,
        ws=LiveConnection,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=DRAIN_SECONDS,
        **{"log_level": None, **chosen},
    )


def serve(
    application: Any,
    opened: socket.socket,
    settings: Settings,
    *,
    address: str,
    log_config: dict[str, Any] | None = None,
) -> None:
    """Serve until interrupted; the caller's socket is closed at the end.

    Parameters
    ----------
    settings
        Only the trusted proxies and the limits on connections and live messages are used.
    log_config
        Logging configuration; by default warnings as text.
    """
    watched = StartupErrorCatcher(application)
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    log = {"log_level": "warning"} if log_config is None else {"log_config": log_config}
    connections = Connections(raise_file_limit(settings.max_connections))
    sys.setswitchinterval(SWITCH_SECONDS)
    config = server_config(
        watched,
        connections,
        largest_message=settings.largest_message,
        forwarded_allow_ips=settings.proxies,
        **log,
    )
    try:
        with opened:
            AnnouncingServer(config, address, connections).run(sockets=[opened])
    except SystemExit:
        if watched.refusal is None:
            raise
    if watched.refusal is not None:
        cause = watched.refusal
        reason = cause.sentence if isinstance(cause, CourtlyError) else reason_of(cause)
        raise CannotStart(
            said("the server cannot start: {reason}; courtly doctor gives advice", reason=reason)
        ) from cause


def serve_pages(settings: Settings, *, log_config: dict[str, Any]) -> None:
    """Serve the pages until interrupted. The rules are compiled in the background.

    The application is created after the address is bound.
    """
    # Other servers do not need the pages.
    from courtly.web.app import create_app

    opened = listen(settings.host, settings.port)
    try:
        with Runtime(settings, review_warm.WARM_UP_PARTS) as runtime:
            application = create_app(settings, runtime)
            runtime.start_warm_up(game_names(), ahead=settings.warm_up)
            address = settings.base_url or address_of(settings.host, opened)
            serve(application, opened, settings, address=address, log_config=log_config)
    finally:
        opened.close()


def _is_news(record: logging.LogRecord) -> bool:
    """Filter out messages that are reported elsewhere."""
    return not record.getMessage().startswith("Application startup failed")

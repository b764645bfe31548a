"""The web server as a command: binds the address, prints it, and serves."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any, cast

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from courtly.engine.errors import CourtlyError, reason_of, shown
from courtly.engine.sentences import said
from courtly.tables.mailbox import Mailbox
from courtly.terminal.garbage import keep_what_is_loaded, old_garbage_seldom

PING_SECONDS = 10.0
"""How often a live connection is pinged, and how long its answer may take."""

MOST_TOGETHER = 16 * 1024
"""Bytes from which what is said is sent, though there may be more to come."""

LONGEST_FRAME = 1024 * 1024
"""Bytes of a frame that the server reads at all; the application refuses far shorter ones, and says why."""


class CannotListen(CourtlyError):
    """The address cannot be had: in use, forbidden, or none of this machine's."""

    code = "cannot-listen"


class CannotStart(CourtlyError):
    """The application refused to start."""

    code = "cannot-start"


class Watched:
    """An application whose refusal to start is kept, so that it can be told in one line."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.refusal: Exception | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a call on."""
        if scope["type"] == "lifespan":
            await self._start(scope, receive, send)
        else:
            await self.application(scope, receive, send)

    async def _start(self, scope: Any, receive: Any, send: Any) -> None:
        """Start and stop the application; the traceback that a refusal comes with is left out."""

        async def tell(message: dict[str, Any]) -> None:
            await send({**message, "message": ""} if message["type"] == "lifespan.startup.failed" else message)

        try:
            await self.application(scope, receive, tell)
        except Exception as error:  # noqa: BLE001 - whatever it is, `serve` raises it again
            self.refusal = error


class Announced(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, address: str) -> None:
        super().__init__(config)
        self.address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, then say so."""
        await super().startup(sockets)
        keep_what_is_loaded()
        if self.started:
            print(f"Courtly is ready: {self.address}", flush=True)

    async def main_loop(self) -> None:
        """Serve until the end."""
        async with old_garbage_seldom():
            await super().main_loop()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to the address, or raise `CannotListen`."""
    opened: socket.socket | None = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        opened = socket.socket(family, kind, protocol)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen()
    except (OSError, UnicodeError) as error:
        if opened is not None:
            opened.close()
        # A name that cannot be looked up at all is refused before the system is asked.
        reason = said("this is no host's name") if isinstance(error, UnicodeError) else reason_of(error)
        sentence = said(
            "cannot listen on {host}, port {port}: {reason}; choose others by --host and --port",
            host=shown(host)[1:-1],
            port=port,
            reason=reason,
        )
        raise CannotListen(sentence, given=port, where="port", allowed=said("a free port")) from None
    return opened


def address_of(host: str, opened: socket.socket) -> str:
    """Return the address at which a browser finds the server."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{opened.getsockname()[1]}"


class Gathering:
    """A transport that sends together what is written to it in one go of the event loop.

    A reader is told an entry and a state at once. To hand each to the system by itself took a quarter of the time of a
    move.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting = bytearray()

    def __getattr__(self, name: str) -> Any:
        """Return what the transport has."""
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send some bytes before long; at once where many wait, for only then a slow reader is noticed."""
        if not self._waiting:
            self._loop.call_soon(self._send)
        self._waiting += data
        if len(self._waiting) >= MOST_TOGETHER:
            self._send()

    def _send(self) -> None:
        if self._waiting:
            waiting, self._waiting = self._waiting, bytearray()
            self._transport.write(waiting)

    def close(self) -> None:
        """Send what waits, and close."""
        self._send()
        self._transport.close()


class LiveConnection(WebSocketsSansIOProtocol):
    """A live connection that compresses each message by itself, and sends together what is said at once.

    What zlib remembers between messages takes 50 kB a connection, as much as all else together, and saves a few hundred
    bytes of a move.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to talk over a transport."""
        super().connection_made(cast(asyncio.Transport, Gathering(cast(asyncio.Transport, transport), self.loop)))

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

    def start_keepalive(self) -> None:
        """Begin to ask whether the other side is there; with what the two greeted each other is needed no more."""
        super().start_keepalive()
        self.request.headers.clear()  # the parser keeps the request
        del self.request, self.response


def server_config(application: Any, **chosen: Any) -> uvicorn.Config:
    """Return how an application is served: live connections are compressed, and asked every so often if they live."""
    return uvicorn.Config(
        application,
        lifespan="on",
        ws_max_size=LONGEST_FRAME,
        ws=LiveConnection,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        **{"log_level": None, **chosen},
    )


def serve(
    application: Any,
    opened: socket.socket,
    *,
    address: str,
    proxies: str = "127.0.0.1",
    log_config: dict[str, Any] | None = None,
) -> None:
    """Serve until interrupted; the caller's socket is closed at the end.

    Parameters
    ----------
    proxies
        Whose headers say for whom they ask; see `Settings`.
    log_config
        What the log looks like; by default warnings as text.
    """
    watched = Watched(application)
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    log = {"log_level": "warning"} if log_config is None else {"log_config": log_config}
    config = server_config(watched, forwarded_allow_ips=proxies, **log)
    try:
        with opened:
            Announced(config, address).run(sockets=[opened])
    except SystemExit:
        if watched.refusal is None:
            raise
    if watched.refusal is not None:
        cause = watched.refusal
        reason = cause.sentence if isinstance(cause, CourtlyError) else reason_of(cause)
        raise CannotStart(said("the server cannot start: {reason}", reason=reason)) from cause


def _is_news(record: logging.LogRecord) -> bool:
    """Keep out of the log what is said in a better place."""
    return not record.getMessage().startswith("Application startup failed")

"""HTTP connections: time limits for requests that arrive slowly, and a limit on open connections.

Uvicorn sets no time limit for the rest of a request. At its own limit on connections, it answers every client with 503,
and unfinished requests keep their connections. Here, the connection that has waited longest is closed instead.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = {h11.IDLE: 15.0, h11.SEND_BODY: 60.0}
"""Maximum seconds until the head, or the body, of a request is complete. The keys are states of the client."""


@dataclass(slots=True)
class Connections:
    """The connections of a server.

    Attributes
    ----------
    most
        The largest number of open connections, live connections included. Above it, the connection that has waited
        longest for its client is closed.
    waiting
        The connections that wait for their client, in the order in which they began to wait.
    opened
        The number of connections since the start.
    """

    most: int
    waiting: dict[HttpConnection, None] = field(default_factory=dict)
    opened: int = 0


class HttpConnection(H11Protocol):
    """An HTTP connection that is closed if its client sends a request too slowly."""

    def __init__(self, *given: Any, all_connections: Connections, **named: Any) -> None:
        super().__init__(*given, **named)
        self._all = all_connections
        self._timer: asyncio.TimerHandle | None = None
        self._state: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the first request, and close another connection if there are too many."""
        super().connection_made(transport)
        self._watch()
        self._all.opened += 1
        if len(self.connections) > self._all.most:
            longest = next(iter(self._all.waiting))
            longest._stop()
            longest.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Process data; start or stop the timer if the state of the client has changed."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Start to wait for the next request."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        # After an upgrade, another protocol has the transport.
        state = self.conn.their_state if self.transport.get_protocol() is self else None
        if state is self._state or self.transport.is_closing():
            return
        self._stop()
        self._state = state
        if state in SECONDS:
            self._all.waiting[self] = None
            self._timer = self.loop.call_later(SECONDS[state], self.transport.close)

    def _stop(self) -> None:
        self._all.waiting.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def raise_file_limit(connections: int) -> int:
    """Raise this process's limit on open files for a number of connections; return the number that is possible.

    Half of the files are reserved: for connections that the event loop has accepted but not counted yet, and for the
    database.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return connections

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = 2 * connections if hard == unlimited else min(2 * connections, hard)
    if soft != unlimited and soft < wanted:
        # The system may have a lower limit of its own.
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return connections if soft == unlimited else min(connections, soft // 2)

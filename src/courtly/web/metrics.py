"""Prometheus metrics of the server. They contain numbers only, never a name, an id or a card.

Requests are counted by route pattern, so that no label contains an id. All counts are per process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from courtly.environment import environment
from courtly.tables.journal import Entry

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The metrics of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._gauges: dict[str, Gauge] = {}
        self.requests = Counter(
            "courtly_requests", "Requests answered.", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "courtly_request_seconds", "Time until the answer.", ["route"], registry=self.registry, buckets=BUCKETS
        )
        self.acts = Counter("courtly_acts", "Entries made durable, by act.", ["act"], registry=self.registry)
        self.moves = Counter("courtly_moves", "Moves made durable.", registry=self.registry)
        self.appends = Histogram(
            "courtly_append_seconds", "Time until an act is durable.", registry=self.registry, buckets=BUCKETS
        )

    def gauge(self, name: str, description: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is read at each scrape."""
        # An application may start more than once, but a gauge can be registered only once.
        if name not in self._gauges:
            self._gauges[name] = Gauge(name, description, registry=self.registry)
        self._gauges[name].set_function(value)

    @contextmanager
    def measure(self, entries: Sequence[Entry]) -> Iterator[None]:
        """Time the append of entries, and count the entries if it succeeds."""
        with self.appends.time():
            yield
        for entry in entries:
            self.acts.labels(entry.act).inc()
            if entry.act == "move":
                self.moves.inc()

    def text(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
        return generate_latest(self.registry)


class Counting:
    """Middleware that counts and times requests by route pattern."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, begun = 500, environment().monotonic()

        async def send_watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_watched)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            route = str(getattr(scope.get("route"), "path", "other"))
            self._metrics.requests.labels(method, route, str(status)).inc()
            self._metrics.seconds.labels(route).observe(environment().monotonic() - begun)

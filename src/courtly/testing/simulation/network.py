"""Clients of an ASGI application on a simulated network, in the same thread and on the same simulated loop."""

from __future__ import annotations

import asyncio
import json as json_format
from collections.abc import Mapping
from http.cookies import SimpleCookie
from itertools import count
from random import Random
from typing import Any
from urllib.parse import unquote, urlencode, urljoin, urlsplit

from starlette.types import Scope

from courtly.testing.simulation.exchange import Exchange, Headers, Outcome, Response
from courtly.testing.simulation.server import Server
from courtly.testing.simulation.sockets import Connection
from courtly.testing.simulation.weather import CALM, Faults, Weather

HOST = "courtly.test"
"""The host name of all servers."""

FIRST_PORT = 50_000
"""The port of a client's first connection."""


class Client:
    """A browser or a program that keeps cookies. It belongs to the world outside, so no kill stops it.

    Parameters
    ----------
    server
        The server that gets the requests. A client of a server that is started again needs the new one.
    rng
        Draws the faults.
    weather
        The faults; they can change at any time.
    address
        The IP address of the client.
    """

    def __init__(self, server: Server, rng: Random, weather: Weather = CALM, *, address: str = "10.0.0.1") -> None:
        self.server = server
        self.address = address
        self.cookies: dict[str, str] = {}
        self._faults = Faults(weather, rng)
        self._ports = count(FIRST_PORT)

    @property
    def weather(self) -> Weather:
        """The faults of this client's connections."""
        return self._faults.weather

    @weather.setter
    def weather(self, weather: Weather) -> None:
        self._faults.weather = weather

    async def request(
        self,
        method: str,
        path: str,
        *,
        json: object = None,
        form: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """Send a request and return the answer; raise `Lost` if there is none. Redirects are not followed.

        Parameters
        ----------
        method, path
            The method, and the path with its query.
        json
            A value to send as JSON.
        form
            The fields of a form to send; the value of a field can be a list.
        headers
            Further headers.
        """
        body, kind = _encoded(json, form)
        more = {**({"content-type": kind, "content-length": str(len(body))} if kind else {}), **(headers or {})}
        response = await self._answer({**self._scope("http", path, more), "method": method.upper()}, body)
        self._keep_cookies(response)
        return response

    async def follow(self, response: Response, path: str = "/", *, at_most: int = 10) -> Response:
        """Follow the redirects of an answer with GET requests. `path` is the path of its request."""
        for _ in range(at_most):
            target = response.header("location")
            if target is None or not 300 <= response.status < 400:
                return response
            parts = urlsplit(urljoin(path, target))
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            response = await self.request("GET", path)
        raise RuntimeError(f"There are more than {at_most} redirects; the last leads to {path}.")

    async def connect(self, path: str, *, headers: Mapping[str, str] | None = None, window: int = 16) -> Connection:
        """Open a WebSocket connection; raise `Refused` if the server refuses it, or `Lost` if there is no answer.

        Parameters
        ----------
        path
            The path with its query.
        headers
            Further headers.
        window
            The number of unread frames at which the application's `send` begins to wait.
        """
        scope = self._scope("websocket", path, headers or {})
        scope.update(subprotocols=[], extensions={"websocket.http.response": {}})
        connection = Connection(self.server, self._faults, scope, window)
        try:
            self._keep_cookies(await connection.handshake)
        except asyncio.CancelledError:
            connection.close()
            raise
        return connection

    async def _answer(self, scope: Scope, body: bytes) -> Response:
        copies = 1 + self._faults.happens(self.weather.duplicate)
        outcome = Outcome(copies)
        exchanges = [Exchange(self.server, self._faults, dict(scope), body, outcome) for _ in range(copies)]
        try:
            return await outcome.future
        except asyncio.CancelledError:
            for exchange in exchanges:
                exchange.leave()
            raise

    def _scope(self, kind: str, path: str, headers: Mapping[str, str]) -> Scope:
        """Return an ASGI scope as uvicorn makes it."""
        raw_path, _, query = path.partition("?")
        sent = {"host": HOST, "user-agent": "simulation", "accept": "*/*"}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent.update((name.lower(), value) for name, value in headers.items())
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3" if kind == "http" else "2.4"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "server": (HOST, 80),
            "client": (self.address, next(self._ports)),
            "root_path": "",
            "path": unquote(raw_path),
            "raw_path": raw_path.encode("ascii"),
            "query_string": query.encode("ascii"),
            "headers": _as_bytes(sent),
        }

    def _keep_cookies(self, response: Response) -> None:
        for header in response.header_list("set-cookie"):
            for name, morsel in SimpleCookie(header).items():
                if morsel["max-age"] == "0" or not morsel.value:
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.coded_value


def _as_bytes(headers: Mapping[str, str]) -> Headers:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]


def _encoded(json: object, form: Mapping[str, Any] | None) -> tuple[bytes, str]:
    """Return a body and its content type."""
    if form is not None:
        return urlencode(form, doseq=True).encode(), "application/x-www-form-urlencoded"
    if json is not None:
        return json_format.dumps(json, ensure_ascii=False).encode(), "application/json"
    return b"", ""

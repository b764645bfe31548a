"""One HTTP request and its answer on a simulated network. The side of the server behaves as uvicorn."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from starlette.types import Message, Scope

from courtly.testing.simulation.server import Link, Server
from courtly.testing.simulation.weather import Faults, Lost, later

Headers = list[tuple[bytes, bytes]]


@dataclass
class Response:
    """An answer to a request.

    Parameters
    ----------
    status
        The status code.
    headers
        The headers as pairs of bytes, as sent.
    body
        The body.
    """

    status: int
    headers: Headers = field(default_factory=list)
    body: bytes = b""

    def header(self, name: str) -> str | None:
        """Return the first header of a name, or None."""
        return next(iter(self.header_list(name)), None)

    def header_list(self, name: str) -> list[str]:
        """Return all headers of a name."""
        wanted = name.lower().encode()
        return [value.decode("latin-1") for key, value in self.headers if key.lower() == wanted]

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    def json(self) -> Any:
        """Return the value of a JSON body."""
        return json.loads(self.body)


SERVER_ERROR = Response(500, [(b"content-type", b"text/plain; charset=utf-8")], b"Internal Server Error")
"""The answer of a server whose application has failed."""


class Outcome:
    """What the client gets for the copies of one request: the first answer, or `Lost` if all copies are lost.

    Parameters
    ----------
    copies
        The number of copies.
    """

    def __init__(self, copies: int) -> None:
        self.future: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._open = copies

    def answer(self, response: Response) -> None:
        """Give the answer of one copy."""
        if not self.future.done():
            self.future.set_result(response)

    def lose(self, reason: str) -> None:
        """Record that one copy gets no answer."""
        self._open -= 1
        if self._open == 0 and not self.future.done():
            self.future.set_exception(Lost(reason))


class Exchange(Link):
    """One copy of a request, and its answer.

    Parameters
    ----------
    scope
        The ASGI scope.
    body
        The body of the request.
    outcome
        Gets the answer.
    """

    def __init__(self, server: Server, faults: Faults, scope: Scope, body: bytes, outcome: Outcome) -> None:
        super().__init__(server, faults)
        self._scope = scope
        self._body: bytes | None = body
        self._outcome = outcome
        self._is_settled = False
        self._is_disconnected = False
        """Whether the server knows that the client is gone."""
        self._changed = asyncio.Event()
        self._is_started = False
        self._is_complete = False
        self._length_left: int | None = None
        self._response: Response | None = None
        weather = faults.weather
        self._answer_is_lost = faults.happens(weather.lost_answer)
        is_lost, is_cut, moment = faults.happens(weather.lost_request), faults.happens(weather.cut), faults.moment()
        if is_lost:
            later(weather.notice, self._lose, "The request was lost.")
            return
        self._up.push(None)
        if is_cut:
            later(moment, self.cut)

    # The side of the client

    def leave(self) -> None:
        """Stop waiting for the answer."""
        self._is_settled = True
        later(self._faults.latency(), self._disconnect)

    def _reach_client(self, message: Any) -> None:
        if message is None:
            self._lose("The connection was cut before the answer was complete.")
        elif self._response is None:
            self._response = Response(message["status"], list(message.get("headers", [])))
        else:
            self._response.body += message.get("body", b"")
            if not message.get("more_body", False):
                self._finish(self._response)

    def _finish(self, response: Response) -> None:
        if self._answer_is_lost:
            self._lose("The answer was lost.")
        elif not self._is_settled:
            self._is_settled = True
            self._outcome.answer(response)

    def _lose(self, reason: str) -> None:
        if not self._is_settled:
            self._is_settled = True
            self._outcome.lose(reason)

    # The side of the server

    def _reach_server(self, message: Any) -> None:
        if self._server.is_open:
            self._scope["state"] = self._server.state.copy()
            self._server.serve(self, self._run(), f"{self._scope['method']} {self._scope['path']}")
        else:
            self._lose(f"The server {self._server.process} is down.")

    def _disconnect(self) -> None:
        self._is_disconnected = True
        self._changed.set()

    def shut_down(self) -> None:
        """Nothing: a server that stops waits for the answer."""

    async def _run(self) -> None:
        try:
            await self._server.app(self._scope, self._receive, self._send)
        except BaseException as error:  # noqa: BLE001 - as uvicorn does
            self._server.failed(error)
        if not (self._is_complete or self._is_disconnected):
            if self._is_started:
                self.end_by_server()
            else:
                self._down.push({"status": SERVER_ERROR.status, "headers": SERVER_ERROR.headers})
                self._down.push({"body": SERVER_ERROR.body})
        self._server.links.pop(self, None)

    async def _receive(self) -> Message:
        body, self._body = self._body, None
        while body is None and not self._is_over():
            self._changed.clear()
            await self._changed.wait()
        if body is None or self._is_over():
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": False}

    def _is_over(self) -> bool:
        return self._is_disconnected or self._is_complete

    async def _send(self, message: Message) -> None:
        if self._is_disconnected:
            return
        expected = "http.response.body" if self._is_started else "http.response.start"
        if self._is_complete or message["type"] != expected:
            given = "the end of the response" if self._is_complete else expected
            raise RuntimeError(f"Unexpected ASGI message {message['type']!r} instead of or after {given}.")
        if self._is_started:
            self._check_length(message)
        else:
            self._is_started = True
            lengths = [value for name, value in message.get("headers", []) if name.lower() == b"content-length"]
            self._length_left = int(lengths[0]) if lengths and self._scope["method"] != "HEAD" else None
        self._down.push(message)
        if self._is_over():
            self._changed.set()

    def _check_length(self, message: Message) -> None:
        self._is_complete = not message.get("more_body", False)
        if self._length_left is None:
            return
        self._length_left -= len(message.get("body", b""))
        if self._length_left < 0 or (self._is_complete and self._length_left > 0):
            self._is_complete = False
            raise RuntimeError("The body of the response is longer or shorter than its Content-Length.")

"""A simulated process that serves an ASGI application."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextvars import Context
from typing import Any

from starlette.types import ASGIApp, Message

from courtly.environment import Environment
from courtly.testing.simulation.loop import running_loop
from courtly.testing.simulation.tasks import context_of
from courtly.testing.simulation.weather import Faults, Lost, Wire, later

log = logging.getLogger(__name__)


class LifespanFailed(RuntimeError):
    """An application could not start or stop."""


class Lifespan:
    """The lifespan of an application in a process.

    Parameters
    ----------
    app
        The application.
    process
        The simulated process; None for the world outside.
    environment
        The environment of the process; None for the system's.
    """

    def __init__(self, app: ASGIApp, process: str | None = None, environment: Environment | None = None) -> None:
        self.state: dict[str, Any] = {}
        self._app = app
        self._process = process
        self._environment = environment
        self._inbox = asyncio.Queue[Message]()
        self._answer: asyncio.Future[None] | None = None

    async def up(self) -> None:
        """Start the application; raise `LifespanFailed` if it fails, or `Lost` if its process is killed."""
        loop = running_loop()
        loop.when_killed(self._end)
        loop.create_task(self._run(), name=f"lifespan of {self._process}", context=self._context())
        await self._ask("lifespan.startup")

    def _context(self) -> Context:
        return context_of(self._process, self._environment)

    async def down(self) -> None:
        """Stop the application, like `up`."""
        await self._ask("lifespan.shutdown")

    async def _ask(self, kind: str) -> None:
        loop = running_loop()
        if loop.is_dead(self._process):
            raise Lost(f"The process {self._process} has been killed.")
        self._answer = loop.create_future()
        self._inbox.put_nowait({"type": kind})
        await self._answer

    async def _run(self) -> None:
        scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": self.state}
        try:
            await self._app(scope, self._inbox.get, self._send)
        except BaseException as error:  # noqa: BLE001 - the waiter gets it
            self._settle(LifespanFailed(f"The lifespan of {self._process} failed: {error!r}"), error)
        else:
            self._settle(LifespanFailed(f"The lifespan of {self._process} ended without an answer."))

    async def _send(self, message: Message) -> None:
        kind = message["type"]
        failed = LifespanFailed(message.get("message") or kind) if kind.endswith(".failed") else None
        self._settle(failed)

    def _settle(self, error: Exception | None, cause: BaseException | None = None) -> None:
        if self._answer is None or self._answer.done():
            return
        if error is None:
            self._answer.set_result(None)
        else:
            error.__cause__ = cause
            self._answer.set_exception(error)

    def _end(self, process: str) -> None:
        if process == self._process:
            self._settle(Lost(f"The process {process} has been killed."))


class Link(ABC):
    """A connection between a client and a server, with one wire in each direction.

    Parameters
    ----------
    server
        The server.
    faults
        Draws the faults of the connection.
    """

    def __init__(self, server: Server, faults: Faults) -> None:
        self._server = server
        self._faults = faults
        self._is_cut = False
        self.ended_at: float | None = None
        """The virtual time when a side ended the connection, or the network did."""
        self._up = Wire(faults, self._reach_server)
        self._down = Wire(faults, self._reach_client)

    def cut(self) -> None:
        """Cut the connection. Both sides see it, or one side sees it long before the other."""
        if self._is_cut:
            return
        self._is_cut = True
        self.end_now()
        self._up.cut()
        self._down.cut()
        client, server = self._faults.sight()
        later(client, self._reach_client, None)
        later(server, self._disconnect)

    def end_now(self) -> None:
        """Record that the connection ends, if it has not ended before."""
        if self.ended_at is None:
            self.ended_at = running_loop().time()

    def end_by_server(self) -> None:
        """End the connection from the side of the server. The client sees it after all messages on the way."""
        self.end_now()
        self._server.links.pop(self, None)
        self._down.push(None)

    @abstractmethod
    def shut_down(self) -> None:
        """Tell the application and the client that the server stops."""

    @abstractmethod
    def _reach_client(self, message: Any) -> None:
        """Process a message of the server; None means that the connection is lost."""

    @abstractmethod
    def _reach_server(self, message: Any) -> None:
        """Process a message of the client."""

    @abstractmethod
    def _disconnect(self) -> None:
        """Tell the application that the client is gone."""


class Server:
    """A simulated process that serves an ASGI application, as uvicorn does.

    Parameters
    ----------
    app
        The application.
    process
        The name of the process. A server that is started again needs another name.
    environment
        The environment of the process; None for the system's.
    """

    def __init__(self, app: ASGIApp, process: str, environment: Environment | None = None) -> None:
        self.app = app
        self.process = process
        self.is_open = False
        self.links: dict[Link, None] = {}
        self.errors: list[BaseException] = []
        """Errors that the application did not handle."""
        self._lifespan = Lifespan(app, process, environment)
        self._environment = environment
        self._tasks: dict[asyncio.Task[None], None] = {}
        self._changed = asyncio.Event()
        self._loop = running_loop()
        self._loop.when_killed(self._end)

    @property
    def state(self) -> dict[str, Any]:
        """The state of the lifespan, of which each request gets a copy."""
        return self._lifespan.state

    async def up(self) -> None:
        """Start the application, then accept connections."""
        await self._lifespan.up()
        self.is_open = True

    async def down(self) -> None:
        """Stop accepting, close the connections, wait for running requests, then stop the application."""
        self.is_open = False
        for link in list(self.links):
            link.shut_down()
        while self._tasks and not running_loop().is_dead(self.process):
            self._changed.clear()
            await self._changed.wait()
        await self._lifespan.down()

    def kill(self) -> None:
        """Kill the process: nothing is cleaned up, and clients lose their connections."""
        running_loop().kill(self.process)

    def serve(self, link: Link, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run the work for a connection in the process."""
        self.links[link] = None
        context = context_of(self.process, self._environment)
        task = running_loop().create_task(work, name=f"{self.process} {name}", context=context)
        self._tasks[task] = None
        task.add_done_callback(self._forget)

    def failed(self, error: BaseException) -> None:
        """Record and log an error that the application did not handle, except in the cleanup after the run."""
        if isinstance(error, Exception) and not self._loop.is_ending:
            self.errors.append(error)
            log.error("Exception in the ASGI application", exc_info=error)

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._tasks.pop(task, None)
        self._changed.set()

    def _end(self, process: str) -> None:
        if process == self.process:
            self.is_open = False
            self._changed.set()
            for link in list(self.links):
                link.end_by_server()

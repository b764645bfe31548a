"""A simulated world for tests: a loop, a random source, and a server of a small application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from random import Random
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.status import WS_1012_SERVICE_RESTART
from starlette.websockets import WebSocket, WebSocketDisconnect

from courtly.testing.simulation.loop import SimulatedLoop
from courtly.testing.simulation.network import Client
from courtly.testing.simulation.server import Server
from courtly.testing.simulation.weather import CALM, Weather

T = TypeVar("T")


class World:
    """What the tests share: the log of the application, the random source and the servers."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)
        self.log: list[str] = []

    async def server(self, app: Any = None, process: str = "server") -> Server:
        server = Server(app or small_app(self.log), process)
        await server.up()
        return server

    async def client(self, weather: Weather = CALM, server: Server | None = None) -> Client:
        return Client(server or await self.server(), self.rng, weather)


def simulate(play: Callable[[World], Awaitable[T]], seed: int = 0) -> T:
    """Run a test in a new world."""

    async def run() -> T:
        return await play(World(seed))

    with closing(SimulatedLoop(Random(seed), max_steps=100_000, max_time=100_000)) as loop:
        return loop.run_until_complete(run())


def small_app(log: list[str]) -> Starlette:
    """Return an application that writes a log of what reaches it."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, str]]:
        log.append("up")
        yield {"greeting": "hello"}
        log.append("down")

    async def show(request: Request) -> Response:
        log.append(f"{request.method} {request.url}")
        return JSONResponse(
            {
                "client": list(request.client or ()),
                "headers": dict(request.headers),
                "query": dict(request.query_params),
                "greeting": request.state.greeting,
                "form": {name: str(value) for name, value in (await request.form()).items()},
            }
        )

    async def enter(request: Request) -> Response:
        response = RedirectResponse("/show?from=enter", status_code=303)
        response.set_cookie("player", (await request.json())["name"])
        return response

    async def leave(_: Request) -> Response:
        response = PlainTextResponse("bye")
        response.delete_cookie("player")
        return response

    async def slow(_: Request) -> Response:
        log.append("slow begins")
        with noting(log, "slow"):
            await asyncio.sleep(10)
        return PlainTextResponse("slow")

    async def fail(_: Request) -> Response:
        raise ValueError("a bug")

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        with noting(log, "socket"):
            try:
                while True:
                    await socket.send_text(f"{await socket.receive_text()}!")
            except WebSocketDisconnect as end:
                log.append(f"disconnect {end.code}")
                if end.code == WS_1012_SERVICE_RESTART:
                    await socket.send_text("last")
                    await socket.close(WS_1012_SERVICE_RESTART)

    return Starlette(
        routes=[
            Route("/show", show, methods=["GET", "POST"]),
            Route("/enter", enter, methods=["POST"]),
            Route("/leave", leave),
            Route("/slow", slow),
            Route("/fail", fail),
            WebSocketRoute("/echo", echo),
        ],
        lifespan=lifespan,
    )


@contextmanager
def noting(log: list[str], name: str) -> Iterator[None]:
    """Log when a block of the application ends, which a kill must prevent."""
    try:
        yield
    finally:
        log.append(f"{name} ends")

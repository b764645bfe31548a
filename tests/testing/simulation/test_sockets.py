"""WebSockets on a simulated network: order, backpressure, cuts, kills, and the server's side as in uvicorn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send

from courtly.testing.simulation.loop import running_loop
from courtly.testing.simulation.server import Server
from courtly.testing.simulation.sockets import ClientDisconnected, Connection, Refused
from courtly.testing.simulation.weather import CALM, Closed, Lost, Weather
from tests.testing.simulation.worlds import World, simulate

CHANGING = Weather(latency=(0.0, 1.0), delayed=0.3)


async def opened(world: World, app: Any, weather: Weather = CALM, window: int = 16) -> Connection:
    """Open a connection to an application without a lifespan."""
    server = Server(app, "server")
    server.is_open = True
    return await (await world.client(weather, server)).connect("/", window=window)


async def until_closed(connection: Connection) -> tuple[list[str | bytes], int]:
    """Return the frames until the end of the connection, and the close code."""
    frames: list[str | bytes] = []
    while True:
        try:
            frames.append(await connection.receive())
        except Closed as closed:
            return frames, closed.code


def accepting(*messages: dict[str, Any]) -> Callable[[Scope, Receive, Send], Any]:
    """Return an application that accepts a connection, sends messages, and waits for the end."""

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        for message in messages:
            await send(message)
        while (await receive())["type"] != "websocket.disconnect":
            pass

    return app


@given(st.integers(0, 10_000))
def test_frames_keep_their_order_in_any_latency(seed: int) -> None:
    async def play(world: World) -> None:
        connection = await (await world.client(CHANGING)).connect("/echo")
        for number in range(20):
            await connection.send(str(number))
        assert [await connection.receive() for _ in range(20)] == [f"{number}!" for number in range(20)]
        connection.close(1001)
        with pytest.raises(Closed, match="code 1001"):
            await connection.receive()
        await asyncio.sleep(20)
        assert world.log == ["up", "disconnect 1001", "socket ends"]

    simulate(play, seed)


def test_the_application_waits_for_a_client_that_reads_slowly() -> None:
    sent: list[int] = []

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        for number in range(10):
            await send({"type": "websocket.send", "bytes": bytes([number])})
            sent.append(number)

    async def play(world: World) -> None:
        connection = await opened(world, app, window=3)
        await asyncio.sleep(100)
        assert sent == [0, 1, 2]
        assert await connection.receive() == b"\0"
        await asyncio.sleep(0.1)
        assert sent == [0, 1, 2, 3]
        assert await until_closed(connection) == ([bytes([number]) for number in range(1, 10)], 1006)

    simulate(play)


def test_a_close_frame_follows_the_frames_before_it() -> None:
    app = accepting({"type": "websocket.send", "text": "a"}, {"type": "websocket.close", "code": 4000, "reason": "b"})

    async def play(world: World) -> None:
        connection = await opened(world, app)
        assert await until_closed(connection) == (["a"], 4000)
        with pytest.raises(Closed, match="closed with code 4000: b"):
            await connection.send("late")
        assert not connection.is_open
        assert not connection.server.links

    simulate(play)


@pytest.mark.parametrize(
    ("messages", "status"),
    [
        ([{"type": "websocket.close"}], 403),
        ([{"type": "websocket.http.response.start", "status": 409}, {"type": "websocket.http.response.body"}], 409),
        ([{"type": "websocket.http.response.start", "status": 409}, {"type": "websocket.send"}], 500),
        ([{"type": "websocket.send", "text": "early"}], 500),
        ([], 500),
    ],
)
def test_a_connection_can_be_refused(messages: list[dict[str, Any]], status: int) -> None:
    async def app(_: Scope, receive: Receive, send: Send) -> None:
        await receive()
        for message in messages:
            await send(message)

    async def play(world: World) -> None:
        with pytest.raises(Refused) as refused:
            await opened(world, app)
        assert refused.value.response.status == status

    simulate(play)


@pytest.mark.parametrize(
    ("messages", "error"),
    [
        ([{"type": "websocket.close"}, {"type": "websocket.send", "text": "late"}], None),
        ([{"type": "websocket.close"}, {"type": "websocket.close"}], "after the end"),
        ([{"type": "websocket.accept"}], "on an open connection"),
    ],
)
def test_a_wrong_message_is_an_error_of_the_application(messages: list[dict[str, Any]], error: str | None) -> None:
    async def play(world: World) -> None:
        connection = await opened(world, accepting(*messages))
        await until_closed(connection)
        errors = [str(each) for each in connection.server.errors]
        assert (error is None) == (errors == [])
        assert all(error in each for each in errors if error)

    simulate(play)


def test_a_send_after_the_end_of_the_connection_is_an_error_of_the_system() -> None:
    caught: list[BaseException] = []

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        assert await receive() == {"type": "websocket.disconnect", "code": 1006, "reason": ""}
        try:
            await send({"type": "websocket.send", "text": "late"})
        except OSError as error:
            caught.append(error)
            raise

    async def play(world: World) -> None:
        connection = await opened(world, app)
        connection.cut()
        connection.cut()
        await asyncio.sleep(CALM.notice)
        assert [type(error) for error in caught] == [ClientDisconnected]
        assert not connection.server.errors

    simulate(play)


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_a_lost_frame_ends_the_connection_for_both_sides(seed: int) -> None:
    async def play(world: World) -> None:
        client = await world.client()
        connection = await client.connect("/echo")
        client.weather = Weather(cut=0.2, latency=(0.001, 0.002))
        sent = 0
        while connection.is_open:
            await connection.send(str(sent))
            sent += 1
            await asyncio.sleep(0.01)
        frames, code = await until_closed(connection)
        assert code == 1006
        assert frames == [f"{number}!" for number in range(len(frames))]
        assert len(frames) <= sent
        await asyncio.sleep(CALM.notice)
        assert world.log[1:] == ["disconnect 1006", "socket ends"]
        assert not client.server.links

    simulate(play, seed)


def test_one_side_can_see_a_cut_long_before_the_other() -> None:
    async def ends(world: World) -> tuple[bool, bool]:
        connection = await (await world.client(Weather(one_sided=1))).connect("/echo")
        connection.cut()
        await asyncio.sleep(1)
        client, server = not connection.is_open, "socket ends" in world.log
        await asyncio.sleep(CALM.notice)
        assert not connection.is_open
        assert "socket ends" in world.log
        return client, server

    assert {simulate(ends, seed) for seed in range(20)} == {(True, False), (False, True)}


def test_a_handshake_can_be_lost_or_given_up() -> None:
    async def play(world: World) -> None:
        client = await world.client(Weather(lost_request=1))
        with pytest.raises(Lost):
            await client.connect("/echo")
        client.weather = Weather(latency=(2, 2))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await client.connect("/echo")
        await asyncio.sleep(10)
        assert world.log == ["up", "socket ends"] or world.log[1] == "disconnect 1000"
        client.server.kill()
        with pytest.raises(Lost):
            await client.connect("/echo")

    simulate(play)


@pytest.mark.parametrize("is_kill", [True, False])
def test_the_end_of_a_server_ends_its_connections(is_kill: bool) -> None:
    async def play(world: World) -> None:
        client = await world.client()
        connection = await client.connect("/echo")
        await connection.send("a")
        await asyncio.sleep(0.2)
        if is_kill:
            client.server.kill()
        else:
            await client.server.down()
        assert await until_closed(connection) == ((["a!"], 1006) if is_kill else (["a!", "last"], 1012))
        assert world.log == (["up"] if is_kill else ["up", "disconnect 1012", "socket ends", "down"])
        assert running_loop().time() < 1

    simulate(play)


def test_frames_on_the_way_arrive_although_the_server_is_killed() -> None:
    app = accepting(*({"type": "websocket.send", "text": str(number)} for number in range(5)))

    async def play(world: World) -> None:
        connection = await opened(world, app)
        connection.server.kill()
        assert await until_closed(connection) == ([str(number) for number in range(5)], 1006)

    simulate(play)

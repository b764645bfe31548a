"""HTTP on a simulated network: requests, cookies, faults, kills, and the server's side as in uvicorn."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send

from courtly.testing.simulation.loop import running_loop
from courtly.testing.simulation.server import LifespanFailed, Server
from courtly.testing.simulation.weather import CALM, Lost, Weather
from tests.testing.simulation.worlds import World, simulate

STORM = Weather(lost_request=0.1, lost_answer=0.1, duplicate=0.2, cut=0.2, delayed=0.2)


def test_a_request_reaches_the_application_as_from_a_browser() -> None:
    async def play(world: World) -> None:
        client = await world.client()
        response = await client.request("POST", "/show?a=1&b=%C3%A9", form={"x": "1 é", "y": ["2"]})
        assert response.status == 200
        assert response.header("content-type") == "application/json"
        seen = response.json()
        assert seen["client"] == ["10.0.0.1", 50_000]
        assert seen["query"] == {"a": "1", "b": "é"}
        assert seen["form"] == {"x": "1 é", "y": "2"}
        assert seen["greeting"] == "hello"
        assert seen["headers"]["host"] == "courtly.test"
        assert seen["headers"]["content-type"] == "application/x-www-form-urlencoded"
        assert world.log == ["up", "POST http://courtly.test/show?a=1&b=%C3%A9"]
        assert 0.002 <= running_loop().time() <= 0.15

    simulate(play)


def test_cookies_are_kept_and_redirects_followed_only_when_asked() -> None:
    async def play(world: World) -> None:
        client = await world.client()
        response = await client.request("POST", "/enter", json={"name": "Ada"})
        assert (response.status, client.cookies) == (303, {"player": "Ada"})
        shown = await client.follow(response, "/enter")
        assert shown.json()["headers"]["cookie"] == "player=Ada"
        assert shown.json()["query"] == {"from": "enter"}
        assert (await client.request("GET", "/leave")).text == "bye"
        assert client.cookies == {}

    simulate(play)


def test_an_endless_redirect_is_an_error() -> None:
    async def app(_: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 302, "headers": [(b"location", b"/again")]})
        await send({"type": "http.response.body"})

    async def play(world: World) -> None:
        client = await world.client(server=unstarted(app))
        with pytest.raises(RuntimeError, match="more than 10 redirects"):
            await client.follow(await client.request("GET", "/"))

    simulate(play)


def unstarted(app: Any) -> Server:
    """Return a server of an application without a lifespan."""
    server = Server(app, "server")
    server.is_open = True
    return server


FAULTS = {
    "lost request": Weather(lost_request=1),
    "lost answer": Weather(lost_answer=1),
    "duplicate": Weather(duplicate=1),
}


@pytest.mark.parametrize(("fault", "processed"), [("lost request", 0), ("lost answer", 1), ("duplicate", 2)])
def test_each_fault_does_what_it_says(fault: str, processed: int) -> None:
    async def play(world: World) -> None:
        client = await world.client(FAULTS[fault])
        if fault == "duplicate":
            assert (await client.request("GET", "/show")).status == 200
            await asyncio.sleep(1)
        else:
            with pytest.raises(Lost):
                await client.request("GET", "/show")
        assert len(world.log) == 1 + processed

    simulate(play)


@given(st.integers(0, 10_000))
def test_a_cut_request_ends_for_both_sides(seed: int) -> None:
    ends: list[str] = []

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200})
        ends.append("begins")
        assert await receive() == {"type": "http.disconnect"}
        ends.append("ends")
        await send({"type": "http.response.body", "body": b"too late"})

    async def play(world: World) -> None:
        client = await world.client(Weather(cut=1), server=unstarted(app))
        with pytest.raises(Lost):
            await client.request("GET", "/")
        await asyncio.sleep(CALM.notice)
        assert ends in ([], ["begins", "ends"])
        assert not client.server.errors
        assert not client.server.links

    simulate(play, seed)


def test_a_client_that_gives_up_is_seen_by_the_application() -> None:
    ends: list[str] = []

    async def app(_: Scope, receive: Receive, __: Send) -> None:
        await receive()
        ends.append((await receive())["type"])

    async def play(world: World) -> None:
        client = await world.client(server=unstarted(app))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await client.request("GET", "/")
        await asyncio.sleep(1)
        assert ends == ["http.disconnect"]

    simulate(play)


def test_the_application_sees_the_end_after_its_answer() -> None:
    ends: list[str] = []

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 204})
        await send({"type": "http.response.body"})
        ends.append((await receive())["type"])

    async def play(world: World) -> None:
        client = await world.client(server=unstarted(app))
        assert (await client.request("GET", "/")).status == 204
        assert ends == ["http.disconnect"]

    simulate(play)


START: dict[str, Any] = {"type": "http.response.start", "status": 200, "headers": [(b"Content-Length", b"3")]}


@pytest.mark.parametrize(
    ("messages", "status"),
    [
        ([], 500),
        ([{"type": "http.response.body"}], 500),
        ([START], None),
        ([START, START], None),
        ([START, {"type": "http.response.body", "body": b"four"}], None),
        ([START, {"type": "http.response.body", "body": b"2!"}], None),
        ([START, {"type": "http.response.body", "body": b"3!!"}, {"type": "http.response.body"}], 200),
    ],
)
def test_an_application_that_breaks_the_protocol_is_treated_as_by_uvicorn(
    messages: list[dict[str, Any]], status: int | None
) -> None:
    async def app(_: Scope, __: Receive, send: Send) -> None:
        for message in messages:
            await send(message)

    async def play(world: World) -> None:
        client = await world.client(server=unstarted(app))
        if status is None:
            with pytest.raises(Lost):
                await client.request("GET", "/")
        else:
            assert (await client.request("GET", "/")).status == status
        assert len(client.server.errors) == (len(messages) > 0 and messages != [START])

    simulate(play)


def test_an_error_of_the_application_is_recorded() -> None:
    async def play(world: World) -> None:
        client = await world.client()
        response = await client.request("GET", "/fail")
        assert (response.status, response.text) == (500, "Internal Server Error")
        assert [str(error) for error in client.server.errors] == ["a bug"]

    simulate(play)


# Lifespan and kills


def test_a_server_that_stops_finishes_its_requests_first() -> None:
    async def play(world: World) -> None:
        client = await world.client()
        slow = asyncio.create_task(client.request("GET", "/slow"))
        await asyncio.sleep(1)
        await client.server.down()
        assert world.log == ["up", "slow begins", "slow ends", "down"]
        assert (await slow).text == "slow"
        with pytest.raises(Lost, match="is down"):
            await client.request("GET", "/show")

    simulate(play)


def test_a_killed_server_leaves_its_clients_with_an_error_and_cleans_nothing_up() -> None:
    async def play(world: World) -> None:
        client = await world.client()
        slow = asyncio.create_task(client.request("GET", "/slow"))
        await asyncio.sleep(1)
        client.server.kill()
        with pytest.raises(Lost):
            await slow
        with pytest.raises(Lost, match="is down"):
            await client.request("GET", "/show")
        with pytest.raises(Lost, match="has been killed"):
            await client.server.down()
        await asyncio.sleep(100)
        assert world.log == ["up", "slow begins"]
        client.server = await world.server(process="server again")
        assert (await client.request("GET", "/show")).status == 200

    simulate(play)


@pytest.mark.parametrize("after", [0, 5])
def test_a_kill_ends_the_wait_for_a_start_and_for_a_stop(after: float) -> None:
    async def app(_: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await asyncio.sleep(5 - after)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await asyncio.sleep(5)

    async def play(_: World) -> None:
        server = Server(app, "server")
        asyncio.get_running_loop().call_later(1, server.kill)
        if after:
            await server.up()
        with pytest.raises(Lost, match="has been killed"):
            await (server.down() if after else server.up())

    simulate(play)


def test_a_kill_ends_the_wait_for_requests_of_a_server_that_stops() -> None:
    async def play(world: World) -> None:
        client = await world.client()
        slow = asyncio.create_task(client.request("GET", "/slow"))
        await asyncio.sleep(1)
        asyncio.get_running_loop().call_later(1, client.server.kill)
        with pytest.raises(Lost, match="has been killed"):
            await client.server.down()
        with pytest.raises(Lost):
            await slow

    simulate(play)


@pytest.mark.parametrize("messages", [[], [{"type": "lifespan.startup.failed", "message": "no disk"}]])
def test_an_application_that_does_not_start_is_an_error(messages: list[dict[str, Any]]) -> None:
    async def app(_: Scope, __: Receive, send: Send) -> None:
        for message in messages:
            await send(message)

    async def play(_: World) -> None:
        with pytest.raises(LifespanFailed, match="no disk" if messages else "without an answer"):
            await Server(app, "server").up()

    simulate(play)


# Determinism


def requests_of(seed: int) -> list[str]:
    """Return the log of the application and of the clients in a storm with a kill and a restart."""

    async def play(world: World) -> list[str]:
        server = await world.server()
        clients = [await world.client(STORM, server) for _ in range(5)]

        async def visit(number: int) -> None:
            client = clients[number]
            for _ in range(10):
                try:
                    path = world.rng.choice(["/show", "/slow"])
                    response = await client.request("GET", path)
                    world.log.append(f"{number} {response.status}")
                except Lost as lost:
                    world.log.append(f"{number} {lost}")
                world.log.append(f"{running_loop().time()!r}")
                await asyncio.sleep(world.rng.random())

        visits = [asyncio.create_task(visit(number)) for number in range(5)]
        await asyncio.sleep(20)
        server.kill()
        again = await world.server(process="server again")
        for client in clients:
            client.server = again
        await asyncio.gather(*visits)
        await again.down()
        return world.log

    return simulate(play, seed)


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_run(seed: int) -> None:
    assert requests_of(seed) == requests_of(seed)


def test_another_seed_gives_another_run() -> None:
    assert requests_of(1) != requests_of(2)

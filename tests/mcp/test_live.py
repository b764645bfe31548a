"""A language model at a live table of a running server: it joins with a code, and plays with people and bots."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from mcp import Client

from courtly.mcp.live import Site
from courtly.mcp.server import create_server
from courtly.runtime import Runtime
from tests.mcp.helpers import call, done, over_stdio, refused, text_of
from tests.web.api.helpers import GAMES, Program, application
from tests.web.helpers import serving, visitor

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a running server."""
    with serving(application(tmp_path_factory.mktemp("site") / "courtly.db")) as address:
        yield address


@pytest.fixture
def browser(site: str) -> Iterator[httpx.Client]:
    """Yield an HTTP client for the other players."""
    with visitor(site) as client:
        yield client


def opened(browser: httpx.Client, game: str = "courtisans", *bots: str) -> tuple[Program, dict[str, Any]]:
    """Open a table for Ann, with a free seat and bots."""
    ann = Program(browser, "Ann")
    seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "open"}, *({"kind": "bot", "bot": bot} for bot in bots)]
    return ann, ann.open(game, seats)


async def moves_of(ann: Program, table: str) -> dict[str, Any]:
    """Play for Ann until another seat is to move, and return the table."""
    while (shown := await asyncio.to_thread(ann.table, table))["view"] and shown["view"]["legal"]:
        await asyncio.to_thread(ann.move, table, shown, shown["view"]["legal"][0])
    return shown


async def until_another_decides(client: Client, table: str) -> None:
    """Play for the model until it is not its turn."""
    while (seen := await done(client, "look", table=table))["your_turn"]:
        await done(client, "play", table=table, move=next(iter(seen["legal"])))


async def test_a_model_plays_a_whole_match_at_a_live_table(site: str, browser: httpx.Client) -> None:
    ann, table = opened(browser)
    async with over_stdio("--site", site) as client:
        waiting = await call(client, "sit_down", code=table["join"], name="Oracle")
        assert "Ann: not ready\nOracle: ready" in text_of(waiting)
        seen = dict(waiting.structured_content or {})
        ann.act(table["id"], "ready")
        while not seen["over"]:
            await moves_of(ann, table["id"])
            seen = await done(client, "look", table=seen["table"], wait=0.2)
            if seen["your_turn"]:
                seen = await done(client, "play", table=seen["table"], move=next(iter(seen["legal"])))
        last = text_of(await call(client, "look", table=seen["table"]))
    shown = ann.table(table["id"])
    assert (shown["status"], shown["seats"][1]["kind"]) == ("over", "program")
    assert all(f"{score}" in last for score in shown["view"]["result"]["scores"])


@pytest.mark.parametrize("game", GAMES)
async def test_a_model_plays_any_game_with_people_and_bots(site: str, browser: httpx.Client, game: str) -> None:
    ann, table = opened(browser, game, "steward")
    with Runtime() as runtime:
        async with Client(create_server(runtime, site=Site(site))) as client:
            seen = await done(client, "sit_down", code=table["join"])
            ann.act(table["id"], "ready")
            for _ in range(4):
                await moves_of(ann, table["id"])
                seen = await done(client, "look", table=seen["table"], wait=0.2)
                if seen["your_turn"]:
                    seen = await done(client, "play", table=seen["table"], move=next(iter(seen["legal"])))
            assert len(ann.table(table["id"], since=0)["entries"]) > 4


async def test_out_of_turn_and_illegal_moves_are_errors_and_change_nothing(site: str, browser: httpx.Client) -> None:
    ann, table = opened(browser)
    with Runtime() as runtime:
        async with Client(create_server(runtime, site=Site(site))) as client:
            seen = await done(client, "sit_down", code=table["join"])
            assert "it is not your turn" in await refused(client, "play", table=seen["table"], move=0)
            ann.act(table["id"], "ready")
            await until_another_decides(client, seen["table"])
            text = await refused(client, "play", table=seen["table"], move=0)
            assert "it is not your turn" in text
            assert "Ann" in text.splitlines()[-1]
            before = await moves_of(ann, table["id"])
            seen = await done(client, "look", table=seen["table"], wait=5.0)
            position = text_of(await call(client, "look", table=seen["table"]))
            for move in (348, 100_000, "play king above"):
                assert (await refused(client, "play", table=seen["table"], move=move)).endswith(position)
            assert ann.table(table["id"])["version"] == before["version"]


async def test_events_are_shown_with_only_the_details_that_the_seat_may_know(site: str, browser: httpx.Client) -> None:
    ann, table = opened(browser)
    with Runtime() as runtime:
        async with Client(create_server(runtime, site=Site(site), lang="fr")) as client:
            seen = await done(client, "sit_down", code=table["join"], name="Oracle")
            ann.act(table["id"], "ready")
            await until_another_decides(client, seen["table"])
            await moves_of(ann, table["id"])
            text = text_of(await call(client, "look", table=seen["table"], wait=5.0))
            assert "- Ann joue" in text
            hand = ann.table(table["id"])["view"]
            assert hand["seat"] == 0
            again = text_of(await call(client, "look", table=seen["table"]))
            assert "- Ann joue" not in again


async def test_errors_of_the_site_keep_their_message(site: str, browser: httpx.Client) -> None:
    _, table = opened(browser)
    with Runtime() as runtime:
        async with Client(create_server(runtime, site=Site(site))) as client:
            assert "code" in await refused(client, "sit_down", code="NOPE-NOPE")
            assert "you need the code of this table" in await refused(client, "sit_down", code=table["watch"])
            assert "name" in await refused(client, "sit_down", code=table["join"], name="")


async def test_a_model_that_leaves_frees_its_seat(site: str, browser: httpx.Client) -> None:
    ann, table = opened(browser)
    with Runtime() as runtime:
        async with Client(create_server(runtime, site=Site(site))) as client:
            seen = await done(client, "sit_down", code=table["join"])
            assert text_of(await call(client, "leave_table", table=seen["table"])) == "You have left the table."
            assert ann.table(table["id"])["seats"][1]["kind"] == "open"


async def test_a_model_takes_its_seat_back_from_a_bot(
    site: str, browser: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("courtly.tables.presence.VISIT_SECONDS", 0.0)
    ann, table = opened(browser)
    async with over_stdio("--site", site) as client:
        seen = await done(client, "sit_down", code=table["join"])
        ann.act(table["id"], "ready")
        await done(client, "look", table=seen["table"])
        # Between two looks, a model is not connected.
        while ann.table(table["id"])["seats"][1]["present"]:  # noqa: ASYNC110 - another program
            await asyncio.sleep(0.01)
        ann.act(table["id"], "substitute", seat=1)
        assert ann.table(table["id"])["seats"][1]["substituted_by"] is not None
        await done(client, "look", table=seen["table"])
        assert ann.table(table["id"])["seats"][1]["substituted_by"] is None


async def test_a_foreign_server_is_an_error(tmp_path: Path) -> None:
    files = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as other, Runtime() as runtime:
        Thread(target=other.serve_forever, daemon=True).start()
        async with Client(create_server(runtime, site=Site(f"http://127.0.0.1:{other.server_port}"))) as client:
            assert "does not answer" in await refused(client, "sit_down", code="ABCD")
        other.shutdown()


async def test_a_site_that_does_not_answer_is_an_error() -> None:
    with Runtime() as runtime:
        async with Client(create_server(runtime, site=Site("http://127.0.0.1:9"))) as client:
            text = await refused(client, "sit_down", code="ABCD")
            assert text.startswith("the server at http://127.0.0.1:9 does not answer")

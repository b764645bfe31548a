"""Whole matches with the SDK's client and a real server process, over standard input and output and over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import pytest
from mcp import Client

from tests.mcp.helpers import call, done, over_http, over_stdio, play_on, refused, serving, text_of

pytestmark = pytest.mark.anyio
Connect = Callable[..., AbstractAsyncContextManager[Client]]

TWO = {"players": 2, "bots": ["steward"], "seed": 3}
connections = pytest.mark.parametrize(
    "connect", [over_stdio, over_http, partial(over_http, mode="legacy")], ids=["stdio", "http", "http-sessions"]
)


@connections
async def test_a_model_reads_the_rules_opens_a_table_and_plays_a_whole_match(connect: Connect) -> None:
    async with connect() as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        assert tools == ["list_games", "read_rules", "look", "open_table", "play", "leave_table"]
        assert "courtisans: Courtisans." in text_of(await call(client, "list_games"))
        assert "**3.1**" in text_of(await call(client, "read_rules", game="courtisans"))
        seen = await play_on(client, await done(client, "open_table", game="courtisans", **TWO))
        last = text_of(await call(client, "look", table=seen["table"]))
        assert "seat 0:" in last
        assert seen["legal"] == {}
        assert len(seen["scores"]) == 2
        assert {seen["scores"][seat] for seat in seen["winners"]} == {max(seen["scores"])}
        assert seen["spent"]["answers"] > 20
        assert seen["spent"]["refused"] == 0
        assert "the match is over" in await refused(client, "play", table=seen["table"], move=0)
        await call(client, "leave_table", table=seen["table"])
        assert "you have no seat at table" in await refused(client, "look", table=seen["table"])


@connections
async def test_an_illegal_move_is_an_error_with_the_position_and_changes_nothing(
    connect: Connect,
) -> None:
    async with connect() as client:
        seen = await done(client, "open_table", game="courtisans", **TWO)
        before = text_of(await call(client, "look", table=seen["table"]))
        for move in (348, 100_000, "play king above", "spare", "²"):
            answer = await call(client, "play", table=seen["table"], move=move)
            assert answer.is_error
            assert text_of(answer).endswith(before)
            assert answer.structured_content == seen
        assert all(f"{number}: {words}" in before for number, words in seen["legal"].items())


async def test_new_sessions_of_an_address_share_its_limit_of_tables() -> None:
    bots = {"players": 2, "bots": ["random"]}
    with serving() as address:
        for count in (13, 12):
            async with Client(address, mode="legacy") as client:
                for _ in range(count):
                    await done(client, "open_table", game="courtisans", **bots)
        async with Client(address, mode="legacy") as client:
            assert "you already have 25 tables" in await refused(client, "open_table", game="courtisans", **bots)


async def test_both_transports_give_the_same_transcript_for_a_seed() -> None:
    transcripts = []
    for connect in (over_stdio, over_http):
        async with connect("--lang", "fr") as client:
            seen = await done(client, "open_table", game="cursed_court", **TWO)
            texts = []
            for _ in range(5):
                answer = await call(client, "play", table=seen["table"], move=next(iter(seen["legal"])))
                texts.append(text_of(answer).replace(seen["table"], ""))
                seen = dict(answer.structured_content or {})
            transcripts.append(texts)
    assert transcripts[0] == transcripts[1]
    assert "saison" in transcripts[0][0].lower()


async def test_two_models_on_one_server_have_separate_tables() -> None:
    with serving() as address:
        async with Client(address) as one, Client(address) as other:
            mine, theirs = [await done(each, "open_table", game="courtisans", **TWO) for each in (one, other)]
            assert mine["table"] != theirs["table"]
            await done(one, "play", table=mine["table"], move=next(iter(mine["legal"])))
            assert await done(other, "look", table=theirs["table"]) == theirs


async def test_the_rules_are_resources() -> None:
    async with over_stdio() as client:
        found = {str(each.uri) for each in (await client.list_resources()).resources}
        assert "courtly://rules/monarch" in found
        contents: Any = (await client.read_resource("courtly://rules/monarch")).contents
        assert "Monarch" in contents[0].text

"""The whole server is killed repeatedly at random moments, while programs go on playing."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.web.durability.play_sessions import check_that_all_tables_replay, play_sessions, report
from tests.web.durability.servers import Servers, servers

pytestmark = pytest.mark.anyio

LONGEST = 0.8
"""The longest time before a kill, in seconds, including the start of the server."""


@pytest.mark.long
async def test_no_acknowledged_act_is_lost_or_doubled_by_kills_of_the_server(url: str, kills: int) -> None:
    dice = random.Random(7)
    with servers(url) as server:
        async with play_sessions(server.site, dice) as begun:
            await kill(server, kills, dice)
        report(begun, kills)
    await check_that_all_tables_replay(url)


async def kill(server: Servers, times: int, dice: random.Random) -> None:
    """Kill the server a number of times; another one runs afterwards."""
    server.start()
    for _ in range(times):
        await asyncio.sleep(dice.uniform(0, LONGEST))
        server.kill()
        server.start()

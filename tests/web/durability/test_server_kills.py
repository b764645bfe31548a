"""The whole server is killed repeatedly at random moments, while programs go on playing."""

from __future__ import annotations

import random

import pytest

from tests.web.durability.play_sessions import check_that_all_tables_replay, play_sessions, report
from tests.web.durability.servers import kill_repeatedly, servers

pytestmark = pytest.mark.anyio


@pytest.mark.long
async def test_no_acknowledged_act_is_lost_or_doubled_by_kills_of_the_server(url: str, kills: int) -> None:
    dice = random.Random(7)
    with servers(url) as server:
        async with play_sessions(server.site, dice) as begun:
            await kill_repeatedly(server, kills, dice)
        report(begun, kills)
    await check_that_all_tables_replay(url)

"""PostgreSQL is killed under a running server. The server answers 503 and goes on when the database is back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import pytest

from tests.tables.store.cluster import Cluster, running_cluster
from tests.web.durability.play_sessions import check_that_all_tables_replay, play_sessions, report
from tests.web.durability.programs import Json, Program, listening
from tests.web.durability.servers import servers

pytestmark = pytest.mark.anyio

LONGEST = 0.8
"""The longest time before a kill, in seconds."""


@pytest.fixture(scope="module")
def mortal() -> Iterator[Cluster]:
    """A PostgreSQL server that no other test uses."""
    with running_cluster() as running:
        yield running


@pytest.mark.long
async def test_no_acknowledged_act_is_lost_or_doubled_by_kills_of_the_database(mortal: Cluster, kills: int) -> None:
    dice = random.Random(7)
    with mortal.database() as url:
        with servers(url) as server:
            server.start()
            async with play_sessions(server.site, dice) as begun:
                # Wait for the server to start: without a database, it would report an error and exit.
                await begun[0].programs[0].insist("GET", "/healthz")
                for _ in range(kills):
                    await asyncio.sleep(dice.uniform(0, LONGEST))
                    mortal.kill()
                    await asyncio.to_thread(mortal.start)
            report(begun, kills)
            assert sum(program.refusals for evening in begun for program in evening.programs)
        await check_that_all_tables_replay(url)


async def test_bots_and_clocks_go_on_after_a_database_outage(mortal: Cluster) -> None:
    with mortal.database() as url, servers(url) as server:
        server.start()
        ann = Program(server.site, "Ann", random.Random(7))
        await ann.come()
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "steward"}]
        table = (await ann.open("courtisans", seats, clock={"kind": "move", "seconds": 1}))["id"]
        async with listening(server.site, table, ann.headers) as listener:
            await ann.act(table, "ready")
            mortal.kill()
            # The player's time runs out during the outage.
            await check_that_nothing_is_answered(ann, table)
            await asyncio.sleep(1.5)
            await check_that_nothing_is_answered(ann, table)
            await asyncio.to_thread(mortal.start)
            await listener.until(lambda seen: bool(seen["status"] == "over"))
        acts = [entry["act"] for entry in (await ann.table(table))["entries"]]
        assert acts.count("mind") == acts.count("reveal") == 1
        await ann.close()


async def check_that_nothing_is_answered(program: Program, table: str) -> None:
    """Send a request that needs no database and several that do, and check the answers."""
    ready = {"command": "c", "act": "ready"}
    move = {"command": "c", "act": "move", "match": 1, "turn": 0, "moves": ["none"]}
    asked: list[tuple[str, str, Json | None]] = [
        ("GET", "/api/me", None),
        ("GET", "/api/tables", None),
        ("GET", f"/api/tables/{table}", None),
        ("POST", f"/api/tables/{table}/acts", ready),
        ("POST", f"/api/tables/{table}/acts", move),
        ("POST", "/api/players", {"name": "Bo"}),
    ]
    for method, path, body in asked:
        answer = await program.ask(method, path, body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store-error"), path
    assert (await program.ask("GET", "/readyz")).json() == {"status": "not ready", "store": False, "warm": True}
    assert (await program.ask("GET", "/healthz")).status_code == 200
    assert (await program.ask("GET", "/")).status_code in (200, 503)

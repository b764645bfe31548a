"""Programs play over a bad network. The result must equal that of a local match."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from itertools import takewhile
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from courtly import Match, new_match
from tests.web.api.helpers import GAMES, application
from tests.web.durability.play_sessions import SHORT
from tests.web.durability.programs import Json, Kept, Listener, Program, listening
from tests.web.durability.proxy import Proxy, proxy
from tests.web.helpers import serving

pytestmark = pytest.mark.anyio

PLAYERS = 3
SEED = 2026
NOBODY: dict[str, str] = {}


def serial_run(game: str, dice: random.Random) -> tuple[Match, list[tuple[int, str]]]:
    """Play a match locally; return it with the seat and the text of each move."""
    match, made = new_match(game, players=PLAYERS, seed=SEED, **SHORT[game]), []
    while (seat := match.to_move) is not None:
        made.append((seat, dice.choice(match.legal_moves())))
        match.play(made[-1][1])
    return match, made


@pytest.mark.parametrize("game", GAMES)
async def test_a_bad_network_changes_no_match_and_loses_no_entries(tmp_path: Path, game: str) -> None:
    dice = random.Random(game)
    alone, made = serial_run(game, dice)
    async with AsyncExitStack() as stack:
        site = stack.enter_context(serving(application(tmp_path / "courtly.db", max_sockets=1000)))
        network = await stack.enter_async_context(proxy(site, dice))
        programs = [Program(network.site, name, dice) for name in ("Ann", "Ben", "Cyd")]
        for program in programs:
            stack.push_async_callback(program.close)
        table = await seated(programs, game)
        audiences = [*(program.headers for program in programs), NOBODY]
        stayed = [await stack.enter_async_context(listening(site, table, one)) for one in audiences]
        away = [await stack.enter_async_context(listening(network.site, table, one)) for one in audiences]
        async with asyncio.TaskGroup() as group:
            for program, listener in zip(programs, away, strict=False):
                group.create_task(play(program, listener, table, made))
        for listener in (*stayed, *away):
            await listener.until(lambda seen: bool(seen["status"] == "over"))
        await check_state(programs, table, alone)
        await check_answers(programs, network)
        assert [listener.heard for listener in away] == [listener.heard for listener in stayed]
        assert {listener.connections for listener in stayed} == {1}
        assert sum(listener.connections for listener in away) > len(away)


async def seated(programs: Sequence[Program], game: str) -> str:
    """Open a table with a known deal; each program takes the next seat."""
    for program in programs:
        await program.come()
    host, *guests = programs
    seats = [{"kind": "me"}, *[{"kind": "open"}] * len(guests)]
    opened = await host.open(game, seats, options=SHORT[game], seed=SEED, listed=True)
    for seat, guest in enumerate(guests, 1):
        await guest.act(opened["id"], "sit", seat=seat)
    await asyncio.gather(*(program.act(opened["id"], "ready") for program in programs))
    return str(opened["id"])


async def play(program: Program, listener: Listener, table: str, made: Sequence[tuple[int, str]]) -> None:
    """Make the moves of one program as soon as they are due."""
    while (seen := await listener.until(lambda seen: seen["to_move"] in (seen["you"], None)))["status"] == "playing":
        due = takewhile(lambda move: move[0] == seen["you"], made[seen["turn"] :])
        acts = [
            {"command": f"m{turn}", "act": "move", "match": 1, "turn": turn, "moves": [move]}
            for turn, (_, move) in enumerate(due, seen["turn"])
        ]
        await send_at_once(program, listener, table, acts)
        for act in acts:
            program.acknowledged.append(Kept(table, act, (await program.send(table, act)).text))
        await listener.reach(json.loads(program.acknowledged[-1].answer)["version"])


async def send_at_once(program: Program, listener: Listener, table: str, acts: Sequence[Json]) -> None:
    """Send acts without waiting for answers; ignore errors about acts that come too early."""
    if listener.live is not None:
        with suppress(ConnectionClosed):
            for act in acts:
                await listener.live.send(json.dumps({"type": "act", **act}))
    await asyncio.gather(*(program.insist("POST", f"/api/tables/{table}/acts", act) for act in acts))


async def check_state(programs: Sequence[Program], table: str, alone: Match) -> None:
    """Compare the table with the local match."""
    for seat, program in enumerate(programs):
        assert (await program.table(table))["view"] == json.loads(json.dumps(alone.view(seat)))
    record = (await programs[0].insist("GET", f"/api/tables/{table}/record")).json()
    assert record | {"seats": None} == json.loads(json.dumps(alone.record())) | {"seats": None}


async def check_answers(programs: Sequence[Program], network: Proxy) -> None:
    """Repeat every act and compare the answers; also compare the answers to requests that the network sent twice."""
    for program in programs:
        for kept in program.acknowledged:
            assert (await program.send(kept.table, kept.body)).text == kept.answer
    done = [pair for pair in network.pairs if all(b"200 OK" in each and b'{"version":' in each for each in pair)]
    bodies = [[each.partition(b"\r\n\r\n")[2] for each in pair] for pair in done]
    assert bodies
    assert all(first == second for first, second in bodies)
    assert all(network.done.values()), network.done

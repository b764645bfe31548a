"""Several processes over one PostgreSQL database: they share tables, and one process may end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection

from courtly.engine.play.position import BranchPoint
from courtly.environment import environment
from courtly.tables import fields, memory, presence
from courtly.tables.journal import Player
from courtly.tables.opponents import Wish
from courtly.tables.refusals import DealInPlay
from courtly.tables.store import batch, reads
from courtly.tables.subscribers import Subscriber
from tests.tables.helpers import ME, OPEN, PATIENCE, STEWARD, House, command, house
from tests.tables.store.cluster import running_cluster
from tests.tables.store.helpers import query

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running_cluster() as cluster, cluster.database() as made:
        yield made


@pytest.fixture
async def at(url: str) -> AsyncIterator[House]:
    async with house(url) as found:
        yield found


async def test_friends_on_two_servers_play_a_whole_match(at: House, url: str) -> None:
    async with house(url) as other:
        ann, bo = await at.player("Ann"), await other.player("Bo")
        table = await at.open(ann, ME, OPEN, STEWARD, listed=True)
        await other.do(bo, table, "sit")
        await at.until(ann, table, lambda seen: seen["seats"][1]["kind"] == "person")
        for player, where in ((ann, at), (bo, other)):
            await where.do(player, table, "ready")
        await at.until(ann, table, lambda seen: seen["status"] == "playing")

        async def plays(where: House, player: Player, seat: int) -> dict[str, Any]:
            def is_due(seen: dict[str, Any]) -> bool:
                return bool(seen["status"] == "over" or seen["to_move"] == seat)

            while (now := await where.until(player, table, is_due))["status"] == "playing":
                await where.move(player, table)
            return now

        ends = await asyncio.gather(plays(at, ann, 0), plays(other, bo, 1))
        assert ends[0]["turn"] == ends[1]["turn"] > 0
        entries = len(["open", "sit", "ready", "ready", "start", "reveal"]) + ends[0]["turn"]
        await at.until(ann, table, lambda seen: seen["version"] == entries)
        await other.until(bo, table, lambda seen: seen["version"] == entries)
        documents = [await where.lobby.views.answer(ann, table, since=0) for where in (at, other)]
        assert documents[0]["entries"] == documents[1]["entries"]
        assert len(documents[0]["entries"]) == documents[0]["version"] == documents[1]["version"]


async def test_a_player_cannot_take_two_seats_of_a_deal_at_two_servers(
    at: House, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, is_checked, may_commit = batch._write, threading.Event(), threading.Event()

    def write_late(connection: Connection, acts: Sequence[batch.Append]) -> None:
        if any(act.takes_seat for act in acts) and not is_checked.is_set():
            is_checked.set()
            assert may_commit.wait(PATIENCE)
        write(connection, acts)

    async with house(url) as other:
        kit, liv = await at.player("Kit"), await at.player("Liv")
        table = await at.finished(kit)
        shared = await other.lobby.shared_deals.of_code(await at.lobby.shared_deals.share(kit, table, 1))
        there = BranchPoint((await at.lobby.finished.find(kit, table, 1)).match, 1, table, 1)
        again = await at.lobby.opener.play_on(kit, there, seat=None, other="open", command=command())
        code = (await at.see(kit, again))["join"]
        monkeypatch.setattr(batch, "_write", write_late)
        sitting = asyncio.ensure_future(at.do(liv, again, "sit", code=code))
        assert await asyncio.to_thread(is_checked.wait, PATIENCE)
        # The second server must wait for the transaction of the first.
        beginning = asyncio.ensure_future(other.lobby.opener.play_deal(liv, shared))
        waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        while not beginning.done() and await asyncio.to_thread(query, url, waiting) == [(0,)]:
            await asyncio.wait({beginning}, timeout=0.01)
        may_commit.set()
        await sitting
        with pytest.raises(DealInPlay):
            await beginning


async def test_strangers_who_look_for_opponents_at_two_servers_together_meet(
    at: House, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, is_checked, may_commit = batch._write, threading.Event(), threading.Event()

    def write_late(connection: Connection, acts: Sequence[batch.Append]) -> None:
        if any(act.known is not None for act in acts) and not is_checked.is_set():
            is_checked.set()
            assert may_commit.wait(PATIENCE)
        write(connection, acts)

    async with house(url) as other:
        una, val = await at.player("Una"), await other.player("Val")
        assert at.lobby.opponents is not None
        assert other.lobby.opponents is not None
        wish = Wish("courtisans", "relaxed", 2)
        monkeypatch.setattr(batch, "_write", write_late)
        first = asyncio.ensure_future(at.lobby.opponents.find(una, wish, command()))
        assert await asyncio.to_thread(is_checked.wait, PATIENCE)
        # Neither server has a table yet. The second must wait for the transaction of the first.
        second = asyncio.ensure_future(other.lobby.opponents.find(val, wish, command()))
        waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        while not second.done() and await asyncio.to_thread(query, url, waiting) == [(0,)]:
            await asyncio.wait({second}, timeout=0.01)
        may_commit.set()
        assert await first == await second
        assert (await other.see(val, await second))["status"] == "playing"


async def test_a_stranger_at_one_server_is_present_for_those_at_another(
    at: House, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fields, "ARRIVAL", timedelta(seconds=-1))
    async with house(url) as other:
        wes, zoe = await at.player("Wes"), await other.player("Zoe")
        assert at.lobby.opponents is not None
        assert other.lobby.opponents is not None
        wish = Wish("courtisans", "quick", 2)
        table = await at.lobby.opponents.find(wes, wish, command())
        async with at.lobby.subscriptions.subscribe(wes, table):
            await other.until(zoe, table, lambda seen: any(seat["present"] for seat in seen["seats"]))
            assert await other.lobby.opponents.waiting() == {"courtisans": 1}
            assert await other.lobby.opponents.find(zoe, wish, command()) == table
            await at.until(wes, table, lambda seen: seen["status"] == "playing")


async def test_bots_of_a_stopped_server_play_on_at_another_server(at: House, url: str) -> None:
    cyd = await at.player("Cyd")
    async with house(url, pace=0.2) as other:
        table = await other.open(cyd, ME, STEWARD, STEWARD)
        await other.do(cyd, table, "ready")
        before = await other.see(cyd, table)
    now = await at.until(cyd, table, lambda seen: seen["to_move"] == 0)
    assert now["turn"] >= before["turn"]
    while (now := await at.see(cyd, table))["to_move"] == 0:
        await at.move(cyd, table)
    later = await at.until(cyd, table, lambda seen: seen["to_move"] == 0)
    assert later["turn"] > now["turn"]


async def test_a_stopped_server_releases_its_leases(url: str) -> None:
    async with house(url) as only:
        may = await only.player("May")
        table = await only.open(may, ME, STEWARD)
        await only.do(may, table, "ready")
        await only.play_out(may, table)
        assert query(url, "SELECT holder FROM leases")
    assert query(url, "SELECT holder FROM leases") == []


async def test_stand_ins_of_a_stopped_server_play_on_at_another_server_without_viewers(at: House, url: str) -> None:
    async with house(url, pace=0.5) as other:
        table, players = await other.friends("Kim", "Lou")
        await at.see(players[0], table)
        for seat, player in enumerate(players):
            await other.do(player, table, "mind", seat=seat)
    store = at.lobby.store
    then = (await store.read(reads.versions, [table]))[table]
    for _ in range(100):
        await asyncio.sleep(0.1)
        if (later := (await store.read(reads.versions, [table]))[table]) > then:
            break
    assert later > then


async def test_a_player_connected_to_one_server_is_present_at_the_other_server(
    at: House, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "PRESENCE_SECONDS", 0.5)
    async with house(url) as other:
        dot, eli = await at.player("Dot"), await other.player("Eli")
        table = await at.open(dot, ME, OPEN, listed=True, minder={"bot": "steward", "after": 3})
        await other.do(eli, table, "sit")
        async with other.lobby.subscriptions.subscribe(eli, table):
            await at.until(dot, table, lambda seen: seen["seats"][1]["present"])
            for player, where in ((dot, at), (eli, other)):
                await where.do(player, table, "ready")
            # Wait longer than the absence after which a stand-in plays.
            await asyncio.sleep(4)
            assert (await at.see(dot, table))["seats"][1]["minded_by"] is None
        now = await at.until(dot, table, lambda seen: seen["seats"][1]["minded_by"])
        assert not now["seats"][1]["present"]


async def until_here(subscriber: Subscriber, seats: list[bool]) -> None:
    """Wait for a frame with this presence of the seats."""
    async with asyncio.timeout(PATIENCE):
        while True:
            frame = await subscriber.frames.get()
            if isinstance(frame, dict) and frame.get("seats") == seats:
                return


async def test_presence_of_a_stopped_server_expires(at: House, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "PRESENCE_SECONDS", 0.2)
    fay, gil = await at.player("Fay"), await at.player("Gil")
    table = await at.open(fay, ME, OPEN, listed=True)
    async with at.lobby.subscriptions.subscribe(gil, table) as (subscriber, _):
        await at.lobby.store.read(at.lobby.store.notices.send_presence, [f"{table} another {fay.id}"])
        await until_here(subscriber, [True, False])
        await until_here(subscriber, [False, False])


async def test_a_request_at_another_server_makes_a_player_present_but_not_connected(at: House, url: str) -> None:
    async with house(url) as other:
        xan, yve = await at.player("Xan"), await other.player("Yve")
        table = await at.open(xan, ME, OPEN, listed=True)
        await other.do(yve, table, "sit")
        await other.lobby.subscriptions.visit(yve, table, 600)
        await at.until(xan, table, lambda seen: seen["seats"][1]["present"])
        assert not at.lobby.presence.is_connected(table, yve.id)
        async with other.lobby.subscriptions.subscribe(yve, table), asyncio.timeout(PATIENCE):
            while not at.lobby.presence.is_connected(table, yve.id):
                await environment().sleep(0.01)


async def test_a_table_loaded_by_a_notice_while_opening_has_one_actor(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = at.lobby.store
    create, read, is_read = store.create, store.read, asyncio.Event()

    async def create_slowly(*args: Any, **more: Any) -> None:
        await create(*args, **more)
        await is_read.wait()

    async def read_slowly(query: Callable[..., Any], *args: Any, **more: Any) -> Any:
        if query is reads.journal:
            is_read.set()
            await asyncio.sleep(0.2)
        return await read(query, *args, **more)

    monkeypatch.setattr(store, "create", create_slowly)
    monkeypatch.setattr(store, "read", read_slowly)
    hal = await at.player("Hal")
    table = await at.open(hal, ME, OPEN)
    async with at.lobby.subscriptions.subscribe(hal, table) as (subscriber, _):
        await asyncio.sleep(1)
        await at.do(hal, table, "ready")
        async with asyncio.timeout(PATIENCE):
            while getattr(await subscriber.frames.get(), "version", 0) < 2:
                continue


async def test_a_server_that_missed_a_notice_reads_the_entries_that_a_client_has_seen(
    at: House, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "POLL_SECONDS", 3600.0)
    async with house(url) as other:
        monkeypatch.setattr(other.lobby.store.notices, "_listeners", {})
        table, players = await at.friends("Uma", "Vic")

        async def mover() -> Player:
            return players[int((await at.see(players[0], table))["to_move"])]

        before = (await other.see(players[0], table))["version"]
        await at.move(await mover(), table)
        assert (await other.see(players[0], table))["version"] == before
        player = await mover()
        now = await at.see(player, table)
        act = {"match": now["match"], "turn": now["turn"], "moves": [now["view"]["legal"][0]]}
        assert (await other.do(player, table, "move", **act)).version == before + 2
        await at.until(player, table, lambda seen: seen["version"] == before + 2)
        later = (await at.move(await mover(), table)).version
        assert (await other.lobby.views.answer(player, table, since=later))["version"] == later


async def test_a_match_of_another_server_is_read_on_demand(
    at: House, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "POLL_SECONDS", 0.1)
    table, (ann, ben) = await at.friends("Ina", "Jon")
    async with house(url) as other:
        read, journals = other.lobby.store.read, list[str]()

        async def noted(query: Callable[..., Any], *args: Any, **more: Any) -> Any:
            if query is reads.journal:
                journals.append(args[0])
            return await read(query, *args, **more)

        monkeypatch.setattr(other.lobby.store, "read", noted)
        for _ in range(3):
            now = await at.see(ann, table)
            await at.move((ann, ben)[now["to_move"]], table)
        await asyncio.sleep(1)
        assert table not in journals
        assert (await other.see(ann, table))["version"] == (await at.see(ann, table))["version"]
        assert table in journals

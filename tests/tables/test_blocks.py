"""Tests of blocks and mutes: shared tables, visible talk, and the end of a block."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courtly.tables import blocks as blocks_module
from courtly.tables.errors import NoSuchTable
from courtly.tables.journal import LEFT, Line, Player
from courtly.tables.mailbox import Mailbox
from courtly.tables.opponents import Wish
from courtly.tables.refusals import NotAllowed, NotNow, TooMany
from courtly.tables.store import blocks as kept
from courtly.tables.store.blocks import EXTENDED, Block, BlockKind
from courtly.tables.store.store import Store, open_store
from courtly.tables.subscribers import Frame
from tests.tables.helpers import ME, OPEN, House, command, house, played

pytestmark = pytest.mark.anyio
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
HOME, ELSEWHERE = "192.0.2.7", "198.51.100.7"


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def say(at: House, player: Player, table: str, text: str) -> None:
    await at.lobby.talk.say(player, table, Line(0, datetime.now(UTC), player.id, None, text, None, command()))


async def heard(at: House, player: Player | None, table: str) -> list[str]:
    """Return the lines of talk that a player sees."""
    return [line["text"] for line in await at.lobby.talk.lines(player, table)]


async def block(at: House, player: Player, other: Player, kind: BlockKind = "block") -> None:
    await at.lobby.blocks.put(player, other.id, other.name, kind)


@pytest.mark.parametrize("is_reversed", [False, True], ids=["the blocked person", "the person who blocked"])
async def test_neither_side_of_a_block_can_see_or_join_a_table_of_the_other(at: House, is_reversed: bool) -> None:
    ann, bo, cleo = [await at.player(name) for name in ("Ann", "Bo", "Cleo")]
    await block(at, *((ann, bo) if not is_reversed else (bo, ann)))
    table = await at.open(ann, ME, OPEN, OPEN, listed=True, watchers=True)
    with pytest.raises(NoSuchTable):
        await at.see(bo, table)
    with pytest.raises(NoSuchTable):
        await at.do(bo, table, "sit")
    assert await at.lobby.views.listed(bo) == []
    assert [line.id for line in await at.lobby.views.listed(cleo)] == [table]
    assert [line.id for line in await at.lobby.views.listed(None)] == [table]
    await at.do(cleo, table, "sit")


async def test_the_code_of_a_table_admits_no_blocked_person(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await at.open(ann, ME, OPEN)
    await block(at, ann, bo)
    with pytest.raises(NoSuchTable) as refused:
        await at.do(bo, table, "sit", code=(await at.see(ann, table))["join"])
    assert "block" not in str(refused.value)
    with pytest.raises(NoSuchTable, match="no table has this code"):
        await at.lobby.access.show_code(bo, (await at.see(ann, table))["join"])


async def test_two_blocked_people_cannot_sit_down_at_the_same_moment(at: House) -> None:
    host, ann, bo = [await at.player(name) for name in ("Host", "Ann", "Bo")]
    table = await at.open(host, ME, OPEN, OPEN, listed=True)
    await block(at, ann, bo)
    done = await asyncio.gather(*(at.do(each, table, "sit") for each in (ann, bo)), return_exceptions=True)
    assert [isinstance(one, NotAllowed | NoSuchTable) for one in done].count(True) == 1
    assert sum(seat["name"] in ("Ann", "Bo") for seat in (await at.see(host, table))["seats"]) == 1


async def test_a_former_player_cannot_sit_down_next_to_a_blocked_person(at: House) -> None:
    table, (ann, bo) = await at.friends("Ann", "Bo")
    await at.do(ann, table, "vote", what="stop")
    await at.do(bo, table, "vote", what="stop")
    await at.do(ann, table, "again")
    await at.do(bo, table, "rise")
    await block(at, bo, ann)
    with pytest.raises(NotAllowed, match="no seat for you"):
        await at.do(bo, table, "sit")


async def test_blocked_people_who_look_for_opponents_do_not_meet(at: House) -> None:
    ann, bo, cleo = [await at.player(name) for name in ("Ann", "Bo", "Cleo")]
    await block(at, bo, ann)
    assert at.lobby.opponents is not None
    async with AsyncExitStack() as pages:
        tables = []
        for player in (ann, bo, cleo):
            table = await at.lobby.opponents.find(player, Wish("courtisans", seats=2), command())
            await pages.enter_async_context(at.lobby.subscriptions.subscribe(player, table))
            tables.append(table)
    assert tables[0] != tables[1]
    assert tables[2] == tables[0]


async def test_a_running_match_goes_on_without_the_talk_of_the_other(at: House) -> None:
    table, (ann, bo, cleo) = await at.friends("Ann", "Bo", "Cleo")
    await say(at, bo, table, "before")
    await block(at, ann, bo)
    async with (
        at.lobby.subscriptions.subscribe(ann, table) as (of_ann, _),
        at.lobby.subscriptions.subscribe(bo, table) as (of_bo, _),
        at.lobby.subscriptions.subscribe(cleo, table) as (of_cleo, _),
    ):
        for player in (ann, bo, cleo):
            await say(at, player, table, f"from {player.name}")
        live = [
            [frame["text"] for frame in drained(one.frames) if frame["type"] == "line"]
            for one in (of_ann, of_bo, of_cleo)
        ]
    assert live == [["from Ann", "from Cleo"], ["from Bo", "from Cleo"], ["from Ann", "from Bo", "from Cleo"]]
    assert await heard(at, ann, table) == ["from Ann", "from Cleo"]
    assert await heard(at, bo, table) == ["before", "from Bo", "from Cleo"]
    assert await heard(at, cleo, table) == ["before", "from Ann", "from Bo", "from Cleo"]
    assert (await at.see(bo, table))["status"] == "playing"


def drained(frames: Mailbox[Frame]) -> list[dict[str, Any]]:
    """Return the frames of a queue that are dictionaries."""
    found = []
    while not frames.empty():
        frame = frames.get_nowait()
        if isinstance(frame, dict):
            found.append(frame)
    return found


async def test_a_mute_only_hides_the_talk_from_the_player_who_made_it(at: House) -> None:
    table, (ann, bo) = await at.friends("Ann", "Bo")
    await block(at, ann, bo, "mute")
    for player in (ann, bo):
        await say(at, player, table, f"from {player.name}")
    assert await heard(at, ann, table) == ["from Ann"]
    assert await heard(at, bo, table) == ["from Ann", "from Bo"]
    other = await at.open(bo, ME, OPEN, listed=True)
    await at.do(ann, other, "sit")


async def test_a_block_ends_when_its_player_ends_it(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await at.open(ann, ME, OPEN, listed=True)
    await block(at, ann, bo)
    await at.lobby.blocks.remove(bo, ann.id)
    with pytest.raises(NoSuchTable):
        await at.do(bo, table, "sit")
    await at.lobby.blocks.remove(ann, bo.id)
    assert await at.lobby.blocks.of_player(ann) == []
    await at.do(bo, table, "sit")


async def test_the_company_of_a_table_has_its_players_and_the_writers_of_its_talk(at: House) -> None:
    host, ann, bo = [await at.player(name) for name in ("Host", "Ann", "Bo")]
    table = await at.open(host, ME, OPEN, OPEN, listed=True, watchers=True)
    await at.do(ann, table, "sit")
    await say(at, ann, table, "hello")
    await say(at, bo, table, "first")
    await say(at, bo, table, "last")
    await block(at, host, ann, "mute")
    seen = await at.lobby.company.of_table(host, table)
    assert [(one.name, one.seat, one.text, one.kind) for one in seen] == [
        ("Ann", 1, None, "mute"),
        ("", None, "last", None),
    ]
    assert await at.lobby.company.find(host, table, seen[1].handle) == seen[1]
    other = {one.handle for one in await at.lobby.company.of_table(ann, table)}
    assert other.isdisjoint(one.handle for one in seen)
    with pytest.raises(NotNow, match="no longer at the table"):
        await at.lobby.company.find(host, table, "unknown")


async def test_a_new_guest_at_the_address_of_a_blocked_person_is_blocked_for_a_day(at: House) -> None:
    ann, bo, again, other = [await at.player(name) for name in ("Ann", "Bo", "Bo2", "Cleo")]
    blocks = at.lobby.blocks
    blocks.seen(bo.id, HOME)
    await block(at, ann, bo)
    await blocks.arrived(again, HOME)
    await blocks.arrived(other, ELSEWHERE)
    table = await at.open(ann, ME, OPEN, OPEN, listed=True)
    with pytest.raises(NoSuchTable):
        await at.do(again, table, "sit")
    await at.do(other, table, "sit")
    assert [one.other for one in await blocks.of_player(ann)] == [bo.id]
    assert await at.lobby.store.read(kept.apart, again.id, datetime.now(UTC) + EXTENDED) == frozenset()
    await blocks.remove(ann, bo.id)
    await at.do(again, table, "sit")


async def test_a_mute_does_not_extend_to_new_guests(at: House) -> None:
    ann, bo, again = [await at.player(name) for name in ("Ann", "Bo", "Bo2")]
    at.lobby.blocks.seen(bo.id, HOME)
    await block(at, ann, bo, "mute")
    await at.lobby.blocks.arrived(again, HOME)
    assert await at.lobby.blocks.unheard(ann) == {bo.id}


async def test_a_blocked_person_who_is_deleted_comes_back_blocked_for_a_day(at: House) -> None:
    ann, bo, again, late = [await at.player(name) for name in ("Ann", "Bo", "Bo2", "Bo3")]
    at.lobby.blocks.seen(bo.id, HOME)
    await block(at, ann, bo)
    await at.lobby.departures.leave(bo)
    assert [one.name for one in await at.lobby.blocks.of_player(ann)] == [LEFT]
    await at.lobby.blocks.arrived(again, HOME)
    assert await at.lobby.blocks.apart(again) == {ann.id}
    tomorrow = datetime.now(UTC) + EXTENDED
    await at.lobby.store.write(kept.extend, late.id, "another address", tomorrow)
    assert await at.lobby.blocks.of_player(ann) == []


async def test_addresses_are_deleted_after_a_day_without_another_block(at: House) -> None:
    ann, bo, again = [await at.player(name) for name in ("Ann", "Bo", "Bo2")]
    at.lobby.blocks.seen(bo.id, HOME)
    await block(at, ann, bo)
    (made,) = await at.lobby.blocks.of_player(ann)
    old = replace(made, made=made.made - EXTENDED)
    assert old.address is not None
    await at.lobby.store.write(kept.put, old, 10)
    forgetting = asyncio.ensure_future(at.lobby.blocks.forget_periodically())
    while (await at.lobby.blocks.of_player(ann))[0].address is not None:
        await asyncio.wait({forgetting}, timeout=0.01)
    forgetting.cancel()
    await at.lobby.blocks.arrived(again, HOME)
    assert await at.lobby.blocks.apart(again) == frozenset()
    assert await at.lobby.blocks.apart(bo) == {ann.id}


async def test_a_deleted_player_leaves_no_blocks(at: House) -> None:
    ann, bo, cleo = [await at.player(name) for name in ("Ann", "Bo", "Cleo")]
    await block(at, ann, bo)
    await block(at, cleo, ann)
    await at.lobby.departures.leave(ann)
    assert await at.lobby.blocks.of_player(cleo) == []
    assert await at.lobby.blocks.apart(bo) == frozenset()


async def test_the_number_of_blocks_is_limited(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks_module, "MAX_BLOCKS", 1)
    ann, bo, cleo = [await at.player(name) for name in ("Ann", "Bo", "Cleo")]
    await block(at, ann, bo)
    await block(at, ann, bo, "mute")
    with pytest.raises(TooMany, match="1 blocked or muted"):
        await block(at, ann, cleo)


async def test_only_the_last_addresses_are_remembered(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks_module, "MAX_ADDRESSES", 1)
    ann, bo, again = [await at.player(name) for name in ("Ann", "Bo", "Bo2")]
    for player in (bo, ann):
        at.lobby.blocks.seen(player.id, HOME)
    await block(at, ann, bo)
    await at.lobby.blocks.arrived(again, HOME)
    assert await at.lobby.blocks.apart(again) == frozenset()


async def test_the_export_names_the_blocked_people_without_ids_and_addresses(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    at.lobby.blocks.seen(bo.id, HOME)
    await block(at, ann, bo)
    (exported,) = (await at.lobby.history.export(ann))["blocks"]
    assert (exported["kind"], exported["name"], sorted(exported)) == ("block", "Bo", ["kind", "made", "name"])
    assert (await at.lobby.history.export(bo))["blocks"] == []


def test_stored_blocks_have_no_effect_while_they_are_switched_off(tmp_path: Path) -> None:
    async def with_blocks(at: House) -> None:
        ann, bo = await at.player("Ann"), await at.player("Bo")
        await block(at, ann, bo)

    async def without(at: House) -> None:
        ann, bo = [await at.lobby.people.browser(f"id-{name}") for name in ("Ann", "Bo")]
        at.lobby.blocks.seen(bo.id, HOME)
        await at.lobby.blocks.arrived(bo, HOME)
        table = await at.open(ann, ME, OPEN, listed=True)
        assert [line.id for line in await at.lobby.views.listed(bo)] == [table]
        await at.do(bo, table, "sit")
        await say(at, ann, table, "hello")
        assert await heard(at, bo, table) == ["hello"]

    played(tmp_path, with_blocks)
    played(tmp_path, without, blocks=False)


PEOPLE = st.sampled_from(["a", "b", "c"])


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(PEOPLE, PEOPLE, st.sampled_from(["block", "mute"])), max_size=6))
def test_blocks_hold_in_both_directions_and_mutes_in_one(made: list[tuple[str, str, BlockKind]]) -> None:
    async def check(store: Store) -> None:
        last = {(player, other): kind for player, other, kind in made}
        for player, other, kind in made:
            assert await store.write(kept.put, Block(player, other, kind, other, NOON), 10)
        pairs = {pair for pair, kind in last.items() if kind == "block"}
        apart = pairs | {(other, player) for player, other in pairs}
        unheard = apart | last.keys()
        at = NOON + timedelta(days=400)
        for each in "abc":
            assert await store.read(kept.apart, each, at) == {b for a, b in apart if a == each}
            assert await store.read(kept.unheard, each, at) == {b for a, b in unheard if a == each}
            assert await store.read(kept.deaf, each, at) == {a for a, b in unheard if b == each}

    async def run() -> None:
        async with await open_store(":memory:") as store:
            await check(store)

    asyncio.run(run())

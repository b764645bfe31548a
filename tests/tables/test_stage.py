"""The stage for spectators: how much later it shows moves, and whose hands it shows."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from courtly.engine.errors import BadOption
from courtly.environment import environment
from courtly.tables.errors import NoSuchTable
from courtly.tables.journal import Player
from courtly.tables.refusals import NotAllowed
from courtly.tables.seating import SeatChoice
from courtly.tables.stage import version_on_stage
from courtly.tables.table_views import Stage
from tests.tables.helpers import ME, STEWARD, House, house

pytestmark = pytest.mark.anyio

MOVES = {"kind": "moves", "count": 3}
MINUTES = {"kind": "minutes", "count": 5}


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def playing(at: House, delay: dict[str, Any] | None, **more: Any) -> tuple[str, list[Player], Player]:
    """Return a listed table where two friends play, the friends, and a stranger."""
    table, friends = await at.friends("Ann", "Bo", delay=delay, listed=True, **more)
    return table, friends, await at.player("Zoe")


async def play(at: House, table: str, friends: list[Player], moves: int) -> None:
    for _ in range(moves):
        now = await at.see(friends[0], table)
        await at.move(friends[now["to_move"]], table)


async def staged(at: House, viewer: Player | None, table: str, seat: int | None = None) -> Stage:
    return await at.lobby.views.stage(viewer, table, seat)


async def test_a_stage_without_a_delay_shows_what_spectators_see(at: House) -> None:
    table, friends, zoe = await playing(at, None)
    await play(at, table, friends, 4)
    stage = await staged(at, zoe, table)
    seen = await at.see(zoe, table)
    assert stage.version == 4
    assert stage.table_view.match is not None
    assert {**stage.table_view.match.view, "legal": []} == {**seen["view"], "legal": []}


async def test_a_delay_in_moves_ends_with_the_match(at: House) -> None:
    table, friends, zoe = await playing(at, MOVES)
    for moves, version in ((1, 0), (4, 2), (1, 3)):
        await play(at, table, friends, moves)
        assert (await staged(at, zoe, table)).version == version
    while (await at.see(friends[0], table))["status"] == "playing":
        await play(at, table, friends, 1)
    stage = await staged(at, zoe, table)
    assert (stage.is_over, stage.version) == (True, (await at.see(zoe, table))["turn"])


async def test_a_delay_in_minutes_follows_the_times_of_the_moves(at: House) -> None:
    table, friends, _ = await playing(at, MINUTES)
    await play(at, table, friends, 3)
    state = await at.lobby.tables.state_of(table)
    moved = [entry.at for entry in state.entries if entry.act == "move"]
    later = timedelta(minutes=5)
    before = timedelta(microseconds=1)
    assert [version_on_stage(state, at + later - before) for at in moved] == [0, 1, 2]
    assert version_on_stage(state, moved[-1] + later) == 3
    assert version_on_stage(state, state.entries[0].at) == 0


async def test_a_delay_in_minutes_goes_on_after_the_end(at: House) -> None:
    table, friends, zoe = await playing(at, MINUTES)
    while (await at.see(friends[0], table))["status"] == "playing":
        await play(at, table, friends, 1)
    stage = await staged(at, zoe, table)
    assert (stage.is_over, stage.version) == (True, 0)
    state = await at.lobby.tables.state_of(table)
    assert version_on_stage(state, environment().now() + timedelta(minutes=6)) == state.played[-1].match.version


async def test_moves_that_were_taken_back_leave_the_stage(at: House) -> None:
    table, friends, _ = await playing(at, MINUTES)
    mover = (await at.see(friends[0], table))["to_move"]
    await play(at, table, friends, 1)
    await at.do(friends[mover], table, "take_back", match=1, turn=1)
    await at.do(friends[1 - mover], table, "agree", match=1, turn=1)
    state = await at.lobby.tables.state_of(table)
    assert state.played[-1].match.version == 0
    assert version_on_stage(state, environment().now() + timedelta(minutes=6)) == 0
    assert version_on_stage(state, environment().now()) == 0


async def test_the_hand_of_a_player_is_shown_only_with_their_consent(at: House) -> None:
    table, friends, zoe = await playing(at, MOVES)
    await play(at, table, friends, 5)
    assert (await staged(at, zoe, table, 0)).seat is None
    await at.do(friends[0], table, "show_hand")
    assert [seat["shows_hand"] for seat in (await at.see(zoe, table))["seats"]] == [True, False]
    stage = await staged(at, zoe, table, 0)
    state = await at.lobby.tables.state_of(table)
    assert stage.table_view.match is not None
    assert stage.table_view.match.view == {**state.played[-1].match.at(2).view(0), "legal": []}
    for seat in (1, 2, 15):
        assert (await staged(at, zoe, table, seat)).table_view == stage.public
    await at.do(friends[0], table, "hide_hand")
    assert await staged(at, zoe, table, 0) == await staged(at, zoe, table)


async def test_a_player_sees_no_other_hand(at: House) -> None:
    table, friends, _ = await playing(at, MOVES)
    await at.do(friends[0], table, "show_hand")
    for viewer in friends:
        assert await staged(at, viewer, table, 0) == await staged(at, viewer, table)


async def test_no_stage_shows_the_hands_of_a_stopped_match(at: House) -> None:
    table, friends, zoe = await playing(at, MOVES)
    await at.do(friends[0], table, "show_hand")
    await at.do(friends[0], table, "stop")
    assert (await staged(at, zoe, table, 0)).seat is None


async def test_a_code_opens_the_stage_of_its_own_table_only(at: House) -> None:
    table, [ann, _] = await at.friends("Ann", "Bo", delay=MOVES)
    other, [cid, _] = await at.friends("Cid", "Dan", watchers=False)
    code = (await at.see(ann, table))["watch"]
    assert (await at.lobby.views.stage(None, table, code=code)).version == 0
    for wrong, at_table in (("nonsense", table), (code, other), ((await at.see(cid, other))["watch"], other)):
        with pytest.raises(NoSuchTable):
            await at.lobby.views.stage(None, at_table, code=wrong)


async def test_the_next_player_of_a_seat_does_not_inherit_the_consent(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await at.open(ann, ME, STEWARD, delay=MOVES, listed=True)
    await at.do(ann, table, "show_hand")
    await at.do(ann, table, "leave")
    await at.do(bo, table, "sit", seat=0)
    assert (await at.see(bo, table))["seats"][0]["shows_hand"] is False


async def test_hands_need_a_seat_and_a_table_with_a_delay(at: House) -> None:
    table, friends, zoe = await playing(at, None)
    with pytest.raises(NotAllowed, match="no delay for spectators"):
        await at.do(friends[0], table, "show_hand")
    with pytest.raises(NotAllowed):
        await at.do(zoe, table, "show_hand")
    clock = {"kind": "bank", "seconds": 900, "increment": 20}
    rated: dict[str, Any] = {"rated": True, "clock": clock, "timeout": "forfeit", "aids": False}
    with pytest.raises(BadOption) as refused:
        await at.open(friends[0], ME, SeatChoice(kind="bot", bot="novice"), delay=MOVES, **rated)
    assert refused.value.where == "delay"


async def test_the_stage_of_a_table_before_a_match_has_no_match(at: House) -> None:
    ann = await at.player("Ann")
    table = await at.open(ann, ME, STEWARD, delay=MOVES)
    stage = await staged(at, ann, table)
    assert (stage.version, stage.table_view.match, stage.public.match) == (0, None, None)
    assert json.loads(json.dumps((await at.see(ann, table))["delay"])) == MOVES

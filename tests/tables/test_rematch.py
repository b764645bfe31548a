"""Rematches: a player stays at the last match until they agree to the next one."""

from __future__ import annotations

from pathlib import Path

import pytest

from courtly.tables.journal import Player
from courtly.tables.refusals import NotNow
from courtly.tables.state import TableState
from courtly.tables.store import reads
from tests.tables.helpers import House, house

pytestmark = pytest.mark.anyio


async def at_the_end(here: House, *names: str) -> tuple[str, list[Player]]:
    """Return a table where a match is over, and its players."""
    table, friends = await here.friends(*names)
    for player in friends:
        await here.do(player, table, "vote", what="stop")
    return table, friends


async def shown(here: House, table: str, *players: Player) -> list[int | None]:
    """Return the match that each player's page shows, None for the waiting room."""
    views = [await here.lobby.views.table_view(player, table) for player in players]
    live = [here.lobby.views.table_view_in_memory(player, here.lobby.tables[table].state) for player in players]
    numbers, same = ([None if one.match is None else one.match.number for one in each] for each in (views, live))
    assert numbers == same
    return numbers


async def test_players_stay_at_the_last_match_until_they_agree_to_a_rematch(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, (ann, bo, cyd) = await at_the_end(here, "ann", "bo", "cyd")
        assert (await here.see(ann, table))["rematch"] is None
        await here.do(bo, table, "again")
        assert await shown(here, table, ann, bo, cyd) == [1, None, 1]
        assert (await here.see(ann, table))["rematch"] == [0]
        with pytest.raises(NotNow, match="has not agreed"):
            await here.do(ann, table, "start")
        await here.do(ann, table, "again")
        await here.do(bo, table, "ready")
        assert await shown(here, table, ann, bo, cyd) == [None, None, 1]
        with pytest.raises(NotNow, match="has not agreed"):
            await here.do(ann, table, "start")
        await here.do(cyd, table, "ready")
        assert await shown(here, table, ann, bo, cyd) == [2, 2, 2]
        assert (await here.see(ann, table))["rematch"] is None


async def test_a_player_who_has_agreed_waits_in_the_waiting_room_even_when_not_ready(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, (ann, bo) = await at_the_end(here, "ann", "bo")
        await here.do(ann, table, "again")
        await here.do(ann, table, "ready")
        await here.do(ann, table, "unready")
        assert await shown(here, table, ann, bo) == [None, 1]
        await here.do(ann, table, "change", options={"edition": "2023"})
        assert (await here.see(ann, table))["rematch"] == [1]
        assert await shown(here, table, ann, bo) == [None, 1]


async def test_a_host_can_go_on_without_a_player_who_does_not_agree(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, (ann, bo) = await at_the_end(here, "ann", "bo")
        await here.do(ann, table, "again")
        seat = (await here.see(bo, table))["you"]
        await here.do(ann, table, "remove", seat=seat)
        await here.do(ann, table, "fill", seat=seat, bot="random")
        await here.do(ann, table, "start")
        assert (await here.see(ann, table))["match"] == 2


async def test_a_player_who_sits_down_for_a_rematch_sees_the_waiting_room(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, (ann, bo) = await at_the_end(here, "ann", "bo")
        await here.do(ann, table, "again")
        await here.do(bo, table, "rise")
        cyd = await here.player("cyd")
        await here.do(cyd, table, "sit", code=(await here.see(ann, table))["join"])
        assert await shown(here, table, ann, bo, cyd) == [None, None, None]
        assert (await here.see(cyd, table))["rematch"] == [0, 1]


async def test_a_journal_says_who_has_agreed(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, (ann, bo) = await at_the_end(here, "ann", "bo")
        await here.do(bo, table, "again")
        state = TableState.of(table, await here.lobby.store.read(reads.journal, table))
        assert [seat.agreed for seat in state.seats] == [True, False]
        assert [state.shown_match(player.id) for player in (ann, bo)] == [1, 2]

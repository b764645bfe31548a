"""Tests of finding opponents: strangers with the same wish meet at one table, whose match begins by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from courtly.tables import fields, services
from courtly.tables.journal import Player
from courtly.tables.opponents import PACES, Pace, Wish, seat_numbers
from courtly.tables.presence import VISIT_SECONDS
from courtly.tables.refusals import NotAllowed, NotNow, TooMany
from courtly.tables.store import reads
from tests.tables.helpers import ME, OPEN, House, command, house

pytestmark = pytest.mark.anyio
GAME = "courtisans"


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


@pytest.fixture
def nobody_lingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a player without a connection or a visit count as absent, even immediately after sitting down."""
    monkeypatch.setattr(fields, "ARRIVAL", timedelta(seconds=-1))


@pytest.fixture
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots fill the seats immediately."""
    monkeypatch.setattr(services, "PATIENCE_SECONDS", 0.0)


async def until_bots_may_come(at: House, player: Player, table: str) -> None:
    await at.until(player, table, lambda now: bool(now["meeting"] and now["meeting"]["may_fill"]))


async def find(at: House, player: Player, seats: int | None = 2, pace: Pace = "relaxed", game: str = GAME) -> str:
    assert at.lobby.opponents is not None
    return await at.lobby.opponents.find(player, Wish(game, pace, seats), command())


def seated(table: Mapping[str, Any]) -> list[str]:
    return sorted(seat["name"] for seat in table["seats"] if seat["kind"] != "open")


@pytest.mark.parametrize("pace", PACES)
async def test_two_strangers_with_the_same_wish_play_at_one_table(at: House, pace: Pace) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await find(at, ann, pace=pace)
    assert (await at.see(ann, table))["status"] == "waiting"
    assert await find(at, bo, pace=pace) == table
    now = await at.see(ann, table)
    assert (now["status"], seated(now), now["listed"]) == ("playing", ["Ann", "Bo"], True)


@pytest.mark.parametrize(
    "other",
    [{"seats": 3}, {"pace": "quick"}, {"game": "cursed_court"}],
    ids=["another number of seats", "another pace", "another game"],
)
async def test_players_with_different_wishes_do_not_meet(at: House, other: dict[str, Any]) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    assert await find(at, bo, **other) != await find(at, ann)


async def test_a_player_who_takes_any_number_of_seats_joins_the_oldest_table(at: House) -> None:
    ann, bo, cy = [await at.player(name) for name in ("Ann", "Bo", "Cy")]
    table = await find(at, ann, seats=3)
    await find(at, bo, seats=2)
    assert await find(at, cy, seats=None) == table


async def test_a_player_who_takes_any_number_of_seats_opens_the_smallest_table(at: House) -> None:
    ann = await at.player("Ann")
    assert len((await at.see(ann, await find(at, ann, seats=None)))["seats"]) == seat_numbers(GAME)[0]


async def test_a_player_who_asks_twice_waits_at_one_table(at: House) -> None:
    ann = await at.player("Ann")
    tables = await asyncio.gather(*(find(at, ann) for _ in range(20)))
    assert len(set(tables)) == 1
    assert seated(await at.see(ann, tables[0])) == ["Ann"]


async def test_a_form_that_is_sent_again_leads_to_the_match_that_has_begun(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table, once = await find(at, ann), command()
    assert at.lobby.opponents is not None
    for _ in range(2):
        assert await at.lobby.opponents.find(bo, Wish(GAME, "relaxed", 2), once) == table


async def test_many_players_at_the_same_moment_meet_in_pairs(at: House) -> None:
    players = [await at.player(f"P{n}") for n in range(8)]
    tables = await asyncio.gather(*(find(at, player) for player in players))
    assert sorted(tables.count(table) for table in set(tables)) == [2, 2, 2, 2]


async def test_tables_of_friends_are_no_places_to_meet(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    assert await find(at, bo) != await at.open(ann, ME, OPEN, listed=True)


async def test_a_program_cannot_look_for_opponents_or_join_people_who_do(at: House) -> None:
    ann, robot = await at.player("Ann"), await at.player("Robot", is_program=True)
    with pytest.raises(NotAllowed):
        await find(at, robot)
    table = await find(at, ann)
    with pytest.raises(NotAllowed):
        await at.do(robot, table, "sit")


@pytest.mark.usefixtures("nobody_lingers")
async def test_nobody_is_matched_with_an_absent_player(at: House) -> None:
    ann, bo, cy = [await at.player(name) for name in ("Ann", "Bo", "Cy")]
    ghost = await find(at, ann)
    table = await find(at, bo)
    assert table != ghost
    async with at.lobby.subscriptions.subscribe(bo, table):
        assert await find(at, cy) == table


@pytest.mark.usefixtures("nobody_lingers")
async def test_a_player_who_waits_alone_and_asks_again_goes_to_an_older_table(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    older, newer = await find(at, ann), await find(at, bo)
    assert older != newer
    # Only now is the first player there.
    await at.lobby.subscriptions.visit(ann, older, VISIT_SECONDS)
    assert await find(at, ann) == older
    assert await find(at, bo) == older
    assert [(await at.see(bo, table))["status"] for table in (older, newer)] == ["playing", "over"]


@pytest.mark.usefixtures("nobody_lingers")
async def test_days_for_each_move_need_nobody_to_be_present(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    assert await find(at, ann, pace="days") == await find(at, bo, pace="days")


@pytest.mark.usefixtures("nobody_lingers")
async def test_the_last_player_to_come_takes_no_seat_next_to_an_absent_one(at: House) -> None:
    ann, bo, cy = [await at.player(name) for name in ("Ann", "Bo", "Cy")]
    table = await find(at, ann, seats=3)
    async with at.lobby.subscriptions.subscribe(ann, table):
        assert await find(at, bo, seats=3) == table
        assert await find(at, cy, seats=3) == table
        now = await at.see(ann, table)
    assert (now["status"], seated(now)) == ("waiting", ["Ann", "Cy"])


@pytest.mark.usefixtures("nobody_lingers")
async def test_a_player_who_is_away_for_two_minutes_loses_the_seat(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await find(at, ann, seats=3)
    async with at.lobby.subscriptions.subscribe(ann, table):
        assert await find(at, bo, seats=3) == table
        monkeypatch.setattr(services, "AWAY_SECONDS", 0.0)
        await at.lobby.subscriptions.visit(bo, table, 0.0)
        now = await at.until(ann, table, lambda now: seated(now) == ["Ann"])
        assert now["status"] == "waiting"


async def test_the_seat_of_a_player_who_is_back_in_time_stays_taken(at: House) -> None:
    ann = await at.player("Ann")
    table = await find(at, ann)
    running = at.lobby.services._tables[table]
    assert list(running.away) == [ann.id]
    await at.lobby.subscriptions.visit(ann, table, VISIT_SECONDS)
    assert not running.away


async def test_the_last_player_who_leaves_closes_the_table(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await find(at, ann)
    await at.do(ann, table, "leave")
    now = await at.see(ann, table)
    assert (now["status"], now["meeting"]) == ("over", None)
    assert await at.lobby.views.listed() == []
    assert await find(at, bo) != table


async def test_the_next_player_can_fill_the_seats_after_the_first_has_left(at: House, no_patience: None) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await find(at, ann, seats=3)
    await find(at, bo, seats=3)
    await until_bots_may_come(at, bo, table)
    with pytest.raises(NotAllowed):
        await at.do(bo, table, "fill", bot="random")
    await at.do(ann, table, "leave")
    await at.do(bo, table, "fill", bot="random")
    now = await at.see(bo, table)
    assert (now["status"], [seat["kind"] for seat in now["seats"]].count("bot")) == ("playing", 2)


async def test_the_player_who_has_waited_longest_decides_about_bots(at: House) -> None:
    players = [await at.player(name) for name in ("Ann", "Bo", "Cy", "Dee")]
    table, *_ = [await find(at, player, seats=5) for player in players]
    for player in players:
        now = await at.see(player, table)
        assert now["meeting"]["filler"] == now["you"]
        await at.do(player, table, "leave")


async def test_bots_fill_no_seat_within_a_minute(at: House) -> None:
    ann = await at.player("Ann")
    table = await find(at, ann)
    with pytest.raises(NotNow, match="people may still come"):
        await at.do(ann, table, "fill", bot="random")


@pytest.mark.usefixtures("nobody_lingers", "no_patience")
async def test_bots_take_the_seats_of_absent_players_too(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await find(at, ann, seats=3)
    async with at.lobby.subscriptions.subscribe(ann, table):
        await find(at, bo, seats=3)
        await until_bots_may_come(at, ann, table)
        await at.do(ann, table, "fill", bot="random")
        now = await at.see(ann, table)
    assert (now["status"], [seat["kind"] for seat in now["seats"]].count("bot")) == ("playing", 2)


@pytest.mark.parametrize(
    "act",
    [
        {"act": "remove", "seat": 1},
        {"act": "remove", "seat": 0},
        {"act": "change", "options": {"players": 2}},
        {"act": "start"},
        {"act": "make_host", "seat": 0},
        {"act": "renew", "code": "join"},
    ],
    ids=lambda act: act["act"],
)
async def test_no_stranger_has_the_powers_of_a_host(at: House, act: dict[str, Any]) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await find(at, ann, seats=3)
    await find(at, bo, seats=3)
    for player in (ann, bo):
        now = await at.see(player, table)
        assert (now["host"], "join" in now) == (None, False)
        with pytest.raises(NotAllowed):
            await at.do(player, table, **act)


async def test_the_first_player_cannot_stop_a_match_of_strangers(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await find(at, ann)
    await find(at, bo)
    with pytest.raises(NotAllowed):
        await at.do(ann, table, "stop")


async def test_nobody_can_hold_up_a_match_of_strangers(at: House) -> None:
    ann = await at.player("Ann")
    table = await find(at, ann)
    with pytest.raises(NotNow):
        await at.do(ann, table, "unready")


async def test_a_new_name_in_the_waiting_room_leaves_the_player_ready(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await find(at, ann)
    seat = (await at.see(ann, table))["you"]
    await at.do(await at.lobby.people.rename(ann, "Anna"), table, "sit", seat=seat)
    await find(at, bo)
    now = await at.see(bo, table)
    assert (now["status"], seated(now)) == ("playing", ["Anna", "Bo"])


async def test_present_players_count_once_for_each_game(at: House, nobody_lingers: None) -> None:
    assert at.lobby.opponents is not None
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table, slow, _ = await find(at, ann), await find(at, ann, pace="days"), await find(at, bo)
    async with at.lobby.subscriptions.subscribe(ann, table), at.lobby.subscriptions.subscribe(ann, slow):
        assert await at.lobby.opponents.waiting() == {GAME: 1}
    assert (await at.lobby.opponents.waiting())[GAME] == 0


async def test_a_rematch_of_strangers_is_an_ordinary_one(at: House, no_patience: None) -> None:
    ann = await at.player("Ann")
    table = await find(at, ann)
    await until_bots_may_come(at, ann, table)
    await at.do(ann, table, "fill", bot="steward")
    await at.play_out(ann, table)
    await at.do(ann, table, "again")
    now = await at.see(ann, table)
    assert (now["status"], now["host"] is None, now["meeting"]) == ("waiting", False, None)
    assert await at.lobby.store.read(reads.meetings) == []


async def test_waiting_tables_of_strangers_count_as_unfinished(tmp_path: Path) -> None:
    async with house(tmp_path, max_tables=1) as at:
        ann = await at.player("Ann")
        table = await find(at, ann)
        with pytest.raises(TooMany):
            await find(at, ann, pace="quick")
        await at.do(ann, table, "leave")
        await find(at, ann, pace="quick")


async def test_a_server_that_starts_again_keeps_the_waiting_players(tmp_path: Path) -> None:
    async with house(tmp_path) as before:
        ann, bo = await before.player("Ann"), await before.player("Bo")
        table = await find(before, ann)
    async with house(tmp_path) as after:
        assert await find(after, bo) == table

"""Bots wait until the pages of the players have shown the last entries, but not forever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from courtly.tables import pace
from courtly.tables.journal import Player
from courtly.tables.refusals import BadAct
from courtly.tables.subscribers import Subscriber
from tests.tables.helpers import ME, STEWARD, House, house

pytestmark = pytest.mark.anyio

STEP = 0.001
FAR = 10_000.0


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, pace=STEP) as made:
        yield made


@asynccontextmanager
async def page_of(at: House, player: Player, table: str) -> AsyncIterator[Subscriber]:
    """Yield the subscriber of a page that has shown the present version."""
    async with at.lobby.subscriptions.subscribe(player, table) as (subscriber, _):
        at.lobby.tables[table].report_shown(subscriber, (await at.see(player, table))["version"])
        yield subscriber


async def alone_with_a_bot(at: House) -> tuple[Player, str]:
    """Return a player and a table where it is that player's turn."""
    player = await at.player("Ann")
    table = await at.open(player, ME, STEWARD)
    await at.do(player, table, "ready")
    await at.until(player, table, lambda now: now["to_move"] == 0)
    return player, table


async def end_turn(at: House, player: Player, table: str) -> int:
    """Play until the bot is to move, and return the version."""
    while (now := await at.see(player, table))["to_move"] == 0:
        await at.move(player, table)
    return int(now["version"])


async def test_a_bot_waits_until_the_page_has_shown_the_last_entry(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "SHOW_SECONDS", FAR)
    player, table = await alone_with_a_bot(at)
    async with page_of(at, player, table) as page:
        version = await end_turn(at, player, table)
        await asyncio.sleep(50 * STEP)
        assert (await at.see(player, table))["version"] == version
        at.lobby.tables[table].report_shown(page, version)
        await at.until(player, table, lambda now: now["version"] > version)


async def test_a_bot_stops_waiting_when_the_page_is_closed(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "SHOW_SECONDS", FAR)
    player, table = await alone_with_a_bot(at)
    async with page_of(at, player, table):
        version = await end_turn(at, player, table)
    await at.until(player, table, lambda now: now["version"] > version)


async def test_a_late_page_is_not_waited_for_again(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "SHOW_SECONDS", STEP)
    player, table = await alone_with_a_bot(at)
    async with page_of(at, player, table):
        await end_turn(at, player, table)
        await at.until(player, table, lambda now: now["to_move"] == 0)
        monkeypatch.setattr(pace, "SHOW_SECONDS", FAR)
        version = await end_turn(at, player, table)
        await at.until(player, table, lambda now: now["version"] > version)


async def test_a_bot_waits_for_no_spectator(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "SHOW_SECONDS", FAR)
    player = await at.player("Ann")
    table = await at.open(player, ME, STEWARD, listed=True)
    await at.do(player, table, "ready")
    await at.until(player, table, lambda now: now["to_move"] == 0)
    async with page_of(at, await at.player("Ben"), table):
        version = await end_turn(at, player, table)
        await at.until(player, table, lambda now: now["version"] > version)


def test_one_page_delays_several_players_less_than_its_own_player() -> None:
    assert pace.show_seconds(1) == 20.0
    assert pace.show_seconds(2) == pace.show_seconds(5) == 5.0


async def test_a_page_reports_each_version_once(at: House) -> None:
    player, table = await alone_with_a_bot(at)
    version = (await at.see(player, table))["version"]
    async with page_of(at, player, table) as page:
        for given in (version, version - 1, version + 1):
            with pytest.raises(BadAct, match=f"up to {version}; not {given}"):
                at.lobby.tables[table].report_shown(page, given)

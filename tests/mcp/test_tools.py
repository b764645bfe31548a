"""Errors and languages of the tools. The server runs in the test's own process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from mcp import Client

from courtly.engine.errors import BadOption
from courtly.mcp import seats
from courtly.mcp.errors import NoSuchSeat, TooManySeats
from courtly.mcp.live import Site
from courtly.mcp.server import create_server
from courtly.runtime import Runtime
from tests.mcp.helpers import call, done, play_on, refused, text_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    """Yield a client of a server without a site."""
    with Runtime() as runtime:
        async with Client(create_server(runtime)) as connected:
            yield connected


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "courtisans", "options": {"colour": "red"}}, "there is no option 'colour'"),
        ({"game": "courtisans", "options": {"edition": "1999"}}, "2024, 2023"),
        ({"game": "courtisans", "colour": "red"}, "there is no argument 'colour'; choose from game, players, bots"),
        ({"game": "courtisans", "players": 9}, "2 to 5"),
        ({"game": "courtisans", "seat": 7}, "there is no seat 7; choose from 0 to 1"),
        ({"game": "courtisans", "bots": ["queen"]}, "there is no bot 'queen'"),
        ({"game": "courtisans", "players": 3, "bots": ["random"] * 3}, "there are 3 bots for 2 seats"),
        ({"game": "courtisans", "seed": "seven"}, "valid integer"),
        ({"game": "courtisans", "seed": -1}, "greater than or equal to 0"),
        ({"game": "courtisans", "lang": "xx"}, "should match pattern"),
        ({}, "argument game is missing"),
    ],
)
async def test_a_table_that_cannot_be_opened_is_an_error_with_the_allowed_values(
    client: Client, given: dict[str, object], told: str
) -> None:
    assert told in await refused(client, "open_table", **given)


async def test_without_a_site_there_is_no_live_table(client: Client) -> None:
    assert "sit_down" not in [tool.name for tool in (await client.list_tools()).tools]


@pytest.mark.parametrize("address", ["localhost:8000", "ftp://localhost", "http://"])
def test_a_site_must_be_an_http_address(address: str) -> None:
    with pytest.raises(BadOption, match="http:// or https://"):
        Site(address)


async def test_each_table_uses_the_language_in_which_it_was_opened(client: Client) -> None:
    seen = await done(client, "open_table", game="courtisans", lang="fr")
    answer = await call(client, "play", table=seen["table"], move="?")
    assert answer.is_error
    assert "Jouez une carte" in text_of(answer)
    assert "il n’y a pas de jeu" in (await refused(client, "read_rules", game="chess", lang="fr")).lower()


async def test_a_model_may_take_any_seat_and_earlier_bots_move_first(client: Client) -> None:
    answer = await call(client, "open_table", game="courtisans", players=3, bots=["steward"], seat=2, seed=4)
    assert "seat 2 (you)" in text_of(answer)
    assert "steward 1" in text_of(answer)
    assert (answer.structured_content or {})["your_turn"]


async def test_a_finished_table_is_dropped_when_the_limit_is_reached(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "MAX_SEATS", 2)
    opened = [await done(client, "open_table", game="courtisans", bots=["random"]) for _ in range(2)]
    assert "you already have 2 tables" in await refused(client, "open_table", game="courtisans")
    await play_on(client, opened[1])
    await done(client, "open_table", game="courtisans")
    assert "you have no seat at table" in await refused(client, "look", table=opened[1]["table"])
    assert await done(client, "look", table=opened[0]["table"]) == opened[0]


def finished(*, is_over: bool) -> Any:
    """Return a seat of a match that is over, or still running."""
    return SimpleNamespace(is_over=is_over)


def test_one_address_cannot_take_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "MAX_SEATS", 4)
    monkeypatch.setattr(seats, "ADDRESS_SEATS", 2)
    registry = seats.SeatRegistry()
    with registry.reserve("one"), registry.reserve("one"):
        with pytest.raises(TooManySeats, match="you already have 2 tables"), registry.reserve("one"):
            pass
        over = registry.add(finished(is_over=True), "one")
        registry.add(finished(is_over=False), "one")
    with registry.reserve("one"):
        registry.add(finished(is_over=False), "one")
    with pytest.raises(NoSuchSeat):
        registry.find(over)
    registry.add(finished(is_over=False), "two")
    full = pytest.raises(TooManySeats, match="all 4 tables of this server")
    with registry.reserve("three"), full, registry.reserve("four"):
        pass


async def test_each_look_shows_only_new_events(client: Client) -> None:
    seen = await done(client, "open_table", game="courtisans", bots=["random"], seed=1)
    played = text_of(await call(client, "play", table=seen["table"], move=next(iter(seen["legal"]))))
    assert "- You play" in played
    assert "- You play" not in text_of(await call(client, "look", table=seen["table"]))

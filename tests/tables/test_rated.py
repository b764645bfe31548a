"""Rated tables: what they demand, what they refuse, and which matches count."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from courtly.bots.registry import level_names
from courtly.engine.contract.game import find_game, game_names, set_up
from courtly.engine.errors import BadOption
from courtly.tables.acts import body_of
from courtly.tables.acts.rated import check_options
from courtly.tables.errors import BadSeats
from courtly.tables.journal import Player
from courtly.tables.opening import NewTable
from courtly.tables.refusals import NotAllowed, NotNow
from courtly.tables.seating import SeatChoice
from courtly.tables.state import TableState
from courtly.tables.store import ratings, reads
from tests.tables.helpers import ME, OPEN, STEWARD, House, house

pytestmark = pytest.mark.anyio

RATED: dict[str, Any] = {
    "rated": True,
    "clock": {"kind": "bank", "seconds": 86_400, "increment": 0},
    "timeout": "forfeit",
    "aids": False,
}
NOVICE = SeatChoice(kind="bot", bot="novice")


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def rated(at: House, table: str) -> list[list[dict[str, Any]]]:
    """Return the seats of the entries `rated` of a table."""
    entries = await at.lobby.store.read(reads.journal, table)
    return [entry.data["seats"] for entry in entries if entry.act == "rated"]


async def finish(at: House, table: str, *players: Player) -> None:
    """Play a match to its end with the first legal moves; players without a seat to play are skipped."""
    by_seat = {(await at.see(player, table))["you"]: player for player in players}
    now = await at.see(players[0], table)
    while now["status"] == "playing":
        await at.move(by_seat[now["to_move"]], table)
        now = await at.see(players[0], table)


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"deal": {"order": []}}, "deal"),
        ({"seed": 7}, "deal"),
        ({"aids": None}, "aids"),
        ({"aids": True}, "aids"),
        ({"clock": None}, "clock"),
        ({"timeout": "vote"}, "timeout"),
        ({"timeout": "stand_in"}, "timeout"),
        ({"minder": {"bot": "courtier", "after": 60}}, "minder"),
        ({"options": {"edition": "2023"}}, "options.edition"),
        ({"seats": [ME, STEWARD]}, "seats[1].bot"),
        ({"seats": [NOVICE, NOVICE]}, "seats"),
    ],
)
async def test_a_rated_table_with_other_settings_is_refused(at: House, changes: dict[str, Any], where: str) -> None:
    ann = await at.player("Ann")
    seats = changes.pop("seats", [ME, NOVICE])
    with pytest.raises((BadOption, BadSeats)) as refused:
        await at.open(ann, *seats, **(RATED | changes))
    assert refused.value.where == where


@pytest.mark.parametrize("game", game_names())
def test_a_rated_match_has_the_usual_options_of_its_game(game: str) -> None:
    described = find_game(game).rules.options.described()
    players = next(option.least for option in described if option.name == "players")
    check_options(set_up(game, {"players": players}))
    for option in described:
        if option.description.advised is not None:
            check_options(set_up(game, {"players": players, option.name: option.description.advised}))


@pytest.mark.parametrize(
    ("game", "option", "value"),
    [("courtisans", "edition", "2023"), ("cursed_court", "masquerade", True), ("monarch", "max_rounds", 1)],
)
def test_a_rated_match_has_no_unusual_options(game: str, option: str, value: Any) -> None:
    with pytest.raises(BadOption, match="a rated match has the usual options") as refused:
        check_options(set_up(game, {"players": 3, option: value}))
    assert refused.value.option == option


async def test_a_program_can_neither_open_a_rated_table_nor_sit_down_there(at: House) -> None:
    ann, robot = await at.player("Ann"), await at.player("Robot", is_program=True)
    with pytest.raises(BadSeats):
        await at.open(robot, ME, OPEN, **RATED)
    table = await at.open(ann, ME, OPEN, **RATED)
    with pytest.raises(NotAllowed, match="a program cannot sit down at a rated table"):
        await at.do(robot, table, "sit", code=(await at.see(ann, table))["join"])


async def test_only_levels_and_the_usual_options_come_to_a_rated_table(at: House) -> None:
    ann = await at.player("Ann")
    table = await at.open(ann, ME, OPEN, OPEN, **RATED)
    with pytest.raises(BadSeats, match="has no rating; at a rated table, choose from"):
        await at.do(ann, table, "fill", seat=1, bot="ismcts:sims=5")
    with pytest.raises(BadOption, match="a rated match has the usual options; leave out edition"):
        await at.do(ann, table, "change", options={"edition": "2023"})
    await at.do(ann, table, "change", options={"players": 2})
    for bot in level_names():
        await at.do(ann, table, "fill", seat=1, bot=bot)
        await at.do(ann, table, "clear", seat=1)


async def test_a_rated_match_cannot_be_stopped_or_left_to_a_stand_in_or_taken_back(at: House) -> None:
    """Otherwise a player could stop a match with a bad deal, or get out of a lost one."""
    table, [ann, bo] = await at.friends("Ann", "Bo", **RATED)
    for act in (
        {"act": "stop"},
        {"act": "vote", "what": "stop"},
        {"act": "vote", "what": "substitute", "seat": 1},
        {"act": "substitute", "seat": 0},
    ):
        with pytest.raises(NotNow, match="a rated match is played to its end"):
            await at.do(ann, table, **act)
    mover = ann if (await at.see(ann, table))["to_move"] == 0 else bo
    await at.move(mover, table)
    now = await at.see(mover, table)
    assert not now["may_take_back"]
    with pytest.raises(NotNow, match="moves of a rated match cannot be taken back"):
        await at.do(mover, table, "take_back", match=now["match"], turn=now["turn"])


async def test_a_match_that_is_played_to_its_end_changes_the_ratings(at: House) -> None:
    table, players = await at.friends("Ann", "Bo", **RATED)
    await finish(at, table, *players)
    result = (await at.see(players[0], table))["view"]
    [seats] = await rated(at, table)
    assert [seat["player"] for seat in seats] == ["id-Ann", "id-Bo"]
    assert result["to_move"] is None
    [pool] = await at.lobby.store.read(ratings.pools, "courtisans")
    standings = await at.lobby.store.read(ratings.leaderboard, pool)
    best = min(seats, key=lambda seat: seat["rank"])
    assert standings[0].player == best["player"] or seats[0]["rank"] == seats[1]["rank"]
    assert [standing.rating.matches for standing in standings] == [1, 1]


async def test_the_export_of_a_player_has_their_ratings(at: House) -> None:
    table, players = await at.friends("Ann", "Bo", **RATED)
    await finish(at, table, *players)
    [rating] = (await at.lobby.history.export(players[0]))["ratings"]
    assert (rating["game"], rating["seats"]) == ("courtisans", 2)
    assert rating.keys() == {"game", "seats", "season", "mu", "sigma"}


async def test_the_entry_of_a_rated_match_shows_no_ids(at: House) -> None:
    table, players = await at.friends("Ann", "Bo", **RATED)
    await finish(at, table, *players)
    assert (await at.see(players[0], table))["rated"]
    entry = (await at.lobby.store.read(reads.journal, table))[-1]
    assert body_of(entry).args(TableState(table), entry, "watch") == {}


async def test_a_rematch_at_a_rated_table_counts_too(at: House) -> None:
    table, [ann, bo] = await at.friends("Ann", "Bo", **RATED)
    for number in (1, 2):
        await finish(at, table, ann, bo)
        assert len(await rated(at, table)) == number
        await at.do(ann, table, "again")
        await at.do(bo, table, "again")
        await at.do(ann, table, "ready")


async def test_a_player_who_leaves_has_lost_and_cannot_come_back(at: House) -> None:
    table, [ann, bo] = await at.friends("Ann", "Bo", **RATED)
    await at.do(ann, table, "leave")
    assert (await at.see(bo, table))["seats"][0]["forfeited"]
    with pytest.raises(NotNow, match="you have lost this rated match"):
        await at.do(ann, table, "return")
    await at.play_out(bo, table)
    assert await rated(at, table) == [[{"player": "id-Ann", "rank": 1}, {"player": "id-Bo", "rank": 0}]]


async def test_an_ordinary_match_and_a_match_of_bots_alone_do_not_count(at: House) -> None:
    ann = await at.player("Ann")
    ordinary = await at.finished(ann)
    assert await rated(at, ordinary) == []
    assert "rated" not in (await at.lobby.store.read(reads.journal, ordinary))[0].data
    table = await at.open(ann, ME, NOVICE, **RATED, listed=True)
    await at.do(ann, table, "leave")
    await at.do(ann, table, "fill", seat=0, bot="novice")
    await at.do(ann, table, "start")
    await at.until(ann, table, lambda now: now["status"] == "over")
    assert await rated(at, table) == []


async def test_a_deleted_player_loses_the_running_match_and_leaves_the_leaderboard(at: House) -> None:
    table, [ann, bo] = await at.friends("Ann", "Bo", **RATED)
    await at.lobby.departures.leave(ann)
    await at.play_out(bo, table)
    [[gone, _]] = await rated(at, table)
    assert gone["player"].startswith("gone-")
    [pool] = await at.lobby.store.read(ratings.pools, "courtisans")
    assert [one.player for one in await at.lobby.store.read(ratings.leaderboard, pool)] == ["id-Bo"]


async def test_without_ratings_no_table_is_rated(tmp_path: Path) -> None:
    async with house(tmp_path, ratings=False) as at:
        ann = await at.player("Ann")
        with pytest.raises(NotAllowed, match="this server has no rated tables"):
            await at.open(ann, ME, NOVICE, **RATED)


def test_a_request_without_a_rating_is_the_same_as_in_earlier_versions() -> None:
    wanted = NewTable(command="c", game="courtisans", seats=[ME, NOVICE])
    assert "rated" not in wanted.model_dump()

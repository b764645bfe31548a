"""A table from the deal to the record, and everything that is refused on the way."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

import courtly
from courtly.engine.errors import BadOption, CourtlyError, IllegalMove, NotOver, UnknownGame, UnknownMove
from courtly.tables import (
    BadSeats,
    BotFailed,
    BrokenTable,
    CommandReused,
    NoSuchTable,
    NotYourTable,
    NotYourTurn,
    StaleVersion,
    TableService,
    open_store,
)
from tests.tables.helpers import (
    GAME,
    OTHER,
    OWNER,
    a_move,
    command_for,
    database,
    moves_in,
    new_table,
    once,
    play_out,
    rows,
    seated,
    step,
)

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_a_match_is_played_to_its_end_and_the_record_replays(service: TableService, players: int) -> None:
    table = await play_out(service, await new_table(service, players=players, human=players - 1))
    record = await service.record(table.id, OWNER)
    assert record["result"] == {key: table.view["result"][key] for key in ("scores", "winners")}
    assert [seat["name"] for seat in record["seats"]] == [seat.name for seat in table.seats]
    assert courtly.read_record(json.dumps(record)).view(table.seat) == table.view


async def test_a_table_shows_seats_and_the_view_of_its_owner(service: TableService) -> None:
    table = await new_table(service, human=1)
    assert (table.game, table.seat, table.version) == (GAME, 1, table.view["version"])
    assert [(seat.name, seat.kind) for seat in table.seats] == [("Bo", "bot"), ("Ann", "human"), ("Cy", "bot")]
    assert table.view["seat"] == 1
    assert table.view["to_move"] == 1
    assert json.loads(json.dumps(asdict(table)))["view"] == table.view


async def test_bots_before_the_owner_play_at_once_and_bots_after_answer(service: TableService) -> None:
    table = await new_table(service)
    for _ in range(12):
        assert table.view["to_move"] == 0
        assert table.view["legal"]
        table = await step(service, table)
    assert {event["args"]["seat"] for event in table.log if event["id"] == "play"} == {0, 1, 2}


async def test_without_a_seed_every_deal_differs(service: TableService, path: Path) -> None:
    for _ in range(3):
        await new_table(service, seed=None)
    assert len({row[0] for row in rows(path, "SELECT deal FROM tables")}) == 3


async def test_the_log_has_no_gap_and_says_who_sent_what(service: TableService, path: Path) -> None:
    table = await play_out(service, await new_table(service), moves=9)
    log = moves_in(path, table.id)
    assert [number for number, _, _, _ in log] == list(range(table.version))
    assert {command is None for _, seat, _, command in log if seat != 0} == {True}
    assert {command is None for _, seat, _, command in log if seat == 0} == {False}


async def test_a_command_sent_again_returns_the_first_answer_and_changes_nothing(
    service: TableService, path: Path
) -> None:
    answers, table = [], await new_table(service)
    for _ in range(5):
        move, version = a_move(table), table.version
        table = await service.play(table.id, OWNER, command=f"c{version}", version=version, move=move)
        answers.append((version, move, table))
    log = moves_in(path, table.id)
    async with await open_store(path) as elsewhere:
        for one in (service, TableService(elsewhere)):
            for version, move, answer in answers:
                again = await one.play(table.id, OWNER, command=f"c{version}", version=version, move=move)
                assert again == answer
    assert moves_in(path, table.id) == log


async def test_a_command_id_is_good_for_one_move_only(service: TableService, path: Path) -> None:
    table = await new_table(service)
    later = await step(service, table)
    log = moves_in(path, table.id)
    with pytest.raises(CommandReused):
        await service.play(
            table.id, OWNER, command=command_for(table), version=later.version, move=later.view["legal"][0]
        )
    assert moves_in(path, table.id) == log


@pytest.mark.parametrize("off_by", [-1, 1, 2**70])
async def test_a_move_on_another_version_is_refused(service: TableService, path: Path, off_by: int) -> None:
    table = await step(service, await new_table(service))
    with pytest.raises(StaleVersion) as refused:
        await service.play(table.id, OWNER, command="new", version=table.version + off_by, move=a_move(table))
    assert refused.value.allowed == str(table.version)
    assert len(moves_in(path, table.id)) == table.version


async def test_a_move_while_a_bot_is_to_move_is_refused(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await new_table(service)
    with monkeypatch.context() as patch:
        patch.setattr("courtly.tables.service.bot_event", breaks)
        while table.view["to_move"] == 0:
            try:
                table = await step(service, table)
            except ZeroDivisionError:
                break
        with pytest.raises(NotYourTurn, match="it is the turn of seat 1"):
            await service.play(table.id, OWNER, command="new", version=table.version + 1, move=a_move(table))


async def test_a_move_after_the_end_is_refused(service: TableService) -> None:
    table = await play_out(service, await new_table(service, players=2))
    with pytest.raises(NotYourTurn, match="the match is over"):
        await service.play(table.id, OWNER, command="new", version=table.version, move="spare")


@pytest.mark.parametrize(
    ("move", "error"),
    [
        ("spare", IllegalMove),
        ("play hare.noble domain:4", IllegalMove),
        ("castle", UnknownMove),
        ("", UnknownMove),
        ("\ud800", UnknownMove),
        ("play  hare.noble above", UnknownMove),
        ("x" * 100_000, UnknownMove),
    ],
)
async def test_an_illegal_move_leaves_nothing_behind(
    service: TableService, path: Path, move: str, error: type[CourtlyError]
) -> None:
    table = await new_table(service)
    log = moves_in(path, table.id)
    with pytest.raises(error):
        await step(service, table, move)
    assert moves_in(path, table.id) == log
    assert await service.get(table.id, OWNER) == table
    assert await once(path, table.id) == table
    # The command was not used up.
    assert (await step(service, table)).version > table.version


@pytest.mark.parametrize("owner", [OTHER, "", "owner-of-ann ", OWNER.upper(), "%", "\ud800", "x" * 100_000])
async def test_a_table_is_open_to_its_owner_alone(service: TableService, path: Path, owner: str) -> None:
    table = await new_table(service)
    asked = [
        service.get(table.id, owner),
        service.play(table.id, owner, command="c", version=table.version, move=a_move(table)),
        service.record(table.id, owner),
    ]
    for one in asked:
        with pytest.raises(NotYourTable):
            await one
    assert len(moves_in(path, table.id)) == table.version


@pytest.mark.parametrize("table_id", ["", "nowhere", "\0", "\ud800", "x" * 100_000, "' OR 1=1 --"])
async def test_a_table_that_does_not_exist_is_refused(service: TableService, table_id: str) -> None:
    with pytest.raises(NoSuchTable):
        await service.get(table_id, OWNER)


async def test_ids_of_tables_cannot_be_guessed(service: TableService) -> None:
    ids = {(await new_table(service)).id for _ in range(5)}
    assert len(ids) == 5
    assert min(map(len, ids)) >= 22


async def test_the_record_is_told_only_after_the_end(service: TableService) -> None:
    table = await new_table(service, players=2)
    while table.view["phase"] != "over":
        with pytest.raises(NotOver):
            await service.record(table.id, OWNER)
        table = await step(service, table)
    assert (await service.record(table.id, OWNER))["moves"]


async def test_a_list_shows_the_tables_of_its_owner(service: TableService) -> None:
    assert await service.list(OWNER) == []
    first = await play_out(service, await new_table(service, players=2))
    second = await new_table(service)
    listed = {one.id: one for one in await service.list(OWNER)}
    assert set(listed) == {first.id, second.id}
    assert (listed[first.id].over, listed[first.id].to_move, listed[first.id].version) == (True, None, first.version)
    assert (listed[second.id].over, listed[second.id].to_move) == (False, 0)
    assert (listed[second.id].players, listed[second.id].names) == (3, ("Ann", "Bo", "Cy"))
    created = listed[second.id].created
    assert created is not None
    assert created.tzinfo is not None
    assert await service.list(OTHER) == []


@pytest.mark.parametrize(
    ("game", "options", "error"),
    [
        ("chess", {"players": 2}, UnknownGame),
        (GAME, {}, BadOption),
        (GAME, {"players": 9}, BadOption),
        (GAME, {"players": "3"}, BadOption),
        (GAME, {"players": 3, "deal": {"first": 0}}, BadOption),
        (GAME, {"players": 3, "seed": 7}, BadOption),
        (GAME, {"players": 4}, BadSeats),
    ],
)
async def test_a_table_that_cannot_be_is_refused_and_not_kept(
    service: TableService, path: Path, game: str, options: dict[str, Any], error: type[CourtlyError]
) -> None:
    with pytest.raises(error):
        await service.create(game, options, seats=seated(3), owner=OWNER)
    assert rows(path, "SELECT count(*) FROM tables, seats") == [(0,)]


@pytest.mark.parametrize("seed", [-1, 2**63, True, "7"])
async def test_a_seed_that_is_none_is_refused(service: TableService, seed: Any) -> None:
    with pytest.raises(BadOption):
        await service.create(GAME, {"players": 3}, seats=seated(3), owner=OWNER, seed=seed)


async def breaks(*_: object) -> Any:
    raise ZeroDivisionError


class Careless:
    """A bot that does what it was told to, whatever the rules say."""

    def __init__(self, does: Any) -> None:
        self.choose = does

    def __call__(self, _: str) -> Careless:
        return self


def explodes(*_: object) -> Any:
    raise ValueError("I hold hare.spy")


def cheats(*_: object) -> Any:
    return SimpleNamespace(move="play hare.spy nowhere")


@pytest.mark.parametrize("does", [explodes, cheats])
async def test_a_bot_that_fails_says_nothing_of_its_cards_and_loses_no_move(
    service: TableService, path: Path, monkeypatch: pytest.MonkeyPatch, does: Any
) -> None:
    table = await new_table(service)
    with monkeypatch.context() as patch:
        patch.setattr("courtly.tables.turns.find_bot", Careless(does))
        with pytest.raises(BotFailed) as failed:
            await play_out(service, table, moves=8)
    assert "hare" not in json.dumps(failed.value.as_dict())
    log = moves_in(path, table.id)
    assert {seat for _, seat, _, _ in log[table.version :]} == {0}
    healed = await service.get(table.id, OWNER)
    assert healed.view["to_move"] == 0
    assert moves_in(path, table.id)[: len(log)] == log


async def test_a_bot_that_is_no_longer_there_is_said(service: TableService, path: Path) -> None:
    table = await new_table(service)
    await service._store.close()
    with database(path) as connection:
        connection.execute("UPDATE seats SET bot = 'retired' WHERE kind = 'bot'")
    async with await open_store(path) as store:
        with pytest.raises(BotFailed, match="retired"):
            await play_out(TableService(store), table, moves=8)


async def test_others_are_served_while_a_bot_thinks(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    served = Event()
    waited = []

    def thinks(knowledge: Any, _: object) -> Any:
        waited.append(served.wait(timeout=20))
        return SimpleNamespace(move=knowledge.legal[0])

    table, other = await new_table(service), await new_table(service)
    monkeypatch.setattr("courtly.tables.turns.find_bot", Careless(thinks))
    playing = asyncio.ensure_future(play_out(service, table, moves=5))
    assert await service.get(other.id, OWNER) == other
    served.set()
    await playing
    assert waited
    assert all(waited)


async def test_a_bot_draws_from_the_secret_stream_of_its_table_and_version(
    service: TableService, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def notes(knowledge: Any, rng: Any) -> Any:
        drawn.append((knowledge.view["version"], int(rng[0])))
        return SimpleNamespace(move=knowledge.legal[0])

    monkeypatch.setattr("courtly.tables.turns.find_bot", Careless(notes))
    for _ in range(2):
        await play_out(service, await new_table(service), moves=5)
    from courtly.engine.compile.rng import stream

    seeds = [row[0] for row in rows(path, "SELECT bot_seed FROM tables")]
    assert len(set(seeds)) == 2
    assert {value for _, value in drawn} <= {int(stream(seed, at)[0]) for seed in seeds for at, _ in drawn}
    assert len({value for _, value in drawn}) == len(drawn)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM events WHERE number = 1",
        "UPDATE events SET move = 'play hare.spy nowhere' WHERE number = 1",
        "UPDATE tables SET rules = '99'",
        'UPDATE tables SET deal = \'{"first": 0, "deck": ["hare.spy"], "missions": []}\'',
    ],
)
async def test_a_log_that_does_not_replay_is_said_without_what_is_in_it(path: Path, damage: str) -> None:
    async with await open_store(path) as store:
        table = await play_out(TableService(store), await new_table(TableService(store)), moves=3)
    with database(path) as connection:
        connection.execute(damage)
    with pytest.raises(BrokenTable, match="cannot be replayed") as refused:
        await once(path, table.id)
    assert "hare" not in json.dumps(refused.value.as_dict())


async def test_a_log_that_goes_on_with_nonsense_is_said_while_the_match_is_in_memory(
    service: TableService, path: Path
) -> None:
    table = await new_table(service)
    bogus = "INSERT INTO events VALUES (?, ?, 0, 'play hare.spy nowhere', 'c', '2026-01-01 00:00:00.000000')"
    with database(path) as connection:
        connection.execute(bogus, (table.id, table.version))
    with pytest.raises(BrokenTable) as refused:
        await service.get(table.id, OWNER)
    assert "hare" not in json.dumps(refused.value.as_dict())
    with database(path) as connection:
        connection.execute("DELETE FROM events WHERE command = 'c'")
    assert await service.get(table.id, OWNER) == table


@pytest.mark.parametrize("keep", [0, 1])
async def test_matches_dropped_from_memory_are_rebuilt(path: Path, keep: int) -> None:
    async with await open_store(path) as store:
        service = TableService(store, keep=keep)
        tables = [await new_table(service), await new_table(service)]
        for _ in range(4):
            tables = [await step(service, table) for table in tables]
        assert [await once(path, table.id) for table in tables] == tables

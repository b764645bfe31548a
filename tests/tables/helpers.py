"""Seats, players and peeks shared by the tests of live tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from courtly.tables import SeatSpec, Table, TableService, open_store

GAME = "courtisans"
OWNER = "owner-of-ann"
OTHER = "owner-of-somebody-else"


def seated(players: int = 3, *, human: int = 0, bot: str = "random") -> list[SeatSpec]:
    """Return seats with one human, Ann, among bots."""
    bots = iter(["Bo", "Cy", "Di", "Ed"])
    return [
        SeatSpec("human", "Ann") if seat == human else SeatSpec("bot", next(bots), bot=bot) for seat in range(players)
    ]


async def new_table(
    service: TableService, *, players: int = 3, human: int = 0, seed: int | None = 7, owner: str = OWNER
) -> Table:
    """Return a fresh table, Ann's by default."""
    specs = seated(players, human=human)
    return await service.create(GAME, {"players": players}, seats=specs, owner=owner, seed=seed)


def a_move(table: Table) -> str:
    """Return a legal move that depends on nothing but what Ann sees."""
    legal: list[str] = table.view["legal"]
    return legal[table.version * 7 % len(legal)]


def command_for(table: Table) -> str:
    """Return the command id of the move made at this version."""
    return f"command-{table.version}"


async def step(service: TableService, table: Table, move: str | None = None) -> Table:
    """Make one move of Ann's."""
    chosen = a_move(table) if move is None else move
    return await service.play(table.id, OWNER, command=command_for(table), version=table.version, move=chosen)


async def play_out(service: TableService, table: Table, *, moves: int = 1000) -> Table:
    """Make Ann's moves until the match is over, or there were so many."""
    for _ in range(moves):
        if table.view["phase"] == "over":
            break
        table = await step(service, table)
    return table


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a store's file behind its back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def rows(path: Path, query: str, *values: object) -> list[Any]:
    """Return what a query finds in a store's file."""
    with database(path) as connection:
        return connection.execute(query, values).fetchall()


def moves_in(path: Path, table_id: str) -> list[tuple[int, int, str, str | None]]:
    """Return the log of a table as it is in the file: number, seat, move, command."""
    query = "SELECT number, seat, move, command FROM events WHERE table_id = ? ORDER BY number"
    return rows(path, query, table_id)


async def once(path: Path, table_id: str, *, owner: str = OWNER) -> Table:
    """Open the store anew, look at a table, and close it."""
    async with await open_store(path) as store:
        return await TableService(store).get(table_id, owner)

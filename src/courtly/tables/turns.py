"""Whose turn it is, what a bot chooses, and how a table is shown."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import cast

from courtly.bots import find_bot
from courtly.engine.batch import cores
from courtly.engine.errors import shown
from courtly.engine.match import Match
from courtly.engine.rng import stream
from courtly.tables.errors import BotFailed, CommandReused, NotYourTurn, StaleVersion
from courtly.tables.live import LiveTable
from courtly.tables.store import StoredEvent, StoredSeat, StoredTable
from courtly.tables.values import Kind, SeatSpec, Table, TableSeat

_THINKERS = ThreadPoolExecutor(cores(), thread_name_prefix="bot")
"""Where bots think, as many at once as there are cores; what deals and replays matches never waits behind them."""


def new_table(match: Match, seats: Sequence[SeatSpec], *, owner: str) -> StoredTable:
    """Return what is to be kept of a new table."""
    record = match.record()
    held = (StoredSeat(spec.kind, spec.name, owner if spec.kind == "human" else None, spec.bot) for spec in seats)
    return StoredTable(
        id=secrets.token_urlsafe(16),
        format=record["format"],
        game=record["game"],
        rules=record["rules"],
        options=record["options"],
        deal=record["deal"],
        seed=record.get("seed"),
        # Nobody at the table knows it, so nobody can work out what a bot will do, even from the seed of the deal.
        bot_seed=secrets.randbits(63),
        created=datetime.now(UTC),
        seats=tuple(held),
    )


def seen_from(seat: int, live: LiveTable, *, match: Match) -> Table:
    """Return a table as one seat may know it, at the version of `match`."""
    return Table(
        id=live.table.id,
        game=live.table.game,
        seats=tuple(TableSeat(held.name, cast("Kind", held.kind), held.bot) for held in live.table.seats),
        seat=seat,
        view=match.view(seat),
        version=match.version,
    )


def stale(live: LiveTable, version: int) -> StaleVersion:
    """Return the error for a move made on another version."""
    return StaleVersion(
        f"version {shown(version)} is not where the table is; it is at version {live.version}",
        given=version,
        where="version",
        allowed=str(live.version),
    )


def check_turn(live: LiveTable, event: StoredEvent) -> None:
    """Refuse a move made on another version, or out of turn."""
    if event.number != live.version:
        raise stale(live, event.number)
    check_decides(live, event.seat)


def check_decides(live: LiveTable, seat: int) -> None:
    """Refuse a seat that is not to move."""
    to_move = live.match.to_move
    if to_move != seat:
        reason = "the match is over" if to_move is None else f"it is the turn of seat {to_move}"
        raise NotYourTurn(f"seat {seat} cannot move now: {reason}", given=seat, where="seat")


def check_same(first: StoredEvent, again: StoredEvent) -> None:
    """Refuse a command that comes again with another move, or from another seat."""
    if (first.seat, first.move) != (again.seat, again.move):
        raise CommandReused(
            f"command {shown(again.command)} was used before at this table, for another move",
            given=again.command,
            where="command",
            allowed="a new id for every move",
        )


async def bot_event(live: LiveTable, seat: int) -> StoredEvent:
    """Return the move of a bot: always the same one for the same table and version.

    Raises
    ------
    BotFailed
        There is no such bot here, it broke down, or what it chose is not legal.
    """
    spec = str(live.table.seats[seat].bot)
    rng = stream(live.table.bot_seed, live.version)
    knowledge = live.match.knowledge(seat)
    try:
        thinking = asyncio.get_running_loop().run_in_executor(_THINKERS, lambda: find_bot(spec).choose(knowledge, rng))
        choice = await thinking
    except Exception as error:
        # The cause may speak of the bot's own cards: it is for the log.
        raise _failed(spec, seat) from error
    if choice.move not in knowledge.legal:
        raise _failed(spec, seat)
    return StoredEvent(live.version, seat, choice.move)


def _failed(spec: str, seat: int) -> BotFailed:
    return BotFailed(f"bot {shown(spec)} in seat {seat} could not choose a move", given=spec, where=f"seat {seat}")

"""Checks whose turn it is, lets bots choose, and makes a seat's view of a table."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import cast

from courtly.bots import choose, find_bot
from courtly.engine.compile.rng import stream
from courtly.engine.errors import shown
from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.runtime import Runtime
from courtly.tables.errors import BotFailed, CommandReused, NotYourTurn, StaleVersion
from courtly.tables.live import LiveTable
from courtly.tables.store import StoredEvent, StoredSeat, StoredTable
from courtly.tables.values import SeatKind, SeatSpec, Table, TableSeat


def new_table(match: Match, seats: Sequence[SeatSpec], *, owner: str) -> StoredTable:
    """Return the stored form of a new table."""
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


def view_for(seat: int, live: LiveTable, *, match: Match) -> Table:
    """Return a table as one seat may know it, at the version of `match`."""
    return Table(
        id=live.table.id,
        game=live.table.game,
        seats=tuple(TableSeat(held.name, cast("SeatKind", held.kind), held.bot) for held in live.table.seats),
        seat=seat,
        view=match.view(seat),
        log=match.log(seat),
        version=match.version,
    )


def stale(live: LiveTable, version: int) -> StaleVersion:
    """Return the error for a move made on another version."""
    message = said(
        "version {given} is not where the table is; it is at version {version}",
        given=shown(version),
        version=live.version,
    )
    return StaleVersion(message, given=version, where="version", allowed=str(live.version))


def check_turn(live: LiveTable, event: StoredEvent) -> None:
    """Refuse a move made on another version, or out of turn."""
    if event.number != live.version:
        raise stale(live, event.number)
    check_decides(live, event.seat)


def check_decides(live: LiveTable, seat: int) -> None:
    """Refuse a seat that is not to move."""
    to_move = live.match.to_move
    if to_move != seat:
        reason = said("the match is over") if to_move is None else said("it is the turn of seat {seat}", seat=to_move)
        message = said("seat {seat} cannot move now: {reason}", seat=seat, reason=reason)
        raise NotYourTurn(message, given=seat, where="seat")


def check_same(first: StoredEvent, again: StoredEvent) -> None:
    """Refuse a command that comes again with another move, or from another seat."""
    if (first.seat, first.move) != (again.seat, again.move):
        message = said("command {id} was used before at this table, for another move", id=shown(again.command))
        allowed = said("a new id for every move")
        raise CommandReused(message, given=again.command, where="command", allowed=allowed)


async def bot_event(live: LiveTable, seat: int, runtime: Runtime) -> StoredEvent:
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
        choice = await runtime.think(lambda: choose(find_bot(spec), knowledge, rng, threads=runtime.cores))
    except Exception as error:
        # The cause may speak of the bot's own cards: it is for the log.
        raise _failed(spec, seat) from error
    if choice.move not in knowledge.legal:
        raise _failed(spec, seat)
    return StoredEvent(live.version, seat, choice.move)


def _failed(spec: str, seat: int) -> BotFailed:
    message = said("bot {bot} in seat {seat} could not choose a move", bot=shown(spec), seat=seat)
    return BotFailed(message, given=spec, where=f"seat {seat}")

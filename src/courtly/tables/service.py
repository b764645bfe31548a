"""Live tables: checks permissions, and takes a move from the player to the log.

A move is checked, appended to the log in one transaction, and only then shown; moves of bots go the same way, one at a
time. A lock per table serialises this process. Between processes the store's unique event numbers decide: the second
writer finds that the table has moved on. Everything returned is made for one seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from courtly.bots import Hint
from courtly.engine.contract.game import set_up
from courtly.engine.errors import NotOver
from courtly.engine.play.match import Match, Opening
from courtly.engine.sentences import said
from courtly.runtime import Runtime
from courtly.tables.errors import NotYourTable
from courtly.tables.hints import Asked, Hints
from courtly.tables.live import LiveTable, LiveTables, replayed
from courtly.tables.store import Conflict, Store, StoredEvent
from courtly.tables.turns import bot_event, check_decides, check_same, check_turn, new_table, stale, view_for
from courtly.tables.values import SeatSpec, Table, TableSummary, check_command, check_owner, check_seats
from courtly.text.languages import checked_language

# Inside the class, `list` is the method.
Summaries = list[TableSummary]


class TableService:
    """What can be done with the tables of a store.

    Parameters
    ----------
    store
        As `open_store` gives it; several services, in one process or many, may share a database.
    runtime
        Where bots think, hints are searched and matches replayed; by default one that uses the whole machine.
    keep
        How many matches to hold in memory.
    """

    def __init__(self, store: Store, runtime: Runtime | None = None, *, keep: int = 256) -> None:
        self._store = store
        self._runtime = runtime or Runtime()
        self._live = LiveTables(store, self._runtime, keep=keep)
        self._hints = Hints(self._runtime)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def create(
        self, game: str, options: Mapping[str, Any], *, seats: Sequence[SeatSpec], owner: str, seed: int | None = None
    ) -> Table:
        """Deal a match, seat everybody, and let the bots before the owner play.

        Parameters
        ----------
        game, options
            As for `courtly.new_match`.
        seats
            One per player, in turn order; the human's seat is the owner's.
        owner
            Who may see and play the human's seat: any text that tells people apart and cannot be guessed.
        seed
            Where the deal comes from; drawn from the system's randomness when left out.

        Raises
        ------
        UnknownGame, BadOption, BadSeats, UnknownBot, BotFailed, StoreError
        """
        # A card set or a list of regions takes its time.
        setup = await self._runtime.read(lambda: set_up(game, options))
        check_seats(seats, players=setup.players)
        match = await self._runtime.read(lambda: Match(setup, Opening(seed=seed)))
        return await self.host(match, seats=seats, owner=owner)

    async def host(self, match: Match, *, seats: Sequence[SeatSpec], owner: str) -> Table:
        """Open a table for a match that is already dealt and has no move yet.

        Raises
        ------
        BadSeats, UnknownBot, BotFailed, StoreError
        """
        assert match.version == 0, "a table's log begins with the first move"
        check_owner(owner)
        check_seats(seats, players=match.players)
        table = new_table(match, seats, owner=owner)
        await self._store.insert(table, to_move=match.to_move)
        return await self.get(table.id, owner)

    async def get(self, table_id: str, owner: str) -> Table:
        """Return a table as its owner's seat may know it, once the bots have played.

        Raises
        ------
        NoSuchTable, NotYourTable, BotFailed, StoreError
        """
        async with self._seated(table_id, owner) as (found, seat):
            live = await self._play_bots(found)
            return view_for(seat, live, match=live.match)

    async def play(self, table_id: str, owner: str, *, command: str, version: int, move: str) -> Table:
        """Make a move, let the bots answer, and return the table.

        Parameters
        ----------
        command
            An id of the caller's choosing, one per move: sent again, it returns the first answer and changes nothing.
        version
            The version of the table that the move was chosen at.
        move
            One line of notation.

        Raises
        ------
        NoSuchTable, NotYourTable, BadCommand, CommandReused, StaleVersion, NotYourTurn, IllegalMove, BotFailed,
        StoreError
        """
        check_command(command)
        async with self._seated(table_id, owner) as (found, seat):
            event, live = StoredEvent(version, seat, move, command), found
            if found.sent_as(command) is None:
                check_turn(found, event)
                live = await self._append_move(found, event)
            return await self._first_reply(live, event)

    async def hint(self, table_id: str, owner: str, *, lang: str = "en") -> tuple[Table, Hint]:
        """Return a table as its owner's seat may know it, and what that seat is advised to play there.

        Nothing at the table changes, and others may go on meanwhile. The same version gives the same hint.

        Raises
        ------
        NoSuchTable, NotYourTable, UnknownLanguage, BotFailed, HintsBusy, StoreError
        NotYourTurn
            Another seat decides, or the match is over.
        """
        checked_language(lang)
        async with self._seated(table_id, owner) as (found, seat):
            live = await self._play_bots(found)
            check_decides(live, seat)
            table, knowledge = view_for(seat, live, match=live.match), live.match.knowledge(seat)
        return table, await self._hints.find(Asked(table_id, table.version, seat, lang), knowledge, asker=owner)

    async def record(self, table_id: str, owner: str) -> dict[str, Any]:
        """Return the record of a finished match, which tells everything.

        Raises
        ------
        NoSuchTable, NotYourTable, NotOver, BotFailed, StoreError
        """
        async with self._seated(table_id, owner) as (found, _):
            live = await self._play_bots(found)
            if not live.match.is_over:
                message = said("the match at table {id} is still running", id=table_id)
                raise NotOver(message, given=table_id, where="table")
            return live.match.record()

    async def list(self, owner: str) -> Summaries:
        """Return the tables of an owner, the newest first.

        Raises
        ------
        BadSeats
            The owner's id is none.
        StoreError
        """
        check_owner(owner)
        return [
            TableSummary(
                id=table.id,
                game=table.game,
                created=table.created,
                version=table.version,
                over=table.to_move is None,
                players=len(table.names),
                names=table.names,
                to_move=table.to_move,
                is_readable=table.is_readable,
            )
            for table in await self._store.tables_of(owner)
        ]

    @asynccontextmanager
    async def _seated(self, table_id: str, owner: str) -> AsyncIterator[tuple[LiveTable, int]]:
        """Hold the table's lock; give the table and the owner's seat."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            live = await self._live.load(table_id)
            seat = live.seat_of(owner)
            if seat is None:
                raise NotYourTable(said("you have no seat at table {id}", id=table_id), given=table_id, where="table")
            yield live, seat

    async def _append_move(self, live: LiveTable, event: StoredEvent) -> LiveTable:
        """Play a move and append it; return the table after it, or after what another process did first."""
        live.match.play(event.move)
        try:
            await self._store.append(live.table.id, event, to_move=live.match.to_move)
        except BaseException as error:
            # The match in memory is ahead of the log now, so it must not be shown.
            self._live.drop(live.table.id)
            if isinstance(error, Conflict):
                return await self._live.load(live.table.id)
            raise
        live.log.append(event)
        return live

    async def _play_bots(self, live: LiveTable) -> LiveTable:
        """Let bots play until a human is to move or the match is over; return the table as it is then.

        When another process plays the same bots, it does no harm: with the same streams they choose the same moves.
        """
        while (seat := live.bot_to_move) is not None:
            live = await self._append_move(live, await bot_event(live, seat, self._runtime))
        return live

    async def _first_reply(self, live: LiveTable, event: StoredEvent) -> Table:
        """Return the answer that a command got, or would have got, when it came first."""
        first = live.sent_as(str(event.command))
        if first is None:
            raise stale(live, event.number)
        check_same(first, event)
        live = await self._play_bots(live)
        until = live.answer_to(first)
        match = live.match if until == live.version else await replayed(live.table, live.log[:until], self._runtime)
        return view_for(first.seat, live, match=match)

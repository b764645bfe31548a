"""Matches in memory, rebuilt from the log.

A `LiveTable` is a cache and nothing more: the log in the store is the truth, and any of these may be dropped at any
time. It holds the true state, so it stays in this package.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from courtly.engine.errors import CourtlyError, shown
from courtly.engine.play.match import Match
from courtly.engine.play.records import read_record
from courtly.engine.sentences import said
from courtly.runtime import Runtime
from courtly.tables.errors import BrokenTable, NoSuchTable
from courtly.tables.store import Store, StoredEvent, StoredTable
from courtly.tables.values import is_plain

ID_LENGTH = 43


@dataclass(slots=True, repr=False)
class LiveTable:
    """A table, its log so far, and the match at the end of it."""

    table: StoredTable
    match: Match
    log: list[StoredEvent] = field(default_factory=list)

    @property
    def version(self) -> int:
        """How many moves were made."""
        return len(self.log)

    @property
    def bot_to_move(self) -> int | None:
        """The seat to move, when it is a bot's."""
        seat = self.match.to_move
        return seat if seat is not None and self.table.seats[seat].kind == "bot" else None

    def seat_of(self, owner: str) -> int | None:
        """Return the seat that belongs to an owner."""
        seats = enumerate(self.table.seats)
        return next((seat for seat, held in seats if held.kind == "human" and held.owner == owner), None)

    def sent_as(self, command: str) -> StoredEvent | None:
        """Return the event that a command led to."""
        return next((event for event in self.log if event.command == command), None)

    def answer_to(self, event: StoredEvent) -> int:
        """Return the version that answered an event: after the bots that followed, before the next move of a human."""
        later = self.log[event.number + 1 :]
        return next((other.number for other in later if other.command is not None), self.version)


def document(table: StoredTable, log: list[StoredEvent]) -> dict[str, Any]:
    """Return the match record that a table and its log amount to."""
    return {
        "format": table.format,
        "game": table.game,
        "rules": table.rules,
        "options": table.options,
        "seed": table.seed,
        "deal": table.deal,
        "moves": [event.move for event in log],
        "seats": [{"name": seat.name} for seat in table.seats],
    }


async def replayed(table: StoredTable, log: list[StoredEvent], runtime: Runtime) -> Match:
    """Return the match that a log leads to.

    Raises
    ------
    BrokenTable
        The log has gaps, or these rules do not allow its moves.
    """
    if [event.number for event in log] != list(range(len(log))):
        raise _broken(table)
    try:
        return await runtime.read(lambda: read_record(document(table, log)))
    except CourtlyError as error:
        # The cause names moves and cards: it goes to the log, not to the player.
        raise _broken(table) from error


def _broken(table: StoredTable) -> BrokenTable:
    message = said("the match at table {id} cannot be replayed under the rules of this version of Courtly", id=table.id)
    return BrokenTable(message, given=table.id, where="table")


class LiveTables:
    """The most recently used tables; the caller holds the table's lock."""

    def __init__(self, store: Store, runtime: Runtime, *, keep: int) -> None:
        self._store = store
        self._runtime = runtime
        self._keep = keep
        self._live: OrderedDict[str, LiveTable] = OrderedDict()

    async def load(self, table_id: str) -> LiveTable:
        """Return a table with everything in its log, also what other processes wrote.

        Raises
        ------
        NoSuchTable, StoreError
        """
        live = self._live.get(table_id) or await self._rebuild(table_id)
        later = await self._store.events(table_id, since=live.version)
        try:
            for event in later:
                live.match.play(event.move)
                live.log.append(event)
        except CourtlyError as error:
            self.drop(table_id)
            raise _broken(live.table) from error
        self._keep_in_memory(live)
        return live

    def drop(self, table_id: str) -> None:
        """Forget a table; the next use rebuilds it."""
        self._live.pop(table_id, None)

    def _keep_in_memory(self, live: LiveTable) -> None:
        self._live[live.table.id] = live
        self._live.move_to_end(live.table.id)
        while len(self._live) > self._keep:
            self._live.popitem(last=False)

    async def _rebuild(self, table_id: str) -> LiveTable:
        # An id comes from outside: only one that could be ours is looked up.
        table = await self._store.load(table_id) if is_plain(table_id, ID_LENGTH) else None
        if table is None:
            raise NoSuchTable(said("there is no table {id}", id=shown(table_id)), given=table_id, where="table")
        log = await self._store.events(table_id)
        return LiveTable(table, await replayed(table, log, self._runtime), log)

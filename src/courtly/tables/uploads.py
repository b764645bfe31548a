"""Uploaded records: tables that show a finished match, deleted after some days."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from datetime import datetime, timedelta

from courtly.engine.errors import NotOver
from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables import acts
from courtly.tables.acts.matches import Started
from courtly.tables.acts.seats import Opened
from courtly.tables.errors import StoreError
from courtly.tables.journal import Entry, Player
from courtly.tables.memory import Memory
from courtly.tables.opening import first_entry
from courtly.tables.people import GUEST
from courtly.tables.state import TableState
from courtly.tables.store import reads, writes
from courtly.tables.store.store import Store
from courtly.tables.values import NAME_LENGTH, is_plain

PRUNE_SECONDS = 3600.0
"""Seconds between two deletions of old uploads."""


class Uploads:
    """Imports records, and deletes them after some days."""

    def __init__(self, store: Store, runtime: Runtime, tables: Memory, *, days: int) -> None:
        self._store, self._runtime = store, runtime
        self._tables, self._days = tables, days

    async def import_match(self, player: Player, match: Match, command: str) -> str:
        """Open a table that shows a finished match from its record, and return its id.

        A repeated command returns the first table.

        Raises
        ------
        NotOver, Reused, StoreError
            The match is unfinished, or no table could be made.
        """
        if not match.is_over:
            message = said("the match is not over: it has {count} moves so far", count=match.version)
            raise NotOver(message, where=f"move {match.version}", allowed=said("the record of a finished match"))
        entries = await self._runtime.read(lambda: imported_entries(player, match, command))
        if (first := await self._store.read(reads.sent, player.id, command)) is not None:
            if first[1].content != entries[0].content:
                raise acts.reused(command)
            return first[0]
        table = environment().token(16)
        state = await self._runtime.read(lambda: TableState.of(table, entries))
        await self._tables.create(state, entries)
        return table

    async def delete_periodically(self) -> None:
        """Periodically delete the uploaded records that are older than the allowed days."""
        while True:
            with suppress(StoreError):
                await self.delete(environment().now() - timedelta(days=self._days))
            await environment().sleep(PRUNE_SECONDS)

    async def delete(self, before: datetime) -> None:
        """Delete the records that were uploaded before a time."""
        while deleted := await self._store.write(writes.forget_uploads, before):
            self._tables.drop(deleted)


def imported_entries(host: Player, match: Match, command: str) -> list[Entry]:
    """Return the journal of a table that shows the finished match of a record."""
    names = _names(match)
    # Names in a record may have any length, so store the checked names.
    renamed = [{**seat, "name": name} for seat, name in zip(match.seats or (), names, strict=False)]
    record = match.record() | ({"seats": renamed} if renamed else {})
    seats = [{"kind": "person", "name": name} for name in names]
    body = Opened(
        host=host.id,
        game=match.game,
        rules=match.setup.game.version,
        options=record["options"],
        seats=seats,
        clock=None,
        minder=None,
        listed=False,
        watchers=False,
        talk=False,
        aids=True,
        record=record,
    )
    first = first_entry(body, host, command, hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest())
    return [first, Entry(1, first.at, Started.act, 1, 0, data=Started(luck=0, seed=0, promise=None).data())]


def _names(match: Match) -> list[str]:
    """Return the names in a record; replace each invalid name."""
    given = [str(seat["name"]) for seat in match.seats or [{"name": ""}] * match.players]
    return [name if is_plain(name, NAME_LENGTH) else f"{GUEST} {number}" for number, name in enumerate(given, 1)]

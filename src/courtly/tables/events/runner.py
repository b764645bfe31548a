"""Runs the rounds of events: begins them, opens their tables, and ends them when all tables are over.

Every process of a server runs this. All steps can be repeated: the store lets only one process begin or end a round,
and the tables of a round have known ids, so they are opened once. A server that stops continues after its restart.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

from courtly.engine.errors import CourtlyError
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables.errors import StoreError, cause_of
from courtly.tables.event_rules.scoring import TableResult
from courtly.tables.events.opening import EventDeals, event_opening, host_of
from courtly.tables.events.rounds import seated
from courtly.tables.memory import Memory
from courtly.tables.state import TableState
from courtly.tables.store import events
from courtly.tables.store.errors import Conflict
from courtly.tables.store.events import Event, EventTable, Progress
from courtly.tables.store.store import Store

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
"""Seconds between two looks at the events that run."""

PAUSE_SECONDS = 15.0
"""Seconds between two rounds, so that the players can read the standings."""


class EventRunner:
    """Runs the events of a server.

    Parameters
    ----------
    pause
        Seconds between two rounds.
    """

    def __init__(
        self, store: Store, runtime: Runtime, tables: Memory, deals: EventDeals, *, pause: float = PAUSE_SECONDS
    ) -> None:
        self._store, self._runtime, self._tables = store, runtime, tables
        self._deals, self._pause = deals, pause

    async def run(self) -> None:
        """Look at the running events again and again."""
        while True:
            with suppress(StoreError):
                await self.advance_all()
            await environment().sleep(POLL_SECONDS)

    async def advance_all(self) -> None:
        """Make the steps that are due in all running events. An event that fails does not stop the others."""
        for event in await self._store.read(events.running):
            try:
                await self._advance(event)
            except StoreError:
                raise
            except CourtlyError as error:
                log.error("event %s failed: %s (%s)", event.id, error.code, cause_of(error))

    async def _advance(self, event: Event) -> None:
        if event.status == "pause":
            if environment().now() >= event.due:
                await self._begin(event)
            return
        progress = await self._store.read(events.progress, event.id, event.round)
        if all(each.status == "over" for each in progress):
            await self._end(event, progress)
            return
        await self._open(event, [each.at for each in progress if each.status is None])
        for each in progress:
            if each.status == "waiting":
                # The process that opened the table has stopped before it dealt.
                self._tables.follow_up(await self._tables.find(each.at.table))

    async def _begin(self, event: Event) -> None:
        entrants = await self._store.read(events.entrants_of, event.id)
        changed, tables = seated(event, entrants, await self._store.read(events.tables_of, event.id))
        if await self._store.write(events.begin_round, event, changed, tables):
            begun = await self._store.read(events.find, event.id)
            assert begun is not None, "an event that runs is not deleted"
            await self._open(begun, tables)

    async def _open(self, event: Event, tables: Sequence[EventTable]) -> None:
        """Open tables of the present round."""
        if not tables:
            return
        entrants = {each.number: each for each in await self._store.read(events.entrants_of, event.id)}
        start = await self._runtime.read(lambda: self._deals.start(event, event.round))
        self._runtime.compile_now(event.terms.game)
        for at in tables:
            entry = event_opening(event, at, entrants, start)
            state = TableState.of(at.table, [entry])
            row = start.row(host_of(event, at).id) if start else None
            try:
                actor = await self._tables.create(state, [entry], row)
            except Conflict:
                # Another process was faster, or the answer to an earlier attempt was lost.
                continue
            # In the background: a long wait for the database must not delay the other tables.
            self._tables.follow_up(actor)

    async def _end(self, event: Event, progress: Sequence[Progress]) -> None:
        results = {each.at.number: _result(each) for each in progress}
        due = environment().now() + timedelta(seconds=self._pause)
        await self._store.write(events.end_round, event, results, due)


def _result(progress: Progress) -> TableResult:
    """Return the result of a finished table; without scores if its match was not played to the end."""
    head = progress.head or {}
    scores = head["result"]["scores"] if "result" in head else None
    return TableResult(progress.at.seats, scores, frozenset(head.get("substituted", ())))

"""The actor of a table: it runs all acts at the table, one at a time.

An act is checked, then written to the store. No client sees it before that, not even its sender. Bots, clocks and
stand-ins append their entries through the actor too, and every change of the state wakes them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables import acts
from courtly.tables.acts import Act, NewEntry
from courtly.tables.acts.matches import PlayerDeleted, Started
from courtly.tables.acts.moves import Moved
from courtly.tables.acts.seats import CodeRenewed
from courtly.tables.audience import audience_of, serialize_for
from courtly.tables.codes import Codes
from courtly.tables.errors import StoreError, no_table
from courtly.tables.history import finished_row
from courtly.tables.journal import Entry, Player
from courtly.tables.refusals import BadAct, NotAllowed
from courtly.tables.state import TableState
from courtly.tables.store import reads
from courtly.tables.store.errors import Conflict
from courtly.tables.store.rows import NewCodes
from courtly.tables.store.store import Store
from courtly.tables.subscribers import Subscriber, late_pages
from courtly.tables.turns import asked_by

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the sender of an act: the version after its entries, and the entries."""

    version: int
    entries: list[dict[str, Any]]

    def as_dict(self) -> dict[str, Any]:
        """Return the body of the response."""
        return {"version": self.version, "entries": self.entries}


class Actor:
    """A table in memory. It runs one act at a time.

    Parameters
    ----------
    state
        The state that follows from the journal.
    store
        The store that makes entries durable.
    runtime
        The runtime that runs long computations.
    codes
        The codes of tables and links.
    on_change
        Called after each change of the state; it wakes bots and clocks.

    Attributes
    ----------
    visits
        The players who sent a request recently without a live connection, with the timer that ends each visit.
    elsewhere
        The ids of the players who are connected at other processes, by process.
    """

    def __init__(
        self,
        state: TableState,
        store: Store,
        runtime: Runtime,
        codes: Codes,
        on_change: Callable[[Actor], None] = lambda _: None,
    ) -> None:
        self.state = state
        # In the order of arrival, so that all of them are told in this order.
        self.subscribers: dict[Subscriber, None] = {}
        self.visits: dict[str, asyncio.TimerHandle] = {}
        self.elsewhere: dict[str, frozenset[str]] = {}
        self.thinking: set[int] = set()
        self.has_services = False
        self._store = store
        self._codes = codes
        self._runtime = runtime
        self._on_change = on_change
        self._turn = asyncio.Lock()
        self._shown = asyncio.Event()

    @property
    def is_busy(self) -> bool:
        """Whether the table must stay in memory: a client is connected, or a match is being played."""
        return bool(self.subscribers or self.visits) or self.has_services

    async def act(self, sender: Player, act: Act, apart: Collection[str] = ()) -> Answer:
        """Run an act and return its entries; a repeated act returns the first answer and changes nothing.

        It is refused if one of the players in `apart` has a seat: the sender and this player share no table.

        Raises
        ------
        TableError, IllegalMove, BadOption, UnknownBot, StoreError
            The act failed and nothing has changed.
        """
        # A caller that is cancelled must not interrupt the act between the commit and the state swap.
        acting = asyncio.shield(asyncio.ensure_future(self._act(sender, act, apart)))
        try:
            return await acting
        except StoreError:
            raise
        except CourtlyError:
            # If the command id was used at another table, report that instead.
            await self._check_unused(sender, act)
            raise

    async def _act(self, sender: Player, act: Act, apart: Collection[str]) -> Answer:
        async with self._turn:
            while True:
                known = self.state.version
                try:
                    answer = await self._do(sender, act, apart)
                    break
                except CourtlyError as error:
                    # Another process was first: read its entries and check again. That may happen more than once.
                    if isinstance(error, Conflict):
                        await self._check_unused(sender, act)
                    elif isinstance(error, StoreError) or not await self._is_behind():
                        raise
                    await self._catch_up()
                    if self.state.version == known:
                        raise
            self._on_change(self)
        return answer

    async def _is_behind(self) -> bool:
        """Return whether another process has appended entries that are not known here yet."""
        table = self.state.table
        return (
            self._store.notices.is_shared
            and (await self._store.read(reads.versions, [table])).get(table, 0) > self.state.version
        )

    async def _do(self, sender: Player, act: Act, apart: Collection[str]) -> Answer:
        if (first := self._sent(sender, act)) is not None:
            return self._answer(sender, first)
        if self.state.seat_of(sender.id) is None and any(seat.player in apart for seat in self.state.seats):
            # Two players may sit down at the same moment, so this is checked in the turn of the act, too.
            raise NotAllowed(said("there is no seat for you at this table"), where="seat", allowed=[])
        here = self.here()
        is_move = isinstance(act, acts.Move)
        made = await self._compute(lambda: acts.check(self.state, sender, act, here), is_move=is_move)
        return self._answer(sender, await self._append(made, sender=sender, act=act))

    async def _check_unused(self, sender: Player, act: Act) -> None:
        """Raise `Reused` for a command id that its sender used at another table."""
        found = await self._store.read(reads.sent, sender.id, act.command)
        if found is not None and found[0] != self.state.table:
            raise acts.reused(act.command)

    async def catch_up(self, version: int | None = None) -> None:
        """Read and publish the entries of other processes, unless the given version is known already."""
        async with self._turn:
            # Wait for a running act first: the notice may be about that act.
            if version is None or version > self.state.version:
                await self._catch_up()

    async def _catch_up(self) -> None:
        table = self.state.table
        entries = await self._store.read(reads.journal, table, since=self.state.version)
        if not entries and not await self._store.read(reads.versions, [table]):
            # The table was deleted while it was in memory.
            raise no_table(table)
        is_deletion = any(entry.act == PlayerDeleted.act for entry in entries)
        if is_deletion:
            # The store has removed a player from earlier entries: read the whole journal again.
            whole = await self._store.read(reads.journal, table)
            self.state = await self._runtime.read(lambda: TableState.of(table, whole))
        elif entries:
            self.state = await self._runtime.read(lambda: self._after(entries))
        if is_deletion:
            # Subscribers still show the deleted name: disconnect them, so that they reload everything.
            for subscriber in list(self.subscribers):
                subscriber.end()
        if entries:
            self._publish(entries)
            self._on_change(self)

    async def follow_up(self) -> None:
        """Append the entry that the server makes without a request, such as the start of a match, if one is due."""
        await self.serve(lambda state: [made] if (made := acts.follow_up(state)) else [])

    async def serve(self, make: Callable[[TableState], list[NewEntry]]) -> list[Entry]:
        """Append the entries that `make` returns for the present state, and return them.

        If another process appended entries first, read those instead and return no entries.
        """
        async with self._turn:
            made = make(self.state)
            if not made:
                return []
            try:
                first = await self._append(made)
            except Conflict:
                await self._catch_up()
                return []
            self._on_change(self)
            return self.state.entries[first.number :]

    def _sent(self, sender: Player, act: Act) -> Entry | None:
        """Return the first entry of a repeated act, None for a new act; raise `Reused` if the repeated act differs."""
        found = next((e for e in self.state.entries if e.sender == sender.id and e.command == act.command), None)
        if found is not None:
            acts.check_same(found, act)
        return found

    async def _append(self, made: Sequence[NewEntry], *, sender: Player | None = None, act: Act | None = None) -> Entry:
        """Make entries durable, update the state, then publish them; return the first.

        The follow-up entries of the server are part of the same write, so that a killed process cannot lose them.
        """
        at, number = environment().now(), self.state.version
        entries = [one.entry(self.state, at, number + n, sender) for n, one in enumerate(made)]
        if act is not None:
            content = acts.content_of(act)
            entries[0] = replace(entries[0], command=act.command, content=content, made=len(entries))
        after = await self._compute(
            lambda: _followed_up(self._after(entries), at),
            is_move=all(isinstance(one.body, Moved) for one in made),
        )
        entries = after.entries[number:]
        is_renewed = any(isinstance(one.body, CodeRenewed) for one in made)
        await self._store.append(
            entries,
            after.head(),
            codes=NewCodes(self._codes.hashed(after), after.removed) if is_renewed else None,
            finished=finished_row(self.state, after, at),
            asked=asked_by(after, entries),
        )
        self.state = after
        self._publish(entries)
        return entries[0]

    async def _compute(self, work: Callable[[], T], *, is_move: bool) -> T:
        """Call `work` and return its result. A move runs in this thread: passing it to another would take longer."""
        return work() if is_move else await self._runtime.read(work)

    def _after(self, entries: Sequence[Entry]) -> TableState:
        """Return a copy of the state with entries applied. The present state must survive a failed write."""
        after = self.state.copy()
        for entry in entries:
            after.apply(entry)
        return after

    def _answer(self, sender: Player, first: Entry) -> Answer:
        entries = self.state.entries[first.number : first.number + first.made]
        return Answer(first.number + first.made, [self.serialize_for(sender, entry) for entry in entries])

    def serialize_for(self, player: Player | None, entry: Entry) -> dict[str, Any]:
        """Return an entry serialized for a player."""
        audience = audience_of(self.state, player.id if player else None, entry.match)
        return serialize_for(self.state, entry, audience)

    def since(self, player: Player | None, number: int, most: int | None = None) -> list[dict[str, Any]]:
        """Return at most `most` entries from `number` on, serialized for a player."""
        end = None if most is None else number + most
        return [self.serialize_for(player, entry) for entry in self.state.entries[number:end]]

    def _publish(self, entries: Sequence[Entry]) -> None:
        """Send entries to every subscriber, followed by the new state."""
        for subscriber in self.subscribers:
            for entry in entries:
                subscriber.send({"type": "entry", **self.serialize_for(subscriber.player, entry)})
            subscriber.send(self.state)
        self._disconnect_excluded({entry.act for entry in entries})

    def _disconnect_excluded(self, done: Collection[str]) -> None:
        """Disconnect the subscribers who may no longer see the table.

        New codes of an unlisted table exclude the removed players. The start of a match without spectators excludes all
        subscribers who are not participants.
        """
        state = self.state
        alone = Started.act in done and not state.opened.get("watchers")
        dismissed = state.removed if CodeRenewed.act in done and not state.opened.get("listed") else ()
        for subscriber in list(self.subscribers):
            player = subscriber.player.id if subscriber.player else ""
            if player in dismissed or (alone and not state.is_participant(player)):
                subscriber.end()

    def present(self) -> list[bool]:
        """Return, by seat, whether the player is connected or requested the page recently; bots are always present."""
        here = self.here()
        return [seat.kind == "bot" or seat.player in here for seat in self.state.seats]

    def here(self) -> set[str]:
        """Return the ids of all players who are connected to any process, or requested the page recently."""
        return self.here_at_this_process().union(*self.elsewhere.values())

    def here_at_this_process(self) -> set[str]:
        """Return the ids of the players who are connected to this process, or requested the page here recently."""
        return self.connected() | self.visits.keys()

    def connected(self) -> set[str]:
        """Return the ids of the players who have a live connection to this process."""
        return {subscriber.player.id for subscriber in self.subscribers if subscriber.player and not subscriber.lost}

    def remove(self, subscriber: Subscriber) -> None:
        """Remove a subscriber; nothing waits for its page any longer."""
        self.subscribers.pop(subscriber, None)
        self._shown.set()

    def report_shown(self, subscriber: Subscriber, version: int) -> None:
        """Record that a page has shown everything up to a version.

        Raises
        ------
        BadAct
            The version is not newer than the last one that the page reported, or newer than the table's version.
        """
        last = subscriber.shown
        if version > self.state.version or (last is not None and version <= last):
            message = said(
                "a page shows each version once, up to {most}; not {given}", most=self.state.version, given=version
            )
            raise BadAct(message, given=version, where="version")
        subscriber.shown = version
        self._shown.set()

    async def wait_until_shown(self, seconds: float) -> None:
        """Wait until the pages of all players have shown the present version, for at most the given seconds.

        A page that is late is not waited for again before its next report.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while late_pages(self.subscribers, self.state):
                    self._shown.clear()
                    await self._shown.wait()
        for late in late_pages(self.subscribers, self.state):
            late.shown = None

    def watching(self) -> int:
        """Return the number of spectators."""
        held = {seat.player for seat in self.state.seats if seat.player}
        return sum(
            1 for subscriber in self.subscribers if subscriber.player is None or subscriber.player.id not in held
        )

    def send_presence(self) -> None:
        """Send the presence to every subscriber: the seats, the number of spectators, and the thinking bots."""
        frame = {
            "type": "presence",
            "seats": self.present(),
            "watching": self.watching(),
            "thinking": sorted(self.thinking),
        }
        for subscriber in self.subscribers:
            subscriber.send(frame)


def _followed_up(state: TableState, at: datetime) -> TableState:
    """Apply all entries that the server must append to a state, in place, and return the state."""
    while (made := acts.follow_up(state)) is not None:
        state.apply(made.entry(state, at, state.version))
    return state

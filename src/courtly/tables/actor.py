"""One actor for each table: whatever is done at the table goes through its mailbox, one thing after the other.

An act is checked, appended, and only when it is durable told to anybody, its sender included. Bots, clocks and minders
are senders like any other; they are woken by what the actor publishes.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeVar

from courtly.engine.contract.game import Setup
from courtly.engine.errors import CourtlyError
from courtly.runtime import Runtime
from courtly.tables import acts
from courtly.tables.acts import Act, Made
from courtly.tables.audience import audience_of, told
from courtly.tables.codes import Codes
from courtly.tables.errors import StoreError
from courtly.tables.history import results_of
from courtly.tables.journal import Entry, Player
from courtly.tables.mailbox import Mailbox
from courtly.tables.state import TableState
from courtly.tables.store.errors import Conflict
from courtly.tables.store.players import LEAVE
from courtly.tables.store.rows import FinishedMatch, NewCodes
from courtly.tables.store.store import Store

T = TypeVar("T")

MOST_WAITING = 64
"""Frames that may wait for a reader; one with more is disconnected and comes back for what it missed."""


Frame = dict[str, Any] | TableState | None
"""What is sent to a reader: a frame as it goes out, a state that is still to be drawn for the reader, or the end."""


@dataclass(eq=False, slots=True)
class Reader:
    """Somebody connected to a table: who, in which language, and what waits to be sent."""

    player: Player | None
    lang: str = "en"
    frames: Mailbox[Frame] = field(default_factory=lambda: Mailbox(MOST_WAITING))
    lost: bool = False

    def end(self) -> None:
        """Let no more be sent, and what waits be forgotten."""
        self.lost = True
        while not self.frames.empty():
            self.frames.get_nowait()
        self.frames.put_nowait(None)

    def send(self, frame: Frame) -> None:
        """Add a frame; a reader who does not keep up is lost."""
        if self.lost:
            return
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.end()


@dataclass(frozen=True, slots=True)
class Answer:
    """What the sender of an act is told: the version after its entries, and the entries."""

    version: int
    entries: list[dict[str, Any]]

    def as_dict(self) -> dict[str, Any]:
        """Return the body of the answer."""
        return {"version": self.version, "entries": self.entries}


def now() -> datetime:
    """Return the time, in milliseconds, as entries keep it."""
    at = datetime.now(UTC)
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def new_secret(setup: Setup) -> dict[str, str]:
    """Return what a shuffle comes from, and the hash that everybody sees before it.

    A game that does not name its shuffles has none; its deals come from a seed that is drawn when they are made.
    """
    if not setup.game.documents.shuffles(setup, None):
        return {}
    secret = secrets.token_bytes(32)
    return {"secret": secret.hex(), "promise": hashlib.sha256(secret).hexdigest()}


class Actor:
    """A table in memory, and its mailbox.

    Parameters
    ----------
    state
        What the journal adds up to.
    store
        Where entries become durable.
    runtime
        Where what takes long is worked out.
    codes
        How the table's codes are made.
    on_change
        Called after every group of entries: wakes bots and clocks.

    Attributes
    ----------
    visits
        Who has looked at the page a moment ago without a live connection, and what ends that.
    elsewhere
        Who is connected to it at other processes, by process.
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
        self.readers: set[Reader] = set()
        self.visits: dict[str, asyncio.TimerHandle] = {}
        self.elsewhere: dict[str, frozenset[str]] = {}
        self.thinking: set[int] = set()
        self.is_attended = False
        self._store = store
        self._codes = codes
        self._runtime = runtime
        self._on_change = on_change
        self._turn = asyncio.Lock()

    @property
    def is_busy(self) -> bool:
        """Whether somebody is connected, or a match is played, so that it must stay in memory."""
        return bool(self.readers or self.visits) or self.is_attended

    async def act(self, sender: Player, act: Act) -> Answer:
        """Do what somebody sent, and return what it made; sent again, return the same and do nothing.

        Raises
        ------
        TableError, IllegalMove, BadOption, UnknownBot, StoreError
            Nothing has changed.
        """
        # Whoever stops waiting must not stop it between what is durable and what is known.
        acting = asyncio.shield(asyncio.ensure_future(self._act(sender, act)))
        try:
            return await acting
        except StoreError:
            raise
        except CourtlyError:
            # That its command was sent before goes before all other reasons, at whichever table it was.
            await self._check_unused(sender, act)
            raise

    async def _act(self, sender: Player, act: Act) -> Answer:
        async with self._turn:
            try:
                answer = await self._do(sender, act)
            except Conflict:
                # Another process was first. What it did is read, and the act looked at again.
                await self._check_unused(sender, act)
                await self._catch_up()
                answer = await self._do(sender, act)
            self._on_change(self)
        return answer

    async def _do(self, sender: Player, act: Act) -> Answer:
        if (first := self._sent(sender, act)) is not None:
            return self._answer(sender, first)
        here = self.here()
        is_move = isinstance(act, acts.Move)
        made = await self._worked_out(lambda: acts.check(self.state, sender, act, here), is_move=is_move)
        return self._answer(sender, await self._append(made, sender=sender, act=act))

    async def _check_unused(self, sender: Player, act: Act) -> None:
        """Refuse a command id that its sender used at another table."""
        found = await self._store.sent(sender.id, act.command)
        if found is not None and found[0] != self.state.table:
            raise acts.reused(act.command)

    async def catch_up(self, version: int | None = None) -> None:
        """Read what other processes have appended, up to a version at least, and tell it."""
        async with self._turn:
            # A notice of this process's own act may come before the act itself is through.
            if version is None or version > self.state.version:
                await self._catch_up()

    async def _catch_up(self) -> None:
        entries = await self._store.journal(self.state.table, since=self.state.version)
        if any(entry.act == LEAVE for entry in entries):
            # Whoever left is in none of the entries any more.
            whole = await self._store.journal(self.state.table)
            self.state = await self._runtime.read(lambda: TableState.of(self.state.table, whole))
        elif entries:
            self.state = await self._runtime.read(lambda: self._after(entries))
        if any(entry.act == LEAVE for entry in entries):
            # What readers were told before has a name that is gone: they come back for all of it.
            for reader in list(self.readers):
                reader.end()
        if entries:
            self._publish(entries)
            self._on_change(self)

    async def follow_up(self) -> None:
        """Do what the server does by itself in the present state, if anything is due."""
        await self.serve(lambda state: [made] if (made := due(state, self._runtime)) else [])

    async def serve(self, make: Callable[[TableState], list[Made]]) -> list[Entry]:
        """Do what the server itself does, if `make` still finds it due; return the entries."""
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
        """Return the first entry of an act that was sent before; refuse another act under its id."""
        found = next((e for e in self.state.entries if e.sender == sender.id and e.command == act.command), None)
        if found is not None:
            acts.check_same(found, act)
        return found

    async def _append(self, made: Sequence[Made], *, sender: Player | None = None, act: Act | None = None) -> Entry:
        """Make entries durable, then part of the state, then known; return the first.

        What the server does at once after them comes with them: a kill in between would leave it undone.
        """
        at, number = now(), self.state.version
        entries = [_entry(self.state, one, at, number + n, sender) for n, one in enumerate(made)]
        if act is not None:
            first = entries[0]
            entries[0] = Entry(
                first.number, first.at, first.act, first.match, first.turn, first.seat, first.sender, first.data,
                act.command, acts.content_of(act), len(entries),
            )  # fmt: skip
        after = await self._worked_out(
            lambda: _followed_up(self._after(entries), at, self._runtime),
            is_move=all(one.act == "move" for one in made),
        )
        entries = after.entries[number:]
        is_renewed = any(one.act == "renew" for one in made)
        await self._store.append(
            after.table,
            entries,
            after.head(),
            codes=NewCodes(self._codes.hashed(after), after.removed) if is_renewed else None,
            finished=_finished(self.state, after, at),
        )
        self.state = after
        self._publish(entries)
        return entries[0]

    async def _worked_out(self, work: Callable[[], T], *, is_move: bool) -> T:
        """Return what some work comes to, which is done here for a move: to hand it to a thread would take longer."""
        return work() if is_move else await self._runtime.read(work)

    def _after(self, entries: Sequence[Entry]) -> TableState:
        """Return the state that entries lead to; the present one stays, in case they cannot be kept."""
        after = self.state.copy()
        for entry in entries:
            after.apply(entry)
        return after

    def _answer(self, sender: Player, first: Entry) -> Answer:
        entries = self.state.entries[first.number : first.number + first.made]
        return Answer(first.number + first.made, [self.told(sender, entry) for entry in entries])

    def told(self, player: Player | None, entry: Entry) -> dict[str, Any]:
        """Return an entry as a player is told it."""
        audience = audience_of(self.state, player.id if player else None, entry.match)
        return told(self.state, entry, audience)

    def since(self, player: Player | None, number: int, most: int | None = None) -> list[dict[str, Any]]:
        """Return the entries from a number on, as a player is told them."""
        end = None if most is None else number + most
        return [self.told(player, entry) for entry in self.state.entries[number:end]]

    def _publish(self, entries: Sequence[Entry]) -> None:
        """Tell every reader of entries, and then of the state they lead to."""
        for reader in self.readers:
            for entry in entries:
                reader.send({"type": "entry", **self.told(reader.player, entry)})
            reader.send(self.state)
        self._see_out({entry.act for entry in entries})

    def _see_out(self, done: Collection[str]) -> None:
        """End the connections of those who may not see the table any more.

        With new codes these are the removed, and when a match begins without onlookers, whoever has no seat.
        """
        state = self.state
        alone = "start" in done and not state.opened.get("watchers")
        dismissed = state.removed if "renew" in done and not state.opened.get("listed") else ()
        for reader in list(self.readers):
            player = reader.player.id if reader.player else ""
            if player in dismissed or (alone and not state.is_home_of(player)):
                reader.end()

    def present(self) -> list[bool]:
        """Return whether somebody is connected, or looked at the page a moment ago, by seat; bots always are here."""
        here = self.here()
        return [seat.kind == "bot" or seat.player in here for seat in self.state.seats]

    def here(self) -> set[str]:
        """Return the players who are connected, to whichever process, or looked at the page a moment ago."""
        return self.here_at_this_process().union(*self.elsewhere.values())

    def here_at_this_process(self) -> set[str]:
        """Return the same without those that other processes tell of."""
        return self.connected() | self.visits.keys()

    def connected(self) -> set[str]:
        """Return the players who have a live connection."""
        return {reader.player.id for reader in self.readers if reader.player and not reader.lost}

    def watching(self) -> int:
        """Return how many look on without a seat."""
        held = {seat.player for seat in self.state.seats if seat.player}
        return sum(1 for reader in self.readers if reader.player is None or reader.player.id not in held)

    def say_presence(self) -> None:
        """Tell every reader who is here, how many look on and which bots think."""
        frame = {
            "type": "presence",
            "seats": self.present(),
            "watching": self.watching(),
            "thinking": sorted(self.thinking),
        }
        for reader in self.readers:
            reader.send(frame)


def due(state: TableState, runtime: Runtime) -> Made | None:
    """Return what the server does at once in a state; a match begins when the rules of its game are compiled."""
    made = acts.follow_up(state)
    waits = made is not None and made.act == "start" and runtime.is_cold(state.game)
    return None if waits else made


def _followed_up(state: TableState, at: datetime, runtime: Runtime) -> TableState:
    """Return a state, changed in place, after all that the server does there at once."""
    while (made := due(state, runtime)) is not None:
        state.apply(_entry(state, made, at, state.version, None))
    return state


def _entry(state: TableState, made: Made, at: datetime, number: int, sender: Player | None) -> Entry:
    match = state.number + (made.act == "again")
    turn = state.turn if made.turn is None else made.turn
    data = dict(made.data)
    if made.act == "start":
        data = {"luck": secrets.randbits(63), "seed": secrets.randbits(53)} | data
    if made.act == "again":
        data |= new_secret(state.setup)
    return Entry(
        number,
        at,
        made.act,
        match,
        0 if made.act == "again" else turn,
        made.seat,
        sender.id if sender else None,
        data,
    )


def _finished(before: TableState, after: TableState, at: datetime) -> FinishedMatch | None:
    """Return the match that was over with the last entries, for lists."""
    if after.status != "over" or before.status == "over" or after.match is None:
        return None
    record = after.match.record()
    kept: dict[str, Any] = {
        key: record[key] for key in ("game", "options", "origin", "seats", "result") if key in record
    }
    return FinishedMatch(after.table, after.number, at, kept, results_of(after, after.number, at))

"""Per-table background services: bots, clocks, and stand-ins for absent players.

They append entries through the actor, which checks again whether each entry is still due.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from courtly.engine.compile.rng import stream
from courtly.engine.errors import CourtlyError
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables.actor import Actor
from courtly.tables.acts import NewEntry
from courtly.tables.acts.matches import Forfeited, Substituted
from courtly.tables.acts.moves import Moved
from courtly.tables.acts.seats import Vacated, Waited
from courtly.tables.background import NON_RETRYABLE, Background, retry_when_unavailable
from courtly.tables.errors import StoreError
from courtly.tables.journal import Entry
from courtly.tables.pace import due, show_seconds
from courtly.tables.state import TableState
from courtly.tables.store import writes
from courtly.tables.store.store import Store
from courtly.tables.thinking import BotMove, Thinkers

log = logging.getLogger(__name__)

LEASE = 3.0
"""Seconds for which one process may run the bots of a table, if several processes share a store."""

RETRY_SECONDS = 1.0
"""Seconds until a process without the lease asks for it again."""

BOT_RETRY_SECONDS = 5.0
"""Seconds until a bot tries again to choose a move, after it and its replacement have failed."""

AWAY_SECONDS = 120.0
"""Seconds of absence after which a player who looks for opponents loses the seat, before the match."""

PATIENCE_SECONDS = 60.0
"""Seconds for which players who look for opponents wait for people, before bots may fill the open seats."""

FALLBACK_BOT = "steward"
"""The bot that replaces a failed one, so that the match goes on."""


@dataclass(slots=True)
class _Running:
    """The running services of one table: the task of a thinking bot, and the timers of clocks and absences.

    `absent` has the timers for stand-ins, by seat; `away` those of players who lose the seat before the match, by id.
    `patience` ends when bots may fill the open seats.
    """

    thinking: asyncio.Task[None] | None = None
    clock: asyncio.TimerHandle | None = None
    absent: dict[int, asyncio.TimerHandle] = field(default_factory=dict)
    away: dict[str, asyncio.TimerHandle] = field(default_factory=dict)
    patience: asyncio.TimerHandle | None = None


class TableServices:
    """The bots, clocks and stand-ins of all tables of a process.

    Parameters
    ----------
    runtime
        The runtime that runs the bots.
    store
        The store that keeps the lease of a table, if other processes share it.
    process
        The name of this process.
    pace
        The shortest time of a bot's move, in seconds; see the module `pace`.
    ended
        A callback for a match that has ended.
    """

    def __init__(
        self,
        runtime: Runtime,
        store: Store,
        process: str,
        *,
        pace: float,
        ended: Callable[[TableState], None],
    ) -> None:
        self._store = store
        self._process = process
        self._ended = ended
        self._thinkers = Thinkers(runtime)
        self._pace = pace
        self._tables: dict[str, _Running] = {}
        self._background = Background()

    async def close(self) -> None:
        """Stop all services."""
        for running in self._tables.values():
            self._cancel_all(running)
        await self._background.close()
        self._thinkers.close()

    def start_services(self, actor: Actor) -> None:
        """Start, restart or stop the services of a table to match its present state."""
        state = actor.state
        running = self._tables.setdefault(state.table, _Running())
        self._set_clock_timer(actor, running)
        seat = state.to_move
        if seat is not None and state.seats[seat].playing_bot and (running.thinking is None or running.thinking.done()):
            running.thinking = self._background.start("a bot's move", self._think(actor))
        if state.status != "playing":
            self._cancel_timers(running)
        if state.status == "over":
            self._ended(state)
        self.went(actor)
        self._set_patience_timer(actor, running)
        waits = state.is_live_meeting or running.patience is not None
        actor.has_services = state.status == "playing" or waits

    def stop(self, table: str) -> None:
        """Stop the services of a table that is no longer in memory."""
        if (running := self._tables.pop(table, None)) is not None:
            self._cancel_all(running)
            if running.thinking is not None:
                running.thinking.cancel()

    def came(self, actor: Actor) -> None:
        """Cancel the absence timers of players who are back."""
        running = self._tables.setdefault(actor.state.table, _Running())
        for seat, here in enumerate(actor.present()):
            if here and seat in running.absent:
                running.absent.pop(seat).cancel()
        self._set_away_timers(actor, running)

    def went(self, actor: Actor) -> None:
        """Start the absence timers of absent players, if the table has stand-ins or its players look for opponents."""
        self._set_away_timers(actor, self._tables.setdefault(actor.state.table, _Running()))
        minder = actor.state.opened.get("minder")
        if minder is None or minder["after"] is None or actor.state.status != "playing":
            return
        running = self._tables.setdefault(actor.state.table, _Running())
        for seat, here in enumerate(actor.present()):
            held = actor.state.seats[seat]
            if not here and held.is_held and held.substituted_by is None and seat not in running.absent:
                loop = asyncio.get_running_loop()
                running.absent[seat] = loop.call_later(minder["after"], self._substitute_absent, actor, seat)

    def _set_away_timers(self, actor: Actor, running: _Running) -> None:
        """Set a timer for each absent player who looks for opponents, and cancel those of all other players."""
        state, here = actor.state, actor.here()
        held = [seat.player for seat in state.seats if seat.player is not None] if state.is_live_meeting else []
        absent = [player for player in held if player not in here]
        for player in [player for player in running.away if player not in absent]:
            running.away.pop(player).cancel()
        for player in absent:
            if player not in running.away:
                loop = asyncio.get_running_loop()
                running.away[player] = loop.call_later(AWAY_SECONDS, self._vacate, actor, player)

    def _set_patience_timer(self, actor: Actor, running: _Running) -> None:
        """Set a timer for the moment when bots may fill the open seats of players who look for opponents."""
        state = actor.state
        if running.patience is not None:
            running.patience.cancel()
            running.patience = None
        if state.is_meeting and not state.has_waited:
            since = (environment().now() - state.entries[0].at) / timedelta(seconds=1)
            wait = max(0.0, PATIENCE_SECONDS - since)
            running.patience = asyncio.get_running_loop().call_later(wait, self._offer_bots, actor)

    def _offer_bots(self, actor: Actor) -> None:
        self._background.start("offering bots to players who wait", _served(actor, _offered))

    def _vacate(self, actor: Actor, player: str) -> None:
        self._tables[actor.state.table].away.pop(player, None)
        served = _served(actor, partial(_vacate, actor, player))
        self._background.start("freeing the seat of an absent player", served)

    def acted(self, actor: Actor, player: str) -> None:
        """Restart the absence timer of a player who acted without being connected."""
        running, seat = self._tables.get(actor.state.table), actor.state.seat_of(player)
        if running is not None and seat in running.absent:
            running.absent.pop(seat).cancel()
            self.went(actor)

    def _substitute_absent(self, actor: Actor, seat: int) -> None:
        # Timers that end at the same time fire in any order, so this one also serves the others, in the order of seats.
        timers = self._tables[actor.state.table].absent
        ends = timers[seat].when()
        for _, absent in sorted((timer.when(), each) for each, timer in timers.items() if timer.when() <= ends):
            timers.pop(absent).cancel()
            served = _served(actor, partial(_substitute_absent, actor, absent))
            self._background.start("substituting for an absent player", served)

    def _cancel_timers(self, running: _Running) -> None:
        for handle in (running.clock, *running.absent.values()):
            if handle is not None:
                handle.cancel()
        running.clock = None
        running.absent.clear()

    def _cancel_all(self, running: _Running) -> None:
        self._cancel_timers(running)
        for handle in (running.patience, *running.away.values()):
            if handle is not None:
                handle.cancel()
        running.patience = None
        running.away.clear()

    def _set_clock_timer(self, actor: Actor, running: _Running) -> None:
        """Set a timer for the moment when the running clock runs out."""
        if running.clock is not None:
            running.clock.cancel()
            running.clock = None
        seat, state = actor.state.to_move, actor.state
        ends = state.clocks.runs_out(seat) if seat is not None and state.clocks else None
        if ends is None or state.timeout == "vote":
            return
        wait = max(0.0, (ends - environment().now()) / timedelta(seconds=1))
        running.clock = asyncio.get_running_loop().call_later(wait, self._ran_out, actor)

    def _ran_out(self, actor: Actor) -> None:
        # The timer and the clocks use different time sources: a timer that fires early is set again.
        def due_still(state: TableState) -> list[NewEntry]:
            seat = state.to_move
            ends = state.clocks.runs_out(seat) if seat is not None and state.clocks else None
            is_due = ends is not None and ends <= environment().now()
            return _replace_late(state, seat) if seat is not None and is_due else []

        async def serve() -> None:
            if not await _served(actor, due_still):
                self._set_clock_timer(actor, self._tables[actor.state.table])

        self._background.start("substituting for a player whose clock ran out", serve())

    async def _think(self, actor: Actor) -> None:
        """Play the moves of bots until a person or a program is to move."""
        loop = asyncio.get_running_loop()
        while True:
            state, came = actor.state, loop.time()
            seat = state.to_move
            spec = state.seats[seat].playing_bot if seat is not None else None
            if seat is None or spec is None or state.match is None:
                return
            if not await self._has_lease(state.table):
                await environment().sleep(RETRY_SECONDS)
                continue
            actor.thinking.add(seat)
            actor.send_presence()
            try:
                thought = await self._thought(state, seat, spec)
                if thought is None:
                    await environment().sleep(BOT_RETRY_SECONDS)
                    continue
                wait = due(came, thought.by, self._pace) - loop.time()
                if wait > 0:
                    await environment().sleep(wait)
                if self._pace > 0:
                    await actor.wait_until_shown(show_seconds(sum(one.is_held for one in state.seats)))
            finally:
                actor.thinking.discard(seat)
            at = (state.number, state.turn)
            chosen = NewEntry(Moved(thought.move, thought.simulations), seat)

            def make(
                state: TableState, at: tuple[int, int] = at, made: NewEntry = chosen, bot: str = spec
            ) -> list[NewEntry]:
                here = state.status == "playing" and (state.number, state.turn) == at
                return [made] if here and state.seats[made.seat or 0].playing_bot == bot else []

            await _served(actor, make)
            actor.send_presence()

    async def _has_lease(self, table: str) -> bool:
        """Return whether this process may run bots here now; False while the database cannot confirm the lease."""
        if not self._store.notices.is_shared:
            return True
        try:
            return await self._store.write_at(table, writes.acquire, self._process, LEASE)
        except NON_RETRYABLE:
            raise
        except StoreError:
            return False

    async def _thought(self, state: TableState, seat: int, spec: str) -> BotMove | None:
        """Return a bot's move; if the bot fails, return the steward's, and None if both fail."""
        assert state.match is not None
        knowledge = state.match.knowledge(seat)
        luck = stream(state.played[-1].luck, state.turn)
        for bot in (spec, FALLBACK_BOT):
            try:
                return await self._thinkers.think(bot, knowledge, luck)
            except CourtlyError:
                log.exception("bot %s failed at a table", bot)
        return None


async def _served(actor: Actor, make: Callable[[TableState], list[NewEntry]]) -> list[Entry]:
    """Append the entries that are due at a table; retry while the database is unavailable."""
    return await retry_when_unavailable(lambda: actor.serve(make))


def _substitute_absent(actor: Actor, seat: int, state: TableState) -> list[NewEntry]:
    """Return the entry of a stand-in; nothing if the player is back, as after a long outage of the database."""
    return [] if actor.present()[seat] else _substitute(state, seat)


def _offered(state: TableState) -> list[NewEntry]:
    """Return the entry after which bots may fill the open seats; nothing if there is one already."""
    return [NewEntry(Waited())] if state.is_meeting and not state.has_waited else []


def _vacate(actor: Actor, player: str, state: TableState) -> list[NewEntry]:
    """Return the entry that frees the seat of a player who looks for opponents; nothing if the player is back."""
    seat = state.seat_of(player) if state.is_live_meeting and player not in actor.here() else None
    return [] if seat is None else [NewEntry(Vacated(), seat)]


def _replace_late(state: TableState, seat: int) -> list[NewEntry]:
    """Return the entry for a player whose clock has run out: the stand-in, for now or to the end."""
    made = _substitute(state, seat)
    return [NewEntry(Forfeited(state.stand_in), seat)] if made and state.timeout == "forfeit" else made


def _substitute(state: TableState, seat: int) -> list[NewEntry]:
    held = state.seats[seat]
    if state.status != "playing" or not held.is_held or held.substituted_by is not None:
        return []
    return [NewEntry(Substituted(state.stand_in, "server"), seat)]

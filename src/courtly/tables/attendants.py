"""What waits upon tables: bots that think, clocks that run out, and minders for whoever is away.

They are senders like any other: what they do goes through the actor, which looks again whether it is still due.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta

from courtly.engine.compile.rng import stream
from courtly.engine.errors import CourtlyError
from courtly.runtime import Runtime
from courtly.tables.actor import Actor, now
from courtly.tables.acts import Made, minder_of
from courtly.tables.background import FINAL, Background, patiently
from courtly.tables.errors import StoreError
from courtly.tables.journal import Entry
from courtly.tables.pace import due
from courtly.tables.state import TableState
from courtly.tables.thinking import Thinkers, Thought

log = logging.getLogger(__name__)

LEASE = 3.0
"""Seconds for which the bots of a table are one process's, where several share a store."""

AGAIN = 1.0
"""Seconds after which another process asks for them again."""

Lease = Callable[[str], Awaitable[bool]]

FALL_BACK = "steward"
"""What plays where a bot has failed, so that nobody waits for ever."""


@dataclass(slots=True)
class _Attended:
    """What goes on at one table: a bot that thinks, and what happens at a time unless something else does before."""

    thinking: asyncio.Task[None] | None = None
    clock: asyncio.TimerHandle | None = None
    absent: dict[int, asyncio.TimerHandle] = field(default_factory=dict)


class Attendants:
    """The bots, clocks and minders of all tables of a process.

    Parameters
    ----------
    runtime, pace
        See `Lobby`.
    lease
        Whether this process may let bots think at a table now; None where there is no other process.
    ended
        What is called where a match is over.
    """

    def __init__(
        self,
        runtime: Runtime,
        *,
        pace: float,
        lease: Lease | None = None,
        ended: Callable[[TableState], None] = lambda _state: None,
    ) -> None:
        self._lease = lease
        self._ended = ended
        self._thinkers = Thinkers(runtime)
        self._pace = pace
        self._tables: dict[str, _Attended] = {}
        self._background = Background()

    async def close(self) -> None:
        """Stop everything that waits."""
        for attended in self._tables.values():
            self._still(attended)
        await self._background.close()
        self._thinkers.close()

    def attend(self, actor: Actor) -> None:
        """See to a table after something has happened there."""
        state = actor.state
        attended = self._tables.setdefault(state.table, _Attended())
        self._wind(actor, attended)
        seat = state.to_move
        if (
            seat is not None
            and state.seats[seat].playing_bot
            and (attended.thinking is None or attended.thinking.done())
        ):
            attended.thinking = self._background.start("a bot's thinking", self._think(actor))
        if state.status != "playing":
            self._still(attended)
        if state.status == "over":
            self._ended(state)
        self.went(actor)
        actor.is_attended = state.status == "playing"

    def came(self, actor: Actor) -> None:
        """Let nobody mind the seats of those who are here."""
        attended = self._tables.setdefault(actor.state.table, _Attended())
        for seat, here in enumerate(actor.present()):
            if here and seat in attended.absent:
                attended.absent.pop(seat).cancel()

    def went(self, actor: Actor) -> None:
        """Begin to count for those who are away, where the table says after how long somebody is minded."""
        minder = actor.state.opened.get("minder")
        if minder is None or actor.state.status != "playing":
            return
        attended = self._tables.setdefault(actor.state.table, _Attended())
        for seat, here in enumerate(actor.present()):
            held = actor.state.seats[seat]
            if not here and held.is_held and held.minded_by is None and seat not in attended.absent:
                loop = asyncio.get_running_loop()
                attended.absent[seat] = loop.call_later(minder["after"], self._minded, actor, seat)

    def acted(self, actor: Actor, player: str) -> None:
        """Count the absence of somebody who is not connected from now on: they have just done something."""
        attended, seat = self._tables.get(actor.state.table), actor.state.seat_of(player)
        if attended is not None and seat in attended.absent:
            attended.absent.pop(seat).cancel()
            self.went(actor)

    def _minded(self, actor: Actor, seat: int) -> None:
        self._tables[actor.state.table].absent.pop(seat, None)
        if not actor.present()[seat]:
            served = _served(actor, lambda state: _mind(state, seat))
            self._background.start("minding the seat of somebody who is away", served)

    def _still(self, attended: _Attended) -> None:
        for handle in (attended.clock, *attended.absent.values()):
            if handle is not None:
                handle.cancel()
        attended.clock = None
        attended.absent.clear()

    def _wind(self, actor: Actor, attended: _Attended) -> None:
        """Set an alarm for when the clock that runs runs out."""
        if attended.clock is not None:
            attended.clock.cancel()
            attended.clock = None
        seat, state = actor.state.to_move, actor.state
        ends = state.clocks.runs_out(seat) if seat is not None and state.clocks else None
        if ends is None:
            return
        wait = max(0.0, (ends - now()) / timedelta(seconds=1))
        attended.clock = asyncio.get_running_loop().call_later(wait, self._ran_out, actor)

    def _ran_out(self, actor: Actor) -> None:
        # The alarm and the clocks go by different times; if it came early, it is set again.
        def due_still(state: TableState) -> list[Made]:
            seat = state.to_move
            ends = state.clocks.runs_out(seat) if seat is not None and state.clocks else None
            return _mind(state, seat) if seat is not None and ends is not None and ends <= now() else []

        async def serve() -> None:
            if not await _served(actor, due_still):
                self._wind(actor, self._tables[actor.state.table])

        self._background.start("minding a seat whose clock ran out", serve())

    async def _think(self, actor: Actor) -> None:
        """Let bots move until it is somebody else's turn."""
        loop = asyncio.get_running_loop()
        while True:
            state, came = actor.state, loop.time()
            seat = state.to_move
            spec = state.seats[seat].playing_bot if seat is not None else None
            if seat is None or spec is None or state.match is None:
                return
            if not await self._has_lease(state.table):
                await asyncio.sleep(AGAIN)
                continue
            actor.thinking.add(seat)
            actor.say_presence()
            try:
                thought = await self._thought(state, seat, spec)
                wait = due(came, thought.by, self._pace) - loop.time()
                if wait > 0:
                    await asyncio.sleep(wait)
            finally:
                actor.thinking.discard(seat)
            at = (state.number, state.turn)
            chosen = Made("move", seat, {"move": thought.move, "simulations": thought.simulations})

            def make(state: TableState, at: tuple[int, int] = at, made: Made = chosen, bot: str = spec) -> list[Made]:
                here = state.status == "playing" and (state.number, state.turn) == at
                return [made] if here and state.seats[made.seat or 0].playing_bot == bot else []

            await _served(actor, make)
            actor.say_presence()

    async def _has_lease(self, table: str) -> bool:
        """Return whether bots may think here now: not while the database is away, for nobody could tell."""
        try:
            return self._lease is None or await self._lease(table)
        except FINAL:
            raise
        except StoreError:
            return False

    async def _thought(self, state: TableState, seat: int, spec: str) -> Thought:
        """Return what a bot plays; where it fails, what the steward would."""
        assert state.match is not None
        knowledge = state.match.knowledge(seat)
        luck = stream(state.played[-1].luck, state.turn)
        try:
            return await self._thinkers.think(spec, knowledge, luck)
        except CourtlyError:
            log.exception("bot %s has failed at a table", spec)
            return await self._thinkers.think(FALL_BACK, knowledge, luck)


async def _served(actor: Actor, make: Callable[[TableState], list[Made]]) -> list[Entry]:
    """Do what is due at a table; while the database is away, try again."""
    return await patiently(lambda: actor.serve(make))


def _mind(state: TableState, seat: int) -> list[Made]:
    held = state.seats[seat]
    if state.status != "playing" or not held.is_held or held.minded_by is not None:
        return []
    return [Made("mind", seat, {"bot": minder_of(state), "by": "server"})]

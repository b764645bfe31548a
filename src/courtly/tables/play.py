"""Playing at a table: acts, drafts and hints."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from hashlib import sha256
from typing import Any

from courtly.bots import Hint
from courtly.engine.sentences import said
from courtly.runtime import Runtime
from courtly.tables import acts
from courtly.tables.access import Access
from courtly.tables.actor import Answer
from courtly.tables.acts import Move
from courtly.tables.errors import BrokenTable, NotYourTurn
from courtly.tables.fair_queue import Caller, FairQueue, QueueFull
from courtly.tables.hints import Asked, Hints
from courtly.tables.journal import Player
from courtly.tables.memory import Memory
from courtly.tables.refusals import NotAllowed, NotNow, too_fast
from courtly.tables.services import TableServices
from courtly.tables.store import reads
from courtly.tables.store.store import Store
from courtly.tables.table_views import Draft, TableViews, table_view
from courtly.text.languages import checked_language

MAX_DRAFTS = 64
"""The largest number of waiting drafts: less than a second of work, so that no answer comes too late to be useful."""


class Play:
    """Runs the acts of players."""

    def __init__(self, store: Store, access: Access, tables: Memory, services: TableServices) -> None:
        self._store, self._access = store, access
        self._tables, self._services = tables, services

    async def act(self, player: Player, table: str, body: object) -> Answer:
        """Run an act at a table; see `acts`.

        Raises
        ------
        TableError, IllegalMove, BadOption, UnknownBot
            The act was refused; nothing has changed.
        """
        act = acts.read_act(body)
        # A repeated act gets its first answer, even if its code is no longer valid.
        if isinstance(act, acts.Sit) and await self._store.read(reads.sent, player.id, act.command) is None:
            if act.code is not None:
                await self._access.show_code(player, act.code)
            await self._access.check_may_sit(player, (await self._access.actor(player, table)).state)
        actor = await self._access.actor(player, table)
        apart = await self.apart(player) if isinstance(act, acts.Sit) else ()
        answer = await actor.act(player, act, apart)
        if isinstance(act, acts.Sit) and actor.state.is_from_elsewhere(actor.state.number):
            self._tables.disconnect_from_deal(player.id, table, actor.state.opened["key"])
        self._services.acted(actor, player.id)
        return answer

    async def apart(self, player: Player) -> frozenset[str]:
        """Return the ids of the players who share no table with a player; see `Blocks`."""
        return await self._access.apart(player)

    async def take_time_off(self, player: Player, days: int, command: str) -> int:
        """Take days off at all tables with days for each move where a player plays; return the number of these tables.

        Tables that give no more days, and damaged tables, are skipped. If the command is repeated, nothing changes.

        Raises
        ------
        BadAct
            The number of days is not possible.
        NotNow
            No table gives these days, but one would give fewer.
        """
        given, refused = 0, None
        for table in await self._store.read(reads.running_of, player.id):
            body = {"command": sha256(f"{command} {table}".encode()).hexdigest(), "act": "time_off", "days": days}
            try:
                if (await self._access.actor(player, table)).state.gives_time_off:
                    await self.act(player, table, body)
                    given += 1
            except NotNow as error:
                refused = error
            except BrokenTable:
                continue
        if refused is not None and not given:
            raise refused
        return given


class Drafts:
    """Tries drafts, and finds hints."""

    def __init__(self, runtime: Runtime, access: Access, views: TableViews) -> None:
        self._runtime, self._access, self._views = runtime, access, views
        self._hints = Hints(runtime)
        self._drafts = FairQueue(MAX_DRAFTS)

    async def draft(self, player: Player, table: str, body: Mapping[str, Any], *, address: str = "") -> Draft:
        """Return a table after a draft; nothing is stored.

        Drafts are tried one at a time, in an order that is fair to addresses and persons.
        """
        act = acts.read_act({**body, "act": "move", "command": "draft"})
        assert isinstance(act, Move)
        actor = await self._access.actor(player, table)
        async with self._trying_moves(player, address):
            state = actor.state
            seat = acts.own_seat(state, player)
            before = table_view(state, self._views.serialize(state, player), player.id)

            def laid_out() -> Draft:
                match, is_revealing = acts.drafted(state, seat, act)
                assert before.match is not None
                after = replace(before.match, view=match.view(seat), log=match.log(seat))
                return Draft(state, replace(before, match=after), is_revealing)

            return await self._runtime.read(laid_out)

    @asynccontextmanager
    async def _trying_moves(self, player: Player, address: str) -> AsyncIterator[None]:
        """Wait for a turn to try moves, and hold it; raise `TooMany` if too many drafts are waiting."""
        try:
            async with self._drafts.take(Caller(address, player.id)):
                yield
        except QueueFull:
            allowed = said("{most} at a time", most=MAX_DRAFTS)
            raise too_fast(allowed, 1.0) from None

    async def hint(self, player: Player, table: str, *, lang: str, laid: Sequence[str] = (), address: str = "") -> Hint:
        """Return advice for the seat to move, in the present position or after a draft of its moves.

        Raises
        ------
        NotAllowed
            The table is without hints.
        NotYourTurn, HintsBusy, HintsNotReady, TooMany
            The seat cannot move after the draft, or too many hints or drafts are pending.
        IllegalMove
            A move of the draft is not legal.
        """
        checked_language(lang)
        state = (await self._access.actor(player, table)).state
        seat = acts.own_seat(state, player)
        if not state.aids:
            raise NotAllowed(said("there are no hints at this table"), where="aids")
        if state.match is None or state.to_move != seat:
            raise NotYourTurn(said("seat {seat} has nothing to decide now", seat=seat), given=seat, where="seat")
        asked = Asked(f"{table}/{state.number}", state.turn, seat, lang, tuple(laid))
        knowledge = state.match.knowledge(seat)
        if laid:
            async with self._trying_moves(player, address):
                knowledge = await self._runtime.read(lambda: acts.known_after(state, seat, laid))
        return await self._hints.find(asked, knowledge, Caller(address, player.id))

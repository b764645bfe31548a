"""Hints at live tables: advice for the player to move, from the knowledge of that player's seat.

A hint changes nothing and is not stored. Its random stream is derived from the number of moves, so equal requests get
equal hints. Recent hints are cached. One hint is searched at a time. Other requests wait in a fair queue, up to a
limit. Moves never wait for a hint.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple

from courtly.bots import HINT_BUDGET, Hint, hint, hint_stream
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.sentences import said
from courtly.runtime import Runtime
from courtly.tables.errors import HintsBusy, HintsNotReady
from courtly.tables.fair_queue import Caller, FairQueue, QueueFull

CACHE_SIZE = 256
"""The number of cached hints."""

WAITING = 16
"""The largest number of waiting requests; it limits how long a player waits."""


class Asked(NamedTuple):
    """A request for a hint.

    Attributes
    ----------
    table
        The id of the table and the number of the match.
    version
        The number of moves of the match.
    lang
        The language of the hint.
    laid
        The moves of the player's draft.
    """

    table: str
    version: int
    seat: int
    lang: str
    laid: tuple[str, ...] = ()


class Hints:
    """Finds hints one at a time, and caches them."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._found: OrderedDict[Asked, Hint] = OrderedDict()
        self._searches: dict[Asked, asyncio.Task[Hint]] = {}
        self._queue = FairQueue(WAITING)

    async def find(self, asked: Asked, knowledge: Knowledge, caller: Caller) -> Hint:
        """Return the hint for the seat of `knowledge`; equal requests get equal hints.

        Raises
        ------
        WrongSeat
            The seat has nothing to decide.
        UnknownLanguage
            There are no texts in this language.
        HintsBusy
            Too many requests are waiting, and this player, or this address, has the most of them.
        HintsNotReady
            The rules of the game are still being compiled.
        """
        if self._runtime.is_cold(knowledge.setup.game.name):
            message = said("the server is still preparing this game; ask again in about a minute")
            raise HintsNotReady(message, where="game")
        if asked in self._found:
            return self._found[asked]
        if asked not in self._searches:
            search = asyncio.create_task(self._search_in_turn(asked, knowledge, caller))
            self._searches[asked] = search
            search.add_done_callback(lambda _: self._searches.pop(asked))
        # If one request is cancelled, the search continues for the other requests for the same hint.
        return await asyncio.shield(self._searches[asked])

    async def _search_in_turn(self, asked: Asked, knowledge: Knowledge, caller: Caller) -> Hint:
        budget = replace(HINT_BUDGET, threads=self._runtime.cores)
        try:
            async with self._queue.take(caller):
                found = await self._runtime.advise(
                    lambda: hint(knowledge, hint_stream(asked.version), lang=asked.lang, budget=budget)
                )
        except QueueFull:
            message = said("{count} hints are already waiting; ask again in a moment", count=WAITING)
            raise HintsBusy(message, allowed=said("{most} at a time", most=WAITING)) from None
        self._keep(asked, found)
        return found

    def _keep(self, asked: Asked, found: Hint) -> None:
        self._found[asked] = found
        while len(self._found) > CACHE_SIZE:
            self._found.popitem(last=False)

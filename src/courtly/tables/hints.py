"""Hints at live tables: advice to the person who has to decide, from what that person's seat knows.

A hint changes nothing and is not stored. Its random stream comes from the version of the table, so the same question
has the same answer; recent answers are kept in memory. The runtime searches one hint at a time: other requests wait, up
to a limit, and no move waits for a hint.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple

from courtly.bots import HINT_BUDGET, Hint, hint, hint_luck
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.sentences import said
from courtly.runtime import Runtime
from courtly.tables.errors import HintsBusy

KEPT = 256
"""How many answers are kept."""

WAITING = 16
"""How many questions may wait at once; nobody should wait longer than for so many searches."""

WAITING_EACH = 3
"""How many of them may be one person's, so that nobody takes all places."""


class Asked(NamedTuple):
    """A question: at which table and version, by which seat, in which language, after which moves that are laid out."""

    table: str
    version: int
    seat: int
    lang: str
    laid: tuple[str, ...] = ()


class Hints:
    """Finds hints, one at a time."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._found: OrderedDict[Asked, Hint] = OrderedDict()
        self._waiting: dict[Asked, tuple[str, asyncio.Task[Hint]]] = {}

    async def find(self, asked: Asked, knowledge: Knowledge, *, asker: str) -> Hint:
        """Return the hint for the seat that `knowledge` is of; the same question has the same answer.

        Raises
        ------
        WrongSeat
            The seat has nothing to decide.
        UnknownLanguage
        HintsBusy
            Many wait already, or the asker waits at other tables.
        """
        if asked in self._found:
            return self._found[asked]
        if asked not in self._waiting:
            self._check_room(asker)
            search = asyncio.create_task(self._search_in_turn(asked, knowledge))
            self._waiting[asked] = (asker, search)
            search.add_done_callback(lambda _: self._waiting.pop(asked))
        # A request that is cancelled leaves the search running for others with the same question.
        return await asyncio.shield(self._waiting[asked][1])

    def _check_room(self, asker: str) -> None:
        own = sum(other == asker for other, _ in self._waiting.values())
        if len(self._waiting) >= WAITING or own >= WAITING_EACH:
            count, most = (own, WAITING_EACH) if own >= WAITING_EACH else (len(self._waiting), WAITING)
            message = said("{count} hints are asked for already; ask again in a moment", count=count)
            raise HintsBusy(message, allowed=said("{most} at once", most=most))

    async def _search_in_turn(self, asked: Asked, knowledge: Knowledge) -> Hint:
        budget = replace(HINT_BUDGET, threads=self._runtime.cores)
        found = await self._runtime.advise(
            lambda: hint(knowledge, hint_luck(asked.version), lang=asked.lang, budget=budget),
            game=knowledge.setup.game.name,
        )
        self._keep(asked, found)
        return found

    def _keep(self, asked: Asked, found: Hint) -> None:
        self._found[asked] = found
        while len(self._found) > KEPT:
            self._found.popitem(last=False)

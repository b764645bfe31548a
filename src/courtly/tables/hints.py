"""Hints at live tables: what a person who has to decide is advised, from what that person's seat knows.

A hint changes nothing and is not kept in the store. Its luck comes from the version of the table, so the same question
has the same answer; the answers of late are kept in memory. One hint is searched at a time, on its own threads: whoever
asks meanwhile waits, up to a number of questions, and no move of anybody waits for a hint.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import NamedTuple

from courtly.bots import Hint, hint, hint_luck
from courtly.engine.knowledge import Knowledge
from courtly.tables.errors import HintsBusy

KEPT = 256
"""How many answers are kept."""

WAITING = 16
"""How many may ask at once; nobody should wait longer than for so many searches."""


class Asked(NamedTuple):
    """A question: at which table and version, by which seat, in which language."""

    table: str
    version: int
    seat: int
    lang: str


class Hints:
    """Finds hints, one at a time."""

    def __init__(self) -> None:
        self._found: OrderedDict[Asked, Hint] = OrderedDict()
        self._searching = asyncio.Lock()
        self._waiting = 0

    async def find(self, asked: Asked, knowledge: Knowledge) -> Hint:
        """Return the hint for the seat that `knowledge` is of; the same question has the same answer.

        Raises
        ------
        WrongSeat
            The seat has nothing to decide.
        UnknownLanguage
        HintsBusy
            Many wait already.
        """
        if asked not in self._found:
            await self._wait_for(asked, knowledge)
        return self._found[asked]

    async def _wait_for(self, asked: Asked, knowledge: Knowledge) -> None:
        """Search when it is this question's turn, unless somebody who asked the same has found the answer by then."""
        if self._waiting == WAITING:
            raise HintsBusy(
                f"{WAITING} hints are asked for already; ask again in a moment", allowed=f"{WAITING} at once"
            )
        self._waiting += 1
        try:
            async with self._searching:
                if asked not in self._found:
                    self._keep(asked, await asyncio.to_thread(_search, asked, knowledge))
        finally:
            self._waiting -= 1

    def _keep(self, asked: Asked, found: Hint) -> None:
        self._found[asked] = found
        while len(self._found) > KEPT:
            self._found.popitem(last=False)


def _search(asked: Asked, knowledge: Knowledge) -> Hint:
    return hint(knowledge, hint_luck(asked.version), lang=asked.lang)

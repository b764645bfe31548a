"""Reviews of finished matches, made beside the tables one at a time, and kept.

Who makes one has a lease on it, so that of several processes one does. One that was begun and not finished, because its
process ended, is made again by whoever starts next, or is asked for it.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from courtly.engine.errors import CourtlyError
from courtly.engine.play.match import Match
from courtly.review import BadReview, Effort, Review, read_review, worker
from courtly.tables.background import Background, patiently
from courtly.tables.history import costs_of
from courtly.tables.state import TableState
from courtly.tables.store.store import Store

LEASE = 6.0
"""Seconds for which a review is one process's to make, unless it goes on asking."""

LONGEST = 1 << 24
"""Bytes of a review at most."""

Key = tuple[str, int]


@dataclass(slots=True)
class Counting:
    """How far a review is made: so many moves of so many; `done` is None while another process makes it."""

    done: int | None
    moves: int


class Reviews:
    """The reviews of the tables of a process.

    Parameters
    ----------
    store
        Where they are kept.
    process
        The id of this process.
    background
        Where what nobody waits for is done.

    Attributes
    ----------
    effort
        What a review takes; None: none are made.
    """

    def __init__(self, store: Store, process: str, background: Background) -> None:
        self._store, self._process = store, process
        self.effort: Effort | None = None
        self._background = background
        self._counting: dict[Key, Counting] = {}
        # One at a time, in a process of the lowest priority: no bot and no page waits for a review.
        self._alone = asyncio.Lock()

    def ended(self, state: TableState) -> None:
        """Begin to review the match of a table that has just ended."""
        if state.match is not None and state.match.is_over:
            self._begin((state.table, state.number), state.match)

    async def take_up(self, played: Callable[[str, int], Awaitable[Match]]) -> None:
        """Make the reviews that were begun when a server stopped; `played` finds the match of a table."""
        if self.effort is None:
            return
        for table, number in await patiently(self._store.unmade_reviews):
            try:
                self._begin((table, number), await played(table, number))
            except CourtlyError:
                # Whoever asks for that table is told why.
                continue

    async def find(self, table: str, number: int, match: Match) -> Review | Counting | None:
        """Return the review of a match, or how far it is; it is made where it is missing or of another version."""
        try:
            if (found := await self.kept(table, number)) is not None:
                return found
        except BadReview:
            await self._store.drop_review(table, number)
        self._begin((table, number), match)
        return self._counting.get((table, number))

    async def kept(self, table: str, number: int) -> Review | None:
        """Return the review of a match if it is kept; raise `BadReview` where it is of another version."""
        document = await self._store.review(table, number)
        return None if document is None else read_review(document)

    def _begin(self, key: Key, match: Match) -> None:
        if self.effort is not None and key not in self._counting:
            self._counting[key] = Counting(None, match.version)
            self._background.start("reviewing a match", self._make(key, match.copy(), self.effort))

    async def _make(self, key: Key, match: Match, effort: Effort) -> None:
        """Make a review and keep it, unless another process does."""
        try:
            while not await self._has_lease(key):
                if await patiently(lambda: self._store.review(*key)) is not None:
                    return
                await asyncio.sleep(LEASE / 2)
            keeping = self._background.start("keeping the lease of a review", self._keep_lease(key))
            try:
                async with self._alone:
                    document = await self._reviewed(key, match, effort)
            finally:
                if keeping is not None:
                    keeping.cancel()
            if document is not None:
                costs = costs_of(read_review(document))
                await patiently(lambda: self._store.put_review(*key, document, costs))
        finally:
            self._counting.pop(key, None)

    async def _has_lease(self, key: Key) -> bool:
        return await patiently(lambda: self._store.take_review(*key, self._process, LEASE))

    async def _keep_lease(self, key: Key) -> None:
        while True:
            await asyncio.sleep(LEASE / 3)
            await self._has_lease(key)

    async def _reviewed(self, key: Key, match: Match, effort: Effort) -> str | None:
        """Return the document of a review, made in a process of its own; None where that has failed."""
        command = (sys.executable, "-m", worker.__name__)
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LONGEST)
        assert process.stdin is not None
        assert process.stdout is not None
        document = None
        try:
            process.stdin.write(worker.request_of(match.record(), effort))
            process.stdin.write_eof()
            async for line in process.stdout:
                if line.strip().isdigit():
                    self._counting[key] = Counting(int(line), match.version)
                else:
                    document = line.decode().strip()
        except BaseException:
            # Only then: one that has just ended by itself would be asked for its end twice, which asyncio warns of.
            with suppress(ProcessLookupError):
                process.kill()
            raise
        finally:
            await process.wait()
        return document

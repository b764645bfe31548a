"""Reviews of finished matches, made one at a time in a separate process, and stored.

A process makes a review under a lease, so that only one of several processes makes it. A review that was interrupted
is made again: by the next process that starts, or when a client requests it.
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
from courtly.tables.background import Background, retry_when_unavailable
from courtly.tables.history import costs_of
from courtly.tables.state import TableState
from courtly.tables.store.store import Store

LEASE = 6.0
"""Seconds until the lease of a process on a review expires, unless the process renews it."""

LONGEST = 1 << 24
"""The maximum size of a review, in bytes."""

Key = tuple[str, int]


@dataclass(slots=True)
class ReviewProgress:
    """The number of reviewed moves and of all moves. `done` is None if this process has not begun it."""

    done: int | None
    moves: int


class Reviews:
    """The reviews of the tables of a process.

    Parameters
    ----------
    store
        The store that keeps the reviews.
    process
        The id of this process.
    background
        The runner of background tasks.

    Attributes
    ----------
    effort
        The effort of a review; None disables reviews.
    """

    def __init__(self, store: Store, process: str, background: Background) -> None:
        self._store, self._process = store, process
        self.effort: Effort | None = None
        self._background = background
        self._counting: dict[Key, ReviewProgress] = {}
        # One review at a time, in a process of the lowest priority: bots and pages never wait for a review.
        self._alone = asyncio.Lock()

    def ended(self, state: TableState) -> None:
        """Start the review of a match that has just ended."""
        if state.match is not None and state.match.is_over:
            self._begin((state.table, state.number), state.match)

    async def load_unfinished(self, played: Callable[[str, int], Awaitable[Match]]) -> None:
        """Resume the reviews that were unfinished when a server stopped; `played` returns the match of a table."""
        if self.effort is None:
            return
        for table, number in await retry_when_unavailable(self._store.unfinished_reviews):
            try:
                self._begin((table, number), await played(table, number))
            except CourtlyError:
                # A client that requests the table gets the error.
                continue

    async def find(self, table: str, number: int, match: Match) -> Review | ReviewProgress | None:
        """Return the review of a match, or its progress; start one if it is missing or of another version."""
        try:
            if (found := await self.kept(table, number)) is not None:
                return found
        except BadReview:
            await self._store.drop_review(table, number)
        self._begin((table, number), match)
        return self._counting.get((table, number))

    async def kept(self, table: str, number: int) -> Review | None:
        """Return the stored review of a match, None without one; raise `BadReview` if it is of another version."""
        document = await self._store.review(table, number)
        return None if document is None else read_review(document)

    def _begin(self, key: Key, match: Match) -> None:
        if self.effort is not None and key not in self._counting:
            self._counting[key] = ReviewProgress(None, match.version)
            self._background.start("reviewing a match", self._make(key, match.copy(), self.effort))

    async def _make(self, key: Key, match: Match, effort: Effort) -> None:
        """Make and store a review, unless another process makes it."""
        try:
            while not await self._has_lease(key):
                if await retry_when_unavailable(lambda: self._store.review(*key)) is not None:
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
                await retry_when_unavailable(lambda: self._store.put_review(*key, document, costs))
        finally:
            self._counting.pop(key, None)

    async def _has_lease(self, key: Key) -> bool:
        return await retry_when_unavailable(lambda: self._store.take_review(*key, self._process, LEASE))

    async def _keep_lease(self, key: Key) -> None:
        while True:
            await asyncio.sleep(LEASE / 3)
            await self._has_lease(key)

    async def _reviewed(self, key: Key, match: Match, effort: Effort) -> str | None:
        """Return the document of a review, made in a separate process; None if that process failed."""
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
                    self._counting[key] = ReviewProgress(int(line), match.version)
                else:
                    document = line.decode().strip()
        except BaseException:
            # Kill only after an error: asyncio warns if it waits twice for a process that has already ended.
            with suppress(ProcessLookupError):
                process.kill()
            raise
        finally:
            await process.wait()
        return document

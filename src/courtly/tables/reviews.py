"""Reviews of finished matches, made one at a time in a separate process, and stored.

Hosts take turns, and matches that were played here come before uploaded records. A process makes a review under a
lease, so that only one of several processes makes it. A review that was interrupted is made again: by the next process
that starts, or when a client requests it.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from courtly.engine.errors import CourtlyError
from courtly.engine.play.match import Match
from courtly.environment import environment
from courtly.review import BadReview, Decision, Effort, Review, read_review, worker
from courtly.review.effort import LEAST
from courtly.tables import audience
from courtly.tables.background import Background, retry_when_unavailable
from courtly.tables.fair_queue import Caller, FairQueue, QueueFull
from courtly.tables.history import costs_of
from courtly.tables.state import TableState
from courtly.tables.store import reads, writes
from courtly.tables.store.store import Store

LEASE = 6.0
"""Seconds until the lease of a process on a review expires, unless the process renews it."""

LONGEST = 1 << 24
"""The maximum size of a review, in bytes."""

MAX_WAITING = 64
"""The largest number of waiting reviews. A review that is dropped starts again at the next request for it."""

FULL_MOVES = 250
"""The largest number of moves of a match that is reviewed with full effort. The time of a review grows with the square
of the number of moves, so a longer match is reviewed with less effort."""

MAX_MOVES = 500
"""The largest number of moves of a match that is reviewed. Even with the least effort, the review of a longer match
would take minutes."""

Key = tuple[str, int]


@dataclass(slots=True)
class ReviewProgress:
    """The decisions that are already judged, in order, and the number of all moves.

    `judged` is None until this process has begun the review. A review begins with the last move of the match.
    """

    judged: tuple[Decision, ...] | None
    moves: int

    @property
    def is_too_long(self) -> bool:
        """Whether the match is too long for a review."""
        return self.moves > MAX_MOVES


class ReviewJob(NamedTuple):
    """A review to make, for the host of the table; `is_upload` if the match is an uploaded record.

    `stand_ins` are the numbers of the moves that stand-ins made.
    """

    key: Key
    match: Match
    effort: Effort
    stand_ins: frozenset[int]
    host: str
    is_upload: bool


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
    effort
        The effort of a review; None disables reviews.
    """

    def __init__(self, store: Store, process: str, background: Background, effort: Effort | None) -> None:
        self._store, self._process = store, process
        self._effort = effort
        self._background = background
        self._counting: dict[Key, ReviewProgress] = {}
        # One review at a time, in a process of the lowest priority: bots and pages never wait for a review.
        self._queue = FairQueue(MAX_WAITING)

    def ended(self, state: TableState) -> None:
        """Start the review of a match that has just ended."""
        if state.match is not None and state.match.is_over:
            self._begin(state, state.number)

    async def load_unfinished(self, state_of: Callable[[str], Awaitable[TableState]]) -> None:
        """Resume the reviews that were unfinished when a server stopped; `state_of` returns the state of a table."""
        if self._effort is None:
            return
        for table, number in await retry_when_unavailable(lambda: self._store.read(reads.unfinished_reviews)):
            try:
                self._begin(await state_of(table), number)
            except CourtlyError:
                # A client that requests the table gets the error.
                continue

    async def find(self, state: TableState, number: int) -> Review | ReviewProgress | None:
        """Return the review of a match, or its progress; start one if it is missing or of another version.

        Raises
        ------
        NoSuchTable, NotOver
            See `audience.finished`.
        """
        match = audience.finished(state, number)
        try:
            found = await self.kept(state.table, number)
        except BadReview:
            found = None
            await self._store.write_at(state.table, writes.drop_review, number)
        if found is not None:
            if self._effort is None or _stand_ins_of(found) == state.played[number - 1].stand_ins:
                return found
            # An earlier version counted the moves of stand-ins as moves of the players.
            await self._store.write_at(state.table, writes.drop_review, number)
        if self._effort is None:
            return None
        self._begin(state, number)
        return self._counting.get((state.table, number)) or ReviewProgress(None, match.version)

    async def kept(self, table: str, number: int) -> Review | None:
        """Return the stored review of a match, None without one; raise `BadReview` if it is of another version."""
        document = await self._store.read(reads.review, table, number)
        # Parse in a thread, because the review of a long match is long.
        return None if document is None else await environment().in_thread(lambda: read_review(document))

    def _begin(self, state: TableState, number: int) -> None:
        key = state.table, number
        match = audience.finished(state, number)
        if self._effort is not None and key not in self._counting and match.version <= MAX_MOVES:
            match = match.copy()
            self._counting[key] = ReviewProgress(None, match.version)
            effort, stand_ins = effort_for(match, self._effort), state.played[number - 1].stand_ins
            job = ReviewJob(key, match, effort, stand_ins, state.host, "record" in state.opened)
            self._background.start("reviewing a match", self._make(job))

    async def _make(self, job: ReviewJob) -> None:
        """Make and store a review in the turn of its host, unless another process makes it."""
        key = job.key
        try:
            # Take the lease now: its row tells the next process that starts to finish this review.
            await self._has_lease(key)
            while not await self._made_in_turn(job):
                if await retry_when_unavailable(lambda: self._store.read(reads.review, *key)) is not None:
                    return
                await environment().sleep(LEASE / 2)
        except QueueFull:
            return
        finally:
            self._counting.pop(key, None)

    async def _made_in_turn(self, job: ReviewJob) -> bool:
        """Wait for a turn; return False if another process has the lease then, otherwise make and store the review."""
        key = job.key
        async with self._queue.take(Caller("", job.host), is_urgent=not job.is_upload):
            if not await self._has_lease(key):
                return False
            keeping = self._background.start("keeping the lease of a review", self._keep_lease(key))
            try:
                document = await self._reviewed(job)
            finally:
                if keeping is not None:
                    keeping.cancel()
        if document is not None:
            costs = costs_of(await environment().in_thread(lambda: read_review(document)))
            await retry_when_unavailable(
                lambda: self._store.write_at(key[0], writes.put_review, key[1], document, costs)
            )
        return True

    async def _has_lease(self, key: Key) -> bool:
        return await retry_when_unavailable(
            lambda: self._store.write_at(key[0], writes.take_review, key[1], self._process, LEASE)
        )

    async def _keep_lease(self, key: Key) -> None:
        while True:
            await environment().sleep(LEASE / 3)
            await self._has_lease(key)

    async def _reviewed(self, job: ReviewJob) -> str | None:
        """Return the document of a review, made in a separate process; None if that process failed."""
        command = (sys.executable, "-m", worker.__name__)
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LONGEST)
        assert process.stdin is not None
        assert process.stdout is not None
        document, judged = None, tuple[Decision, ...]()
        try:
            process.stdin.write(worker.request_of(job.match.record(), job.effort, job.stand_ins))
            process.stdin.write_eof()
            async for line in process.stdout:
                if len(judged) < job.match.version:
                    judged = (Decision.model_validate_json(line), *judged)
                    self._counting[job.key] = ReviewProgress(judged, job.match.version)
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


def _stand_ins_of(found: Review) -> frozenset[int]:
    """Return the numbers of the moves that a review counts as moves of stand-ins."""
    return frozenset(each.number for each in found.decisions if each.by_stand_in)


def effort_for(match: Match, effort: Effort) -> Effort:
    """Return the effort for a match: less for a long match, see `FULL_MOVES`."""
    part = min(1.0, (FULL_MOVES / max(1, match.version)) ** 2)
    matches, simulations = (max(LEAST, int(part * most)) for most in (effort.matches, effort.simulations))
    return replace(effort, matches=matches, simulations=simulations)

"""Finished matches, their records and their reviews."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from courtly.review import BadReview, Review
from courtly.runtime import Runtime
from courtly.tables import audience
from courtly.tables.access import Access
from courtly.tables.journal import Player
from courtly.tables.memory import Memory
from courtly.tables.reviews import ReviewProgress, Reviews
from courtly.tables.store.rows import Aim
from courtly.tables.table_views import FinishedMatch, TableViews, compared


class FinishedMatches:
    """Shows finished matches to players of their tables, and to players of the same deals."""

    def __init__(self, runtime: Runtime, access: Access, tables: Memory, views: TableViews, reviews: Reviews) -> None:
        self._runtime, self._access = runtime, access
        self._tables, self._views, self._reviews = tables, views, reviews

    async def find(self, player: Player | None, table: str, match: int) -> FinishedMatch:
        """Return a match that was played to its end, for a player who may see its table or compare its deal.

        Raises
        ------
        NoSuchTable
            The table or match does not exist, or the player may not see it.
        NotOver
            The match is still running, or was stopped.
        """
        state, is_compared = await self._access.finished(player, table, match)
        played = audience.finished(state, match)
        if is_compared:
            document = self._views.serialize(state, None)
            shown = await self._runtime.read(lambda: compared(state, document, match))
            return FinishedMatch(shown, played.copy(), is_compared=True)
        return FinishedMatch(await self._views.table_view(player, table, match), played.copy())

    async def record(self, player: Player | None, table: str, match: int | None = None) -> dict[str, Any]:
        """Return the record of a finished match, by default the last one.

        Raises
        ------
        NoSuchTable, NotOver
            See `find`.
        """
        state, _ = await self._access.finished(player, table, match)
        return audience.finished(state, match or state.number).record()

    async def review(self, player: Player | None, table: str, match: int) -> Review | ReviewProgress | None:
        """Return the review of a finished match, or its progress; None if this server makes no reviews.

        Raises
        ------
        NoSuchTable, NotOver
            See `find`.
        """
        state, _ = await self._access.finished(player, table, match)
        return await self._reviews.find(state, match)

    async def shared_review(self, aim: Aim) -> Review | ReviewProgress | None:
        """Return the review of a link's match, or its progress; None if this server makes no reviews."""
        return await self._reviews.find(await self._tables.state_of(aim.table), aim.match)

    async def stored_review(self, table: str, match: int) -> Review | None:
        """Return the stored review of a match that the caller may see, None without one; start no review."""
        with suppress(BadReview):
            return await self._reviews.kept(table, match)
        return None

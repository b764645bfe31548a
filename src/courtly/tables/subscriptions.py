"""Live connections of clients to tables, and visits of players without one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from courtly.tables.access import Access
from courtly.tables.journal import Player
from courtly.tables.presence import VISIT_SECONDS, Presence
from courtly.tables.subscribers import Subscriber
from courtly.tables.table_views import TableViews
from courtly.text.languages import ENGLISH


class Subscriptions:
    """Connects clients to tables."""

    def __init__(self, access: Access, views: TableViews, presence: Presence) -> None:
        self._access, self._views, self._presence = access, views, presence

    @asynccontextmanager
    async def subscribe(
        self, player: Player | None, table: str, *, lang: str = ENGLISH, since: int = 0, serialized: bool = True
    ) -> AsyncIterator[tuple[Subscriber, list[Any]]]:
        """Connect a client to a table; yield the subscriber, and the first frames to send.

        The frames are the table, the entries from `since` on, and the state. The state is a frame if `serialized`, else
        a `TableState`. The caller removes the frames from the list, to free their memory while the connection lasts.
        """
        actor = await self._access.actor(player, table, since)
        subscriber = Subscriber(player, lang, hears=await self._access.may_read_talk(player, actor.state))
        await self._access.check_open(player, actor.state, since)
        self._presence.connect(actor, subscriber)
        state = actor.state
        first: list[Any] = [{"type": "table", **self._views.serialize(state, player).as_dict()}]
        first += [{"type": "entry", **entry} for entry in actor.since(player, since)]
        first.append(self._views.frame(subscriber, state) if serialized else state)
        self._presence.came(actor)
        try:
            yield subscriber, first
        finally:
            self._presence.disconnect(actor, subscriber)

    async def visit(self, player: Player, table: str, seconds: float = VISIT_SECONDS) -> None:
        """Count a player who sent a request without a live connection as present for the given seconds."""
        actor = await self._access.actor(player, table)
        if actor.state.seat_of(player.id) is not None and player.id not in actor.connected():
            self._presence.visit(actor, player.id, seconds)

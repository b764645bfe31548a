"""Renders the states of live tables as diffs: the parts that differ from the version that a client has.

Pages are rendered in the event loop, one at a time: a thread would only compete with the loop for the GIL. Turns are
fair to addresses and persons. Clients that wait for an answer come first in three of four turns. The other clients get
the latest state when their turn comes. So an overloaded server skips states, but answers every request. Only hashes of
the parts are cached. Drafts are rendered on request and not cached.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any

from courtly.runtime import Runtime
from courtly.tables.document import TableDocument, with_presence
from courtly.tables.fair_queue import Caller, FairQueue
from courtly.tables.journal import Player
from courtly.tables.state import TableState
from courtly.tables.table_views import Draft, TableViews
from courtly.text.locales import Locale
from courtly.web.contexts.table import MatchUpdate
from courtly.web.parts import NO_HASHES, PartHashes, PartsUpdate
from courtly.web.table_pages import draft_update, is_played, left_on, match_update, page_kind

MAX_AUDIENCES = 1024
"""Maximum number of audiences in the cache, over all tables."""

VERSIONS = 2
"""Number of cached versions for each audience; a client with an older version gets all parts."""

MAX_SHOWN = 64
"""Maximum number of rendered states in the cache. All clients of an audience share them, for example all spectators."""

LOOP_YIELDS = 24
"""Event loop iterations between two pages, enough to send a move that has arrived before the next page is rendered. A
move takes about eight iterations, and more if it waits for the disk."""

NOTHING = MatchUpdate("", [], PartsUpdate({}, NO_HASHES))


@dataclass(frozen=True, slots=True)
class PageViewer:
    """The viewer of a page: a player or an unknown spectator, their language, and the parts switched off."""

    player: Player | None
    lang: str
    off: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Rendered:
    """The rendered output of one version for one audience.

    Attributes
    ----------
    table
        The table as a document, without its view.
    page
        The page kind: `waiting`, `match` or `final`.
    match
        The rendered match page. After the end of a match, the final position is rendered once more.
    """

    table: TableDocument
    page: str
    match: MatchUpdate


@dataclass(frozen=True, slots=True)
class CachedVersion:
    """The cache entry of a version that an audience was shown: the page kind and the hashes of its parts."""

    page: str
    hashes: PartHashes


Versions = OrderedDict[int | None, CachedVersion]
"""The cached versions of one audience, by version number."""


class Renderer:
    """Renders and caches the last versions of tables that clients watch.

    Parameters
    ----------
    views
        Tables as viewers may see them.
    runtime
        Renders the first page of each game in a thread, because its templates are compiled then.

    Attributes
    ----------
    turns
        The queue of the callers that render pages.
    """

    def __init__(self, views: TableViews, runtime: Runtime) -> None:
        self._views = views
        self._runtime = runtime
        self._kept: OrderedDict[Hashable, Versions] = OrderedDict()
        self._shown: OrderedDict[Hashable, Rendered] = OrderedDict()
        self._compiled: set[str] = set()
        self.turns = FairQueue(yields=LOOP_YIELDS)

    async def frame(self, viewer: PageViewer, state: TableState, *, since: int | None) -> dict[str, Any]:
        """Return the frame of a state for a page, with the parts that differ from version `since`.

        The caller holds a turn of `turns`. All parts are returned if `since` is None or no longer cached.
        """
        key, kept = self._versions_of(viewer, state)
        is_same = since == state.version
        known = since if since in kept else None
        shown = await self._state(key, kept, viewer, state, known)
        table = replace(shown.table, seats=with_presence(shown.table.seats, self._views.present(state))).as_dict()
        del table["view"]
        return {
            "type": "state",
            "from": since if is_same else known,
            **table,
            "page": shown.page,
            "title": shown.match.title,
            "left": left_on(shown.table, Locale(viewer.lang)),
            "acts": shown.match.acts,
            "regions": {} if is_same else shown.match.parts.texts,
        }

    async def draft(self, viewer: PageViewer, draft: Draft, *, since: int | None, caller: Caller) -> dict[str, Any]:
        """Return the legal moves after a draft, and the parts that differ from version `since` of the page.

        If that version is no longer cached, the diff is against the present version, which the page will get anyway.
        """
        async with self.turns.take(caller, is_urgent=True):
            key, kept = self._versions_of(viewer, draft.state)
            if since not in kept and draft.state.version not in kept:
                await self._state(key, kept, viewer, draft.state, None)
            before, locale = (kept.get(since) or kept[draft.state.version]).hashes, Locale(viewer.lang)
            drawn = await self._render(
                draft.state.game, lambda: draft_update(draft.table_view, locale, viewer.off, before=before)
            )
        regions = drawn.parts.texts
        return {"legal": draft.legal, "reveals": draft.is_revealing, "acts": drawn.acts, "regions": regions}

    def _versions_of(self, viewer: PageViewer, state: TableState) -> tuple[Hashable, Versions]:
        """Return the cache of the viewer's audience; evict the least recently used audience if there are too many."""
        key = (self._views.audience_key(viewer.player, state), viewer.lang, viewer.off)
        kept = self._kept.setdefault(key, Versions())
        self._kept.move_to_end(key)
        if len(self._kept) > MAX_AUDIENCES:
            self._kept.popitem(last=False)
        return key, kept

    async def _state(
        self, audience: Hashable, kept: Versions, viewer: PageViewer, state: TableState, since: int | None
    ) -> Rendered:
        """Return a state rendered for an audience, with the parts that differ from the cached version `since`."""
        key = (audience, state.version, since)
        if (shown := self._shown.get(key)) is None:
            before = NO_HASHES if since is None else kept[since].hashes
            self._shown[key] = shown = await self._render_state(_before(kept, state.version), viewer, state, before)
            if len(self._shown) > MAX_SHOWN:
                self._shown.popitem(last=False)
        kept[state.version] = CachedVersion(shown.page, shown.match.parts.hashes)
        while len(kept) > VERSIONS:
            kept.popitem(last=False)
        return shown

    async def _render_state(self, last: str, viewer: PageViewer, state: TableState, before: PartHashes) -> Rendered:
        """Render a state. `last` is the previous page kind: a match that has just ended is rendered once more."""
        table_view = self._views.table_view_in_memory(viewer.player, state)
        table, page = replace(table_view.table, view=None), page_kind(table_view)
        if not (is_played(table_view) or (page == "final" and last == "match")):
            return Rendered(table, page, NOTHING)
        locale = Locale(viewer.lang)
        drawn = await self._render(state.game, lambda: match_update(table_view, locale, viewer.off, before=before))
        return Rendered(table, page, drawn)

    async def _render(self, game: str, draw: Callable[[], MatchUpdate]) -> MatchUpdate:
        """Return the rendered match. A game's first page is rendered in a thread, which compiles the templates."""
        if game in self._compiled:
            return draw()
        drawn = await self._runtime.read(draw)
        self._compiled.add(game)
        return drawn


def _before(kept: Versions, version: int) -> str:
    """Return the page kind that an audience had before a version, or an empty text if it is not cached."""
    return next((each.page for number, each in reversed(kept.items()) if number is not None and number < version), "")

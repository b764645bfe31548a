"""What readers of live tables are shown, drawn once for each audience, language and set of switches.

All who look on share one drawing of a version, and each seat has its own. A reader has the version that they were told
last, and nothing else. Turns that are only laid out are drawn for whoever asks, and forgotten. Pages are drawn in
threads, so that the event loop goes on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from courtly.runtime import Runtime
from courtly.tables.journal import Player
from courtly.tables.lobby import Lobby
from courtly.tables.looking import Draft, Look
from courtly.tables.state import TableState
from courtly.text.reader import Reader
from courtly.web.contexts.table import MatchDrawing
from courtly.web.regions import Drawing
from courtly.web.table_pages import draft_regions, is_played, left_on, match_regions, page_kind

MOST_AUDIENCES = 1024
"""Audiences, of all tables, whose drawings are kept."""

VERSIONS = 4
"""Versions that are kept of each; a reader who was told an earlier one gets whole regions."""

NOTHING = MatchDrawing("", [], Drawing({}))


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whom something is drawn for: somebody, or whoever looks on; their language, and what they have switched off."""

    player: Player | None
    lang: str
    off: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Shown:
    """What one audience is shown of one version.

    Attributes
    ----------
    table
        The table as a document, without its view.
    page
        Which page it is: `waiting`, `match` or `final`.
    match
        What is drawn of the page of a match; of one that has just ended too, as it lies there at its end.
    """

    table: Mapping[str, Any]
    page: str
    match: MatchDrawing


Kept = OrderedDict[int, asyncio.Task[Shown]]
"""The drawings of an audience, by version."""


class Drawings:
    """The drawings of the last versions of tables that somebody looks at.

    Parameters
    ----------
    lobby
        The tables.
    runtime
        Where pages are drawn.
    """

    def __init__(self, lobby: Lobby, runtime: Runtime) -> None:
        self._lobby = lobby
        self._runtime = runtime
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()

    async def frame(self, viewer: Viewer, state: TableState, *, since: int | None) -> dict[str, Any]:
        """Return the frame of a state for a page: the regions that differ from those of version `since`.

        They are whole where that is None, or is kept no more.
        """
        kept = self._of(viewer, state)
        shown = await self._shown(kept, viewer, state)
        old = _done(kept, since) if since != state.version else None
        is_same = since == state.version
        here = zip(shown.table["seats"], self._lobby.present(state), strict=True)
        return {
            "type": "state",
            "from": since if is_same or old else None,
            **shown.table,
            "seats": [{**seat, "present": present} for seat, present in here],
            "page": shown.page,
            "title": shown.match.title,
            "left": left_on(shown.table, Reader(viewer.lang)),
            "acts": shown.match.acts,
            "regions": {} if is_same else shown.match.drawing.since(old.match.drawing if old else None),
        }

    async def draft(self, viewer: Viewer, draft: Draft, *, since: int | None) -> dict[str, Any]:
        """Return what a page that shows version `since` needs of a draft: what may follow, and the regions that differ.

        Where that version is kept no more, they differ from the present one, of which the page will be told anyway.
        """
        kept = self._of(viewer, draft.state)
        shown = await self._shown(kept, viewer, draft.state)
        before = _done(kept, since) or shown
        drawn = await self._runtime.read(lambda: draft_regions(draft, Reader(viewer.lang), viewer.off))
        regions = drawn.drawing.since(before.match.drawing)
        return {"legal": draft.legal, "acts": drawn.acts, "regions": regions}

    def _of(self, viewer: Viewer, state: TableState) -> Kept:
        """Return the drawings of an audience; those of others that were asked for long ago are forgotten."""
        key = (self._lobby.sight(viewer.player, state), viewer.lang, viewer.off)
        kept = self._kept.setdefault(key, OrderedDict())
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_AUDIENCES:
            self._kept.popitem(last=False)
        return kept

    async def _shown(self, kept: Kept, viewer: Viewer, state: TableState) -> Shown:
        version = state.version
        if version not in kept:
            last = next((task.result() for task in reversed(kept.values()) if task.done()), None)
            look = self._lobby.glance(viewer.player, state)
            kept[version] = asyncio.create_task(self._drawn(look, viewer, last))
            kept[version].add_done_callback(lambda task: _forget_failed(kept, version, task))
        drawn = kept[version]
        while len(kept) > VERSIONS:
            kept.popitem(last=False)
        # Others may wait for it when one goes away.
        return await asyncio.shield(drawn)

    async def _drawn(self, look: Look, viewer: Viewer, last: Shown | None) -> Shown:
        table, page = {key: value for key, value in look.table.items() if key != "view"}, page_kind(look)
        has_ended = page == "final" and last is not None and last.page == "match"
        if not (is_played(look) or has_ended):
            return Shown(table, page, NOTHING)
        drawn = await self._runtime.read(lambda: match_regions(look, Reader(viewer.lang), viewer.off))
        return Shown(table, page, drawn if last is None else _sharing(drawn, last.match.drawing))


def _done(kept: Kept, version: int | None) -> Shown | None:
    """Return what was shown of a version, None where it is not kept or not drawn."""
    task = None if version is None else kept.get(version)
    return task.result() if task is not None and task.done() else None


def _sharing(drawn: MatchDrawing, last: Drawing) -> MatchDrawing:
    """Return a drawing that shares with another what is the same in both, to take less memory."""
    new = drawn.drawing.regions.items()
    regions = {name: old if (old := last.regions.get(name)) == html else html for name, html in new}
    return replace(drawn, drawing=Drawing(regions))


def _forget_failed(kept: Kept, version: int, task: asyncio.Task[Shown]) -> None:
    if (task.cancelled() or task.exception() is not None) and kept.get(version) is task:
        del kept[version]

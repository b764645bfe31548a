"""What readers of live tables are shown, drawn once for each audience, language and set of switches.

All who look on share one drawing of a version, and each seat has its own. A reader has the version that they were told
last, and nothing else. Pages are drawn in threads, so that the event loop goes on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from courtly.runtime import Runtime
from courtly.tables.actor import Reader as TableReader
from courtly.tables.lobby import Lobby
from courtly.tables.looking import Look
from courtly.tables.state import TableState
from courtly.text.reader import Reader
from courtly.web.regions import Drawing
from courtly.web.table_pages import is_played, left_on, match_regions, page_kind

MOST_AUDIENCES = 1024
"""Audiences, of all tables, whose drawings are kept."""

VERSIONS = 4
"""Versions that are kept of each; a reader who was told an earlier one gets whole regions."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one audience is shown of one version.

    Attributes
    ----------
    table
        The table as a document, without its view.
    page
        Which page it is: `waiting`, `match` or `final`. Only that of a match has regions.
    """

    table: Mapping[str, Any]
    page: str
    title: str
    drawing: Drawing


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
        self._kept: OrderedDict[Hashable, OrderedDict[int, asyncio.Task[Shown]]] = OrderedDict()

    async def frame(
        self, reader: TableReader, state: TableState, off: frozenset[str], *, since: int | None
    ) -> dict[str, Any]:
        """Return the frame of a state for a page: the regions that differ from those of version `since`.

        They are whole where that is None, or is kept no more.
        """
        kept = self._of(self._lobby.sight(reader, state), reader.lang, off)
        shown = await self._shown(kept, reader, state, off)
        before = kept.get(since) if since is not None and since != state.version else None
        old = before.result() if before is not None and before.done() else None
        is_same = since == state.version
        here = zip(shown.table["seats"], self._lobby.present(state), strict=True)
        return {
            "type": "state",
            "from": since if is_same or old else None,
            **shown.table,
            "seats": [{**seat, "present": present} for seat, present in here],
            "page": shown.page,
            "title": shown.title,
            "left": left_on(shown.table, Reader(reader.lang)),
            "regions": {} if is_same else shown.drawing.since(old.drawing if old else None),
        }

    def _of(self, *key: Hashable) -> OrderedDict[int, asyncio.Task[Shown]]:
        """Return the drawings of an audience; those of others that were asked for long ago are forgotten."""
        kept = self._kept.setdefault(key, OrderedDict())
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_AUDIENCES:
            self._kept.popitem(last=False)
        return kept

    async def _shown(
        self,
        kept: OrderedDict[int, asyncio.Task[Shown]],
        reader: TableReader,
        state: TableState,
        off: frozenset[str],
    ) -> Shown:
        version = state.version
        if version not in kept:
            last = next((task.result() for task in reversed(kept.values()) if task.done()), None)
            look = self._lobby.glance(reader, state)
            kept[version] = asyncio.create_task(self._drawn(look, Reader(reader.lang), off, last))
            kept[version].add_done_callback(lambda task: _forget_failed(kept, version, task))
        drawn = kept[version]
        while len(kept) > VERSIONS:
            kept.popitem(last=False)
        # Others may wait for it when one goes away.
        return await asyncio.shield(drawn)

    async def _drawn(self, look: Look, reader: Reader, off: frozenset[str], last: Shown | None) -> Shown:
        table = {key: value for key, value in look.table.items() if key != "view"}
        if not is_played(look):
            return Shown(table, page_kind(look), "", Drawing({}))
        title, drawing = await self._runtime.read(lambda: match_regions(look, reader, off))
        return Shown(table, page_kind(look), title, drawing if last is None else _sharing(drawing, last.drawing))


def _sharing(drawing: Drawing, last: Drawing) -> Drawing:
    """Return a drawing that shares with another what is the same in both, to take less memory."""
    regions = {name: old if (old := last.regions.get(name)) == html else html for name, html in drawing.regions.items()}
    return replace(drawing, regions=regions)


def _forget_failed(kept: OrderedDict[int, asyncio.Task[Shown]], version: int, task: asyncio.Task[Shown]) -> None:
    if (task.cancelled() or task.exception() is not None) and kept.get(version) is task:
        del kept[version]

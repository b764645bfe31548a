"""What readers of live tables are shown: each state as what differs from the one that they were told before.

One page is drawn at a time, in the event loop: a thread would wait for Python's lock, and the loop for the thread.
Whoever waits for an answer comes first; the others are brought what there is when it is their turn, so that a server
which has more to draw than it can skips states, and no answers. Of what was drawn only as much is kept as tells whether
it differs. Turns that are only laid out are drawn for whoever asks, and forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from courtly.runtime import Runtime
from courtly.tables.journal import Player
from courtly.tables.lobby import Lobby
from courtly.tables.looking import Draft
from courtly.tables.state import TableState
from courtly.text.reader import Reader
from courtly.web.contexts.table import MatchDrawing
from courtly.web.prints import NO_PRINTS, Prints
from courtly.web.regions import Drawing
from courtly.web.table_pages import draft_regions, is_played, left_on, match_regions, page_kind
from courtly.web.turns import Turns

MOST_AUDIENCES = 1024
"""Audiences, of all tables, of which it is kept what they were shown."""

VERSIONS = 2
"""Versions that are kept of each; a reader who was told an earlier one gets whole regions."""

MOST_SHOWN = 64
"""States that are kept as they were drawn, for others who look on at the same table."""

NOTHING = MatchDrawing("", [], Drawing({}, NO_PRINTS))


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


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a version that an audience was shown: which page it was, and what tells what differs from it."""

    page: str
    prints: Prints


Versions = OrderedDict[int | None, Kept]
"""What is kept of an audience, by version."""


class Drawings:
    """The drawings of the last versions of tables that somebody looks at.

    Parameters
    ----------
    lobby
        The tables.
    runtime
        Where the first page of a game is drawn, whose templates are compiled meanwhile.

    Attributes
    ----------
    turns
        Who may draw.
    """

    def __init__(self, lobby: Lobby, runtime: Runtime) -> None:
        self._lobby = lobby
        self._runtime = runtime
        self._kept: OrderedDict[Hashable, Versions] = OrderedDict()
        self._shown: OrderedDict[Hashable, Shown] = OrderedDict()
        self._compiled: set[str] = set()
        self.turns = Turns()

    async def frame(self, viewer: Viewer, state: TableState, *, since: int | None) -> dict[str, Any]:
        """Return the frame of a state for a page, which has its turn: the regions that differ from version `since`.

        They are whole where that is None, or is kept no more.
        """
        key, kept = self._of(viewer, state)
        is_same = since == state.version
        known = since if since in kept else None
        shown = await self._state(key, kept, viewer, state, known)
        here = zip(shown.table["seats"], self._lobby.present(state), strict=True)
        return {
            "type": "state",
            "from": since if is_same else known,
            **shown.table,
            "seats": [{**seat, "present": present} for seat, present in here],
            "page": shown.page,
            "title": shown.match.title,
            "left": left_on(shown.table, Reader(viewer.lang)),
            "acts": shown.match.acts,
            "regions": {} if is_same else shown.match.drawing.regions,
        }

    async def draft(self, viewer: Viewer, draft: Draft, *, since: int | None) -> dict[str, Any]:
        """Return what a page that shows version `since` needs of a draft: what may follow, and the regions that differ.

        Where that version is kept no more, they differ from the present one, of which the page will be told anyway.
        """
        async with self.turns.take(object(), hurries=True):
            key, kept = self._of(viewer, draft.state)
            if since not in kept and draft.state.version not in kept:
                await self._state(key, kept, viewer, draft.state, None)
            before, reader = (kept.get(since) or kept[draft.state.version]).prints, Reader(viewer.lang)
            drawn = await self._drawn(draft.state.game, lambda: draft_regions(draft, reader, viewer.off, before=before))
        return {"legal": draft.legal, "acts": drawn.acts, "regions": drawn.drawing.regions}

    def _of(self, viewer: Viewer, state: TableState) -> tuple[Hashable, Versions]:
        """Return what is kept of an audience; that of others who were shown something long ago is forgotten."""
        key = (self._lobby.sight(viewer.player, state), viewer.lang, viewer.off)
        kept = self._kept.setdefault(key, Versions())
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_AUDIENCES:
            self._kept.popitem(last=False)
        return key, kept

    async def _state(
        self, audience: Hashable, kept: Versions, viewer: Viewer, state: TableState, since: int | None
    ) -> Shown:
        """Return what an audience is shown of a state, with the regions that differ from what is kept of `since`."""
        key = (audience, state.version, since)
        if (shown := self._shown.get(key)) is None:
            before = NO_PRINTS if since is None else kept[since].prints
            self._shown[key] = shown = await self._anew(_before(kept, state.version), viewer, state, before)
            if len(self._shown) > MOST_SHOWN:
                self._shown.popitem(last=False)
        kept[state.version] = Kept(shown.page, shown.match.drawing.prints)
        while len(kept) > VERSIONS:
            kept.popitem(last=False)
        return shown

    async def _anew(self, last: str, viewer: Viewer, state: TableState, before: Prints) -> Shown:
        """Draw a state; `last` is the page before, as a match that has just ended is drawn once more."""
        look = self._lobby.glance(viewer.player, state)
        table, page = {key: value for key, value in look.table.items() if key != "view"}, page_kind(look)
        if not (is_played(look) or (page == "final" and last == "match")):
            return Shown(table, page, NOTHING)
        reader = Reader(viewer.lang)
        drawn = await self._drawn(state.game, lambda: match_regions(look, reader, viewer.off, before=before))
        return Shown(table, page, drawn)

    async def _drawn(self, game: str, draw: Callable[[], MatchDrawing]) -> MatchDrawing:
        """Return what is drawn; while a game's templates are compiled, the event loop goes on."""
        if game in self._compiled:
            return draw()
        drawn = await self._runtime.read(draw)
        self._compiled.add(game)
        return drawn


def _before(kept: Versions, version: int) -> str:
    """Return the page that an audience had before a version, empty where that is not kept."""
    return next((each.page for number, each in reversed(kept.items()) if number is not None and number < version), "")

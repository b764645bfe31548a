"""A server that draws what a table would be after moves of one's own, for tests of pages that lay out turns."""

from __future__ import annotations

from dataclasses import asdict, replace
from html.parser import HTMLParser

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import JSONResponse

from courtly.engine.errors import CourtlyError
from courtly.scene.parts import scene_of
from courtly.tables import acts
from courtly.tables.looking import Look
from courtly.text.reader import Reader
from courtly.web import table_pages
from courtly.web.errors import body_of, status_of
from courtly.web.identity import needed_player
from courtly.web.render import render

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Parts(HTMLParser):
    """The parts of a page: the elements with an id in those with `data-parts`, as they stand in its text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self._lines = [0]
        for line in text.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self._open: list[tuple[str, str, int, bool]] = []
        self._text = text
        self.found: dict[str, str] = {}
        self.feed(text)

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go into an element."""
        if tag in VOID:
            return
        named = dict(attrs)
        self._open.append((tag, named.get("id") or "", self._here(), "data-parts" in named))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Pass over an element of SVG that is closed at once."""

    def handle_endtag(self, tag: str) -> None:
        """Come out of an element, and keep it if it is a part."""
        while self._open:
            opened, name, begin, _ = self._open.pop()
            if opened == tag:
                break
        end = self._text.index(">", self._here()) + 1
        if name and self._open and self._open[-1][3]:
            self.found[name] = self._text[begin:end]


def drawn(look: Look, reader: Reader) -> dict[str, str]:
    """Return the parts of the page of a table, but for the forms that go with every version."""
    page = replace(table_pages.match_page(look, reader), command="")
    found = Parts(bytes(render(page.template, page, reader.of(look.table["game"])).body).decode()).found
    return {name: html for name, html in found.items() if name not in ("acts", "ask-hint", "acts-data", "affairs")}


async def draft(request: Request) -> JSONResponse:
    """Answer a draft in html: what may follow, and the parts that would differ."""
    lobby, table = request.app.state.lobby, request.path_params["table"]
    player, body, reader = await needed_player(request), await request.json(), Reader(request.query_params["lang"])
    try:
        answer = await lobby.draft(player, table, body)
    except CourtlyError as error:
        return JSONResponse({"error": body_of(error, reader.worded)}, status_of(error))
    look = await lobby.look(player, table)
    state = (await lobby._actor(table)).state
    moves = acts.read_act({**body, "act": "move", "command": "draft"})
    assert isinstance(moves, acts.Move)
    assert look.match is not None
    seat = look.match.seat
    assert seat is not None
    match, _ = acts.drafted(state, seat, moves)
    after = replace(look, match=replace(look.match, view=match.view(seat), log=match.log(seat)))
    before, then = drawn(look, reader), drawn(after, reader)
    scene = scene_of(look.table["game"], answer["view"], match.log(seat), table_pages.seen(after, reader).reader)
    regions = {name: html for name, html in then.items() if name in before and before[name] != html}
    offered = [asdict(act) for act in scene.acts] if answer["legal"] else []
    return JSONResponse({"legal": answer["legal"], "acts": offered, "regions": regions})


def drafting(app: FastAPI) -> FastAPI:
    """Let a server draw drafts."""
    app.add_route("/api/tables/{table}/draft", draft, methods=["POST"])
    app.router.routes.insert(0, app.router.routes.pop())
    return app

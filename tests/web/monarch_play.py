"""What the tests of Monarch's pages share: what a page offers, a simple player by forms, and pages of positions."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import httpx

from courtly.engine.match import Match
from courtly.tables import Table, TableSeat
from courtly.web import pages
from courtly.web.games import pages_of
from courtly.web.games.monarch_contexts import Turn
from courtly.web.render import render
from courtly.web.seen import Seen
from courtly.web.text import Speaker
from tests.web.helpers import begin, hidden, page

JSON = {"Accept": "application/json"}
NEW = {"game": "monarch", "name": "Camille", "players": "3", "seed": "7"}
NAMES = ("Camille", "Isaure", "Aldric", "Odile")
EAGER = ("harvest", "tax", "fly", "free", "buy", "barter", "add", "replace", "build", "send", "dismiss", "pledge")
"""What a simple player does, the first of these that is offered; else it passes, keeps its guests or ends its turn."""


def start(client: httpx.Client, **fields: str) -> str:
    """Begin a match of Monarch and return its address."""
    return begin(client, **{**NEW, **fields})


def buttons(text: str) -> list[str]:
    """Return what the buttons of a page send."""
    return [unescape(move) for move in re.findall(r'<button[^>]*name="move" value="([^"]*)"', text)]


def offered(text: str) -> list[str]:
    """Return every move that a page offers, those of the number field among them."""
    field = re.search(r'<input id="pledge"[^>]*min="(\d+)" max="(\d+)"', text)
    raises = range(int(field[1]), int(field[2]) + 1) if field else ()
    return buttons(text) + [f"pledge {count}" for count in raises]


def eager(moves: list[str]) -> str:
    """Return what a simple player chooses; a full court is left as it is."""
    order = {verb: place for place, verb in enumerate(EAGER)}
    return min(moves, key=lambda move: order.get(move.split(" ")[0], len(order)))


def send(client: httpx.Client, url: str, *move: str, text: str | None = None) -> httpx.Response:
    """Send the form of the present page with these words as the move."""
    shown = page(client, url) if text is None else text
    data: dict[str, Any] = {**token(shown), "move": list(move)}
    return client.post(f"{url}/moves", data=data, headers=JSON, follow_redirects=False)


def token(text: str) -> dict[str, str]:
    """Return the hidden fields of the first form of a page's dock."""
    return hidden(text.split("</form>", 2)[1] + "</form>")


def play_on(client: httpx.Client, url: str) -> str:
    """Play until the match is over; return the final page."""
    text = page(client, url)
    while 'name="version"' in text:
        assert send(client, url, eager(offered(text)), text=text).status_code == 303
        text = page(client, url)
    return text


def seen(match: Match, seat: int = 0, lang: str = "en") -> Seen:
    """Return a position as a seat sees it."""
    return Seen(match.view(seat), NAMES[: match.players], seat, Speaker(lang))


def turn(match: Match, seat: int = 0, lang: str = "en") -> Turn:
    """Return what a seat's page draws."""
    context = pages_of("monarch").turn(seen(match, seat, lang))
    assert isinstance(context, Turn)
    return context


def page_of(match: Match, seat: int = 0, lang: str = "en") -> str:
    """Return the page of a seat."""
    seats = tuple(TableSeat(name, "human" if i == seat else "bot") for i, name in enumerate(NAMES[: match.players]))
    table, speaker = Table("table", "monarch", seats, seat, match.view(seat), match.version), Speaker(lang)
    if match.is_over:
        return bytes(render("monarch/final.html", pages.final_page(table, speaker), speaker).body).decode()
    return bytes(render("monarch/turn.html", pages.match_page(table, speaker), speaker).body).decode()

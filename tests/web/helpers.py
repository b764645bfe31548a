"""What the tests of the pages share: a server, and forms read off a page and sent back as a browser would."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from pydantic import SecretStr

from courtly.bots import Hint
from courtly.engine.play.match import Match
from courtly.scene.page import Seen
from courtly.settings import SECRET_LENGTH, Settings
from courtly.tables import Table, TableSeat
from courtly.text.reader import Reader
from courtly.web import pages
from courtly.web.app import create_app
from courtly.web.render import render

JSON = {"Accept": "application/json"}
NAMES = ("Camille", "Isaure", "Aldric", "Odile", "Tancrède", "Mélisande")
NEW_MATCH = {"game": "courtisans", "name": "Camille", "players": "3", "seed": "7"}


def application(database: Path | str, secret: str | None = None, **settings: Any) -> FastAPI:
    """Return the application for a database; a short secret is made long enough."""
    signed = None if secret is None else SecretStr(secret.ljust(SECRET_LENGTH, "."))
    return create_app(Settings(database=database, secret=signed, **settings))


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """Run a server and give its address."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", ws="none"))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def visitor(site: str) -> httpx.Client:
    """Return a browser without cookies; the rules are compiled by the first move of a run, which may take long."""
    return httpx.Client(base_url=site, timeout=120)


def begin(client: httpx.Client, **fields: str) -> str:
    """Begin a match and return its address."""
    response = client.post("/matches", data={**NEW_MATCH, **fields}, follow_redirects=False)
    assert response.status_code == 303, response.text
    return str(response.headers["location"])


def page(client: httpx.Client, url: str) -> str:
    """Return the text of a page that must be there."""
    response = client.get(url)
    assert response.status_code == 200, response.text
    return response.text


def hidden(text: str) -> dict[str, str]:
    """Return the hidden fields that every form of a page's dock has."""
    found = dict(re.findall(r'<input type="hidden" name="(version|command)" value="([^"]*)"', text))
    assert set(found) == {"version", "command"}, "the page has no form to play with"
    return {name: unescape(value) for name, value in found.items()}


def buttons(text: str) -> list[str]:
    """Return what the buttons of a page send."""
    return [unescape(move) for move in re.findall(r'<button[^>]*name="move" value="([^"]*)"', text)]


def send(client: httpx.Client, url: str, *move: str, text: str | None = None) -> httpx.Response:
    """Send the form of a page, by default the present one, with these words as the move."""
    data: dict[str, Any] = {**hidden(text or page(client, url)), "move": list(move)}
    return client.post(f"{url}/moves", data=data, headers=JSON, follow_redirects=False)


def refused(client: httpx.Client, url: str, *move: str) -> tuple[int, str]:
    """Send a move that must be refused and leave the match as it was; return the status and the error's code."""
    before = hidden(page(client, url))["version"]
    response = send(client, url, *move)
    assert hidden(page(client, url))["version"] == before
    return response.status_code, response.json()["error"]["code"]


def moves(text: str) -> tuple[list[str], list[str]]:
    """Return what a page offers: the cards to choose from, and the buttons."""
    cards = re.findall(r'<input type="radio" name="move"[^>]*value="([^"]*)"', text)
    return [unescape(card) for card in cards], buttons(text)


def a_move(text: str) -> list[str]:
    """Return the fields of the first choice that a page offers."""
    cards, sent = moves(text)
    return [*cards[:1], sent[0]]


def play(client: httpx.Client, url: str, *, text: str | None = None, **fields: Any) -> httpx.Response:
    """Send the form of a page, by default with the first choice it offers; fields given here replace the page's own."""
    shown = page(client, url) if text is None else text
    data = {**hidden(shown), "move": a_move(shown), **fields}
    return client.post(f"{url}/moves", data=data, follow_redirects=False)


def play_to_the_end(client: httpx.Client, url: str) -> str:
    """Play the first choice offered until the match is over; return the final page."""
    text = page(client, url)
    while 'name="version"' in text:
        assert play(client, url, text=text).status_code == 303
        text = page(client, url)
    return text


def seen(match: Match, seat: int | None = 0, lang: str = "en", off: Sequence[str] = ()) -> Seen:
    """Return a position as a seat sees it."""
    reader = Reader(lang, NAMES[: match.players], seat, match.game, off)
    return Seen(match.view(seat), match.log(seat), reader)


def page_of(match: Match, seat: int | None = 0, lang: str = "en", *, hint: Hint | None = None) -> str:
    """Return the page of a seat, which is a person's among bots."""
    seats = tuple(TableSeat(name, "human" if i == seat else "bot") for i, name in enumerate(NAMES[: match.players]))
    table = Table("table", match.game, seats, seat, match.view(seat), match.log(seat), match.version)
    reader = Reader(lang, domain=match.game)
    shown = pages.final_page(table, reader) if match.is_over else pages.match_page(table, reader, hint=hint)
    return bytes(render(shown.template, shown, reader).body).decode()

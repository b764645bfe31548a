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
from courtly.tables.looking import Look, MatchLook
from courtly.terminal.serve import server_config
from courtly.text.reader import Reader
from courtly.web import table_pages
from courtly.web.app import create_app
from courtly.web.render import render

JSON = {"Accept": "application/json"}
NAMES = ("Camille", "Isaure", "Aldric", "Odile", "Tancrède", "Mélisande")
NEW_MATCH = {"game": "courtisans", "name": "Camille", "players": "3", "seed": "7"}


MANY = {"most_persons": 100_000, "most_guesses": 100_000}
"""All persons of the tests come from one address, and some of their codes are wrong."""

QUICKLY = {"pace": 0.0, "most_acts": 100_000, "most_lines": 100_000, "most_sockets": 1000, "review_matches": 0, **MANY}
"""Bots that move as soon as they can, players who may be quicker than people, and no reviews beside them."""

PATIENCE = 120.0
"""Seconds to wait for bots; their rules are compiled by the first move of a run, which may take long."""


def application(database: Path | str, secret: str | None = None, **settings: Any) -> FastAPI:
    """Return the application for a database; a short secret is made long enough."""
    signed = None if secret is None else SecretStr(secret.ljust(SECRET_LENGTH, "."))
    return create_app(Settings(database=database, secret=signed, **{**QUICKLY, **settings}))


@contextmanager
def serving(app: FastAPI, *, send_buffer: int | None = None, proxies: str = "127.0.0.1") -> Iterator[str]:
    """Run a server as the command does, and give its address; connections have the send buffer of the listener."""
    with socket.socket() as listener:
        if send_buffer is not None:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(server_config(app, forwarded_allow_ips=proxies, log_level="critical"))
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
    """Return a browser without cookies."""
    return httpx.Client(base_url=site, timeout=PATIENCE)


def begin(client: httpx.Client, **fields: str) -> str:
    """Open a table and return its address; with bots alone the match has begun."""
    response = client.post("/tables", data={**NEW_MATCH, **fields}, follow_redirects=False)
    assert response.status_code == 303, response.text
    url = str(response.headers["location"])
    page(client, url)
    return url


def page(client: httpx.Client, url: str) -> str:
    """Return the text of a page that must be there; that of a table once no bot thinks there any more."""
    end = time.monotonic() + PATIENCE
    while True:
        response = client.get(url)
        assert response.status_code == 200, response.text
        if 'class="is-thinks' not in response.text:
            return response.text
        assert time.monotonic() < end, "a bot thinks for ever"
        time.sleep(0.005)


def hidden(text: str) -> dict[str, str]:
    """Return the hidden fields that every form of a page's dock has."""
    found = re.search(
        r'<input type="hidden" name="match" value="(\d+)">\s*<input type="hidden" name="turn" value="(\d+)">\s*'
        r'<input type="hidden" name="command" value="([^"]*)"',
        text,
    )
    assert found, "the page has no form to play with"
    return dict(zip(("match", "turn", "command"), found.groups(), strict=True))


def is_open(text: str) -> bool:
    """Tell whether a page has a form to play with."""
    return 'name="turn"' in text


def buttons(text: str) -> list[str]:
    """Return what the buttons of a page send."""
    return [unescape(move) for move in re.findall(r'<button[^>]*name="(?:move|place)" value="([^"]*)"', text)]


def send(client: httpx.Client, url: str, *move: str, text: str | None = None) -> httpx.Response:
    """Send the form of a page, by default the present one, with these words as the move."""
    data: dict[str, Any] = {**hidden(text or page(client, url)), "move": list(move)}
    return client.post(f"{url}/acts", data=data, headers=JSON, follow_redirects=False)


def refused(client: httpx.Client, url: str, *move: str) -> tuple[int, str]:
    """Send a move that must be refused and leave the match as it was; return the status and the error's code."""
    before = hidden(page(client, url))["turn"]
    response = send(client, url, *move)
    assert hidden(page(client, url))["turn"] == before
    return response.status_code, response.json()["error"]["code"]


def moves(text: str) -> tuple[list[str], list[str]]:
    """Return what a page offers: the cards to choose from, and the buttons."""
    cards = re.findall(r'<input type="radio" name="(?:move|piece)"[^>]*value="([^"]*)"', text)
    return [unescape(card) for card in cards], buttons(text)


def a_move(text: str) -> list[str]:
    """Return the fields of the first choice that a page offers."""
    cards, sent = moves(text)
    return [*cards[:1], sent[0]]


def play(client: httpx.Client, url: str, *, text: str | None = None, **fields: Any) -> httpx.Response:
    """Send the form of a page, by default with the first choice it offers; fields given here replace the page's own."""
    shown = page(client, url) if text is None else text
    data = {**hidden(shown), "move": a_move(shown), **fields}
    return client.post(f"{url}/acts", data=data, follow_redirects=False)


def play_to_the_end(client: httpx.Client, url: str) -> str:
    """Play the first choice offered until the match is over; return the final page."""
    text = page(client, url)
    while is_open(text):
        assert play(client, url, text=text).status_code == 303
        text = page(client, url)
    return text


def seen(match: Match, seat: int | None = 0, lang: str = "en", off: Sequence[str] = ()) -> Seen:
    """Return a position as a seat sees it."""
    reader = Reader(lang, NAMES[: match.players], seat, match.game, off)
    return Seen(match.view(seat), match.log(seat), reader)


def page_of(match: Match, seat: int | None = 0, lang: str = "en", *, hint: Hint | None = None) -> str:
    """Return the page of a seat, which is a person's among bots."""
    reader = Reader(lang, domain=match.game)
    look = look_at(match, seat)
    shown = table_pages.final_page(look, reader) if match.is_over else table_pages.match_page(look, reader, hint=hint)
    return bytes(render(shown.template, shown, reader).body).decode()


def look_at(match: Match, seat: int | None = 0) -> Look:
    """Return a table at which a match is played, as a seat sees it; the others are bots."""
    seats = [
        {
            "kind": "person" if number == seat else "bot",
            "name": name,
            "colour": None,
            "bot": None if number == seat else "steward",
            "ready": True,
            "minded_by": None,
            "present": True,
        }
        for number, name in enumerate(NAMES[: match.players])
    ]
    table = {
        "id": "table",
        "version": match.version + 3,
        "status": "over" if match.is_over else "playing",
        "game": match.game,
        "options": match.options,
        "seats": seats,
        "you": "watch" if seat is None else seat,
        "host": seat,
        "clock": None,
        "clocks": None,
        "minder": None,
        "talk": True,
        "listed": False,
        "watchers": True,
        "aids": True,
        "known_deal": False,
        "origin": None,
        "match": 1,
        "turn": match.version,
        "to_move": match.to_move,
    }
    shown = MatchLook(1, seats, seat, match.view(seat), match.log(seat), is_over=match.is_over)
    return Look(table=table, match=shown)

"""Shared helpers of the page tests: a server, and functions that send the forms of a page as a browser does."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import playwright
import uvicorn
from fastapi import FastAPI
from pydantic import SecretStr

from courtly.bots import Hint
from courtly.engine.play.match import Match
from courtly.scene.marks import Pennant
from courtly.scene.page import PageInput
from courtly.settings import SECRET_LENGTH, Settings
from courtly.tables.document import SeatDocument, TableDocument
from courtly.tables.people import COLOURS
from courtly.tables.table_views import MatchView, TableView
from courtly.text.locales import Locale
from courtly.web import table_pages
from courtly.web.app import create_app
from courtly.web.render import render
from courtly.web.server import server_config

JSON = {"Accept": "application/json"}
NAMES = ("Camille", "Isaure", "Aldric", "Odile", "Tancrède", "Mélisande")
PENNANTS = tuple(Pennant(name[0], colour) for name, colour in zip(NAMES, COLOURS, strict=True))
NEW_MATCH = {"game": "courtisans", "name": "Camille", "players": "3", "seed": "7"}


MANY = {"max_persons": 100_000, "max_guesses": 100_000, "max_upload": 2**30}
"""High limits: all test clients have one address, and some tests send wrong codes or many records."""

QUICKLY = {"pace": 0.0, "max_acts": 100_000, "max_lines": 100_000, "max_sockets": 1000, "review_matches": 0, **MANY}
"""Bots without delay, high rate limits, and no reviews in the background."""

TIMEOUT_SECONDS = 120.0
"""Seconds to wait for bots. The first move of a test run may take long, because the rules are compiled."""


def application(database: Path | str, secret: str | None = None, **settings: Any) -> FastAPI:
    """Return the application for a database. A short secret is padded to the minimum length."""
    signed = None if secret is None else SecretStr(secret.ljust(SECRET_LENGTH, "."))
    return create_app(Settings(database=database, secret=signed, **{**QUICKLY, **settings}))


@contextmanager
def serving(app: FastAPI, *, send_buffer: int | None = None, proxies: str = "127.0.0.1") -> Iterator[str]:
    """Run a server as the command does, and yield its address. `send_buffer` is the size of a connection's buffer."""
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
    """Return a client without cookies."""
    return httpx.Client(base_url=site, timeout=TIMEOUT_SECONDS)


def begin(client: httpx.Client, **fields: str) -> str:
    """Open a table and return the table's address. If all other seats have bots, the match has begun."""
    response = client.post("/tables", data={**NEW_MATCH, **fields}, follow_redirects=False)
    assert response.status_code == 303, response.text
    url = str(response.headers["location"])
    page(client, url)
    return url


def guest(client: httpx.Client, name: str = "Camille") -> None:
    """Make the browser of a client a guest."""
    assert client.post("/me", data={"name": name}).status_code == 303


def page(client: httpx.Client, url: str) -> str:
    """Return the text of a page, which must exist. For a table, wait until no bot is thinking."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while True:
        response = client.get(url)
        assert response.status_code == 200, response.text
        if 'class="is-thinks' not in response.text:
            return response.text
        assert time.monotonic() < end, "a bot does not move"
        time.sleep(0.005)


def hidden(text: str) -> dict[str, str]:
    """Return the hidden fields that all forms of a table's page share."""
    found = re.search(
        r'<input type="hidden" name="match" value="(\d+)">\s*<input type="hidden" name="turn" value="(\d+)">\s*'
        r'<input type="hidden" name="command" value="([^"]*)"',
        text,
    )
    assert found, "the page has no form for a move"
    return dict(zip(("match", "turn", "command"), found.groups(), strict=True))


def is_open(text: str) -> bool:
    """Return whether a page has a form for a move."""
    return 'name="turn"' in text


def buttons(text: str) -> list[str]:
    """Return the moves that the buttons of a page send."""
    return [unescape(move) for move in re.findall(r'<button[^>]*name="(?:move|place)" value="([^"]*)"', text)]


def send(client: httpx.Client, url: str, *move: str, text: str | None = None) -> httpx.Response:
    """Send the form of a page with these words as the move; `text` is the page, by default the present one."""
    data: dict[str, Any] = {**hidden(text or page(client, url)), "move": list(move)}
    return client.post(f"{url}/acts", data=data, headers=JSON, follow_redirects=False)


def refused(client: httpx.Client, url: str, *move: str) -> tuple[int, str]:
    """Send a move that must be rejected; check that nothing changes, and return the status and the error code."""
    before = hidden(page(client, url))["turn"]
    response = send(client, url, *move)
    assert hidden(page(client, url))["turn"] == before
    return response.status_code, response.json()["error"]["code"]


def moves(text: str) -> tuple[list[str], list[str]]:
    """Return the choices on a page: the cards, and the buttons."""
    cards = re.findall(r'<input type="radio" name="(?:move|piece)"[^>]*value="([^"]*)"(?! aria-disabled)', text)
    return [unescape(card) for card in cards], buttons(text)


def a_move(text: str) -> list[str]:
    """Return the fields of the first choice that a page offers."""
    cards, sent = moves(text)
    return [*cards[:1], sent[0]]


def play(client: httpx.Client, url: str, *, text: str | None = None, **fields: Any) -> httpx.Response:
    """Send the form of a page, by default with its first choice; `fields` replace fields of the page."""
    shown = page(client, url) if text is None else text
    data = {**hidden(shown), "move": a_move(shown), **fields}
    return client.post(f"{url}/acts", data=data, follow_redirects=False)


def play_to_the_end(client: httpx.Client, url: str) -> str:
    """Play the first choice until the match is over; return the final page."""
    text = page(client, url)
    while is_open(text):
        assert play(client, url, text=text).status_code == 303
        text = page(client, url)
    return text


def page_input(match: Match, seat: int | None = 0, lang: str = "en", off: Sequence[str] = ()) -> PageInput:
    """Return the page input of a position, as a seat sees it."""
    locale = Locale(lang, NAMES[: match.players], seat, match.game, off)
    return PageInput(match.view(seat), match.log(seat), locale, PENNANTS[: match.players])


def page_of(
    match: Match,
    seat: int | None = 0,
    lang: str = "en",
    *,
    hint: Hint | None = None,
    names: Sequence[str] = NAMES,
    is_stopped: bool = False,
    stand_in: str | None = None,
) -> str:
    """Return the page of a position for a person in this seat, or their stand-in; the other seats have bots."""
    locale = Locale(lang, domain=match.game)
    table_view = table_view_of(match, seat, names, is_stopped=is_stopped)
    if seat is not None:
        table_view = with_seat(table_view, seat, substituted_by=stand_in)
    shown = (
        table_pages.final_page(table_view, locale)
        if match.is_over
        else table_pages.hint_page(table_view, locale, (), hint)
        if hint
        else table_pages.match_page(table_view, locale)
    )
    return bytes(render(shown.template, shown, locale).body).decode()


def table_view_of(
    match: Match, seat: int | None = 0, names: Sequence[str] = NAMES, *, is_stopped: bool = False
) -> TableView:
    """Return a table with this match, as a seat sees it; the other seats have bots."""
    is_over = match.is_over or is_stopped
    named = [SeatDocument.of_person(name) for name in names[: match.players]]
    seats = [each if number == seat else replace(each, kind="bot", bot="steward") for number, each in enumerate(named)]
    table = replace(
        TableDocument.of_match(match, seats, "watch" if seat is None else seat),
        id="table",
        version=match.version + 3,
        status="over" if is_over else "playing",
        host=seat,
        talk=True,
        watchers=True,
    )
    shown = MatchView(1, seats, seat, match.view(seat), match.log(seat), is_over=is_over)
    return TableView(table=table, match=shown, stop_votes=range(match.players) if is_stopped else ())


def with_table(table_view: TableView, **fields: Any) -> TableView:
    """Return a table whose document has these fields."""
    return replace(table_view, table=replace(table_view.table, **fields))


def with_seat(table_view: TableView, seat: int, **fields: Any) -> TableView:
    """Return a table whose seat has these fields."""
    seats = list(table_view.table.seats)
    seats[seat] = replace(seats[seat], **fields)
    return with_table(table_view, seats=seats)


def show_link(client: httpx.Client) -> str:
    """Make a recovery link and return its path."""
    answer = client.post("/me/recovery", data={"act": "make"})
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    found = re.search(r'id="recovery-link"[^>]*value="https?://[^/"]*(/recover/[\w-]+)"', answer.text)
    assert found is not None
    return found[1]


NODE = Path(playwright.__file__).parent / "driver" / "node"
"""The Node that is part of Playwright."""

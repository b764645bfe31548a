"""What the tests of the pages share: a server, and forms read off a page and sent back as a browser would."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

NEW_MATCH = {"game": "courtisans", "name": "Camille", "players": "3", "seed": "7"}


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
    """Return the hidden fields of a page's dock."""
    found = re.findall(r'<input type="hidden" name="(version|command)" value="([^"]*)"', text)
    assert len(found) == 2, "the page has no form to play with"
    return {name: unescape(value) for name, value in found}


def moves(text: str) -> tuple[list[str], list[str]]:
    """Return what a page offers: the cards to choose from, and the buttons."""
    cards = re.findall(r'<input type="radio" name="move"[^>]*value="([^"]*)"', text)
    buttons = re.findall(r'<button[^>]*name="move" value="([^"]*)"', text)
    return [unescape(card) for card in cards], [unescape(button) for button in buttons]


def a_move(text: str) -> list[str]:
    """Return the fields of the first choice that a page offers."""
    cards, buttons = moves(text)
    return [*cards[:1], buttons[0]]


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

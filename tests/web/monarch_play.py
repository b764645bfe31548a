"""Shared helpers of Monarch's page tests: the moves on a page, a simple player, and page contexts of positions."""

from __future__ import annotations

import re

import httpx

from courtly.engine.play.match import Match
from courtly.games.monarch.page_contexts import Offer, Turn
from courtly.web.games import pages_of
from tests.web.helpers import NEW_MATCH, begin, buttons, is_open, page, page_input, send

NEW = {**NEW_MATCH, "game": "monarch"}
EAGER = ("harvest", "tax", "fly", "free", "buy", "barter", "add", "replace", "build", "send", "dismiss", "pledge")
"""The moves that a simple player prefers, in order. Without any, it passes, keeps its guests or ends its turn."""


def start(client: httpx.Client, **fields: str) -> str:
    """Begin a match of Monarch and return its address."""
    return begin(client, **{**NEW, **fields})


def offered(text: str) -> list[str]:
    """Return all moves on a page, including the moves of the number field."""
    field = re.search(r'<input id="amount"[^>]*min="(\d+)" max="(\d+)"', text)
    raises = range(int(field[1]), int(field[2]) + 1) if field else ()
    return buttons(text) + [f"pledge {count}" for count in raises]


def eager(moves: list[str]) -> str:
    """Return the move that a simple player makes; it never replaces a card of a full court."""
    order = {verb: place for place, verb in enumerate(EAGER)}
    return min(moves, key=lambda move: order.get(move.split(" ")[0], len(order)))


def play_on(client: httpx.Client, url: str) -> str:
    """Play until the match is over; return the final page."""
    text = page(client, url)
    while is_open(text):
        assert send(client, url, eager(offered(text)), text=text).status_code == 303
        text = page(client, url)
    return text


def turn(match: Match, seat: int = 0, lang: str = "en") -> Turn:
    """Return the page context of a seat."""
    context = pages_of("monarch").turn(page_input(match, seat, lang))
    assert isinstance(context, Turn)
    return context


def offers(match: Match, seat: int = 0, lang: str = "en") -> dict[str, Offer]:
    """Return the market row by card."""
    return {offer.face.id: offer for offer in turn(match, seat, lang).market if offer}

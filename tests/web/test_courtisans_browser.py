"""A whole match of Courtisans in a real browser. The mouse drags the cards, and each turn is sent as one command."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, Position, Request, expect

from tests.web.helpers import begin

pytestmark = pytest.mark.browser

PLAYERS, TURNS = 5, 6
HELD = ".hand [data-piece][data-open]"
ASKED = ".victim, #spare"
LEFT_EDGE: Position = {"x": 4, "y": 20}
"""Cards overlap, but the left edge of every card is visible."""

TIMEOUT_MILLISECONDS = 60_000


@pytest.fixture
def page(chromium: Browser, client: httpx.Client, site: str) -> Iterator[Page]:
    """Open a table with four bots at the player's first turn. The test fails if a script raises an error."""
    url = begin(client, players=str(PLAYERS), seed="11")
    context = chromium.new_context(reduced_motion="reduce", viewport={"width": 1366, "height": 768})
    context.add_cookies([{"name": one.name, "value": one.value or "", "url": site} for one in client.cookies.jar])
    shown = context.new_page()
    script_errors: list[str] = []
    shown.on("pageerror", lambda error: script_errors.append(str(error)))
    shown.goto(f"{site}{url}")
    yield shown
    context.close()
    assert script_errors == []


def commands_of(page: Page) -> list[list[str]]:
    """Return a list that grows with each command that the page sends: one list of moves per command."""
    found: list[list[str]] = []

    def record(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/acts"):
            found.append(json.loads(request.post_data or "")["moves"])

    page.on("request", record)
    return found


def box_of(one: Locator) -> FloatRect:
    """Return the position of an element."""
    box = one.bounding_box()
    assert box is not None
    return box


def drag(page: Page, place: int) -> None:
    """Drag the first card of the hand to one of its open places."""
    laid, card = page.locator("[data-laid]").count(), box_of(page.locator(HELD).first)
    page.mouse.move(card["x"] + 20, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(card["x"] + 30, card["y"] - 10, steps=3)
    places = page.locator("[data-place][data-open]")
    spot = box_of(places.nth(place % places.count()))
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2, steps=6)
    expect(page.locator("[data-place][data-cursor]")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("[data-laid]")).to_have_count(laid + 1)


def play(page: Page, turn: int, commands: list[list[str]]) -> None:
    """Play a turn: drag three cards, and answer the question about each assassin (a victim, or none)."""
    confirm, asked = page.locator("#confirm"), page.locator(ASKED)
    for step in range(3):
        drag(page, turn + step)
        assert len(commands) == turn
        if asked.count():
            asked.first.click(position=LEFT_EDGE)
            expect(asked).to_have_count(0)
    expect(confirm).to_be_enabled()
    assert len(commands) == turn
    confirm.click()
    expect(confirm).to_be_hidden()


@pytest.mark.long
def test_a_whole_match_is_played_by_dragging_cards(page: Page) -> None:
    commands = commands_of(page)
    for turn in range(TURNS):
        expect(page.locator(HELD)).to_have_count(3, timeout=TIMEOUT_MILLISECONDS)
        if not turn:
            drag(page, 0)
            page.locator("#undo").click()
            expect(page.locator("[data-laid], [data-hole]")).to_have_count(0)
            expect(page.locator(HELD)).to_have_count(3)
        play(page, turn, commands)
    expect(page.locator("body.final")).to_be_attached(timeout=TIMEOUT_MILLISECONDS)
    expect(page.locator(".domain .total")).to_have_count(PLAYERS)
    assert [sum(move.startswith("play ") for move in moves) for moves in commands] == [3] * TURNS

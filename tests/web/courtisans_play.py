"""Turns of Courtisans with the mouse, on a page with script."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.browser import MARK, ready, settle

HELD = ".tray [data-piece][data-open]"
ASKED = "#spare:visible"
OPEN_PLACE = "[data-place][data-open]"
FLYING = ".flight > :not([data-laid])"
"""The pieces of a running animation, without the cards of a draft."""


def take_turn(page: Page, check: Callable[[str], None]) -> None:
    """Play a turn with the mouse on a page with script, each card at the first open place.

    Assassins spare all cards.
    """
    page.evaluate(MARK)
    for number in range(3):
        # The question about an assassin may be marked as part of the draft, too.
        laid = page.locator("[data-laid]").count()
        page.locator(HELD).first.click()
        page.locator(OPEN_PLACE).first.click(position={"x": 20, "y": 8})
        expect(page.locator("[data-laid]")).not_to_have_count(laid)
        asked = page.locator(ASKED)
        # Wait for the server's answer: possible victims, or the areas that are still open.
        done = page.locator("#areas .done").nth(number).or_(page.locator('#confirm[aria-disabled="false"]'))
        asked.or_(done).first.wait_for(state="attached")
        if asked.count():
            check("target")
            asked.first.click()
            expect(asked).to_have_count(0)
    expect(page.locator('#confirm[aria-disabled="false"]')).to_be_visible()
    check("whole turn")
    settle(page)


def sit_down(page: Page) -> None:
    """Begin a match with bots, and wait for the player's turn."""
    page.locator(".advanced summary").click()
    page.locator("#seed").fill("7")
    page.locator(".new-match .primary").click()
    own_turn(page)


def own_turn(page: Page) -> None:
    """Wait for the player's turn, and skip the animations before it."""
    ready(page)
    expect(page.locator(HELD)).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator(FLYING)).to_have_count(0)


def lay(page: Page, piece: int = 0, place: int = 0) -> None:
    """Pick up a card and tap one of its open places."""
    laid = page.locator("[data-laid]").count()
    page.locator(HELD).nth(piece).click()
    page.locator(OPEN_PLACE).nth(place).click(position={"x": 200, "y": 8})
    expect(page.locator("[data-laid]")).to_have_count(laid + 1)

"""Taking back a move with two browsers: the table stays where it is, and screen readers hear what happens."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.web.browser import PHONE, SCRIPTED, at_once, overflow
from tests.web.friends import begin, friends, whose

pytestmark = pytest.mark.browser

ON_A_PHONE: dict[str, Any] = {**SCRIPTED, "viewport": PHONE}


def act(page: Page, **more: Any) -> None:
    """Send an act by the API, as another tab of the same player; by default play the first legal card."""
    page.evaluate(
        """async (more) => {
          const table = `/api${location.pathname}`;
          const { match, turn, view } = await (await fetch(table)).json();
          const made = Object.keys(more).length ? more : { act: "move", moves: view.legal.slice(0, 1) };
          const body = JSON.stringify({ command: `c${turn}`, match, turn, ...made });
          await fetch(`${table}/acts`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
        }""",
        more,
    )


def places(page: Page) -> list[Any]:
    """Return the positions of the table and the tray."""
    return [page.locator(place).bounding_box() for place in ("#stage", "#tray")]


def seated(pages: tuple[Page, ...]) -> tuple[Page, Page]:
    """Begin the match. Return the page of the player to move, who has played a card of the turn, and the other page."""
    begin(*pages)
    mover, other = whose(*pages)
    act(mover)
    expect(mover.locator("#take-back")).to_be_enabled()
    expect(mover.locator("#log li")).to_have_count(1)
    expect(other.locator("#log li")).to_have_count(1)
    return mover, other


def test_friends_take_back_a_move_and_the_table_does_not_move(chromium: Browser, site: str) -> None:
    how = {**ON_A_PHONE, **at_once(site)}
    with friends(chromium, site, how, how) as pages:
        mover, other = seated(pages)
        before = [places(page) for page in pages]
        expect(other.locator("#take-back")).to_have_count(0)
        mover.locator("#take-back").press("Enter")
        for kind in ("#request", "#spoken"):
            expect(other.locator(kind)).to_contain_text("asks to take back the move.")
        expect(mover.locator("#take-back")).to_be_disabled()
        assert [places(page) for page in pages] == before
        other.locator("#request button").first.press("Enter")
        expect(mover.locator("#asked")).to_contain_text("3 places left")
        for page, words in ((mover, "You take back a move."), (other, " takes back a move.")):
            expect(page.locator("#requests")).to_be_hidden()
            expect(page.locator("#spoken")).to_contain_text(words)
            expect(page.locator("#log s")).to_have_count(1)
        assert [places(page) for page in pages] == before


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}])
def test_the_button_fits_on_a_phone(chromium: Browser, site: str, size: ViewportSize) -> None:
    how = {**SCRIPTED, "viewport": size, "locale": "fr", **at_once(site)}
    with friends(chromium, site, how, how) as pages:
        mover, _ = seated(pages)
        expect(mover.get_by_role("button", name="Reprendre mon coup")).to_be_visible()
        assert overflow(mover) <= 0
        assert mover.locator("#take-back").evaluate("each => each.scrollWidth - each.clientWidth") <= 0


def test_a_draft_in_a_position_that_is_taken_back_is_dropped(chromium: Browser, site: str) -> None:
    how = {**SCRIPTED, **at_once(site)}
    with friends(chromium, site, how, how) as pages:
        mover, other = seated(pages)
        mover.locator(".held-card").first.click()
        mover.locator("[data-place][data-open]").first.click()
        expect(mover.locator("#undo")).to_be_visible()
        expect(mover.locator("#take-back")).to_be_hidden()
        act(mover, act="take_back")
        other.locator("#request button").first.click()
        expect(mover.locator("#asked")).to_contain_text("3 places left")
        expect(mover.locator("[data-laid]")).to_have_count(0)
        expect(mover.locator("#undo")).to_be_hidden()

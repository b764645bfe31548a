"""Default pages in a real browser: a match without script, on a phone and a desktop, in light and dark, and axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from courtly.engine.contract.game import find_game
from courtly.web.plain import PlainPages
from tests.web.browser import DESKTOP, MARK, PHONE, browsing, overflow, press, settle, violations
from tests.web.courtisans_positions import own_turns
from tests.web.helpers import page_of
from tests.web.shown import show_html, window

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Render every game with the default pages."""
    for module in ("pages", "table_pages"):
        monkeypatch.setattr(f"courtly.web.{module}.pages_of", lambda name: PlainPages(find_game(name)))


def sit_down(page: Page) -> None:
    """Begin a match for two."""
    page.locator("#players-2").check(force=True)
    press(page, page.locator(".new-match .primary"))
    page.locator(".tray").wait_for()


def choose(page: Page) -> None:
    """Make the first choice on a page without script."""
    press(page, page.locator(".plain-acts button").first)


def take_turn(page: Page) -> None:
    """Make the first choice until the turn is complete, and send it."""
    page.evaluate(MARK)
    acts = 0
    while not page.locator('#confirm[aria-disabled="false"]').count():
        page.locator(".plain-acts button").first.click()
        acts += 1
        expect(page.locator("#undo")).to_have_attribute("data-acts", str(acts))
    settle(page)


def test_a_whole_match_can_be_played_on_plain_pages_without_script(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, viewport=PHONE) as page:
        page.goto("/new?game=cursed_court")
        page.locator("#years").fill("1")
        sit_down(page)
        while page.locator(".plain-acts button").count():
            choose(page)
            assert overflow(page) == 0
        assert page.locator(".totals tbody tr").count() == 2


def test_plain_pages_of_courtisans_are_not_wider_than_a_phone(chromium: Browser) -> None:
    with window(chromium, has_script=False) as page:
        for moment, match in own_turns(2).items():
            show_html(page, page_of(match), PHONE)
            assert page.locator(".plain-acts button, .totals").count()
            assert overflow(page) == 0, moment


@pytest.mark.parametrize(("scheme", "viewport"), [("light", PHONE), ("dark", DESKTOP)], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", ["cursed_court", "monarch"])
def test_a_plain_page_fits_its_window_without_axe_violations(
    chromium: Browser, site: str, game: str, viewport: dict[str, int], scheme: str
) -> None:
    with browsing(chromium, site, viewport=viewport, color_scheme=scheme, java_script_enabled=True) as page:
        page.goto(f"/new?game={game}")
        sit_down(page)
        take_turn(page)
        assert overflow(page) == 0
        assert violations(page) == []

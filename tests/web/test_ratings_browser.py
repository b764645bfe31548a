"""Ratings in a real browser: a phone, a desktop, the keyboard, and a browser without a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import DESKTOP, PHONE, browsing, on, overflow, violations
from tests.web.helpers import application, serving

pytestmark = pytest.mark.browser
PAGES = ("/ratings", "/ratings/courtisans", "/new")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server where no match was rated."""
    with serving(application(tmp_path / "courtly.db")) as address:
        yield address


@pytest.mark.parametrize(
    "settings", [on("dark", PHONE, "fr"), on("light", DESKTOP, "en")], ids=["dark phone", "light desktop"]
)
def test_the_pages_of_ratings_fit_and_are_accessible(chromium: Browser, site: str, settings: dict[str, object]) -> None:
    with browsing(chromium, site, **settings) as page:
        for url in PAGES:
            page.goto(url)
            assert overflow(page) <= 0
            assert violations(page) == []


def test_a_rated_table_is_opened_with_the_keyboard_and_without_a_script(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=False) as page:
        page.goto("/new?players=2&bot-2=open")
        page.locator("#rated").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        expect(page.locator("#options")).to_contain_text("the match counts for the ratings")


def test_leaving_a_rated_match_is_a_loss_that_the_page_announces(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **on("light", DESKTOP, "en")) as page:
        page.goto("/new?players=2&bot-2=novice&rated=true")
        page.locator("#new-match button.primary").click()
        expect(page.locator("#stage")).to_be_visible()
        controls = page.locator(".table-controls")
        expect(controls).to_contain_text("Rated: who leaves has lost.")
        expect(controls.locator('button[value="mind"], [value="vote"]')).to_have_count(0)
        controls.locator("summary", has_text="Leave the match").evaluate("one => one.closest('details').open = true")
        form = controls.locator("form", has=page.locator('[value="rise"]'))
        form.evaluate("one => one.requestSubmit()")
        expect(page.locator("body")).to_contain_text("You have lost")

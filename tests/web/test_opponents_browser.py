"""Strangers who look for opponents in real browsers: a phone, a desktop, and a browser without a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from courtly.tables import services
from tests.web.browser import DESKTOP, PHONE, browsing, on, overflow, violations
from tests.web.helpers import application, serving

pytestmark = pytest.mark.browser


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server where no one else waits."""
    with serving(application(tmp_path / "courtly.db")) as address:
        yield address


def look(page: Page, seats: str) -> None:
    """Look for opponents with the keyboard."""
    page.goto("/?game=courtisans")
    page.locator("#seats").select_option(seats)
    page.locator(".opponents button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#waiting-room, #stage")).to_be_visible()


def test_a_phone_and_a_desktop_meet_at_one_table_that_begins_by_itself(chromium: Browser, site: str) -> None:
    with (
        browsing(chromium, site, **on("dark", PHONE, "fr")) as phone,
        browsing(chromium, site, **on("light", DESKTOP, "en")) as desktop,
    ):
        look(phone, "2")
        expect(phone.locator("#waiting-room-state")).to_contain_text("La partie commencera toute seule.")
        assert overflow(phone) <= 0
        assert violations(phone) == []
        look(desktop, "2")
        for page in (phone, desktop):
            expect(page.locator("#stage")).to_be_visible()
        assert phone.url == desktop.url


def test_the_offer_of_bots_appears_by_itself_and_the_match_begins_for_all(
    chromium: Browser, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "PATIENCE_SECONDS", 3.0)
    with (
        browsing(chromium, site, **on("light", PHONE, "de")) as phone,
        browsing(chromium, site) as plain,
    ):
        look(phone, "3")
        look(plain, "3")
        assert phone.url == plain.url
        expect(phone.locator("#waiting-room-state[role=status]")).to_contain_text("Bots können")
        fill = phone.locator("#fill")
        expect(fill).to_be_visible()
        assert violations(phone) == []
        # Without a script, the page loads itself again every few seconds.
        expect(plain.locator("#waiting-room-state")).to_contain_text("Bots can take the open seats.")
        expect(plain.locator("#fill")).to_have_count(0)
        fill.focus()
        phone.keyboard.press("Enter")
        for page in (phone, plain):
            expect(page.locator("#stage")).to_be_visible()

"""The pages of the people at a table in a real browser: a phone, a desktop, and the keyboard without a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import DESKTOP, PHONE, browsing, on, overflow, violations
from tests.web.helpers import application, serving
from tests.web.table_forms import both_ready

pytestmark = pytest.mark.browser


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server of its own: a block extends to all new guests at its address."""
    with serving(application(tmp_path / "courtly.db")) as address:
        yield address


def as_guest(page: Page, site: str, client: httpx.Client) -> None:
    """Give a browser the identity of a client."""
    page.context.add_cookies([{"name": one.name, "value": str(one.value), "url": site} for one in client.cookies.jar])


@pytest.mark.parametrize(
    "settings", [on("dark", PHONE, "fr"), on("light", DESKTOP, "en")], ids=["dark phone", "light desktop"]
)
def test_the_pages_of_people_fit_and_are_accessible(
    chromium: Browser, site: str, client: httpx.Client, stranger: httpx.Client, settings: dict[str, Any]
) -> None:
    url = both_ready(client, stranger)
    with browsing(chromium, site, **settings) as page:
        as_guest(page, site, client)
        for path in (f"{url}/people", f"/me?back={url}"):
            page.goto(path)
            assert (overflow(page), violations(page)) == (0, [])


def test_a_person_is_blocked_with_the_keyboard_and_without_a_script(
    chromium: Browser, site: str, client: httpx.Client, stranger: httpx.Client
) -> None:
    url = both_ready(client, stranger)
    with browsing(chromium, site, java_script_enabled=False) as page:
        as_guest(page, site, client)
        page.goto(f"{url}/people")
        page.locator('[name="act"][value="block"]').focus()
        page.keyboard.press("Enter")
        expect(page.locator(".devices")).to_contain_text("blocked")
        page.goto(f"/me?back={url}")
        page.locator('#blocked [name="act"]').focus()
        page.keyboard.press("Enter")
        expect(page.locator("#blocked")).to_contain_text("no one")

"""The pages of administrators in a real browser: a phone, a desktop, and the keyboard without a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from courtly.settings import SECRET_LENGTH
from courtly.web.admin_links import AdminLinks
from tests.web.browser import DESKTOP, PHONE, browsing, on, overflow, violations
from tests.web.helpers import application, serving
from tests.web.table_forms import both_ready

pytestmark = pytest.mark.browser
SECRET = "a secret".ljust(SECRET_LENGTH, ".")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server of its own, with a known secret."""
    with serving(application(tmp_path / "courtly.db", "a secret")) as address:
        yield address


def report(client: httpx.Client, url: str) -> None:
    """Report the only other person at a table."""
    whom = client.get(f"{url}/people").text.split("/report?whom=")[1].split('"')[0]
    client.post(f"{url}/report", data={"whom": whom, "reason": "spam", "text": "x" * 200})


@pytest.mark.parametrize(
    "settings", [on("dark", PHONE, "fr"), on("light", DESKTOP, "en")], ids=["dark phone", "light desktop"]
)
def test_the_pages_of_administrators_fit_and_are_accessible(
    chromium: Browser, site: str, client: httpx.Client, stranger: httpx.Client, settings: dict[str, Any]
) -> None:
    report(client, both_ready(client, stranger))
    with browsing(chromium, site, **settings) as page:
        page.goto(AdminLinks(SECRET).make(""))
        assert (overflow(page), violations(page)) == (0, [])
        page.locator("main button").click()
        for part in ("reports", "people", "tables", "bans", "log"):
            page.goto(f"/admin/{part}")
            expect(page.locator('[aria-current="page"]')).to_have_attribute("href", f"/admin/{part}")
            page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true; })")
            assert (overflow(page), violations(page)) == (0, [])


def test_a_person_is_banned_with_the_keyboard_and_without_a_script(
    chromium: Browser, site: str, client: httpx.Client, stranger: httpx.Client
) -> None:
    both_ready(client, stranger)
    with browsing(chromium, site, java_script_enabled=False) as page:
        page.goto(AdminLinks(SECRET).make(""))
        page.locator("main button").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".admin-nav")).to_be_visible()
        page.goto("/admin/people?name=Bo")
        page.locator("summary", has_text="Bo").focus()
        page.keyboard.press("Enter")
        page.locator('[name="reason"]').fill("too loud")
        page.keyboard.press("Enter")
        expect(page.locator(".item")).to_contain_text("too loud")
    assert stranger.get("/").status_code == 403

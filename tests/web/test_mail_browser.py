"""The field for an address and the pages of links in mails, in a real browser on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from courtly.web.mail_links import MailLinks, mailbox
from tests.web.browser import PHONE, browsing, overflow, violations
from tests.web.helpers import application, serving
from tests.web.mail_service import mail_service

pytestmark = pytest.mark.browser

SECRET = "a secret of the tests, long enough for any server"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    # The settings must name the address at which the browser sends its forms.
    with (
        mail_service(tmp_path) as mails,
        serving(
            application(tmp_path / "tables.db", SECRET, **mails.settings | {"base_url": "http://localhost"})
        ) as site,
    ):
        yield site


def test_the_form_sends_the_time_zone_of_the_browser(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, viewport=PHONE, timezone_id="Asia/Tokyo", java_script_enabled=True) as page:
        page.request.post(f"{site}/me", form={"name": "Camille"})
        page.goto(f"{site}/me")
        page.locator("#notify-offer").wait_for()
        assert page.locator(".ask-mail input[name=zone]").input_value() == "Asia/Tokyo"
        assert (overflow(page), violations(page)) == (0, [])


def test_the_pages_of_links_fit_a_phone(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, viewport=PHONE, java_script_enabled=True) as page:
        page.request.post(f"{site}/me", form={"name": "Camille"})
        player = page.request.get(f"{site}/api/me").json()["id"]
        links = MailLinks(SECRET, site)
        long = f"{'a' * 64}@{'b' * 63}.{'c' * 63}.example"
        for link in (links.confirm(player, mailbox(long, "en", "UTC")), links.end("d")):
            page.goto(link)
            assert (overflow(page), violations(page)) == (0, [])

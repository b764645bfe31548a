"""The pages after a match in a real browser on a phone: nothing is too wide, and axe finds no violations."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser

from tests.web.browser import PHONE, browsing, overflow, violations
from tests.web.helpers import begin, play_to_the_end

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("lang", "scheme"), [("fr", "light"), ("en", "dark")])
def test_pages_after_a_match_fit_a_phone_and_axe_finds_no_violations(
    chromium: Browser, site: str, client: httpx.Client, lang: str, scheme: str
) -> None:
    url = begin(client, game="courtisans", players="2")
    play_to_the_end(client, url)
    finished_match = f"{url}/matches/1"
    pages = [
        "/me/matches",
        "/me/leave",
        f"{finished_match}/moves/9/play",
        f"{finished_match}/share",
        "/deals/today/courtisans",
    ]
    settings = {"viewport": PHONE, "locale": lang, "color_scheme": scheme, "java_script_enabled": True}
    found = {}
    with browsing(chromium, site, **settings) as page:
        page.context.add_cookies(
            [{"name": name, "value": value, "url": site} for name, value in client.cookies.items()]
        )
        for path in pages:
            page.goto(path)
            found[path] = (violations(page), max(0, overflow(page)))
    assert found == dict.fromkeys(pages, ([], 0))

"""What there is after a match in a real browser, on a phone: nothing is too wide, and axe finds nothing wrong."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser

from tests.web.helpers import begin, play_to_the_end
from tests.web.test_browser import PHONE, browsing, overflow, violations

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("lang", "scheme"), [("fr", "light"), ("en", "dark")])
def test_pages_after_a_match_fit_and_axe_finds_nothing_wrong(
    chromium: Browser, site: str, client: httpx.Client, lang: str, scheme: str
) -> None:
    url = begin(client, game="courtisans", players="2")
    play_to_the_end(client, url)
    past = f"{url}/matches/1"
    pages = ["/me/matches", "/me/leave", f"{past}/moves/9/play", f"{past}/share", "/deals/today/courtisans"]
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

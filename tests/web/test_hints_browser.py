"""A hint in a real browser: asked for with one press, in sight on a phone and on a desktop, and hidden again."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from courtly.bots import Budget, hint
from courtly.web.games import offered
from tests.web.test_browser import DESKTOP, PHONE, browsing, overflow, press, violations

pytestmark = pytest.mark.browser

GAMES = [pages.name for pages in offered()]
ASK, HIDE = {"en": "Hint", "fr": "Indice"}, {"en": "Hide the hint", "fr": "Masquer l’indice"}


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.tables.hints.hint", partial(hint, budget=Budget(simulations=20), ends=2))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "settings",
    [
        {"locale": "en", "color_scheme": "light", "viewport": PHONE},
        {"locale": "fr", "color_scheme": "dark", "viewport": DESKTOP},
    ],
    ids=["phone", "desktop"],
)
def test_a_hint_is_in_sight_and_axe_finds_nothing_wrong(
    chromium: Browser, site: str, game: str, settings: dict[str, Any]
) -> None:
    lang = settings["locale"]
    with browsing(chromium, site, java_script_enabled=True, **settings) as page:
        page.goto(f"/new?game={game}")
        press(page, page.locator(".new-match .primary"))
        address = page.url
        page.get_by_role("button", name=ASK[lang]).click()
        expect(page.locator(".hint strong")).to_be_in_viewport()
        expect(page.locator(".hint-why li").first).to_be_in_viewport()
        assert overflow(page) == 0
        assert violations(page) == []
        page.get_by_role("link", name=HIDE[lang]).click()
        assert page.url == address
        expect(page.get_by_role("button", name=ASK[lang])).to_be_visible()

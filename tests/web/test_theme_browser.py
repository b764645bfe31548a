"""The choice of a theme, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import DESKTOP, PHONE, REFRESH, at_once, begin, browsing, ready, violations
from tests.web.courtisans_play import take_turn

pytestmark = pytest.mark.browser

PAPER = {"light": "rgb(243, 233, 214)", "dark": "rgb(23, 18, 23)"}
"""The background of pages, by theme."""


def choose(page: Page, name: str) -> None:
    """Press a button of the theme and check that it is marked."""
    page.locator("#theme").get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#theme [aria-pressed=true]")).to_have_text(name)


@pytest.mark.parametrize(("device", "name", "theme"), [("dark", "Light", "light"), ("light", "Dark", "dark")])
def test_a_theme_chosen_without_script_overrides_the_device(
    chromium: Browser, site: str, device: Any, name: str, theme: str
) -> None:
    with browsing(chromium, site, color_scheme=device) as page:
        page.locator(".colophon").get_by_role("link", name="Theme").click()
        expect(page.locator("body")).to_have_css("background-color", PAPER[device])
        choose(page, name)
        assert page.url.endswith("/me?back=/new%3Fgame%3Dcourtisans#theme")
        expect(page.locator("body")).to_have_css("background-color", PAPER[theme])
        page.reload()
        expect(page.locator("body")).to_have_css("background-color", PAPER[theme])
        page.get_by_role("link", name="Back").click()
        expect(page.locator("body")).to_have_css("background-color", PAPER[theme])
        page.get_by_role("link", name="Theme").click()
        choose(page, "As your device")
        expect(page.locator("body")).to_have_css("background-color", PAPER[device])


def test_the_page_of_a_table_keeps_its_theme_while_it_is_live(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True, **at_once(site)) as page:
        begin(page)
        page.goto(f"{page.url}#pane-table")
        choose(page, "Dark")
        expect(page.locator("#pane-table")).to_be_visible()
        expect(page.locator("body")).to_have_css("color-scheme", "dark")
        ready(page)
        page.evaluate(REFRESH)
        page.goto(page.url.replace("#pane-table", "#main"))
        take_turn(page, lambda _: None)
        expect(page.locator("body")).to_have_css("color-scheme", "dark")


@pytest.mark.parametrize("name", ["Light", "Dark"])
def test_axe_finds_no_violations_in_a_chosen_theme(chromium: Browser, site: str, name: str) -> None:
    device: Any = "dark" if name == "Light" else "light"
    size = PHONE if name == "Light" else DESKTOP
    with browsing(chromium, site, color_scheme=device, viewport=size, java_script_enabled=True) as page:
        page.goto("/me")
        choose(page, name)
        found = violations(page)
        for address in ("/rules/cursed_court", "/"):
            page.goto(address)
            found += violations(page)
        page.goto("/new")
        begin(page)
        page.goto(f"{page.url}#pane-table")
        found += violations(page)
    assert found == []

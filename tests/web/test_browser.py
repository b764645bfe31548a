"""The pages in a real browser: whole matches without script, narrow screens, and accessibility (axe)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import courtly
from courtly.web.forms import NAME_LENGTH
from tests.web.browser import DESKTOP, PHONE, begin, browsing, overflow, press, violations
from tests.web.courtisans_play import HELD, take_turn
from tests.web.courtisans_positions import own_turns
from tests.web.helpers import NAMES, page_of
from tests.web.shown import show_html, window

pytestmark = pytest.mark.browser

LONG = "W" * NAME_LENGTH
WORDS = {
    "en": {
        "begin": "Take your seat",
        "asked": "Play a card: 3 places left.",
        "totals": "Totals",
    },
    "fr": {
        "begin": "Prendre place",
        "asked": "Jouez une carte\u202f: il reste 3 zones.",
        "totals": "Totaux",
    },
}


def choose(page: Page) -> None:
    """Make one choice with the mouse: the first card or target, and the last place."""
    if page.locator(".victim").count():
        small = page.locator(".target:visible")
        # Cards overlap, but the left edge of every card is visible.
        press(page, small.first if small.count() else page.locator(".victim").first, position={"x": 4, "y": 20})
        return
    page.locator(".held-card input").first.check()
    press(page, page.locator(".zone").last)


def play_to_the_end(page: Page) -> None:
    """Play until the scoring is shown."""
    while page.locator("#acts").count():
        choose(page)


def check_the_end(page: Page, lang: str, record: dict[str, Any]) -> None:
    """Check that the page shows the final count and the scores of the record."""
    expect(page.locator("#totals-title")).to_have_text(WORDS[lang]["totals"])
    totals = sorted(courtly.read_record(record).scores(), reverse=True)
    assert [int(text.replace("−", "-")) for text in page.locator(".totals .total").all_inner_texts()] == totals


@pytest.mark.long
def test_a_whole_match_and_another_with_its_options_can_be_played_without_script(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        page.locator("select[name='bot-2']").select_option("random")
        begin(page, players=2)
        play_to_the_end(page)
        with page.expect_download() as download:
            page.locator("main [download]").click()
        check_the_end(page, "en", json.loads(download.value.path().read_text(encoding="utf-8")))
        page.get_by_role("link", name="New table").click()
        expect(page.locator("#players-2")).to_be_checked()
        expect(page.locator("#name")).to_have_value("Camille")
        expect(page.locator("select[name='bot-2']")).to_have_value("random")


def test_the_language_can_be_switched_during_a_match(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page)
        address = page.url
        page.get_by_role("button", name="Français").click()
        expect(page.locator("#asked")).to_have_text(WORDS["fr"]["asked"])
        assert page.url == address


def test_a_place_cannot_be_sent_without_a_card(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page)
        page.locator(".zone").first.press("Enter")
        expect(page.locator("#asked")).to_have_text(WORDS["en"]["asked"])
        expect(page.locator(".held-card")).to_have_count(3)


def test_an_outdated_form_gets_an_explanation(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page)
        old = page.content()
        choose(page)
        page.set_content(old.replace("<head>", f'<head><base href="{site}">'))
        page.locator('#acts input[name="command"]').evaluate("field => { field.value = 'another' }")
        choose(page)
        expect(page.locator("h1")).to_have_text("The match has moved on")
        page.get_by_role("link", name="Back to the table").click()
        expect(page.locator(".tray")).to_be_visible()


def test_only_the_bots_of_the_chosen_seats_are_shown(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        for players in (2, 3, 4, 5):
            page.locator(f"#players-{players}").check(force=True)
            expect(page.locator(".bot:visible")).to_have_count(players - 1)


def test_a_match_can_be_played_by_keyboard(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page)
        page.locator(".held-card input").first.focus()
        page.keyboard.press("Space")
        page.locator(".zone").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".spare, .areas .done").first).to_be_visible()


@pytest.mark.long
def test_a_whole_match_without_script_fits_a_phone(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, locale="fr", viewport=PHONE) as page:
        begin(page, players=5, name=LONG)
        expect(page.locator("#asked")).to_have_text(WORDS["fr"]["asked"])
        wide = dict[str, int]()
        while page.locator("#acts").count():
            wide[f"choice {len(wide)}"] = overflow(page)
            choose(page)
        wide["final"] = overflow(page)
        # On a phone, the link to the record is on another page.
        record = page.locator("main [download]").get_attribute("href")
        check_the_end(page, "fr", page.request.get(str(record)).json())
    assert {name: pixels for name, pixels in wide.items() if pixels > 0} == {}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_page_of_a_match_without_script_is_wider_than_a_phone(chromium: Browser, lang: str) -> None:
    wide = dict[str, int]()
    with window(chromium, has_script=False) as page:
        for moment, match in own_turns(5).items():
            show_html(page, page_of(match, 0, lang, names=(LONG, *NAMES[1:])), PHONE)
            wide[moment] = overflow(page)
    assert {moment: pixels for moment, pixels in wide.items() if pixels > 0} == {}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pages_without_a_table_fit_a_phone_without_script(chromium: Browser, site: str, lang: str) -> None:
    with browsing(chromium, site, locale=lang, viewport=PHONE) as page:
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.locator(".new-match .primary")).to_have_text(WORDS[lang]["begin"])
        for path in ("/new", "/tables/nowhere", "/credits"):
            page.goto(path)
            assert overflow(page) <= 0, path


@pytest.mark.parametrize(("scheme", "viewport"), [("light", PHONE), ("dark", DESKTOP)], ids=["phone", "desktop"])
def test_axe_finds_no_violations(chromium: Browser, site: str, scheme: str, viewport: ViewportSize) -> None:
    settings = {"color_scheme": scheme, "viewport": viewport, "java_script_enabled": True}
    found: dict[str, list[str]] = {}

    def check(name: str) -> None:
        if name not in found:
            found[name] = violations(page)

    with browsing(chromium, site, **settings) as page:
        check("form")
        begin(page, players=4)
        check("first turn")
        while "target" not in found:
            take_turn(page, check)
            # Skip the animations.
            page.keyboard.press("Escape")
            page.locator(HELD).first.wait_for(state="attached")
        for name in ("/tables/nowhere", "/credits"):
            page.goto(name)
            check(name)
    assert {name: problems for name, problems in found.items() if problems} == {}
    assert {"target", "whole turn"} <= set(found)

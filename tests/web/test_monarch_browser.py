"""Monarch in a real browser: matches without script, a custom card set, narrow screens, and axe."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import courtly
from courtly.games.monarch.cardset import house_text
from courtly.web.forms import NAME_LENGTH
from tests.games.monarch.builders import begin as begin_with
from tests.games.monarch.builders import run, with_state
from tests.web.browser import DESKTOP, MARK, PHONE, POLL, browsing, overflow, press, settle, state_of, violations
from tests.web.helpers import NAMES, TIMEOUT_SECONDS, page_of
from tests.web.monarch_play import EAGER
from tests.web.shown import show_html, window

pytestmark = pytest.mark.browser

LONG = "W" * NAME_LENGTH
WORDS = {
    "en": {"asked": "Your turn", "totals": "Totals", "over": "Card by card"},
    "fr": {"asked": "À vous de jouer", "totals": "Totaux", "over": "Carte par carte"},
}
PHASES = ("act", "place", "build", "send", "dismiss", "pledge")


def begin(page: Page, players: int, *, name: str = "Camille", seed: str = "7", **options: str) -> None:
    """Choose the game, fill in the form of a new match and send it."""
    page.goto("/new?game=monarch")
    page.locator("#name").fill(name)
    page.locator(f"#players-{players}").check(force=True)
    page.locator(f"#banners-{options.get('banners', 'true')}").check(force=True)
    page.locator("#max_rounds").fill(options.get("rounds", ""))
    page.locator(".advanced summary").click()
    page.locator("#seed").fill(seed)
    press(page, page.locator(".new-match .primary"))
    expect(page.locator(".my-court")).to_be_visible()


def press_key(page: Page, button: str) -> None:
    """Press a button with the keyboard, and wait until no bot is thinking."""
    page.evaluate(MARK)
    page.locator(button).focus()
    page.keyboard.press("Enter")
    settle(page)


def choose(page: Page) -> None:
    """Make one choice with the mouse; the player takes everything that is possible."""
    if page.locator("#amount").count():
        press(page, page.locator('button[name="of-amount"]'))
        return
    for verb in EAGER:
        button = page.locator(f'button[name="move"]:is([value="{verb}"], [value^="{verb} "]):visible').first
        if button.count():
            press(page, button)
            return
    press(page, page.locator('#my-rest button[name="move"]'))


def phase(page: Page) -> str:
    """Return the phase in which the page's question is asked."""
    classes = page.locator(".acts").get_attribute("class") or ""
    return next(name for name in PHASES if f"phase-{name}" in classes)


@pytest.mark.parametrize(
    ("lang", "players", "options"),
    [("en", 2, {"rounds": "2"}), ("fr", 3, {"rounds": "1", "banners": "false"}), ("fr", 4, {"rounds": "1"})],
)
def test_a_match_can_be_played_without_script(
    chromium: Browser, site: str, lang: str, players: int, options: dict[str, str]
) -> None:
    with browsing(chromium, site, locale=lang) as page:
        begin(page, players, **options)
        while page.locator("#acts").count():
            choose(page)
        expect(page.locator("#totals-title")).to_have_text(WORDS[lang]["totals"])
        expect(page.get_by_role("heading", name=WORDS[lang]["over"])).to_be_visible()
        with page.expect_download() as download:
            page.locator("main [download]").click()
        match = courtly.read_record(json.loads(download.value.path().read_text(encoding="utf-8")))
        shown = page.locator(".totals .score").all_inner_texts()
        assert [int(text.replace("−", "-")) for text in shown] == sorted(match.scores(), reverse=True)


def test_a_turn_can_be_played_by_keyboard(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page, 3)
        press_key(page, "button.harvest")
        expect(page.locator(".take.done")).to_contain_text("Income taken.")
        page.locator(".deck").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#part-deck")).to_be_visible()
        expect(page.locator("#part-deck")).to_contain_text("discard pile")
        press_key(page, "#my-rest .end")
        expect(page.locator(".news")).to_contain_text("Isaure")


def choose_by_keys(page: Page) -> None:
    """Make one choice with the keyboard, as a simple player would; confirm it if it completes the turn."""
    buttons = ['button[name="of-amount"]']
    buttons += [f'button[name="move"]:is([value="{verb}"], [value^="{verb} "]):visible' for verb in EAGER]
    buttons.append("#my-rest .end")
    # After the last move, the final page is loading.
    expect(page.locator(", ".join([*buttons, "body.final"])).first).to_be_attached()
    found = next((each for each in buttons if page.locator(each).count()), "")
    if not found:
        return
    page.evaluate(MARK)
    before = state_of(page)
    page.locator(found).first.focus()
    page.keyboard.press("Enter")
    if page.locator("#sure:popover-open").count():
        page.locator(".end-anyway").focus()
        page.keyboard.press("Enter")
    end = time.monotonic() + TIMEOUT_SECONDS
    while (state := state_of(page)) != "settled" and (state in ("", "draft") or state == before):
        if state == "draft":
            page.locator("#confirm").focus()
            page.keyboard.press("Enter")
        assert time.monotonic() < end, f"{found} has no effect"
        page.wait_for_timeout(POLL)


@pytest.mark.parametrize("scripted", [False, True], ids=["without script", "with script"])
def test_a_whole_match_can_be_played_by_keyboard(chromium: Browser, site: str, *, scripted: bool) -> None:
    with browsing(chromium, site, java_script_enabled=scripted) as page:
        begin(page, 2, rounds="1")
        while not page.locator("body.final").count():
            choose_by_keys(page)
        expect(page.get_by_role("heading", name=WORDS["en"]["over"])).to_be_visible()


def test_a_card_set_can_be_uploaded_then_corrected_and_played_twice(chromium: Browser, site: str) -> None:
    own = house_text().replace("Monarch: house cards", "Cards of Camille", 1)
    with browsing(chromium, site) as page:
        page.goto("/new?game=monarch")
        page.locator("#players-2").check(force=True)
        page.locator("#max_rounds").fill("1")
        page.locator(".option-card_set summary").click()
        bad = own.replace('path = "might"', 'path = "mihgt"', 1).encode()
        page.locator("#card_set-file").set_input_files({"name": "b.toml", "mimeType": "text/plain", "buffer": bad})
        page.locator(".new-match .primary").click()
        expect(page.locator(".problems")).to_contain_text("mihgt")
        page.locator("#card_set").fill(own)
        press(page, page.locator(".new-match .primary"))
        expect(page.locator("#part-cards")).to_contain_text("Cards of Camille")
        while page.locator("#acts").count():
            choose(page)
        page.get_by_role("link", name="New table").click()
        expect(page.locator("#players-2")).to_be_checked()
        assert "Cards of Camille" in page.locator("#card_set").input_value()
        page.get_by_role("button", name="Français").click()
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        assert "Cards of Camille" in page.locator("#card_set").input_value()


def test_pressing_a_card_in_a_court_shows_its_text(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page, 2)
        while not page.locator(".my-court .held").count():
            choose(page)
        name = page.locator(".my-court .held").first.get_attribute("title")
        expect(page.locator("#court-of-0")).to_be_hidden()
        page.locator("#name-0 button").click()
        expect(page.locator("#court-of-0")).to_contain_text(str(name))
        more = page.locator("#court-of-0 .held-more").first
        expect(more).to_be_hidden()
        page.locator("#court-of-0 summary").first.click()
        expect(more).to_be_visible()


def test_pressing_the_card_of_a_draft_takes_it_back(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        begin(page, 3)
        page.locator(".k-guest .buy").first.click()
        page.locator(".sister .open button").first.click()
        guest = page.locator(".guest[data-laid]")
        guest.click()
        expect(guest).to_have_count(0)
        expect(page.locator(".sister .open button")).to_have_count(2)
        expect(page.locator(":popover-open:not(.flight)")).to_have_count(0)


def test_all_pages_fit_a_phone(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, locale="fr", viewport=PHONE) as page:
        page.goto("/new?game=monarch")
        wide = {"start": overflow(page)}
        begin(page, 4, name=LONG, rounds="1", seed="11")
        number = 0
        while page.locator("#acts").count():
            wide[f"choice {number} {phase(page)}"] = overflow(page)
            choose(page)
            number += 1
        wide["final"] = overflow(page)
    assert {name: pixels for name, pixels in wide.items() if pixels > 0} == {}


def test_no_page_of_a_scene_without_script_is_wider_than_a_phone(chromium: Browser) -> None:
    with window(chromium, has_script=False) as page:
        for name in SCENES:
            show_html(page, scene(name, "fr", names=(LONG, *NAMES[1:])), PHONE)
            assert overflow(page) <= 0, name


TOP = "insistent-peddler stone-bridge old-nurse toll-drum tiger-pelt raiders-moon"
COURTS = ["pure-white-stag beastkeeper gazing-glass", "fireworks astronomer court-composer", "keeper-of-ledgers"]
SCENES = {
    "act": (),
    "place": ("buy toll-drum",),
    "build": ("buy stone-bridge",),
    "send": ("buy insistent-peddler",),
    "dismiss": ("buy old-nurse", "add"),
    "pledge": ("buy insistent-peddler", "send 1", "pledge 1", "pledge 1", "pass"),
    "final": ("fly banner-of-bounty", "end", "end", "end"),
}
"""The moves that lead to each scene, from a position in which all players are rich."""


def scene(name: str, lang: str, names: Sequence[str] = NAMES) -> str:
    """Return the page of one scene."""
    match = begin_with(3, TOP, layout="vvvvvffff", max_rounds=1)
    guests = ["weepy-poet know-all-cousin", "thundering-braggart", ""]
    rich = with_state(match, gold=[30, 9, 4], food=[30, 9, 4], courts=COURTS, guests=guests)
    return page_of(run(rich, *SCENES[name]), 0, lang, names=names)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize(("scheme", "lang"), [("light", "en"), ("dark", "fr")])
def test_axe_finds_no_violations_in_any_phase(
    chromium: Browser, site: str, scheme: str, lang: str, viewport: ViewportSize
) -> None:
    settings = {"color_scheme": scheme, "viewport": viewport, "java_script_enabled": True}
    with browsing(chromium, site, **settings) as page:
        page.goto("/new?game=monarch")
        found = {"start": violations(page)}
        wide = {"start": overflow(page)}
        for name in SCENES:
            page.set_content(scene(name, lang))
            found[name], wide[name] = violations(page), overflow(page)
    assert {name: problems for name, problems in found.items() if problems} == {}
    assert {name: pixels for name, pixels in wide.items() if pixels > 0} == {}


@pytest.mark.parametrize("name", [name for name in SCENES if name != "final"])
def test_each_scene_is_in_its_phase(name: str) -> None:
    assert f"phase-{name}" in scene(name, "en")

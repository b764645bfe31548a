"""Hints in a real browser: one press asks for a hint, it is visible on phones and desktops, and it can be hidden."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from courtly.bots import Budget, hint
from courtly.web.games import offered
from tests.web.browser import DESKTOP, PHONE, browsing, overflow, press, ready, violations

pytestmark = pytest.mark.browser

GAMES = [pages.name for pages in offered()]
ASK, HIDE = {"en": "Hint", "fr": "Indice"}, {"en": "Hide the hint", "fr": "Masquer l’indice"}


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.tables.hints.hint", partial(hint, budget=Budget(simulations=20), ends=2))


SETTINGS = pytest.mark.parametrize(
    "settings",
    [
        {"locale": "en", "color_scheme": "light", "viewport": PHONE},
        {"locale": "fr", "color_scheme": "dark", "viewport": DESKTOP},
    ],
    ids=["phone", "desktop"],
)


def ask(page: Page, game: str, lang: str, *, scripted: bool = True) -> str:
    """Begin a match and ask for a hint; return the address of the table."""
    page.goto(f"/new?game={game}")
    page.locator(".advanced summary").click()
    page.locator("#seed").fill("7")
    press(page, page.locator(".new-match .primary"))
    if scripted:
        ready(page)
    address = page.url
    page.get_by_role("button", name=ASK[lang]).click()
    return address


def hide(page: Page, lang: str, address: str) -> None:
    """Hide the hint, and check that the button for another one is back."""
    page.get_by_role("link", name=HIDE[lang]).click()
    expect(page.locator(".hint")).to_have_count(0)
    assert page.url.removesuffix("#main") == address
    expect(page.get_by_role("button", name=ASK[lang])).to_be_visible()


def expect_reasons(page: Page) -> None:
    """Check that the move and its reasons are visible, that nothing is too wide, and that axe finds no violations."""
    expect(page.locator(".hint strong")).to_be_in_viewport()
    expect(page.locator(".hint-why li").first).to_be_in_viewport()
    assert overflow(page) == 0
    assert violations(page) == []


COVERED = """() => {
  const [coach, ...others] = ["coach", "stage", "tray"].map((id) => document.getElementById(id))
  const { top, bottom } = coach.getBoundingClientRect()
  const isCovered = (box) => top < box.bottom - 1 && box.top < bottom - 1
  return others.filter((one) => isCovered(one.getBoundingClientRect())).map(({ id }) => id)
}"""
"""Returns the parts of the table that the hint covers."""


def test_a_message_next_to_a_button_does_not_block_the_buttons_below_it(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True, viewport=DESKTOP) as page:
        page.route("**/tables/*/hint*", lambda route: route.abort())
        ask(page, "monarch", "en")
        message = page.locator("#notice.is-anchored")
        expect(message).to_be_visible()
        below = message.evaluate("""one => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }""")
        assert not below


@pytest.mark.parametrize("way", ["move", "Escape"])
@pytest.mark.parametrize("game", ["monarch", "cursed_court"])
def test_the_reasons_of_a_hint_close_with_a_move_or_escape(chromium: Browser, site: str, game: str, way: str) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        ask(page, game, "en")
        page.locator("#coach-why").click()
        expect(page.locator("#pane-hint #hint")).to_be_visible()
        if way == "Escape":
            page.keyboard.press("Escape")
        else:
            page.locator({"monarch": ".take.harvest", "cursed_court": ".region[data-open] > label"}[game]).first.click()
        expect(page.locator("#pane-hint")).to_be_hidden()
        expect(page.locator("#coach")).to_be_hidden()
        expect(page.locator("#hint")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
@SETTINGS
def test_a_hint_is_visible_and_axe_finds_no_violations(
    chromium: Browser, site: str, game: str, settings: dict[str, Any]
) -> None:
    lang = settings["locale"]
    with browsing(chromium, site, java_script_enabled=True, **settings) as page:
        address = ask(page, game, lang)
        expect(page.locator("[data-nudged]").first).to_be_in_viewport()
        expect(page.locator(".hint strong")).not_to_be_in_viewport()
        assert page.evaluate(COVERED) == []
        assert violations(page) == []
        # In Monarch, the marked button names the move.
        if game != "monarch":
            page.locator("#coach-move").click()
        expect(page.locator("#coach-do")).to_be_in_viewport(ratio=1)
        assert page.evaluate(COVERED) == []
        expect(page.locator("[data-nudged]").first).to_be_in_viewport()
        page.locator("#coach-why").click()
        expect_reasons(page)
        hide(page, lang, address)


def test_a_hint_that_marks_a_button_names_the_move_in_the_bar_of_a_phone(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True, viewport=PHONE, locale="fr") as page:
        ask(page, "monarch", "fr")
        words = page.locator("#coach-words")
        expect(words).to_be_in_viewport(ratio=1)
        expect(words).to_have_text(str(page.locator("#hint strong").text_content()))
        expect(words).to_have_attribute("title", str(words.text_content()))
        assert words.evaluate("one => one.scrollWidth <= one.clientWidth")
        # At most three lines fit; the rest is cut off with an ellipsis.
        long = "Acheter la chèvrerie royale et la construire sur la ferme. " * 3
        words.evaluate("(one, long) => { one.textContent = long }", long)
        box, bar = words.bounding_box(), page.locator("#coach").bounding_box()
        assert box
        assert bar
        assert bar["y"] <= box["y"]
        assert box["y"] + box["height"] <= bar["y"] + bar["height"]
        expect(page.locator("#coach-do")).to_be_in_viewport(ratio=1)
        expect(page.locator("#coach-close")).to_be_in_viewport(ratio=1)


def test_a_hint_is_closed_by_its_button_or_by_picking_up_another_card(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True, viewport=PHONE) as page:
        ask(page, "courtisans", "en")
        coach = page.locator("#coach")
        page.locator("#coach-move").click()
        expect(page.locator("#coach-do")).to_be_visible()
        box, domain = coach.bounding_box(), page.locator('.line[data-id="domain:0"]').bounding_box()
        assert box
        assert domain
        assert box["y"] >= domain["y"] + domain["height"] - 1
        page.locator("#coach-close").click()
        expect(coach).to_be_hidden()
        expect(page.locator("[data-nudged]")).to_have_count(0)
        page.get_by_role("button", name=ASK["en"]).click()
        expect(page.locator("#coach-move")).to_be_visible()
        page.locator(".hand [data-piece]:not([data-nudged])").first.click()
        expect(coach).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
@SETTINGS
def test_without_script_the_whole_hint_is_visible_immediately(
    chromium: Browser, site: str, game: str, settings: dict[str, Any]
) -> None:
    lang = settings["locale"]
    # Axe needs script, so only the page's own scripts are blocked.
    with browsing(chromium, site, java_script_enabled=True, **settings) as page:
        page.route("**/*.js*", lambda route: route.abort())
        address = ask(page, game, lang, scripted=False)
        expect_reasons(page)
        hide(page, lang, address)


def test_the_advised_bet_is_laid_with_its_coins_and_the_gold_button_sends_it(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True, viewport=PHONE) as page:
        ask(page, "cursed_court", "en")
        expect(page.locator(".region[data-nudged]")).to_have_count(1)
        expect(page.locator("[data-nudged]")).to_have_count(1)
        page.locator("#coach-move").click()
        expect(page.locator("#coach-words")).to_be_in_viewport()
        moves = page.locator("#hint").get_attribute("data-moves") or ""
        page.locator("#coach-do").click()
        expect(page.locator("output.amount")).to_have_text(moves.split()[-1])
        with page.expect_request("**/acts") as sent:
            page.locator('[name="of-amount"]').click()
        act: Any = sent.value.post_data_json
        assert act["moves"] == moves.split("\n")
        # The advice was about this turn.
        expect(page.locator("#hint")).to_have_count(0)
        expect(page.locator("#no-hint")).to_be_attached()

"""Drafts of Monarch: nothing covers the button that confirms one, and the keyboard can make them."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from courtly.engine.play.match import Match
from tests.games.monarch.builders import HOUSE, begin, run
from tests.web.browser import ANIMATED, DESKTOP, FLYING, PHONE, SLOW, browsing, ready, sent

pytestmark = pytest.mark.browser

TOP = """keeper-of-ledgers gazing-glass astronomer insistent-peddler stone-bridge
         old-nurse toll-drum mill-stream weepy-poet raiders-moon"""
TURN = ("buy keeper-of-ledgers", "buy gazing-glass", "add", "buy astronomer", "add", "end")
TO_ALL = (*TURN, "buy insistent-peddler", "send 0", "end", "end")
"""Moves that lead to a turn with all kinds of acts: the viewer has a guest, a court, and the cards for a banner."""
ALL = "replace add build keep dismiss send sweep"
"""The last acts of the drafts that may be confirmed. After other acts, the turn goes on without Confirm."""
TO_A_MOON = (*TO_ALL, "buy weepy-poet", "send 1")
"""Moves that lead to a Moon that the viewer is the first to pay for."""
TIMERS = """() => {
  window.timers = {};
  const { setTimeout } = window;
  window.setTimeout = (work, ms, ...more) => {
    const told = document.querySelector(".event-caption:not([hidden])")?.textContent;
    if (told) timers[told] = Math.max(timers[told] ?? 0, ms ?? 0);
    return setTimeout(work, ms, ...more);
  };
}"""
"""Records the longest time that the page waits while it shows each event."""
BUTTONS = "[form=acts][name=move]:visible:not([data-sends], [data-amount-is])"


def cheap_set() -> dict[str, object]:
    """Return the house set with cards that cost 1 each, so that one turn can have all kinds of acts."""
    document = copy.deepcopy(HOUSE)
    for kind in ("court", "improvement", "guest"):
        for card in document[kind]:
            card["cost"] = {"food" if kind == "improvement" else "gold": 1}
    return document


def open_position(page: Page, client: httpx.Client, site: str, moves: tuple[str, ...]) -> None:
    """Play on from a position of cheap cards against bots."""
    open_match(page, client, site, run(begin(3, TOP, layout="vvvffffff", card_set=cheap_set()), *moves))


def open_match(page: Page, client: httpx.Client, site: str, match: Match) -> None:
    """Play on from a match against bots."""
    answer = client.post("/positions", data={"record": json.dumps(match.record()), "command": "one"})
    page.context.add_cookies([{"name": one.name, "value": one.value or "", "url": site} for one in client.cookies.jar])
    page.goto(answer.headers["location"])
    ready(page)
    expect(page.locator("#acts-data.asks")).to_have_count(1)


def walk(page: Page, laid: int = 0) -> Iterator[str]:
    """Lay every act, and one act of each kind that may follow; yield the last act of each draft with Confirm."""
    moves = page.locator(BUTTONS).evaluate_all("buttons => buttons.map(button => button.value)")
    for move in {move.split(" ")[0] if laid else move: move for move in moves}.values():
        page.locator(f'{BUTTONS}[value="{move}"]').first.tap()
        expect(page.locator("#undo")).to_have_attribute("data-acts", str(laid + 1))
        if page.locator("#confirm[aria-disabled=false]").count():
            page.locator("#confirm").tap(trial=True)
            yield move
        elif move.split(" ")[0] in ("buy", "add", "replace"):
            yield from walk(page, laid + 1)
        page.locator("#undo").tap()
        expect(page.locator("#undo")).to_have_attribute("data-acts", str(laid))


@pytest.mark.parametrize(("moves", "verbs"), [(TO_ALL, ALL), (TO_A_MOON, "pass")], ids=["turn", "Moon"])
def test_nothing_covers_confirm_after_any_draft(
    chromium: Browser, client: httpx.Client, site: str, moves: tuple[str, ...], verbs: str
) -> None:
    with browsing(chromium, site, java_script_enabled=True, viewport=PHONE, has_touch=True) as page:
        open_position(page, client, site, moves)
        assert {move.split(" ")[0] for move in walk(page)} == set(verbs.split())


LOOK = "one => ['backgroundImage', 'color', 'font', 'height'].map((name) => getComputedStyle(one)[name])"


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_both_answers_to_a_moon_look_alike_and_are_sent_by_the_same_gold_button(
    chromium: Browser, client: httpx.Client, site: str, viewport: ViewportSize
) -> None:
    with browsing(chromium, site, java_script_enabled=True, viewport=viewport) as page:
        open_position(page, client, site, TO_A_MOON)
        commands, confirm = sent(page), page.locator("#confirm")
        pledges, passes = (page.locator(f"#my-acts [value={answer}]") for answer in ("pledge", "pass"))
        assert pledges.evaluate(LOOK) == passes.evaluate(LOOK)
        for answer, words in ((passes, "You pass for now."), (pledges, "You pledge 1 gold.")):
            answer.click()
            expect(page.locator("#confirm-words")).to_have_text("Confirm")
            expect(page.locator("#asked")).to_have_text(f"{words} Confirm, or undo.")
            expect(page.locator("#moon h2")).to_be_visible()
            expect(page.locator(".flight > *")).to_have_count(0)
            assert commands == []
            page.locator("#undo").click()
            expect(page.locator("#undo")).to_be_hidden()
        pledges.click()
        with page.expect_request("**/acts"):
            confirm.click()
        assert commands == [["pledge 1"]]


def test_the_keyboard_goes_from_the_question_to_the_acts_and_keeps_the_focus(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        open_position(page, client, site, ())
        asked, undo = page.locator("#asked"), page.locator("#undo")
        for button in ("#my-acts .harvest", "#my-acts .tax", "#my-rest .end"):
            page.keyboard.press("Tab")
            expect(page.locator(button)).to_be_focused()
        page.locator(".harvest").press("Enter")
        expect(undo).to_have_attribute("data-acts", "1")
        expect(asked).to_be_focused()
        page.locator(".deckside .sweep").press("Enter")
        expect(page.locator("#confirm")).to_be_focused()
        undo.press("Enter")
        undo.press("Enter")
        expect(undo).to_be_hidden()
        expect(asked).to_be_focused()


def test_a_digit_is_the_place_of_a_card_in_the_market(chromium: Browser, client: httpx.Client, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        open_match(page, client, site, begin(3, "scholars-robe gazing-glass royal-strongbox"))
        number = "spot => getComputedStyle(spot, '::before').content"
        spots = page.locator(".spot")
        assert spots.nth(0).evaluate(number) == "none"
        page.keyboard.press("1")
        expect(page.locator("#notice")).to_have_text(re.compile("You are . gold short."))
        assert spots.nth(1).evaluate(number) == '"2" / ""'
        expect(page.locator("#undo")).to_be_hidden()
        page.keyboard.press("2")
        expect(page.locator("#confirm")).to_be_focused()
        expect(page.locator("#at-court-0")).to_contain_text("Gazing Glass")
        page.mouse.click(700, 400)
        assert spots.nth(0).evaluate(number) == "none"


def test_the_arrow_keys_mark_a_land_and_a_digit_builds_on_it(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        open_match(page, client, site, begin(3, "stone-bridge", layout="vvvffffff"))
        page.keyboard.press("1")
        number = "land => getComputedStyle(land.querySelector('button'), '::before').content"
        frame = "land => getComputedStyle(land).outline"
        first, second = page.locator(".land.open").nth(0), page.locator(".land.open").nth(1)
        assert [land.evaluate(number) for land in (first, second)] == ['"1" / ""', '"2" / ""']
        page.keyboard.press("ArrowDown")
        expect(first).to_have_attribute("data-cursor", "")
        assert first.evaluate(frame) != second.evaluate(frame)
        page.keyboard.press("2")
        expect(page.locator("#confirm")).to_be_focused()
        expect(second).to_have_count(0)
        expect(page.locator("#at-cell-b1")).to_contain_text("Stone Bridge")


def test_letters_harvest_tax_sweep_and_end_the_turn(chromium: Browser, client: httpx.Client, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        open_position(page, client, site, ())
        laid = page.locator("#undo")
        page.keyboard.press("e")
        expect(page.locator("#sure")).to_be_visible()
        page.keyboard.press("Escape")
        for letter in "rs":
            page.keyboard.press(letter)
            expect(laid).to_have_attribute("data-acts", str("rs".index(letter) + 1))
        expect(page.locator("#confirm")).to_be_focused()
        for number in (1, 0):
            page.keyboard.press("u")
            expect(laid).to_have_attribute("data-acts", str(number))
        page.keyboard.press("T")
        expect(laid).to_have_attribute("data-acts", "1")
        with page.expect_request("**/acts"):
            page.keyboard.press("E")


def test_the_focus_stays_at_the_tray_until_the_next_question(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        open_position(page, client, site, ())
        page.evaluate(SLOW)
        page.keyboard.press("s")
        expect(page.locator("#confirm")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#tray")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#asked")).to_be_focused()


def test_a_press_on_a_card_that_has_not_arrived_only_shows_the_market(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        top = TOP.replace("raiders-moon", "war-falcon")
        open_match(page, client, site, begin(3, top, layout="vvvffffff", card_set=cheap_set()))
        page.evaluate(SLOW)
        page.keyboard.press("s")
        page.locator("#confirm").click()
        expect(page.locator(FLYING)).not_to_have_count(0)
        buy = page.locator("#at-market-1 .buy")
        buy.click()
        expect(page.locator(FLYING)).to_have_count(0)
        expect(page.locator("#undo")).to_be_hidden()
        buy.click()
        expect(page.locator("#undo")).to_be_visible()


def test_nothing_flies_over_another_page_or_an_open_sheet(chromium: Browser, client: httpx.Client, site: str) -> None:
    with browsing(chromium, site, **ANIMATED, viewport=PHONE) as page:
        top = TOP.replace("raiders-moon", "war-falcon")
        open_match(page, client, site, begin(3, top, layout="vvvffffff", card_set=cheap_set()))
        page.evaluate(SLOW)
        page.keyboard.press("s")
        page.locator("#confirm").click()
        expect(page.locator(FLYING)).not_to_have_count(0)
        layer = page.locator(".flight")
        expect(layer).to_be_visible()
        page.evaluate("document.querySelector('.about').showPopover()")
        expect(layer).to_have_css("opacity", "0")
        page.evaluate("document.querySelector('.about').hidePopover()")
        expect(layer).to_have_css("opacity", "1")
        page.evaluate("document.querySelector('.leaves').scrollTo({ left: 360, behavior: 'instant' })")
        expect(layer).to_be_hidden()
        page.keyboard.press("Escape")
        expect(page.locator(FLYING)).to_have_count(0)
        expect(page.locator(".market [data-piece]").first).to_have_css("opacity", "1")


def test_the_question_follows_the_end_of_the_last_turn_without_time_to_read_it(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        open_match(page, client, site, begin(2, "scholars-robe gazing-glass toll-drum old-nurse mill-stream"))
        page.evaluate(TIMERS)
        page.keyboard.press("t")
        expect(page.locator("#undo")).to_be_visible()
        page.keyboard.press("e")
        expect(page.locator("#news li", has_text="Isaure ends the turn.")).not_to_have_count(0)
        expect(page.locator("#caption")).to_be_visible()
        assert page.evaluate("timers['Isaure ends the turn.']") < 600


def test_a_digit_picks_up_nothing_while_a_moon_asks(chromium: Browser, client: httpx.Client, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        open_position(page, client, site, TO_A_MOON)
        for digit in "123":
            page.keyboard.press(digit)
        expect(page.locator("[data-picked]")).to_have_count(0)
        expect(page.locator("body")).not_to_have_class(re.compile("is-aiming"))

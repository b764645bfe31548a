"""Turns that are drafted and sent by script, and animations, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import ANIMATED, PHONE, REFRESH, SCRIPTED, SLOW, Held, browsing, ready, sent
from tests.web.courtisans_play import FLYING, HELD, OPEN_PLACE, lay, own_turn, sit_down
from tests.web.friends import begin, friends, whose

pytestmark = pytest.mark.browser


@pytest.fixture
def table(chromium: Browser, site: str) -> Iterator[Page]:
    """A table of Courtisans with bots at the player's turn, without running animations; fails on script errors."""
    with browsing(chromium, site, **ANIMATED) as page:
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        sit_down(page)
        yield page
        assert [one for one in complaints if "409" not in one] == []


def test_a_card_selected_before_the_script_loads_stays_selected(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        script = Held(page, "**/table.js*")
        page.reload(wait_until="commit")
        # The layout is not final yet, so a real click might miss.
        page.locator(".held-card input").first.dispatch_event("click")
        expect(page.locator(".held-card input").first).to_be_checked()
        expect(page.locator(HELD)).to_have_count(0)
        script.release()
        expect(page.locator("[data-picked]")).to_have_count(1)
        page.locator(OPEN_PLACE).first.click(position={"x": 200, "y": 8})
        expect(page.locator("[data-laid]")).to_have_count(1)


FOLLOW_ANIMATIONS = """() => {
  window.animated = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.animated.push(this.id);
    return animate.apply(this, how);
  };
}"""


def test_a_pressed_card_reacts_before_it_is_released(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        card = page.locator(HELD).first
        card.hover()
        page.evaluate(FOLLOW_ANIMATIONS)
        page.mouse.down()
        assert page.evaluate("window.animated") == [card.get_attribute("id")]


REPLACE = """button => {
  const part = button.closest("[data-parts] > [id]");
  part.replaceWith(part.cloneNode(true));
}"""
"""Replaces the part of the page that has an element, as a new state does."""


@pytest.mark.parametrize(("pressed", "result"), [(HELD, "[data-picked]"), ("#ask", "#coach:not([hidden])")])
def test_a_press_counts_if_its_element_is_replaced_before_it_is_released(
    table: Page, pressed: str, result: str
) -> None:
    table.locator(pressed).first.hover()
    table.mouse.down()
    table.locator(pressed).first.evaluate(REPLACE)
    table.mouse.up()
    expect(table.locator(result)).to_have_count(1)


@pytest.mark.parametrize(("pressed", "result"), [(HELD, "[data-picked]"), ("#ask", "#coach:not([hidden])")])
def test_a_tap_counts_if_its_element_is_replaced_before_the_finger_is_lifted(
    chromium: Browser, site: str, pressed: str, result: str
) -> None:
    with browsing(chromium, site, **ANIMATED, viewport=PHONE, has_touch=True) as page:
        sit_down(page)
        box = page.locator(pressed).first.bounding_box()
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        fingers = page.context.new_cdp_session(page)
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        page.locator(pressed).first.evaluate(REPLACE)
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(result)).to_have_count(1)


def test_a_tap_on_an_area_without_a_card_lists_its_cards_and_is_no_error(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        page.locator(".line.above").click(position={"x": 200, "y": 8})
        expect(page.locator("#cards-at-above")).to_be_visible()
        expect(page.locator("#notice")).to_be_hidden()


def test_input_works_before_the_animation_script_loads(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED, service_workers="block") as page:
        script = Held(page, "**/table-show.js*")
        page.locator(".advanced summary").click()
        page.locator("#seed").fill("7")
        page.locator(".new-match .primary").click()
        expect(page.locator(HELD)).to_have_count(3)
        commands = sent(page)
        drop(page, to='[data-place][data-id="below"]')
        expect(page.locator("[data-laid]")).to_have_count(1)
        lay(page)
        page.locator("#undo").click()
        expect(page.locator("[data-laid]")).to_have_count(1)
        lay(page)
        page.locator(HELD).click()
        page.locator(OPEN_PLACE).click(position={"x": 200, "y": 8})
        expect(page.locator(".tray [data-hole]")).to_have_count(3)
        page.locator("#confirm").click()
        expect(page.locator(HELD)).to_have_count(3)
        assert [len(moves) for moves in commands] == [3]
        script.release()
        # The pending events are shown now, and can be replayed.
        expect(page.locator("#replay")).to_be_visible()
        own_turn(page)


@pytest.mark.parametrize(("button", "moves", "laid"), [("#confirm", 3, 0), ("#undo", 0, 2)])
def test_a_button_pressed_during_a_request_works_after_the_request(
    table: Page, button: str, moves: int, laid: int
) -> None:
    commands = sent(table)
    for _ in range(2):
        lay(table)
    drafts = Held(table, "**/draft?*")
    table.locator(HELD).first.click()
    table.locator(OPEN_PLACE).first.click(position={"x": 200, "y": 8})
    drafts.wait()
    table.locator(button).dispatch_event("click")
    drafts.release()
    expect(table.locator("[data-laid]")).to_have_count(laid)
    assert [len(each) for each in commands] == ([moves] if moves else [])


def test_a_button_takes_its_act_back_unless_the_act_can_be_repeated(table: Page) -> None:
    """With two assassins in a turn, the button "Eliminate no one" answers for each of them."""
    marked = table.evaluate("""async () => {
      const { DraftOverlay } = await import("/static/table-overlay.js");
      const act = { source: null, target: null, move: "spare" };
      const button = document.createElement("button");
      [button.name, button.value] = ["move", "spare"];
      document.body.append(button);
      return [[act], [{ ...act, why_not: "no" }], []].map((next) => {
        new DraftOverlay().show([act], {}, next);
        const mark = button.getAttribute("data-laid");
        button.removeAttribute("data-laid");
        return mark;
      });
    }""")
    assert marked == [None, "0", "0"]


def test_a_turn_drafted_by_taps_is_sent_as_one_command(table: Page) -> None:
    commands = sent(table)
    for left in (3, 2, 1):
        expect(table.locator(HELD)).to_have_count(left)
        lay(table)
    expect(table.locator("#confirm")).to_be_enabled()
    expect(table.locator(".tray [data-hole]")).to_have_count(3)
    assert commands == []
    table.locator("#confirm").click()
    own_turn(table)
    assert [len(moves) for moves in commands] == [3]
    expect(table.locator("#confirm")).to_be_hidden()


def test_the_last_card_of_a_drafted_turn_lies_in_a_column_like_the_others(table: Page) -> None:
    for _ in range(3):
        lay(table)
    expect(table.locator("#confirm")).to_be_enabled()
    expect(table.locator(".stage .cell [data-laid]")).to_have_count(3)
    expect(table.locator(".flight [data-laid]")).to_have_count(0)


def test_closed_places_show_the_reason_with_a_link_to_its_rule(table: Page) -> None:
    lay(table)
    table.locator(HELD).first.click()
    shut = table.locator("[data-shut]").first
    expect(shut).to_have_attribute("title", re.compile("already has its card"))
    shut.click(position={"x": 200, "y": 8})
    expect(table.locator("#notice")).to_contain_text("already has its card")
    table.locator("#notice a").click()
    expect(table.locator(r"p:has(> #rule-3\.4)")).to_be_in_viewport()


def test_a_draft_can_be_taken_back_by_button_key_and_tap(table: Page) -> None:
    for what in ("#undo", "[data-laid]", "[data-hole]", None):
        lay(table)
        if what is None:
            table.keyboard.press("u")
        else:
            table.locator(what).click()
        expect(table.locator("[data-laid], [data-hole]")).to_have_count(0)
        expect(table.locator(HELD)).to_have_count(3)
        expect(table.locator("#undo")).to_be_hidden()


def test_a_card_can_be_dragged_to_a_place_and_returns_from_elsewhere(table: Page) -> None:
    drag(table, to=".bar")
    expect(table.locator("[data-picked]")).to_have_count(0)
    drag(table, to='[data-place][data-id="below"]')
    expect(table.locator('[data-id="below"] [data-laid]')).to_have_count(1)
    expect(table.locator(FLYING)).to_have_count(0)


def drag(page: Page, *, to: str) -> None:
    """Drag the first card, and wait for its flight."""
    lift(page, to=to)
    expect(page.locator(FLYING)).to_have_count(1)
    page.mouse.up()


def drop(page: Page, *, to: str) -> None:
    """Drag the first card and drop it."""
    lift(page, to=to)
    page.mouse.up()


def lift(page: Page, *, to: str) -> None:
    """Hold the first card over a place."""
    piece, place = page.locator(HELD).first.bounding_box(), page.locator(to).first.bounding_box()
    assert piece is not None
    assert place is not None
    page.mouse.move(piece["x"] + 20, piece["y"] + 20)
    page.mouse.down()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=8)


def test_a_turn_can_be_played_by_keyboard(table: Page) -> None:
    commands = sent(table)
    letter = (table.locator(".domain.mine [data-seat] text").text_content() or "").lower()
    for number, keys in enumerate((["1", "ArrowDown", "Enter"], ["2", letter], ["3", "ArrowUp", "Enter"]), 1):
        for key in keys:
            table.keyboard.press(key)
        expect(table.locator("[data-laid]")).to_have_count(number)
    table.keyboard.press("Enter")
    own_turn(table)
    assert [len(moves) for moves in commands] == [3]


def test_a_screen_reader_hears_the_piece_the_act_and_its_effect(table: Page) -> None:
    acts = json.loads(table.locator("#acts-data").text_content() or "")
    spoken = table.locator("#spoken p").last
    table.keyboard.press("1")
    picked = table.locator("[data-picked]")
    expect(spoken).to_have_text(picked.locator("label").get_attribute("title") or "")
    table.keyboard.press("ArrowDown")
    source, target = picked.get_attribute("data-id"), table.locator("[data-cursor]").get_attribute("data-id")
    act = next(act for act in acts if (act["source"], act["target"]) == (source, target))
    expect(spoken).to_have_text(f"{act['words']} {act['changes']}".strip())


@pytest.mark.parametrize("has_animations", [True, False])
def test_the_question_is_announced_after_the_moves_before_it(table: Page, has_animations: bool) -> None:
    table.locator("#speed").click(click_count=1 if has_animations else 2)
    for _ in range(3):
        lay(table)
    table.evaluate("document.getElementById('spoken').replaceChildren()")
    table.locator("#confirm").click()
    own_turn(table)
    question = (table.locator("#caption").text_content() or "").strip()
    expect(table.locator("#spoken p").last).to_have_text(question)
    *moves, _ = table.locator("#spoken p").all_text_contents()
    assert sum(move.endswith(".") for move in moves) >= 2
    assert question not in moves


def test_a_question_mark_opens_and_closes_the_list_of_keys(table: Page) -> None:
    table.keyboard.press("?")
    expect(table.locator("#keys")).to_be_visible()
    table.keyboard.press("1")
    expect(table.locator("[data-picked]")).to_have_count(0)
    table.keyboard.press("?")
    expect(table.locator("#keys")).to_be_hidden()
    table.keyboard.press("?")
    table.locator("#keys").get_by_role("button", name="Close").click()
    expect(table.locator("#keys")).to_be_hidden()
    table.evaluate("location.hash = '#pane-table'")
    table.get_by_role("button", name="Keys").click()
    expect(table.locator("#keys kbd")).to_contain_text(["1", "9", "A", "Z"])


@pytest.mark.parametrize("pane", ["pane-rules", "numbers", "pane-log", "pane-notes", "pane-table"])
def test_escape_closes_the_drawer_after_it_has_put_a_card_down(table: Page, pane: str) -> None:
    table.evaluate("pane => (location.hash = pane)", pane)
    expect(table.locator("#drawer")).to_be_visible()
    table.keyboard.press("1")
    expect(table.locator("[data-picked]")).to_have_count(1)
    table.keyboard.press("Escape")
    expect(table.locator("[data-picked]")).to_have_count(0)
    expect(table.locator("#drawer")).to_be_visible()
    table.keyboard.press("Escape")
    expect(table.locator("#drawer")).to_be_hidden()


def test_escape_closes_only_the_list_above_the_drawer(table: Page) -> None:
    table.evaluate("location.hash = 'pane-table'")
    table.get_by_role("button", name="Keys").click()
    table.keyboard.press("Escape")
    expect(table.locator("#keys")).to_be_hidden()
    expect(table.locator("#drawer")).to_be_visible()
    table.keyboard.press("Escape")
    expect(table.locator("#drawer")).to_be_hidden()


def test_other_players_moves_are_animated_and_can_be_replayed(table: Page) -> None:
    for _ in range(3):
        lay(table)
    expect(table.locator(FLYING)).to_have_count(0)
    table.evaluate(SLOW)
    table.locator("#confirm").click()
    expect(table.locator(FLYING)).not_to_have_count(0)
    expect(table.locator(".event-caption")).not_to_have_text("")
    own_turn(table)
    expect(table.locator(".event-caption")).to_be_hidden()
    table.locator("#replay").click()
    expect(table.locator(FLYING)).not_to_have_count(0)
    expect(table.locator("#caption")).to_be_hidden()
    # Input during the animation is not lost.
    table.locator(HELD).first.click()
    expect(table.locator("[data-picked]")).to_have_count(1)
    expect(table.locator(FLYING)).not_to_have_count(0)
    for _ in range(2):
        table.keyboard.press("Escape")
    expect(table.locator(FLYING)).to_have_count(0)
    expect(table.locator("#caption")).to_be_visible()


def test_a_draft_stays_while_the_page_changes(table: Page) -> None:
    lay(table)
    # The page asks for the draft again once it has changed.
    with table.expect_response("**/draft?*"):
        table.evaluate(REFRESH)
    expect(table.locator("[data-laid]")).to_have_count(1)
    expect(table.locator(HELD)).to_have_count(2)
    expect(table.locator("#confirm")).to_be_visible()


RELOADS = {
    "reload": lambda page: page.reload(),
    "language": lambda page: page.locator(".bar .languages [value=fr]").click(),
    "theme": lambda page: page.locator("#theme [value=dark]").click(),
    "aids": lambda page: page.locator("#switches button").first.click(),
}
"""The ways in which a page of a table is loaded again while a player thinks."""


@pytest.mark.parametrize("way", RELOADS)
def test_a_draft_survives_each_way_to_load_the_page_again(table: Page, way: str) -> None:
    commands = sent(table)
    for _ in range(3):
        lay(table)
    pane = {"theme": "#pane-table", "aids": "#pane-notes"}.get(way, "#main")
    table.goto(f"{table.url.split('#')[0]}{pane}")
    before = table.evaluate("performance.timeOrigin")
    RELOADS[way](table)
    table.wait_for_function("before => performance.timeOrigin !== before", arg=before)
    ready(table)
    expect(table.locator(".stage [data-laid]")).to_have_count(3)
    expect(table.locator(".tray [data-hole]")).to_have_count(3)
    expect(table.locator("#confirm")).to_have_attribute("aria-disabled", "false")
    assert commands == []
    table.locator("#undo").dispatch_event("click")
    expect(table.locator("#undo")).to_have_attribute("data-acts", "2")


def test_a_draft_that_is_taken_back_stays_away_after_a_reload(table: Page) -> None:
    for _ in range(2):
        lay(table)
    table.locator("#undo").click()
    expect(table.locator("[data-laid]")).to_have_count(1)
    table.reload()
    ready(table)
    expect(table.locator("[data-laid]")).to_have_count(1)
    expect(table.locator(HELD)).to_have_count(2)


def test_a_draft_that_became_complete_is_never_sent_by_a_reload(table: Page) -> None:
    commands = sent(table)
    for _ in range(3):
        lay(table)
    table.evaluate("localStorage.setItem('courtly-confirm', 'never')")
    drafts = Held(table, "**/draft?*")
    table.reload()
    drafts.wait()
    # The setting is known before the page shows the last act of the draft.
    expect(table.locator("#confirm-when")).to_have_value("never")
    drafts.release()
    expect(table.locator("#confirm")).to_have_attribute("aria-disabled", "false")
    assert commands == []


def test_another_guest_in_the_same_tab_never_sees_a_draft(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED) as pages:
        begin(*pages)
        mover, other = whose(*pages)
        lay(mover)
        cookies = other.context.cookies()
        mover.context.clear_cookies()
        mover.context.add_cookies(cast(Any, cookies))
        mover.reload()
        ready(mover)
        expect(mover.locator(".tray .held-card")).to_have_count(3)
        expect(mover.locator("[data-laid]")).to_have_count(0)
        # The tab stores the name of the moment or nothing; moves would follow in further lines.
        assert "\n" not in mover.evaluate("sessionStorage.draft")


def test_no_key_is_lost_while_the_page_changes(table: Page) -> None:
    for key in ("1", "ArrowDown", "Enter"):
        table.keyboard.press(key)
        table.evaluate(REFRESH)
    expect(table.locator("[data-laid]")).to_have_count(1)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_rejection_is_translated_and_the_cards_go_back(chromium: Browser, site: str, lang: str) -> None:
    with browsing(chromium, site, **ANIMATED, locale=lang) as page:
        sit_down(page)
        for _ in range(3):
            lay(page)
        page.route("**/acts", lambda route: route.continue_(post_data={**route.request.post_data_json, "turn": 99}))
        page.locator("#confirm").click()
        expect(page.locator("#notice")).to_contain_text("tour" if lang == "fr" else "the table is now at match 1, turn")
        expect(page.locator("[data-laid]")).to_have_count(0)
        expect(page.locator(HELD)).to_have_count(3)


def test_reduced_motion_shows_outlines(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **{**ANIMATED, "reduced_motion": "reduce"}) as page:
        sit_down(page)
        for _ in range(3):
            lay(page)
        page.locator("#confirm").click()
        expect(page.locator(".flight > .flight-ring")).not_to_have_count(0)
        own_turn(page)


def test_coins_fly_with_their_number_between_the_coins_of_their_owner_and_the_region(table: Page) -> None:
    """After a bump, the coins of the new crown have the id of the returned ones, and another position."""
    flights = table.evaluate("""async () => {
      const { flightOf } = await import("/static/table-snapshot.js");
      const places = { "hand:0": [0, 0, 100], "hand:1": [400, 0, 100], "region:king": [200, 0, 100] };
      const copy = () => Object.assign(document.createElement("b"), { textContent: "6" });
      const snapshot = (x) => {
        const all = Object.entries({ ...places, "hand:0/coins": [5, 80, 10], "coins:king": [x, 50, 10] });
        const rects = new Map(all.map(([id, [x, y, size]]) => [id, new DOMRect(x, y, size, size)]));
        return { rects, laid: new Set(), copies: new Map(all.map(([id]) => [id, copy()])) };
      };
      const returned = { piece: "hand:0/coins", from: "region:king", to: "hand:0", count: 3 };
      const bet = { piece: "coins:king", from: "hand:1", to: "region:king", count: 6 };
      const flights = [returned, bet].map((step) => flightOf(step, snapshot(220), snapshot(233)));
      return flights.map(({ from, to, after }) => [from.x, from.y, to.x, to.y, after.textContent]);
    }""")
    # The purse has 6 coins after 3 of them have returned.
    assert flights == [[245, 45, 5, 80, "3"], [445, 45, 233, 50, "6"]]

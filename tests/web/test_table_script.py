"""Turns that are laid out and sent by script, and movement, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.web.test_browser import browsing

pytestmark = pytest.mark.browser

SCRIPTED: dict[str, Any] = {"java_script_enabled": True, "reduced_motion": "no-preference"}
FLYING = ".flight > :not([data-laid])"
OPEN_PLACE = "[data-place][data-open]"
HELD = ".tray [data-piece][data-open]"


@pytest.fixture
def table(chromium: Browser, site: str) -> Iterator[Page]:
    """One's own turn at a table of Courtisans, with bots; nothing moves any more, and nothing is complained about."""
    with browsing(chromium, site, **SCRIPTED) as page:
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        sit_down(page)
        yield page
        assert [one for one in complaints if "409" not in one] == []


def sit_down(page: Page) -> None:
    """Begin a match with bots, and wait for one's turn."""
    page.locator(".advanced summary").click()
    page.locator("#seed").fill("7")
    page.locator(".new-match .primary").click()
    own_turn(page)


def own_turn(page: Page) -> None:
    """Wait for one's turn, with all that came before it shown."""
    expect(page.locator(HELD)).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator(FLYING)).to_have_count(0)


def sent(page: Page) -> list[list[str]]:
    """Return the moves of each command that a page sends from now on."""
    commands: list[list[str]] = []

    def hear(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/acts"):
            commands.append(json.loads(request.post_data or "")["moves"])

    page.on("request", hear)
    return commands


def lay(page: Page, piece: int = 0, place: int = 0) -> None:
    """Pick up a card and tap a place that is open for it."""
    laid = page.locator("[data-laid]").count()
    page.locator(HELD).nth(piece).click()
    page.locator(OPEN_PLACE).nth(place).click(position={"x": 200, "y": 8})
    expect(page.locator("[data-laid]")).to_have_count(laid + 1)


def test_a_card_that_is_chosen_while_the_script_is_on_its_way_stays_chosen(chromium: Browser, site: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with browsing(chromium, site, **SCRIPTED) as page:
        sit_down(page)
        page.route("**/table.js*", hold)
        page.reload(wait_until="commit")
        # Where it stands is not settled yet: a press at its place might go beside it.
        page.locator(".held-card input").first.dispatch_event("click")
        expect(page.locator(".held-card input").first).to_be_checked()
        expect(page.locator(HELD)).to_have_count(0)
        for route in held:
            route.continue_()
        expect(page.locator("[data-picked]")).to_have_count(1)
        page.locator(OPEN_PLACE).first.click(position={"x": 200, "y": 8})
        expect(page.locator("[data-laid]")).to_have_count(1)


def test_no_touch_waits_for_what_shows_what_happens(chromium: Browser, site: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with browsing(chromium, site, **SCRIPTED, service_workers="block") as page:
        page.route("**/table-show.js*", hold)
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
        for route in held:
            route.continue_()
        # What was told meanwhile is told now, and can be shown again.
        expect(page.locator("#again")).to_be_visible()
        own_turn(page)


@pytest.mark.parametrize(("button", "moves", "laid"), [("#confirm", 2, 0), ("#undo", 0, 1)])
def test_a_button_that_is_pressed_while_an_answer_is_awaited_does_its_work_after_it(
    table: Page, button: str, moves: int, laid: int
) -> None:
    commands, held = sent(table), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    lay(table)
    table.route("**/draft?*", hold, times=1)
    table.locator(HELD).first.click()
    with table.expect_request("**/draft?*"):
        table.locator(OPEN_PLACE).first.click(position={"x": 200, "y": 8})
    table.locator(button).click()
    held[0].continue_()
    expect(table.locator("[data-laid]")).to_have_count(laid)
    assert [len(each) for each in commands] == ([moves] if moves else [])


def test_a_turn_is_laid_by_taps_and_goes_as_one_command(table: Page) -> None:
    commands = sent(table)
    for left in (3, 2, 1):
        expect(table.locator(HELD)).to_have_count(left)
        lay(table)
    expect(table.locator("#confirm")).to_have_attribute("data-whole", "")
    expect(table.locator(".tray [data-hole]")).to_have_count(3)
    assert commands == []
    table.locator("#confirm").click()
    own_turn(table)
    assert [len(moves) for moves in commands] == [3]
    expect(table.locator("#confirm")).to_be_hidden()


def test_places_that_are_shut_say_why(table: Page) -> None:
    lay(table)
    table.locator(HELD).first.click()
    assert "already been played there" in (table.locator("[data-shut]").first.get_attribute("title") or "")


def test_what_is_laid_is_taken_back_by_button_key_and_tap(table: Page) -> None:
    for what in ("#undo", "[data-laid]", "[data-hole]", None):
        lay(table)
        if what is None:
            table.keyboard.press("u")
        else:
            table.locator(what).click()
        expect(table.locator("[data-laid], [data-hole]")).to_have_count(0)
        expect(table.locator(HELD)).to_have_count(3)
        expect(table.locator("#undo")).to_be_hidden()


def test_a_card_is_dragged_to_a_place_and_one_that_is_dropped_elsewhere_goes_back(table: Page) -> None:
    drag(table, to=".bar")
    expect(table.locator("[data-picked]")).to_have_count(0)
    drag(table, to='[data-place][data-id="below"]')
    expect(table.locator('[data-id="below"] [data-laid]')).to_have_count(1)
    expect(table.locator(FLYING)).to_have_count(0)


def drag(page: Page, *, to: str) -> None:
    """Drag the first card, and see it fly."""
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


def test_a_turn_is_played_by_keys_alone(table: Page) -> None:
    commands = sent(table)
    letter = (table.locator(".domain.mine [data-seat] text").text_content() or "").lower()
    for number, keys in enumerate((["1", "ArrowDown", "Enter"], ["2", letter], ["3", "ArrowUp", "Enter"]), 1):
        for key in keys:
            table.keyboard.press(key)
        expect(table.locator("[data-laid]")).to_have_count(number)
    table.keyboard.press("Enter")
    own_turn(table)
    assert [len(moves) for moves in commands] == [3]


def test_what_others_do_is_told_and_flown_and_shown_again(table: Page) -> None:
    table.locator("#speed").click(click_count=3)
    expect(table.locator("#speed")).to_have_text("½×")
    for _ in range(3):
        lay(table)
    table.locator("#confirm").click()
    expect(table.locator(FLYING)).not_to_have_count(0)
    expect(table.locator(".happened")).not_to_have_text("")
    own_turn(table)
    expect(table.locator(".happened")).to_be_hidden()
    table.locator("#again").click()
    expect(table.locator(FLYING)).not_to_have_count(0)
    expect(table.locator("#caption")).to_be_hidden()
    # Nothing that is touched meanwhile is lost.
    table.locator(HELD).first.click()
    expect(table.locator("[data-picked]")).to_have_count(1)
    assert table.locator(FLYING).count() > 0
    for _ in range(2):
        table.keyboard.press("Escape")
    expect(table.locator(FLYING)).to_have_count(0)
    expect(table.locator("#caption")).to_be_visible()


def test_a_turn_that_is_laid_out_stays_while_the_page_changes(table: Page) -> None:
    lay(table)
    table.evaluate("document.dispatchEvent(new CustomEvent('courtly:look'))")
    table.wait_for_timeout(300)
    expect(table.locator("[data-laid]")).to_have_count(1)
    expect(table.locator(HELD)).to_have_count(2)
    expect(table.locator("#confirm")).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_refusal_is_told_in_the_language_of_the_page_and_the_cards_go_back(
    chromium: Browser, site: str, lang: str
) -> None:
    with browsing(chromium, site, **SCRIPTED, locale=lang) as page:
        sit_down(page)
        lay(page)
        page.route("**/acts", lambda route: route.continue_(post_data={**route.request.post_data_json, "turn": 99}))
        page.locator("#confirm").click()
        expect(page.locator("#notice")).to_contain_text("tour" if lang == "fr" else "the table is at match 1, turn")
        expect(page.locator("[data-laid]")).to_have_count(0)
        expect(page.locator(HELD)).to_have_count(3)


def test_whoever_wants_no_movement_sees_outlines(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **{**SCRIPTED, "reduced_motion": "reduce"}) as page:
        sit_down(page)
        for _ in range(3):
            lay(page)
        page.locator("#confirm").click()
        expect(page.locator(".flight > .flight-ring")).not_to_have_count(0)
        own_turn(page)

"""The table on a phone: nothing moves during a turn, a choice comes into view, and a press outside a popover closes it.
The controls of animations and sound are in the panel.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

import courtly
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web import table_pages
from courtly.web.render import render
from tests.games.monarch.builders import deck, lands
from tests.web import courtisans_play
from tests.web.api.helpers import two_at_a_table
from tests.web.browser import ANIMATED, DESKTOP, FLYING, PHONE, SCRIPTED, SLOW, TALL, browsing, ready
from tests.web.helpers import begin, table_view_of, with_table
from tests.web.people import GAMES, Person
from tests.web.shown import show_html

pytestmark = pytest.mark.browser

LOW_PHONE: ViewportSize = {"width": 390, "height": 664}
TOUCH: dict[str, Any] = {**ANIMATED, "viewport": PHONE, "has_touch": True, "is_mobile": True}
"""Settings of a phone."""


def open_table(page: Page, client: httpx.Client, site: str, game: str) -> None:
    """Open a table with two bots, at the player's first turn, and skip the animations before it."""
    url = begin(client, game=game, players="3", seed="7", **GAMES[game].fields)
    page.context.add_cookies([{"name": one.name, "value": one.value or "", "url": site} for one in client.cookies.jar])
    page.goto(url)
    ready(page)
    expect(page.locator("#acts-data.asks")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".event-caption")).to_be_hidden()


@pytest.mark.parametrize("viewport", [TALL, PHONE], ids=["tall", "low"])
@pytest.mark.parametrize("game", GAMES)
def test_the_table_does_not_move_when_a_draft_begins(
    chromium: Browser, client: httpx.Client, site: str, game: str, viewport: ViewportSize
) -> None:
    with browsing(chromium, site, **SCRIPTED, viewport=viewport) as page:
        open_table(page, client, site, game)
        person, parts = Person(page, "Camille"), [page.locator(name) for name in ("#stage", ".caption-bar", "#tray")]
        before = [part.bounding_box() for part in parts]
        for wanted in GAMES[game].choices(person):
            person.press(wanted)
        expect(page.locator("#undo")).to_be_visible()
        assert [part.bounding_box() for part in parts] == before


BOXES = "all => all.map((one) => [one.id || one.className, one.getBoundingClientRect().toJSON()])"
"""Returns where elements are."""


@pytest.mark.parametrize("viewport", [PHONE, TALL, LOW_PHONE, DESKTOP], ids=lambda size: str(size["height"]))
def test_no_row_of_courtisans_moves_within_a_turn_with_a_victim(
    chromium: Browser, site: str, viewport: ViewportSize
) -> None:
    asked = list[str]()

    def check(moment: str) -> None:
        asked.append(moment)
        assert parts.evaluate_all(BOXES) == before

    with browsing(chromium, site, **SCRIPTED, viewport=viewport) as page:
        parts = page.locator(".line, .caption-bar, #tray, #ask")
        courtisans_play.sit_down(page)
        while "target" not in asked:
            before = parts.evaluate_all(BOXES)
            courtisans_play.take_turn(page, check)
            courtisans_play.own_turn(page)


def test_the_panel_of_a_phone_has_the_controls_of_animations_and_sound(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with browsing(chromium, site, **SCRIPTED, viewport=PHONE) as page:
        open_table(page, client, site, "courtisans")
        sound, speed, replay = (page.locator(name) for name in ("#sound", "#speed", "#replay"))
        page.locator('.bar [href="#pane-table"]').click()
        for button in (sound, speed):
            expect(button).to_be_visible()
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 48
        look = "button => getComputedStyle(button.firstElementChild).backgroundImage"
        off = sound.evaluate(look)
        sound.click()
        expect(sound).to_have_attribute("aria-pressed", "true")
        assert sound.evaluate(look) != off
        page.evaluate("document.getElementById('replay').hidden = false")
        replay.click()
        expect(page.locator("#pane-table")).to_be_hidden()
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(page.locator(".bar #sound")).to_be_visible()


@contextmanager
def own_turn(
    chromium: Browser, client: httpx.Client, site: str, game: str = "monarch", **settings: Any
) -> Iterator[Page]:
    """Open a table on a phone at the player's first turn."""
    with browsing(chromium, site, **{**TOUCH, **settings}) as page:
        open_table(page, client, site, game)
        yield page


def buy(page: Page, card: str) -> None:
    page.locator(f'.buy[value="buy {card}"]').tap()
    expect(page.locator("#undo")).to_be_visible()


def leaf(page: Page, name: str) -> None:
    """Check that a page of the table is in view, and that its tab has its usual place."""
    expect(page.locator(f"#leaf-{name}")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#leaf-tabs a")).to_have_text(["Market", "Lands", "Sisters"])


def centre(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_page_of_a_choice_comes_into_view_until_the_choice_is_made(
    chromium: Browser, client: httpx.Client, site: str, motion: str
) -> None:
    with own_turn(chromium, client, site, reduced_motion=motion) as page:
        leaf(page, "market")
        buy(page, "insistent-peddler")
        leaf(page, "sisters")
        page.locator("#undo").tap()
        leaf(page, "market")
        buy(page, "royal-goatery")
        leaf(page, "lands")
        page.locator(".land.open button").first.tap()
        expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "false")
        leaf(page, "lands")
        page.locator("#confirm").tap()
        leaf(page, "market")
        expect(page.locator("#at-cell-a1 .name")).to_have_text("Royal Goatery")


def test_the_buttons_of_a_turn_keep_their_places(chromium: Browser, client: httpx.Client, site: str) -> None:
    with own_turn(chromium, client, site) as page:
        confirm, undo, hint, end = (page.locator(name) for name in ("#confirm", "#undo", "#ask", "#my-rest .end"))
        fixed = hint.bounding_box(), end.bounding_box()
        page.locator(".take.harvest").tap()
        expect(undo).to_be_visible()
        back = undo.bounding_box()
        assert (hint.bounding_box(), end.bounding_box()) == fixed
        undo.tap()
        expect(undo).to_be_hidden()
        buy(page, "royal-goatery")
        assert (hint.bounding_box(), undo.bounding_box()) == (fixed[0], back)
        page.locator(".land.open button").first.tap()
        expect(confirm).to_have_attribute("aria-disabled", "false")
        assert (hint.bounding_box(), undo.bounding_box(), end.bounding_box()) == (fixed[0], back, fixed[1])
        place = confirm.bounding_box()
        confirm.tap()
        expect(undo).to_be_hidden()
        expect(page.locator(".take.harvest")).to_be_visible()
        assert (hint.bounding_box(), end.bounding_box()) == fixed
        for box in (*fixed, back):
            assert box
            assert place
            assert box["x"] + box["width"] <= place["x"] or place["x"] + place["width"] <= box["x"]


@pytest.mark.parametrize("pressed", ["#at-court-1 li:nth-child(3)", "#summary-1 .crowns"])
def test_a_guest_is_sent_by_a_press_anywhere_on_a_sister(
    chromium: Browser, client: httpx.Client, site: str, pressed: str
) -> None:
    with own_turn(chromium, client, site) as page:
        buy(page, "insistent-peddler")
        leaf(page, "sisters")
        page.touchscreen.tap(*centre(page.locator(pressed)))
        expect(page.locator("#guests-1 .guest, #seat-1 .guest")).to_be_visible()
        expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "false")


POPOVERS = {
    "monarch": (".offer .more", ".take.harvest", "#undo:visible"),
    "courtisans": (".ask:visible", ".hand [data-piece]", "[data-picked]"),
    "cursed_court": (".ask-seat:visible", "#ask", "#coach:visible"),
}
"""By game: the opener of a popover, a part outside it, and the effect of a press on this part without a popover."""


@pytest.mark.parametrize("way", ["touch", "mouse"])
@pytest.mark.parametrize("game", POPOVERS)
def test_a_press_outside_a_popover_only_closes_it(
    chromium: Browser, client: httpx.Client, site: str, game: str, way: str
) -> None:
    opener, pressed, effect = POPOVERS[game]
    with own_turn(chromium, client, site, game) as page:
        press = page.touchscreen.tap if way == "touch" else page.mouse.click
        press(*centre(page.locator(opener).first))
        expect(page.locator("[popover]:not(.flight):popover-open")).to_have_count(1)
        for opened in (0, 1):
            press(*centre(page.locator(pressed).first))
            expect(page.locator("[popover]:not(.flight):popover-open")).to_have_count(0)
            expect(page.locator(effect)).to_have_count(opened)


AWAY = f"""() => [...document.querySelectorAll("{FLYING}")].map((one) => one.getBoundingClientRect())
  .filter(({{ x, right }}) => x > innerWidth || right < 0).length"""
"""Returns the number of flying pieces outside the window; each stands at its target until it flies."""


def test_nothing_flies_to_a_part_of_the_table_that_is_scrolled_away(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    deal = {"first": 0, "lands": lands("v" * 6 + "fff"), "deck": deck("stone-bridge toll-drum"), "reshuffles": []}
    player, _, table = two_at_a_table(client, game="monarch", deal=deal, listed=True)
    with browsing(chromium, site, **ANIMATED, viewport=PHONE) as page:
        page.goto(f"/tables/{table}")
        ready(page)
        page.evaluate(SLOW)
        for turn, move in enumerate(["free stone-bridge", "build b1", "buy toll-drum"]):
            player.act(table, "move", match=1, turn=turn, moves=[move])
            expect(page.locator(FLYING)).not_to_have_count(0)
            assert page.evaluate(AWAY) == 0
            page.keyboard.press("Escape")
            expect(page.locator(FLYING)).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_legend_shows_the_labels_of_the_theme_and_no_keys_on_a_touch_screen(
    chromium: Browser, client: httpx.Client, site: str, theme: str
) -> None:
    with own_turn(chromium, client, site, color_scheme=theme) as page:
        page.locator('.bar a[href="#pane-rules"]').tap()
        look = "label => [getComputedStyle(label).backgroundColor, getComputedStyle(label).color]"
        for kind in ("cost", "worth"):
            sample = page.locator(f"#numbers .{kind}")
            expect(sample).to_be_visible()
            assert sample.evaluate(look) == page.locator(f".offer:has(.can) > .{kind}").first.evaluate(look)
        expect(page.locator("#numbers .on-keyboards")).to_be_hidden()


BAR = """() => {
  for (const one of document.querySelectorAll('.tools [hidden]:not(.unread), #connection')) one.hidden = false
  const boxes = [...document.querySelectorAll('.title, #facts-now, .connection .dot, .tool')]
    .filter((one) => one.checkVisibility())
    .map((one) => (one.id === 'facts-now' ? [...one.children].filter((each) => each.checkVisibility()) : [one]))
    .flat().map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right])
  return [boxes, document.documentElement.scrollWidth - innerWidth]
}"""
"""Shows all tools of the bar. Returns the left and the right end of its parts, and by how much the page is too wide."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_parts_of_the_bar_do_not_overlap_on_a_phone_on_its_side(table: Page, game: str, lang: str) -> None:
    match, locale = courtly.new_match(game, players=3, seed=1), Locale(lang, domain=game)
    table_view = table_view_of(match, match.to_move)
    persons = [replace(each, kind="person") for each in table_view.table.seats]
    page = table_pages.match_page(with_table(table_view, seats=persons), locale)
    html = bytes(render(page.template, page, locale).body).decode()
    for width, height in ((844, 390), (740, 360), (915, 412)):
        show_html(table, html, {"width": width, "height": height})
        boxes, excess = table.evaluate(BAR)
        assert len(boxes) >= 8
        assert all(one[1] <= after[0] + 1 for one, after in pairwise(boxes)), (width, boxes)
        assert excess <= 0

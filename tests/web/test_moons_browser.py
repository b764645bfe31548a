"""Moons of Monarch on an open page: the effects are shown over the table, and the sheet opens after the flights."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.games.monarch.builders import begin, deck, lands, run
from tests.web.api.helpers import two_at_a_table
from tests.web.browser import FLYING, PATIENT, SCRIPTED, SLOW, browsing, loaded, ready
from tests.web.friends import sit_with_a_program
from tests.web.shown import SIZES, resize, show, window

pytestmark = pytest.mark.browser

MARKET = "insistent-peddler stone-bridge mill-stream old-nurse toll-drum"
MOON, SHEET = "#moons article", "#moon"
LAST = ("buy insistent-peddler",)
"""With two players, a guest has only one possible host, so this purchase reveals the next card."""


class Table:
    """A table of two programs; the next card of the deck is a Moon."""

    def __init__(self, client: httpx.Client, moons: str) -> None:
        deal = {"first": 0, "lands": lands(), "deck": deck(f"{MARKET} {moons}"), "reshuffles": []}
        *self.players, self.id = two_at_a_table(client, game="monarch", deal=deal, listed=True)
        self.turn = 0

    def look_on(self, page: Page) -> None:
        """Open the table as a spectator, and wait until the page has loaded all its scripts."""
        page.goto(f"/tables/{self.id}")
        ready(page)
        expect(page.locator("#notices")).not_to_have_attribute("hidden", "")

    def move(self, move: str, seat: int = 0) -> None:
        self.players[seat].act(self.id, "move", match=1, turn=self.turn, moves=[move])
        self.turn += 1


@pytest.fixture(params=["no-preference", "reduce"])
def page(chromium: Browser, site: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    with browsing(chromium, site, **{**SCRIPTED, "reduced_motion": request.param}) as made:
        made.add_init_script(PATIENT)
        yield made


def test_a_moon_shows_its_effects_on_each_sister_and_stays_at_the_viewers_turn(
    client: httpx.Client, page: Page
) -> None:
    table = Table(client, "harvest-moon")
    table.look_on(page)
    expect(page.locator(MOON)).to_be_hidden()
    table.move(*LAST)
    expect(page.locator(MOON)).to_be_visible()
    expect(page.locator(f"{MOON} h2")).to_have_text("Harvest Moon")
    expect(page.locator(f"{MOON} li .visually-hidden")).to_have_text(["+4 food", "+4 food"])
    # A spectator is never to move, so the test adds the element that shows a turn.
    page.evaluate("""document.body.insertAdjacentHTML("beforeend", '<i id="acts-data" class="asks"></i>')""")
    table.move("harvest")
    expect(page.locator("#acts [name=turn]")).to_have_value(str(table.turn))
    expect(page.locator(MOON)).to_be_visible()
    page.keyboard.press(" ")
    expect(page.locator(MOON)).to_be_hidden()


def test_a_moon_stays_until_it_is_closed(client: httpx.Client, page: Page) -> None:
    table = Table(client, "harvest-moon")
    table.look_on(page)
    table.move(*LAST)
    expect(page.locator(MOON)).to_be_visible()
    expect(page.locator("#moons")).to_have_attribute("data-hold", "20000")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(MOON)).to_be_hidden()


WAYS: dict[str, Callable[[Page], None]] = {
    "tap": lambda page: page.locator("#tray").click(position={"x": 4, "y": 4}),
    "button": lambda page: page.get_by_role("button", name="Go on").click(),
    "Enter": lambda page: page.keyboard.press("Enter"),
    "Escape": lambda page: page.keyboard.press("Escape"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("page", ["reduce"], indirect=True)
def test_a_player_sees_the_result_of_a_moon_and_then_the_question(client: httpx.Client, page: Page, way: str) -> None:
    deal = {"first": 0, "lands": lands(), "deck": deck(f"{MARKET} harvest-moon raiders-moon"), "reshuffles": []}
    ann, table = sit_with_a_program(page, client, "monarch", deal=deal)
    loaded(page)
    ann.act(table, "move", match=1, turn=0, moves=[*LAST])
    expect(page.locator(MOON)).to_be_visible()
    ann.act(table, "move", match=1, turn=1, moves=["pledge 2"])
    expect(page.locator("#acts-data.asks")).to_have_count(1)
    expect(page.locator(MOON)).to_be_visible()
    expect(page.locator("#my-acts button")).to_have_count(2)
    expect(page.locator("#my-acts button:visible")).to_have_count(0)
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    WAYS[way](page)
    expect(page.locator(MOON)).to_be_hidden()
    expect(page.locator(SHEET)).to_be_visible()
    expect(page.locator("#my-acts button:visible")).to_have_count(2)
    expect(page.locator("[data-laid]")).to_have_count(0)


def test_a_replay_shows_the_moon_again(client: httpx.Client, page: Page) -> None:
    table = Table(client, "harvest-moon")
    table.look_on(page)
    table.move(*LAST)
    expect(page.locator(MOON)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(MOON)).to_be_hidden()
    page.locator("#replay").click()
    expect(page.locator(MOON)).to_be_visible()


@pytest.mark.parametrize("page", ["no-preference"], indirect=True)
def test_the_sheet_of_a_moon_opens_when_the_cards_of_the_market_have_flown(client: httpx.Client, page: Page) -> None:
    table = Table(client, "raiders-moon")
    table.look_on(page)
    page.evaluate(SLOW)
    table.move(*LAST)
    expect(page.locator(FLYING)).not_to_have_count(0)
    expect(page.locator("#market")).to_be_visible()
    expect(page.locator(SHEET)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(SHEET)).to_be_visible()
    expect(page.locator("#market")).to_be_hidden()


OPEN_WHILE_CARDS_FLY = """() => {
  window.sheets = [];
  const layer = document.querySelector(".flight");
  const see = () => layer.childElementCount && !document.querySelector(".is-played")
    && window.sheets.push(document.querySelector("#moon").checkVisibility());
  new MutationObserver(see).observe(layer, { childList: true });
}"""
"""Records at each movement whether the sheet of the Moon is open."""


@pytest.mark.parametrize("page", ["no-preference"], indirect=True)
def test_the_sheet_of_a_second_moon_opens_when_the_cards_of_the_market_have_flown(
    client: httpx.Client, page: Page
) -> None:
    table = Table(client, "harvest-moon raiders-moon")
    table.look_on(page)
    page.evaluate(OPEN_WHILE_CARDS_FLY)
    table.move(*LAST)
    expect(page.locator(MOON)).to_be_visible()
    page.keyboard.press(" ")
    expect(page.locator(SHEET)).to_be_visible()
    assert set(page.evaluate("sheets")) == {False}


CAPTIONS = """() => {
  window.captions = [];
  const caption = document.querySelector(".event-caption");
  const more = () => caption.scrollHeight - caption.clientHeight;
  const see = () => caption.textContent && window.captions.push([caption.textContent, more()]);
  new MutationObserver(see).observe(caption, { childList: true });
}"""
"""Records each caption, and how much higher it is than the band."""


def test_on_a_phone_the_caption_tells_the_events_of_a_move_one_after_another(client: httpx.Client, page: Page) -> None:
    table = Table(client, "harvest-moon frost-moon war-falcon")
    page.set_viewport_size(SIZES[-1])
    table.look_on(page)
    page.evaluate(CAPTIONS)
    table.move(*LAST)
    expect(page.locator(MOON)).to_have_count(2)
    expect(page.locator(MOON).first).to_be_visible()
    page.keyboard.press(" ")
    expect(page.locator("#spoken p").last).to_have_text(re.compile("Waiting for Ann"))
    expect(page.locator(MOON).first).to_be_hidden()
    assert page.evaluate("captions") == [
        ["Ann buys Insistent Peddler for 2 gold. Ann sends Insistent Peddler to Ben.", 0],
        ["Harvest Moon rises. Gains and losses: Ann +4 food; Ben +4 food.", 0],
        ["Frost Moon rises. Gains and losses: Ann −4 food; Ben −4 food.", 0],
        ["New in the market: War Falcon.", 0],
    ]


def test_on_a_phone_the_caption_of_a_moon_that_all_sisters_feel_is_whole(chromium: Browser) -> None:
    told = " ".join(f"Maximilienne de Courtenay-Laval {seat} −4 gold and −3 food;" for seat in range(4))
    with window(chromium) as page:
        for size in SIZES[-3:]:
            show(page, (begin(4, MARKET), 0), "en", size)
            tray = page.locator("#tray").bounding_box()
            page.locator("#caption").evaluate(
                "(one, told) => { one.classList.add('event-caption'); one.textContent = told; }", told
            )
            more, shown, top = page.locator("#caption").evaluate(
                "one => [one.scrollHeight - one.clientHeight, one.clientHeight, one.getBoundingClientRect().top]"
            )
            assert (more, page.locator("#tray").bounding_box()) == (0, tray)
            assert shown > 44
            assert top > 0


FITS = """() => [...document.querySelectorAll("#moons, #moons article, #moons li")].filter(
  (one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1
    || one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > innerWidth).length"""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("moons", "sizes"),
    [
        ("frost-moon", SIZES),
        ("harvest-moon dark-moon", SIZES),
        # On a phone, three Moons scroll.
        ("harvest-moon frost-moon dark-moon", SIZES[:5]),
    ],
)
def test_the_moons_of_a_move_fit_all_screens(
    chromium: Browser, moons: str, sizes: list[ViewportSize], lang: str
) -> None:
    match = run(begin(4, f"{MARKET} {moons}"), "buy insistent-peddler", "send 1")
    with window(chromium) as page:
        show(page, (match, 1), lang, sizes[0])
        page.locator("#moons").evaluate("one => one.classList.add('is-played')")
        expect(page.locator(MOON)).to_have_count(len(moons.split()))
        for size in sizes:
            resize(page, size)
            assert page.evaluate(FITS) == 0, size


@pytest.mark.parametrize("size", [SIZES[0], SIZES[3], SIZES[5]], ids=lambda size: str(size["width"]))
def test_go_on_stands_below_the_only_moon(chromium: Browser, size: ViewportSize) -> None:
    match = run(begin(4, f"{MARKET} harvest-moon"), "buy insistent-peddler", "send 1")
    with window(chromium) as page:
        show(page, (match, 1), "en", size)
        page.locator("#moons").evaluate("one => one.classList.add('is-played')")
        moon, button = page.locator(MOON).bounding_box(), page.locator(".go-on").bounding_box()
        assert moon
        assert button
        assert 0 <= button["y"] - moon["y"] - moon["height"] < 30


CONTRAST = """(one) => {
  const light = (color) => {
    const parts = color.match(/[\\d.]+/g).slice(0, 3).map((part) => Number(part) / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [ink, ground] = [one, one.closest("li")].map((part) => getComputedStyle(part));
  const [low, high] = [light(ink.color), light(ground.backgroundColor)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}"""
"""Returns the contrast of a text to the row around it."""


def test_the_mark_of_the_viewer_can_be_read_in_both_themes(chromium: Browser) -> None:
    match = run(begin(2, f"{MARKET} harvest-moon"), *LAST)
    with window(chromium) as page:
        for theme in ("light", "dark"):
            show(page, (match, 0), "en", SIZES[-1], theme)
            assert page.locator(f"{MOON} .mark").evaluate(CONTRAST) > 4.5

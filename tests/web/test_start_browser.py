"""The start page and the waiting room in a real browser: layout, axe, and talk before the connection is open."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.web.browser import DESKTOP, PHONE, SCREENS, TALL, browsing, on, overflow, violations

pytestmark = pytest.mark.browser

every_screen = pytest.mark.parametrize(("scheme", "viewport", "lang"), SCREENS)
GAMES = ("courtisans", "cursed_court", "monarch")

SMALL = """() => [...document.querySelectorAll("a, button, summary, input, select")]
  .filter((one) => one.checkVisibility() && !one.closest("p, .skip") && one.getBoundingClientRect().width > 1)
  .filter((one) => [one, ...(one.labels ?? [])].every((part) => part.getBoundingClientRect().height < 44))
  .filter((one) => !(parseFloat(getComputedStyle(one, "::after").height) >= 44))
  .map((one) => one.outerHTML.slice(0, 80))"""


def open_room(page: Page) -> None:
    """Press the card for friends."""
    page.goto("/")
    page.locator(".start-card.friends button").click()
    expect(page.locator("#seats")).to_be_visible()
    page.wait_for_load_state()


@every_screen
def test_axe_finds_no_violations_on_the_start_page_and_in_the_waiting_room(
    chromium: Browser, site: str, scheme: str, viewport: ViewportSize, lang: str
) -> None:
    found = {}
    with browsing(chromium, site, **on(scheme, viewport, lang)) as page:
        for game in GAMES:
            page.goto(f"/?game={game}")
            found[game] = violations(page)
            page.goto(f"/learn/{game}")
            found[f"learn {game}"] = violations(page)
        open_room(page)
        for menu in page.locator("#side details > summary, .menu > summary").all():
            menu.click()
        found["waiting room"] = violations(page)
        page.goto("/")
        found["tables"] = violations(page)
        page.goto("/offline")
        found["offline"] = violations(page)
    assert {name: problems for name, problems in found.items() if problems} == {}


SIDEWAYS: list[ViewportSize] = [
    {"width": 740, "height": 360},
    {"width": 844, "height": 390},
    {"width": 932, "height": 430},
]


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_a_phone_held_sideways_shows_all_start_cards(chromium: Browser, site: str, lang: str) -> None:
    with browsing(chromium, site, locale=lang) as page:
        for size in SIDEWAYS:
            page.set_viewport_size(size)
            for game in GAMES:
                page.goto(f"/?game={game}")
                for card in ("play", "learn", "friends"):
                    box = page.locator(f".start-card.{card}").bounding_box()
                    assert box is not None
                    assert box["y"] + box["height"] <= size["height"], (game, card, size)
                    scene = page.locator(f".start-card.{card} .scene").bounding_box()
                    assert scene is not None
                    assert scene["height"] >= 60, (game, card, size)
                assert overflow(page) <= 0


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_buttons_in_a_row_are_alike_on_a_phone(chromium: Browser, site: str, lang: str) -> None:
    size = "all => all.map(one => `${one.offsetWidth} x ${one.offsetHeight}`)"
    with browsing(chromium, site, locale=lang, viewport=PHONE) as page:
        page.goto("/me")
        for row in (".panel > .row > .secondary:is(a)", ".colours .segments > div"):
            assert len(set(page.locator(row).evaluate_all(size))) == 1, row


@every_screen
def test_all_start_cards_are_visible_and_nothing_is_too_wide(
    chromium: Browser, site: str, scheme: str, viewport: ViewportSize, lang: str
) -> None:
    with browsing(chromium, site, **on(scheme, viewport, lang)) as page:
        for game in GAMES:
            page.goto(f"/?game={game}")
            for card in ("play", "learn", "friends"):
                box = page.locator(f".start-card.{card}").bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= viewport["height"], (game, card)
                inside = page.locator(f".start-card.{card} .start-card-text").evaluate(
                    "one => one.scrollHeight - one.clientHeight"
                )
                assert inside <= 1, (game, card)
            assert overflow(page) <= 0
        assert page.locator(".masthead").evaluate("one => one.offsetHeight") <= 56, "the head of the page has two rows"
        open_room(page)
        assert overflow(page) <= 0


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
@pytest.mark.parametrize("name", ["Maximilianmaximiliansson", "דוד המלך הגדול 7 מירושלי"])
def test_the_players_of_a_table_are_not_cut_by_a_long_name(
    chromium: Browser, site: str, viewport: ViewportSize, name: str
) -> None:
    with browsing(chromium, site, **on("light", viewport, "en")) as page:
        page.goto("/")
        begin: dict[str, str | float | bool] = {"game": "courtisans", "name": name, "players": "3", "seed": "7"}
        assert page.request.post("/tables", form=begin, headers={"Origin": site}, max_redirects=0).status == 303
        page.goto("/")
        players = page.locator(".few .players")
        expect(players).to_contain_text("Aldric")
        assert players.evaluate("one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]") == [
            0,
            0,
        ]


@pytest.mark.parametrize("viewport", [PHONE, TALL])
def test_touch_targets_are_large_enough(chromium: Browser, site: str, viewport: ViewportSize) -> None:
    with browsing(chromium, site, **on("light", viewport, "en")) as page:
        for path in ("/", "/new?game=courtisans", "/new?game=cursed_court", "/new?game=monarch"):
            page.goto(path)
            assert page.evaluate(SMALL) == []
        open_room(page)
        assert page.evaluate(SMALL) == []


def test_the_start_cards_open_by_keyboard_and_without_script(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        page.goto("/?game=courtisans")
        page.locator(".start-card.play button").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#stage")).to_be_visible()
        page.goto("/")
        page.locator(".start-card.friends .meta a").click()
        expect(page.locator("#bot-2")).to_have_value("open")
        open_room(page)
        expect(page.locator("#go .primary")).to_be_visible()


def test_talk_that_arrives_before_the_connection_opens_is_shown(
    chromium: Browser, site: str, client: httpx.Client
) -> None:
    # A service worker would fetch the page itself, so the route below would have no effect.
    with browsing(chromium, site, java_script_enabled=True) as host:
        open_room(host)
        joined = client.post(host.locator("#link-join").input_value().removeprefix(site))
        table = joined.headers["location"]

        def say_meanwhile(route: Route) -> None:
            drawn = route.fetch()
            client.post(f"{table}/lines", data={"command": "evening", "text": "Good evening!"})
            route.fulfill(response=drawn)

        host.route(f"**{table}", say_meanwhile, times=1)
        host.goto(host.url)
        expect(host.locator("#talk-lines")).to_contain_text("Good evening!")
        expect(host.locator("#talk-lines > [data-line]")).to_have_count(1)

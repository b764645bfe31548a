"""The start page and the waiting room in a real browser: what fits, what axe finds, what was said too early."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.web.test_browser import DESKTOP, PHONE, browsing, overflow, violations

pytestmark = pytest.mark.browser

LOW: ViewportSize = {"width": 1366, "height": 640}
TALL: ViewportSize = {"width": 390, "height": 844}
SCREENS = [("light", PHONE, "fr"), ("dark", TALL, "en"), ("dark", DESKTOP, "fr"), ("light", LOW, "en")]
every_screen = pytest.mark.parametrize(("scheme", "viewport", "lang"), SCREENS)
GAMES = ("courtisans", "cursed_court", "monarch")

SMALL = """() => [...document.querySelectorAll("a, button, summary, input, select")]
  .filter((one) => one.checkVisibility() && !one.closest("p, .skip") && one.getBoundingClientRect().width > 1)
  .filter((one) => one.getBoundingClientRect().height < 44)
  .filter((one) => !(parseFloat(getComputedStyle(one, "::after").height) >= 44))
  .map((one) => one.outerHTML.slice(0, 80))"""


def on(scheme: str, viewport: ViewportSize, lang: str) -> dict[str, Any]:
    """Return the settings of a browser with script."""
    return {"color_scheme": scheme, "viewport": viewport, "locale": lang, "java_script_enabled": True}


def open_room(page: Page) -> None:
    """Go through the door for friends."""
    page.goto("/")
    page.locator(".door.friends button").click()
    expect(page.locator("#seats")).to_be_visible()
    page.wait_for_load_state()


@every_screen
def test_axe_finds_nothing_wrong_with_the_doors_and_the_waiting_room(
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


@every_screen
def test_the_doors_are_all_in_sight_and_nothing_is_wider_than_the_window(
    chromium: Browser, site: str, scheme: str, viewport: ViewportSize, lang: str
) -> None:
    with browsing(chromium, site, **on(scheme, viewport, lang)) as page:
        for game in GAMES:
            page.goto(f"/?game={game}")
            for door in ("play", "learn", "friends"):
                box = page.locator(f".door.{door}").bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= viewport["height"], (game, door)
                inside = page.locator(f".door.{door} .told").evaluate("one => one.scrollHeight - one.clientHeight")
                assert inside <= 1, (game, door)
            assert overflow(page) <= 0
        open_room(page)
        assert overflow(page) <= 0


@pytest.mark.parametrize("viewport", [PHONE, TALL])
def test_what_is_touched_is_large_enough_for_a_finger(chromium: Browser, site: str, viewport: ViewportSize) -> None:
    with browsing(chromium, site, **on("light", viewport, "en")) as page:
        page.goto("/")
        assert page.evaluate(SMALL) == []
        open_room(page)
        assert page.evaluate(SMALL) == []


def test_the_doors_open_by_keyboard_and_without_script(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        page.goto("/?game=courtisans")
        page.locator(".door.play button").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#stage")).to_be_visible()
        page.goto("/")
        page.locator(".door.friends .meta a").click()
        expect(page.locator("#bot-2")).to_have_value("open")
        open_room(page)
        expect(page.locator("#go .primary")).to_be_visible()


def test_what_is_said_before_the_connection_stands_is_heard(chromium: Browser, site: str, client: httpx.Client) -> None:
    # A worker would fetch the page itself, past what is put in its way here.
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

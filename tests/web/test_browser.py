"""The pages in a real browser: whole matches without script, narrow screens, and accessibility (axe)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Error, Locator, Page, ViewportSize, WebSocketRoute, expect

import courtly
from courtly.web.forms import NAME_LENGTH
from tests.web.helpers import TIMEOUT_SECONDS

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
HELD = ".tray [data-piece][data-open]"
ASKED = "#spare:visible"
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

WITH_SERVICE_WORKER: dict[str, Any] = {"java_script_enabled": True, "service_workers": "allow"}
"""Settings of a browser that runs scripts and the service worker, which caches pages for offline use."""

WAIT_FOR_SERVICE_WORKER = """async () => {
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 20));
}"""
"""Waits until the service worker is active."""


def at_once(site: str) -> dict[str, Any]:
    """Return the settings of a browser without animations: events appear on the table immediately."""
    return {"storage_state": {"origins": [{"origin": site, "localStorage": [{"name": "courtly-speed", "value": "0"}]}]}}


@contextmanager
def browsing(chromium: Browser, site: str, **settings: Any) -> Iterator[Page]:
    """Open the form of a new match in a separate browser context, by default without script.

    Check that the page sends requests only to the site. The service worker is blocked unless the settings contain
    `WITH_SERVICE_WORKER`, because it would fetch its files again in every test.
    """
    defaults: dict[str, Any] = {
        "viewport": DESKTOP,
        "locale": "en",
        "java_script_enabled": False,
        "reduced_motion": "reduce",
        "service_workers": "block",
    }
    context = chromium.new_context(base_url=site, **{**defaults, **settings})
    page = context.new_page()
    page.set_default_timeout(90_000)
    page.on("request", lambda request: elsewhere.append(request.url) if not request.url.startswith(site) else None)
    elsewhere: list[str] = []
    page.goto("/new")
    yield page
    # A request that is still pending would fail during the next test.
    page.unroute_all(behavior="ignoreErrors")
    context.close()
    assert elsewhere == []


class Line:
    """The live connection of a page, which can be cut and restored."""

    def __init__(self, page: Page) -> None:
        self._lines: list[WebSocketRoute] = []
        self._is_cut = False
        page.route_web_socket("**/live*", self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        if self._is_cut:
            line.close()
        else:
            line.connect_to_server()
            self._lines.append(line)

    def cut(self) -> None:
        """Close the connection, and reject new ones."""
        self._is_cut = True
        self._lines.pop().close()

    def mend(self) -> None:
        """Allow the page to connect again."""
        self._is_cut = False


def begin(page: Page, *, players: int = 3, name: str = "Camille") -> None:
    """Fill in the form of a new match and send it."""
    page.locator("#name").fill(name)
    page.locator(f"#players-{players}").check(force=True)
    page.locator(".advanced summary").click()
    page.locator("#seed").fill("7")
    press(page, page.locator(".new-match .primary"))
    expect(page.locator(".tray")).to_be_visible()


MARK = "window.drawn = document.querySelector('[name=turn]')?.value ?? 'none'"
STATE = """() => {
  const isShown = (found) => found !== null && found.getClientRects().length > 0;
  const isNew = document.readyState === "complete" && document.querySelector(".colophon, .scrim") !== null
    && window.drawn !== (document.querySelector("[name=turn]")?.value ?? "none");
  if (isNew && document.querySelector(".is-thinks") === null) return "settled";
  if (isNew && !isShown(document.querySelector("#connection"))) return "to be looked at again";
  if (isShown(document.querySelector('#confirm[aria-disabled="false"]'))) return "draft";
  const undo = document.querySelector("#undo");
  return isShown(undo) ? `open ${undo.dataset.acts}` : "";
}"""


POLL = 30
"""Milliseconds between two checks of a page. Each check occupies four processes."""


def press(page: Page, button: Locator, **where: Any) -> None:
    """Press a button that leads to another page or turn, and wait until no bot is thinking.

    If the button only adds a move to a draft, confirm the draft.
    """
    page.evaluate(MARK)
    button.click(**where)
    settle(page)


def settle(page: Page) -> None:
    """Confirm a draft if there is one. Wait until no bot is thinking and the page differs from the marked page."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while (state := state_of(page)) != "settled":
        if state == "draft":
            confirm(page)
        assert time.monotonic() < end, "a button has no effect"
        page.wait_for_timeout(POLL)


def confirm(page: Page) -> None:
    """Press the button that sends a draft. The draft may have been sent just now, so the button may be gone."""
    with suppress(Error):
        page.locator("#confirm").click(timeout=5_000)


def state_of(page: Page) -> str:
    """Return the state of a page that was marked before. It is `settled` if the page differs and waits for the viewer,
    `draft` if it shows a complete draft, `open N` if it shows a draft of N acts to which more must be added, and empty
    while it is loading. A page without script is reloaded.
    """
    try:
        state = str(page.evaluate(STATE))
        if state == "to be looked at again":
            page.reload()
    except Error:
        # The page is being replaced.
        return ""
    return state


def is_settled(page: Page) -> bool:
    """Return whether a page differs from the marked page and waits for the viewer."""
    return state_of(page) == "settled"


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


def take_turn(page: Page, check: Callable[[str], None]) -> None:
    """Play a turn with the mouse on a page with script, each card at the first open place.

    Assassins spare all cards.
    """
    page.evaluate(MARK)
    for number in range(3):
        # The question about an assassin may be marked as part of the draft, too.
        laid = page.locator("[data-laid]").count()
        page.locator(HELD).first.click()
        page.locator("[data-place][data-open]").first.click(position={"x": 20, "y": 8})
        expect(page.locator("[data-laid]")).not_to_have_count(laid)
        asked = page.locator(ASKED)
        # Wait for the server's answer: possible victims, or the areas that are still open.
        done = page.locator("#areas .done").nth(number).or_(page.locator('#confirm[aria-disabled="false"]'))
        asked.or_(done).first.wait_for(state="attached")
        if asked.count():
            check("target")
            asked.first.click()
            expect(asked).to_have_count(0)
    expect(page.locator('#confirm[aria-disabled="false"]')).to_be_visible()
    check("whole turn")
    settle(page)


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def violations(page: Page) -> list[str]:
    """Return the violations that axe finds on a page."""
    found = Axe().run(page).response["violations"]
    return [f"{entry['id']}: {[node['html'] for node in entry['nodes']]}" for entry in found]


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
            page.locator(".verdict [download]").click()
        check_the_end(page, "en", json.loads(download.value.path().read_text(encoding="utf-8")))
        page.get_by_role("link", name="New match").click()
        expect(page.locator("#players-2")).to_be_checked()
        expect(page.locator("#name")).to_have_value("Camille")
        expect(page.locator("select[name='bot-2']")).to_have_value("random")


def test_the_language_can_be_switched_during_a_match(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page)
        address = page.url
        page.get_by_role("button", name="Français").click()
        assert page.url == address
        expect(page.locator("#asked")).to_have_text(WORDS["fr"]["asked"])


def test_a_place_cannot_be_sent_without_a_card(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page)
        page.locator(".zone").first.click()
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
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_match_without_script_fits_a_phone(chromium: Browser, site: str, lang: str) -> None:
    with browsing(chromium, site, locale=lang, viewport=PHONE) as page:
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.locator(".new-match .primary")).to_have_text(WORDS[lang]["begin"])
        wide = {"form": overflow(page)}
        begin(page, players=5, name="W" * NAME_LENGTH)
        expect(page.locator("#asked")).to_have_text(WORDS[lang]["asked"])
        number = 0
        while page.locator("#acts").count():
            wide[f"choice {number}"] = overflow(page)
            choose(page)
            number += 1
        wide["final"] = overflow(page)
        # On a phone, the link to the record is on another page.
        record = page.locator(".verdict [download]").get_attribute("href")
        check_the_end(page, lang, page.request.get(str(record)).json())
        page.goto("/tables/nowhere")
        wide["error"] = overflow(page)
        page.goto("/credits")
        wide["credits"] = overflow(page)
    assert {name: pixels for name, pixels in wide.items() if pixels > 0} == {}


@pytest.mark.long
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
        while page.locator("body.match").count():
            if page.locator("#known-gone").count():
                check("mid-match")
            take_turn(page, check)
            # Skip the animations; the page of the end opens after them.
            page.keyboard.press("Escape")
            page.locator(f"{HELD}, body.final").first.wait_for(state="attached")
        check("final")
        page.goto("/tables/nowhere")
        check("error")
        page.goto("/credits")
        check("credits")
    assert {name: problems for name, problems in found.items() if problems} == {}
    assert {"target", "whole turn", "mid-match"} <= set(found)

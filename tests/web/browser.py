"""Pages in a real browser: opening them, pressing buttons until the page has settled, and checks of layout and axe."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Error, Locator, Page, Request, Route, ViewportSize, WebSocketRoute, expect

from tests.web.helpers import TIMEOUT_SECONDS

PHONE: ViewportSize = {"width": 360, "height": 740}
TALL: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
LOW: ViewportSize = {"width": 1366, "height": 640}
SCREENS = [("light", PHONE, "fr"), ("dark", TALL, "en"), ("dark", DESKTOP, "fr"), ("light", LOW, "en")]
"""Themes, window sizes and languages; see `on`."""

SCRIPTED: dict[str, Any] = {"java_script_enabled": True}
ANIMATED: dict[str, Any] = {**SCRIPTED, "reduced_motion": "no-preference"}
FLYING = ".flight > *"
"""The pieces of a running animation."""

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


def on(scheme: str, viewport: ViewportSize, lang: str) -> dict[str, Any]:
    """Return the settings of a browser with script."""
    return {"color_scheme": scheme, "viewport": viewport, "locale": lang, "java_script_enabled": True}


SEEN = """() => ({
  body: { class: document.body.className, ...document.body.dataset },
  focus: document.activeElement?.outerHTML.slice(0, 200),
  texts: Object.fromEntries(["notice", "caption", "connection", "confirm", "undo"].map(
    (id) => [id, document.getElementById(id)?.outerHTML.replace(/\\s+/g, " ").slice(0, 300)])),
  marks: ["open", "picked", "cursor", "laid"].map((mark) => [mark, document.querySelectorAll(`[data-${mark}]`).length]),
  open: [...document.querySelectorAll(":popover-open, :target, dialog[open]")].map((one) => one.id || one.className),
})"""
"""Describes a page for the report of a failed test."""


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
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    elsewhere: list[str] = []
    messages: list[str] = []
    errors: list[str] = []
    try:
        page.goto("/new")
        yield page
    except Exception as error:
        error.add_note(f"{_seen(page)}; console: {messages[-5:]}; errors of scripts: {errors}")
        raise
    finally:
        # A request that is still pending would fail during the next test.
        page.unroute_all(behavior="ignoreErrors")
        context.close()
    assert (elsewhere, errors) == ([], []), f"requests elsewhere: {elsewhere}; errors of scripts: {errors}"


def _seen(page: Page) -> str:
    """Return the state of a page apart from the table, for the report of a failed test."""
    with suppress(Error):
        state = page.evaluate(SEEN)
        return f"{page.url} shows {json.dumps(state)}"
    return f"{page.url} does not answer"


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

    def restart(self) -> None:
        """Close the connection as a server that restarts."""
        self._lines.pop().close(code=1012)

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
    end, is_confirmed = time.monotonic() + TIMEOUT_SECONDS, False
    while (state := state_of(page)) != "settled":
        if state == "draft" and not is_confirmed:
            is_confirmed = confirm(page)
        assert time.monotonic() < end, "a button has no effect"
        page.wait_for_timeout(POLL)


def confirm(page: Page) -> bool:
    """Press the button that sends a draft, and return whether it was there. The draft may have been sent just now."""
    try:
        page.locator("#confirm").click(timeout=5_000)
    except Error:
        return False
    return True


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


def connected(page: Page) -> None:
    """Wait until a table with script is connected."""
    expect(page.locator("#connection:not([hidden], .is-down)")).to_be_attached()


def ready(page: Page) -> None:
    """Wait until a table with script takes keys and taps: it is connected, and the scripts of input have run."""
    connected(page)
    expect(page.locator("#speed:not([hidden])")).to_be_attached()


def loaded(page: Page) -> None:
    """Wait until a player's table has also loaded what it loads when it is idle."""
    ready(page)
    for part in ("#own-notes", "#notices"):
        expect(page.locator(f"{part}:not([hidden])")).to_be_attached()
    expect(page.locator("body.can-plan, body:not(:has(#plan-data:not(:empty)))")).to_be_attached()


class Held:
    """Requests of a page to an address, which wait until they are released."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._routes: list[Route] = []
        self._is_held = True
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        if self._is_held:
            self._routes.append(route)
        else:
            route.continue_()

    def wait(self) -> str:
        """Wait until there is a request, and return its address."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while not self._routes:
            assert time.monotonic() < end, "there is no request"
            self._page.wait_for_timeout(POLL)
        return self._routes[0].request.url

    def release(self) -> None:
        """Wait until there is a request; send it and all later ones."""
        self.wait()
        self._is_held = False
        for route in self._routes:
            route.continue_()


PATIENT = """
window.timers = [];
const { setTimeout } = window;
window.setTimeout = (work, ms, ...more) => {
  const isStep = document.body?.matches(".final") && ms >= 700;
  const isScene = document.querySelector(".is-played") && ms >= 3000;
  if (!isStep && !isScene) return setTimeout(work, ms, ...more);
  timers.push(work);
  return 0;
};
"""
"""Keeps scenes and steps of a count open until `pass_time`: long timers do not fire by themselves."""


def pass_time(page: Page) -> None:
    """Fire the long timers of a page with `PATIENT`."""
    page.evaluate("timers.splice(0).forEach((work) => work())")


REFRESH = """() => new Promise((done) => {
  document.addEventListener("courtly:after", done, { once: true });
  document.dispatchEvent(new CustomEvent("courtly:refresh"));
}).then(() => {})"""
"""Lets a page fetch itself again, and waits until it has changed."""

SLOW = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how);
    if (this.closest(".flight")) made.pause();
    return made;
  };
}"""
"""From now on, pieces do not fly by themselves: each waits until the viewer skips its flight."""


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


AFTER_TRANSITIONS = """() => Promise.allSettled(
  document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)).then(() => {})"""
"""Waits until colours and positions no longer change."""


def violations(page: Page) -> list[str]:
    """Return the violations that axe finds on a page whose colours no longer change."""
    page.evaluate(AFTER_TRANSITIONS)
    found = Axe().run(page).response["violations"]
    return [f"{entry['id']}: {[node['html'] for node in entry['nodes']]}" for entry in found]


def sent(page: Page) -> list[list[str]]:
    """Return a list that collects the moves of each command that the page sends."""
    commands: list[list[str]] = []

    def hear(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/acts"):
            commands.append(json.loads(request.post_data or "")["moves"])

    page.on("request", hear)
    return commands

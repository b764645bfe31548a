"""Benchmarks of pages in Chromium: the bytes of a visit, and the response time of a table to a tap.

For a tap, Chromium emulates a processor four times slower, like that of a phone. Without Playwright or Chromium, for
example on a server, the figures are left out. The length of a task is its processor time, so other programs on the
machine do not affect it.
"""

from __future__ import annotations

import json
import secrets
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import uvicorn
from pydantic import SecretStr

from benchmarks.measure import Benchmark, Effort, Measurement
from courtly.settings import Settings
from courtly.web.app import create_app

_BROWSERS = ("/usr/bin/chromium", "/usr/bin/chromium-headless-shell")
_SLOWER = 4
_TAPS = 20
_IDLE = 2500
"""Milliseconds in which an idle page loads its remaining scripts."""
_WAIT = 30_000
_OPEN = "main [data-piece][data-open], main [data-open] input[name=piece], main [data-piece]"

_TAP = """async (selector) => {
  const piece = document.querySelector(selector);
  const { x, y, width, height } = piece.getBoundingClientRect();
  const at = { bubbles: true, cancelable: true, composed: true, detail: 1, isPrimary: true,
    clientX: x + width / 2, clientY: y + height / 2 };
  const begun = performance.now();
  for (const what of ["pointerdown", "pointerup"]) piece.dispatchEvent(new PointerEvent(what, at));
  piece.dispatchEvent(new MouseEvent("click", at));
  await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now() - begun;
}"""
_FLY = """async () => {
  const far = document.querySelector("[data-place][data-id]").dataset.id;
  const pieces = [...document.querySelectorAll("[data-piece][data-id]")].filter((one) => one.getClientRects().length);
  const last = pieces.slice(-3).map((one) => one.dataset.id);
  const steps = last.map((piece) => ({ kind: "card", piece, from: far, to: "", face: null, count: 1 }));
  const detail = { n: 0, act: "move", seat: 0, sentence: "", event: { id: "play", steps } };
  document.dispatchEvent(new CustomEvent("courtly:entry", { detail }));
  await new Promise(requestAnimationFrame);
  const all = document.getAnimations();
  const flying = all.filter((one) => one.effect.target.closest(".flight"));
  const names = new Set(all.flatMap((one) => one.effect.getKeyframes().flatMap(Object.keys)));
  await Promise.allSettled(flying.map((one) => one.finished));
  return { flying: flying.length, names: [...names] };
}"""
"""Three pieces fly in from a distant place, as after a journal entry."""
_NOT_ANIMATED = {"offset", "computedOffset", "easing", "composite", "transform", "opacity"}


class _Pages(NamedTuple):
    """Measurements of a game.

    They are the bytes of the first and of a later visit, the milliseconds of a tap, the processor milliseconds of the
    longest task, and the animated properties.
    """

    first: float
    later: float
    tap: float
    task: float
    properties: list[str]


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    settings = Settings(database=folder / "pages.sqlite3", secret=SecretStr(secrets.token_urlsafe(48)), pace=0.0)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(create_app(settings), log_level="critical", ws="websockets-sansio"))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def _counting(page: Any) -> Iterator[list[float]]:
    """Record the transferred bytes of each response of a page."""
    sizes: list[float] = []
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.on("Network.loadingFinished", lambda message: sizes.append(message["encodedDataLength"]))
    yield sizes


def _loaded(page: Any, address: str) -> float:
    with _counting(page) as sizes:
        page.goto(address, wait_until="networkidle")
        return sum(sizes)


@cache
def _taken(game: str, players: int, effort: Effort) -> _Pages | None:
    """Open a table of a game in Chromium and measure it; return None without a browser."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        return None
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder, sync_playwright() as playwright:
        try:
            path = next((path for path in _BROWSERS if Path(path).exists()), None)
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        except Error:
            return None
        with _serving(Path(folder)) as site:
            found = _measured(browser, site, (game, players), effort)
        browser.close()
        return found


def _measured(browser: Any, site: str, table: tuple[str, int], effort: Effort) -> _Pages:
    game, players = table
    window = {"base_url": site, "viewport": {"width": 390, "height": 844}, "reduced_motion": "no-preference"}
    host = browser.new_context(**window)
    page = host.new_page()
    page.goto(f"/new?game={game}")
    page.locator(f"#players-{players}").check(force=True)
    page.locator(".new-match .primary").click()
    page.locator("#acts-data.asks").wait_for(state="attached", timeout=_WAIT)
    fresh = browser.new_context(**window, storage_state=host.storage_state())
    visit = fresh.new_page()
    first, later = _loaded(visit, page.url), _loaded(visit, page.url)
    line = fresh.new_cdp_session(visit)
    visit.wait_for_timeout(effort.of(_IDLE))
    line.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    taps = [visit.evaluate(_TAP, _OPEN) for _ in range(effort.of(_TAPS))]
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    task, properties = _flown(browser, visit)
    return _Pages(first, later, median(taps), task, properties)


def _flown(browser: Any, page: Any) -> tuple[float, list[str]]:
    """Animate three cards; return the longest task, and the animated properties other than transform and opacity."""
    browser.start_tracing(page=page, categories=["toplevel"])
    flown = page.evaluate(_FLY)
    page.wait_for_timeout(100)
    task = _longest(json.loads(browser.stop_tracing())["traceEvents"])
    return task, sorted(set(flown["names"]) - _NOT_ANIMATED) or ["none"] * (not flown["flying"])


def _longest(events: list[dict[str, Any]]) -> float:
    """Return the longest task of the renderer's main threads, in milliseconds of processor time."""
    names = [event for event in events if event["name"] == "thread_name"]
    pages = {(one["pid"], one["tid"]) for one in names if one["args"]["name"] == "CrRendererMain"}
    tasks = [event for event in events if (event["pid"], event["tid"]) in pages and event["name"].endswith("RunTask")]
    return max(float(task.get("tdur", 0)) for task in tasks) / 1000


def _measure(game: str, players: int, what: Callable[[_Pages], float], effort: Effort) -> Measurement:
    pages = _taken(game, players, effort)
    if pages is None:
        return Measurement(None, note="needs Playwright and Chromium", is_skipped=True)
    return Measurement(what(pages))


def figures(game: str, players: int) -> list[Benchmark]:
    """Return the figures of a game's table page."""

    def figure(name: str, unit: str, what: Callable[[_Pages], float], bar: float) -> Benchmark:
        return Benchmark(name=f"{game}.page{name}", unit=unit, measure=partial(_measure, game, players, what), bar=bar)

    return [
        figure("", "bytes", lambda pages: pages.first, 200_000),
        figure(".later", "bytes", lambda pages: pages.later, 15_000),
        figure(".tap", "ms", lambda pages: pages.tap, 100),
        figure(".task", "ms", lambda pages: pages.task, 50),
        figure(".costly", "properties", lambda pages: len(pages.properties), 1),
    ]

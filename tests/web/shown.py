"""Shows positions in a browser without a server: pages are rendered as on the server, but their scripts do not run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Literal
from urllib.parse import urlparse

from playwright.sync_api import Browser, Page, Route, ViewportSize

import courtly
from courtly.engine.play.match import Match
from courtly.scene.parts import folder
from courtly.web.static_files import STATIC
from tests.web.helpers import page_of

Theme = Literal["light", "dark"]
Shown = tuple[Match, int | None]
"""A match, and the seat of the viewer."""

SIZES: list[ViewportSize] = [
    {"width": 1366, "height": 768},
    {"width": 1366, "height": 640},
    {"width": 1280, "height": 800},
    {"width": 1920, "height": 1080},
    {"width": 1024, "height": 768},
    {"width": 390, "height": 844},
    {"width": 390, "height": 664},
    {"width": 360, "height": 740},
]
TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}


@contextmanager
def window(chromium: Browser, *, has_script: bool = True) -> Iterator[Page]:
    """Open a browser page that can show positions. Without script, it also shows the content of `noscript`."""
    context = chromium.new_context(reduced_motion="reduce", java_script_enabled=has_script)
    page = context.new_page()
    yield page
    page.unroute_all(behavior="ignoreErrors")
    context.close()


def show(page: Page, shown: Shown, lang: str, size: ViewportSize, theme: Theme = "light", *, at: str = "") -> None:
    """Show a position; `at` is the end of the page's address."""
    show_html(page, page_of(*shown, lang), size, theme, at=at)


def show_html(page: Page, html: str, size: ViewportSize, theme: Theme = "light", *, at: str = "") -> None:
    """Show a page as sent by a server."""
    page.unroute("**/*")
    page.route("**/*", lambda route: _answer(route, html))
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=theme)
    page.goto(f"http://table.test/{at}")
    page.evaluate("document.fonts.ready")


def resize(page: Page, size: ViewportSize) -> None:
    """Change the size of the window of an open page, which takes less time than opening the page again."""
    page.set_viewport_size(size)
    page.wait_for_function("([wide, high]) => innerWidth === wide && innerHeight === high", arg=[*size.values()])


def show_in_two_parts(page: Page, html: str, seam: str, size: ViewportSize) -> None:
    """Show a page that arrives slowly: the browser draws the part before the seam, and then gets the rest."""
    first, rest = html.split(seam)
    is_drawn = Event()

    class Slow(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(first.encode())
            is_drawn.wait(60)
            self.wfile.write((seam + rest).encode())

        def log_message(self, *_: object) -> None:
            """Do not log requests."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Slow) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{server.server_port}/"
        page.unroute("**/*")
        page.route("**/*", lambda route: route.continue_() if route.request.url == site else _answer(route, html))
        page.set_viewport_size(size)
        page.goto(site, wait_until="commit")
        # Playwright waits for two frames before it calls a box stable, also in a page without script.
        page.locator("main").hover(trial=True)
        is_drawn.set()
        page.wait_for_load_state()
        server.shutdown()


def _answer(route: Route, html: str) -> None:
    path = urlparse(route.request.url).path
    if path == "/":
        route.fulfill(body=html, content_type="text/html; charset=utf-8")
    elif Path(path).suffix in TYPES:
        route.fulfill(body=_static(path).read_bytes(), content_type=TYPES[Path(path).suffix])
    else:
        route.abort()


def _static(path: str) -> Path:
    """Return the file behind a static address."""
    game, _, inside = path.removeprefix("/static/").partition("/")
    return folder(game, "static") / inside if inside and game in courtly.game_names() else STATIC / game / inside

"""Shows positions in a browser without a server: pages are rendered as on the server, but their scripts do not run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Literal
from urllib.parse import urlparse

from playwright.sync_api import Browser, Page, ViewportSize

import courtly
from courtly.engine.play.match import Match
from courtly.scene.parts import folder
from courtly.web.static_files import STATIC
from tests.web.helpers import TIMEOUT_SECONDS, page_of

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
RELOADS = re.compile(r'<meta http-equiv="refresh"[^>]*>')
EMPTY = """at => {
  document.body?.remove();
  history.replaceState(null, "", at || "/");
}"""
"""Empties a page and changes the end of its address."""

TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}


class Files(BaseHTTPRequestHandler):
    """Serves static files without scripts, which the browser caches. Every other address is an empty page."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = urlparse(self.path).path
        if Path(path).suffix in TYPES:
            self._answer(200, TYPES[Path(path).suffix], _static(path).read_bytes())
        elif Path(path).suffix:
            self._answer(404, "text/plain", b"")
        else:
            self._answer(200, "text/html; charset=utf-8", b"<!doctype html><title></title>")

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Do not log requests."""


@contextmanager
def _serving(handler: type[Files]) -> Iterator[str]:
    """Run a server in a thread, and yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def window(chromium: Browser, *, has_script: bool = True) -> Iterator[Page]:
    """Open a browser page that can show positions. Without script, it also shows the content of `noscript`."""
    with _serving(Files) as site:
        context = chromium.new_context(base_url=site, reduced_motion="reduce", java_script_enabled=has_script)
        page = context.new_page()
        page.goto("/")
        yield page
        context.close()


def show(page: Page, shown: Shown, lang: str, size: ViewportSize, theme: Theme = "light", *, at: str = "") -> None:
    """Show a position; `at` is the end of the page's address."""
    show_html(page, page_of(*shown, lang), size, theme, at=at)


def show_html(page: Page, html: str, size: ViewportSize, theme: Theme = "light", *, at: str = "") -> None:
    """Show a page as sent by a server, except that it never reloads itself."""
    # An empty page changes its size in no time, and keeps the files that the next page needs.
    page.evaluate(EMPTY, at)
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=theme)
    page.set_content(RELOADS.sub("", html))
    page.evaluate("document.fonts.ready")


def resize(page: Page, size: ViewportSize) -> None:
    """Change the size of the window of an open page, which takes less time than opening the page again."""
    page.set_viewport_size(size)
    page.wait_for_function("([wide, high]) => innerWidth === wide && innerHeight === high", arg=[*size.values()])


def show_in_two_parts(page: Page, html: str, seam: str, size: ViewportSize) -> None:
    """Show a page that arrives slowly: the browser draws the part before the seam, and then gets the rest."""
    first, rest = html.split(seam)
    is_drawn = Event()

    class Slow(Files):
        def do_GET(self) -> None:
            if self.path != "/":
                super().do_GET()
                return
            self.close_connection = True
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(first.encode())
            is_drawn.wait(TIMEOUT_SECONDS)
            self.wfile.write((seam + rest).encode())

    with _serving(Slow) as site:
        page.set_viewport_size(size)
        page.goto(site, wait_until="commit")
        # Playwright waits for two frames before it calls a box stable, also in a page without script.
        page.locator("main").hover(trial=True)
        is_drawn.set()
        page.wait_for_load_state()


def _static(path: str) -> Path:
    """Return the file behind a static address."""
    game, _, inside = path.removeprefix("/static/").partition("/")
    return folder(game, "static") / inside if inside and game in courtly.game_names() else STATIC / game / inside

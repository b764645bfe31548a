"""The pictures of docs/images/: a turn of each game, as Chromium draws it in a light window of 1280 by 800.

`python -m tools.pictures` serves the pages, plays a match of each game some moves on, and takes a picture of its table.
The seed and the players' simple choices are fixed, so that a picture changes only when a page does.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import CHROMIUM, QUIETLY
from tests.web import test_browser, test_cursed_court_browser, test_monarch_browser
from tests.web.helpers import application, serving

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"
COLOURS = 200
"""Enough for flat drawings; a picture then has a third of its size."""


class Picture(NamedTuple):
    """What a picture shows: a match, how far it is played, and how much of the window's height is kept."""

    game: str
    players: int
    moves: int
    height: int
    choose: Callable[[Page], None]


PICTURES = (
    Picture("courtisans", 3, 3, 750, test_browser.choose),
    Picture("cursed_court", 4, 6, 800, test_cursed_court_browser.choose),
    Picture("monarch", 3, 10, 800, test_monarch_browser.choose),
)


def main() -> None:
    """Take every picture."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        with serving(application(Path(folder) / "pictures.sqlite3")) as site:
            for picture in PICTURES:
                _save(_taken(browser, site, picture), picture)
        browser.close()


def _taken(browser: Browser, site: str, picture: Picture) -> bytes:
    """Play a match some moves on and return the picture of its page."""
    window = browser.new_context(
        base_url=site, viewport=test_browser.DESKTOP, locale="en", color_scheme="light", reduced_motion="reduce"
    )
    page = window.new_page()
    page.goto(f"/?game={picture.game}")
    _begin(page, picture.players)
    for _ in range(picture.moves):
        picture.choose(page)
    page.evaluate("scrollTo(0, 0)")
    taken = page.screenshot(clip={"x": 0, "y": 0, "width": 1280, "height": picture.height})
    window.close()
    return taken


def _begin(page: Page, players: int) -> None:
    """Fill in the form of a new match and send it."""
    page.locator("#name").fill("Camille")
    page.locator(f"#players-{players}").check(force=True)
    page.locator(".advanced summary").click()
    page.locator("#seed").fill("7")
    page.locator(".new-match .primary").click()
    page.locator(".dock").wait_for()


def _save(taken: bytes, picture: Picture) -> None:
    """Write a picture with few colours."""
    few = Image.open(BytesIO(taken)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{picture.game}.png", optimize=True)


if __name__ == "__main__":
    main()

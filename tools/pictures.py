"""Take the pictures of docs/images/ in Chromium: games, the start page in both languages, and a film of a turn.

`python -m tools.pictures` starts a server, plays some moves of each game, and takes a picture of the table. The seed
and the choice of moves are fixed, so that a picture changes only if a page changes.
"""

from __future__ import annotations

import json
import random
import re
import tempfile
import time
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.conftest import CHROMIUM, QUIETLY
from tests.web.helpers import application, begin, hidden, page, serving, visitor

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"
SIZE: ViewportSize = {"width": 1280, "height": 800}
FILM_SIZE = (800, 500)
QUALITY = 42
PACE = 0.6
"""Factor of the frame durations. It speeds up the film, because taking the pictures takes time."""

HELD = ".tray [data-piece][data-open]"


class Picture(NamedTuple):
    """A position to take a picture of.

    First, `moves` moves are played. Then moves are played until the page contains the text `asked`. Moves whose text
    begins with an entry of `likes` are preferred, in the order of `likes`.
    """

    game: str
    players: int
    moves: int
    asked: str = ""
    likes: tuple[str, ...] = ()


PICTURES = (
    Picture("courtisans", 4, 9, "3 places left"),
    Picture("cursed_court", 4, 7),
    Picture("monarch", 3, 18, "", ("add", "buy", "build", "place", "send", "pledge", "harvest", "tax", "end")),
)


def main() -> None:
    """Take every picture."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        with serving(application(Path(folder) / "pictures.sqlite3", pace=0.3)) as site:
            for picture in PICTURES:
                _save(_taken(browser, site, picture), picture.game)
            _save(_start(browser, site, "en"), "start")
            _save(_start(browser, site, "fr"), "jouer")
            _save_film(_filmed(browser, site, PICTURES[0]))
        browser.close()


def _taken(browser: Browser, site: str, picture: Picture) -> bytes:
    """Play some moves of a match and return a picture of its page."""
    window = _window(browser, site, picture, reduced_motion="reduce")
    taken = window.screenshot()
    window.context.close()
    return taken


def _start(browser: Browser, site: str, lang: str) -> bytes:
    """Return a picture of the start page for a new visitor."""
    window = browser.new_page(viewport=SIZE, locale=lang, color_scheme="light", reduced_motion="reduce")
    window.goto(site)
    return window.screenshot()


def _window(browser: Browser, site: str, picture: Picture, **settings: Any) -> Page:
    """Open the table of a match after some moves."""
    with visitor(site) as player:
        seats = {f"bot-{number}": "steward" for number in range(2, picture.players + 1)}
        url = begin(player, game=picture.game, players=str(picture.players), **seats)
        choose = random.Random(7)
        for _ in range(picture.moves):
            _move(player, url, picture.likes, choose)
        while picture.asked not in page(player, url):
            _move(player, url, picture.likes, choose)
        cookies: list[Any] = [{"name": name, "value": value, "url": site} for name, value in player.cookies.items()]
    context = browser.new_context(base_url=site, viewport=SIZE, locale="en", color_scheme="light", **settings)
    context.add_cookies(cookies)
    window = context.new_page()
    window.goto(url)
    window.locator("#connection:not(.is-down):not([hidden])").wait_for()
    window.wait_for_timeout(1000)
    return window


def _move(player: httpx.Client, url: str, likes: tuple[str, ...], choose: random.Random) -> None:
    """Play a random move of the most preferred kind."""
    text = page(player, url)
    found = re.search(r'id="acts-data"[^>]*>(.*?)</script>', text, re.DOTALL)
    assert found, "the page has no acts"
    open_ones = [act["move"] for act in json.loads(found[1]) if not act["why_not"]]
    best = next((mine for like in likes if (mine := [move for move in open_ones if move.startswith(like)])), open_ones)
    sent = player.post(f"{url}/acts", data={**hidden(text), "move": choose.choice(best)})
    assert sent.status_code == 303, sent.text


def _save(taken: bytes, name: str) -> None:
    """Save a picture as WebP."""
    Image.open(BytesIO(taken)).convert("RGB").save(FOLDER / f"{name}.webp", quality=82, method=6)


def _filmed(browser: Browser, site: str, picture: Picture) -> list[tuple[bytes, int]]:
    """Play a turn as slowly as a person, and return the frames, each with its duration in milliseconds."""
    window = _window(browser, site, picture, reduced_motion="no-preference")
    film = Film(window)
    film.watch(0.6)
    for place in ("[data-id='above']", ".domain.mine", ".domain:not(.mine)"):
        window.locator(HELD).first.click()
        film.watch(0.5)
        window.locator(f"{place}[data-open], {place} [data-open]").first.click(position={"x": 120, "y": 10})
        film.watch(0.8)
        if (nobody := window.get_by_role("button", name="Eliminate no one")).count():
            nobody.click()
            film.watch(0.8)
    window.locator("#speed").click(click_count=3)
    window.locator('#confirm[aria-disabled="false"]').click()
    film.watch(8.5)
    window.context.close()
    return film.shots


class Film:
    """Pictures of a window, taken one after the other as fast as possible."""

    def __init__(self, window: Page) -> None:
        self._window = window
        self.shots: list[tuple[bytes, int]] = []

    def watch(self, seconds: float) -> None:
        """Take pictures for this many seconds."""
        begun = last = time.monotonic()
        while last - begun < seconds:
            shot = self._window.screenshot(type="jpeg", quality=92)
            now = time.monotonic()
            self.shots.append((shot, int((now - last) * PACE * 1000)))
            last = now


def _save_film(shots: list[tuple[bytes, int]]) -> None:
    """Save a looping film."""
    frames = [Image.open(BytesIO(shot)).convert("RGB").resize(FILM_SIZE, Image.Resampling.LANCZOS) for shot, _ in shots]
    lengths = [length for _, length in shots]
    lengths[-1] += 1500
    target = FOLDER / "courtisans-turn.webp"
    frames[0].save(target, save_all=True, append_images=frames[1:], duration=lengths, loop=0, quality=QUALITY, method=4)


if __name__ == "__main__":
    main()

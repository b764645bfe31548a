"""Copies of pieces: after each move of a whole match, none is left, and none shows a piece that the page shows."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.web.helpers import begin
from tests.web.test_browser import browsing
from tests.web.test_four_browsers import GAMES, Person

pytestmark = pytest.mark.browser

SCRIPTED = {"java_script_enabled": True, "reduced_motion": "no-preference"}
FLYING = ".flight > *"

WATCH = """() => {
  const count = (what) => document.querySelectorAll(what).length;
  const look = () => {
    requestAnimationFrame(look);
    const laid = count(".flight > [data-laid]");
    if (laid > 1) fault("several copies");
    if (laid && !count('#confirm[aria-disabled="false"]')) fault("a copy although the server shows the piece");
    if (count(".stage [data-hole]:not([data-id])")) fault("a copy where the stage shows what is left");
    for (const one of document.querySelectorAll(".flight, .flight *")) {
      if (getComputedStyle(one).listStyleType !== "none") fault("a list bullet");
    }
  };
  look();
}"""
"""Reports the faults of every frame."""


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_copy_of_a_piece_is_left_after_a_move(chromium: Browser, client: httpx.Client, site: str, game: str) -> None:
    played = GAMES[game]
    url = begin(client, game=game, players="3", seed="7", **played.fields)
    with browsing(chromium, site, **SCRIPTED) as page:
        page.context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": site} for one in client.cookies.jar]
        )
        page.goto(url)
        faults: set[str] = set()
        page.expose_function("fault", lambda fault: faults.add(fault))  # noqa: PLW0108 (a bound method of a set takes no mark)
        page.evaluate(WATCH)
        person, asked = Person(page, "Camille"), page.locator("#acts-data.asks")
        expect(asked).to_have_count(1)
        while asked.count():
            page.keyboard.press("Escape")
            expect(page.locator(f"{FLYING}, [data-laid], [data-hole]")).to_have_count(0)
            person.play(played.choices)
            expect(page.locator("#acts-data.asks, body.final")).to_have_count(1)
            assert faults == set()

"""How a match ends on a page that somebody looks at: its last steps are shown, and then the count."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.api.helpers import Json, Program, two_at_a_table
from tests.web.test_browser import browsing

pytestmark = pytest.mark.browser

SCRIPTED = {"java_script_enabled": True, "reduced_motion": "no-preference"}
FLYING = ".flight > *"


class Ending:
    """A table whose match ends with the next move."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.begin()
        moves = 0
        while self.shown["status"] == "playing":
            self.move()
            moves += 1
        self.begin()
        for _ in range(moves - 1):
            self.move()

    def begin(self) -> None:
        """Begin a match, the same each time."""
        host, guest, self.id = two_at_a_table(self.client, seed=5, listed=True)
        self.players: tuple[Program, Program] = (host, guest)

    @property
    def shown(self) -> Json:
        """The table."""
        return self.players[0].table(self.id)

    def move(self) -> None:
        """Make the first move that is legal."""
        mover = self.players[self.shown["to_move"]]
        shown = mover.table(self.id)
        mover.move(self.id, shown, shown["view"]["legal"][0])

    def look_on(self, page: Page) -> None:
        """Look on at the table."""
        page.goto(f"/tables/{self.id}")
        expect(page.locator("#connection [data-state=up]")).to_be_visible()


def test_the_last_steps_are_shown_before_the_count_unless_somebody_skips_them(
    chromium: Browser, site: str, client: httpx.Client
) -> None:
    ending = Ending(client)
    with browsing(chromium, site, **SCRIPTED) as page:
        ending.look_on(page)
        page.locator("#speed").click(click_count=3)
        expect(page.locator("#speed")).to_have_text("½×")
        ending.move()
        expect(page.locator(f"body.match {FLYING}")).not_to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator("body.final #verdict")).to_be_visible()


def test_where_nothing_can_be_shown_the_count_comes_at_once(chromium: Browser, site: str, client: httpx.Client) -> None:
    ending = Ending(client)
    with browsing(chromium, site, **SCRIPTED) as page:
        page.route("**/table.js*", lambda route: route.abort())
        ending.look_on(page)
        ending.move()
        expect(page.locator("body.final #verdict")).to_be_visible()

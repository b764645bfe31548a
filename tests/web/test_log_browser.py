"""The log of a match on an open page, which grows without a reload."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import browsing
from tests.web.friends import sit_with_a_program

pytestmark = pytest.mark.browser


MOVE = """async () => {
  const table = `/api${location.pathname}`;
  const { match, turn, view } = await (await fetch(table)).json();
  const body = JSON.stringify({ command: `c${turn}`, act: "move", match, turn, moves: [view.legal[0]] });
  await fetch(`${table}/acts`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}"""
"""Makes the first legal move, as another tab of the same player."""


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_an_open_page_logs_moves_and_absences_like_a_new_one(
    chromium: Browser, client: httpx.Client, site: str, game: str
) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        other, table = sit_with_a_program(page, client, game)
        log = page.locator("#log li")
        other.act(table, "substitute", seat=0, bot="steward")
        expect(log.filter(has_text="plays for Ann.")).to_have_count(1)
        other.act(table, "return")
        expect(log.filter(has_text="Ann is back.")).to_have_count(1)
        while other.table(table)["to_move"] != 0:
            page.evaluate(MOVE)
        # A whole turn: the choice of a region has no line before its coins.
        while (shown := other.table(table))["to_move"] == 0:
            other.move(table, shown, shown["view"]["legal"][0])
        expect(page.locator("#acts-data.asks")).to_have_count(1)
        told = log.all_text_contents()
        assert len(told) > 2
        page.reload()
        expect(log).to_have_text(told)

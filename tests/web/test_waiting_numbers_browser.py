"""Numbers of an open table wait for the movements that cause them, so that they do not tell the result first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.web.api.helpers import two_at_a_table
from tests.web.browser import ANIMATED, FLYING, SCRIPTED, SLOW, browsing

pytestmark = pytest.mark.browser

RECORD = """selector => {
  const lookOf = (one) => one.textContent.trim() && `${one.className} ${one.textContent}`;
  window.shown = () => [...document.querySelectorAll(selector)].map(lookOf).filter(Boolean).join("|");
  window.texts = { before: shown() };
  document.addEventListener("courtly:after", () => (window.texts.after = shown()));
}"""
"""Records texts and classes when the page changes, before any movement has been shown."""


def is_next_season(view: dict[str, Any]) -> bool:
    return len(view["tableau"]) > 1


def has_harvested(view: dict[str, Any]) -> bool:
    return bool(view["income_done"])


def has_played(view: dict[str, Any]) -> bool:
    return bool(view["used"])


Case = tuple[str, str, Callable[[dict[str, Any]], bool]]
"""A game, the numbers that wait, and whether some of them change in a view."""

CASES: list[Case] = [
    ("courtisans", ".house, .now", has_played),
    ("cursed_court", ".pips, .season .what", is_next_season),
    ("monarch", ".summary .did", has_harvested),
]


def test_a_replay_rewinds_the_totals_of_the_players_with_the_pieces(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    *players, table = two_at_a_table(client, game="monarch", listed=True, seed=1)
    with browsing(chromium, site, **ANIMATED) as page:
        page.goto(f"/tables/{table}")
        page.wait_for_function(
            "() => performance.getEntriesByType('resource').some((one) => one.name.includes('table-scene'))"
        )
        expect(page.locator("#notices:not([hidden])")).to_be_attached()
        expect(page.locator("#connection [data-state=up]")).to_be_visible()
        shown = players[0].table(table)
        seat = shown["view"]["to_move"]
        food = page.locator(f'[data-id="food:{seat}"] .amount')
        before = str(food.text_content())
        players[seat].move(table, shown, "harvest")
        expect(food).not_to_have_text(before)
        expect(page.locator(FLYING)).to_have_count(0)
        page.evaluate(SLOW)
        for _time in range(2):
            page.evaluate("document.getElementById('replay').click()")
            expect(food).to_have_text(before)
            page.keyboard.press("Escape")
            expect(food).not_to_have_text(before)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_numbers_change_after_the_movements_that_cause_them(
    chromium: Browser, client: httpx.Client, site: str, case: Case
) -> None:
    game, selector, is_changed = case
    options = {"coinless": True} if game == "cursed_court" else {}
    *players, table = two_at_a_table(client, game=game, listed=True, seed=1, options=options)
    with browsing(chromium, site, **SCRIPTED) as page:
        page.goto(f"/tables/{table}")
        expect(page.locator("#connection [data-state=up]")).to_be_visible()
        # Now the page has loaded all its scripts.
        expect(page.locator("#notices")).not_to_have_attribute("hidden", "")
        page.evaluate(RECORD, selector)
        while not is_changed((shown := players[0].table(table))["view"]):
            seat = shown["to_move"]
            legal = players[seat].table(table)["view"]["legal"]
            players[seat].move(table, shown, "harvest" if "harvest" in legal else legal[0])
            expect(page.locator("#acts [name=turn]")).to_have_value(str(shown["turn"] + 1))
        texts = page.evaluate("texts")
        assert texts["after"] == texts["before"]
        page.keyboard.press("Escape")
        page.wait_for_function("shown() !== texts.after")

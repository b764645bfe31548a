"""Numbers at the table: each has a title with its meaning, and the rules begin with a legend for touch screens."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

import courtly
from courtly.engine.play.match import Match
from tests.web.helpers import page_of
from tests.web.shown import SIZES, show

pytestmark = pytest.mark.browser

DESKTOP, PHONE = SIZES[0], SIZES[7]
UNEXPLAINED = r"""() => {
  const [isWord, found] = [/\p{L}{2}/u, new Set()]
  const isTold = (one) => isWord.test((one.title ?? "") + (one.querySelector(":scope > title")?.textContent ?? ""))
  const isCovered = (each) => [...each.children].some((one) => one.matches("button[title]") && isTold(one))
  const seen = (each) => [...each.querySelectorAll(".visually-hidden")].reduce(
    (text, one) => text.replace(one.textContent, ""), each.textContent)
  for (const each of document.querySelectorAll("#stage *, #tray *")) {
    const own = [...each.childNodes].filter((one) => one.nodeType === 3).map((one) => one.data).join("").trim()
    if (!/[^\s\p{L}]/u.test(own) || /\p{L}/u.test(own) || !each.checkVisibility()) continue
    if (each.closest(".visually-hidden, [popover], script, noscript, title, datalist")) continue
    let [one, isExplained] = [each, false]
    for (let step = 0; one && step < 5 && !isExplained && !one.matches("#stage, #tray, .leaf"); step += 1) {
      isExplained = isTold(one) || isCovered(one) || (one.matches("button, a, p, small, label, [role=img]")
        && isWord.test(seen(one) + (one.ariaLabel ?? "")))
      one = one.parentElement
    }
    if (!isExplained) found.add(`${own} ${each.parentElement.outerHTML.slice(0, 90)}`)
  }
  return [...found]
}"""
"""Returns the visible texts of digits and symbols without words near them and without a title."""


def whole(game: str) -> Match:
    """Return a finished match of random moves."""
    moves = random.Random(1)
    match = courtly.new_match(game, players=3, seed=3)
    while not match.is_over:
        match.play(moves.choice(match.legal_moves()))
    return match


def played(game: str, share: float) -> Match:
    """Return a match of random moves, after this share of it, with seat 0 to move."""
    match = whole(game)
    own = [number for number in range(match.version) if match.at(number).to_move == 0]
    return match.at(own[int(share * (len(own) - 1))])


@pytest.mark.parametrize("share", [0, 0.5, 1])
@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_each_number_at_the_table_is_explained(table: Page, game: str, share: float) -> None:
    match = played(game, share)
    for lang, size in (("en", DESKTOP), ("fr", PHONE)):
        show(table, (match, 0), lang, size)
        assert table.evaluate(UNEXPLAINED) == []


def test_each_number_in_the_count_of_a_year_is_explained(table: Page) -> None:
    count = UNEXPLAINED.replace("#stage *, #tray *", ".year-count *")
    for lang, size in (("en", DESKTOP), ("fr", PHONE)):
        show(table, (whole("cursed_court"), 0), lang, size)
        expect(table.locator(".year-seat .points")).not_to_have_count(0)
        assert table.evaluate(count) == []


STATES = ("safe all year", "no one can bump you now", "In the count of a year")
"""States and numbers of Cursed Court that the legend explains."""


def test_the_legend_explains_safe_stakes_and_the_points_of_a_count() -> None:
    html = page_of(played("cursed_court", 0), 0, "en")
    legend = html[html.index('id="numbers"') :].partition("</section>")[0]
    assert [state for state in STATES if state not in legend] == []


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_the_rules_on_a_phone_begin_with_the_meaning_of_the_numbers(table: Page, game: str) -> None:
    show(table, (played(game, 0), 0), "fr", PHONE)
    table.locator('.bar a[href="#pane-rules"]').click()
    expect(table.locator("#numbers")).to_be_in_viewport()
    expect(table.locator("#numbers dd")).not_to_have_count(0)

"""The table of Cursed Court in a real browser: full positions at tight sizes, nothing overlaps or scrolls."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Browser, ViewportSize

import courtly
from courtly.engine.play.match import Match
from tests.web.helpers import page_of
from tests.web.test_courtisans_browser import answer

pytestmark = pytest.mark.browser

SIZES: list[ViewportSize] = [
    {"width": 1366, "height": 768},
    {"width": 1366, "height": 640},
    {"width": 390, "height": 664},
    {"width": 360, "height": 740},
]
POSITIONS: dict[str, tuple[str, str, str]] = {
    "six staking": ("stake", "winter", "off"),
    "six betting": ("bet", "winter", "off"),
    "six with memories": ("bet", "autumn", "open"),
}

PROBLEMS = """() => {
  const found = []
  const all = (query) => [...document.querySelectorAll(query)].filter(each => each.checkVisibility())
  const box = (each) => each.getBoundingClientRect()
  const name = (each) => `${each.tagName}.${each.className} ${each.textContent.trim().slice(0, 30)}`
  const pairs = (list) => list.forEach((one, i) => list.slice(i + 1).forEach(other => {
    const a = box(one), b = box(other)
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    if (across > 1 && down > 1 && a.width > 1 && b.width > 1) found.push(`overlap: ${name(one)} | ${name(other)}`)
  }))
  for (const each of [document.documentElement, ...all('#stage, #tray, .voice, .felt, .court, .calendar')]) {
    const [wide, high] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]
    if (wide > 1 || high > 1) found.push(`scrolls: ${name(each)}`)
  }
  pairs(all('.bar, #stage, .voice, #tray'))
  pairs(all('.circle .seat, .region'))
  pairs(all('.gap .playing, .region'))
  pairs(all('.seasons, .counted, .sits-out, .deck'))
  pairs(all('.me, .abouts, .bets > *, .dial, .doing .b'))
  pairs(all('.slide > *, .marks > *, .dial-note'))
  for (const seat of all('.circle .seat, .me')) {
    pairs([...seat.children].filter(each => !each.matches('.first') && each.checkVisibility()))
  }
  for (const tile of all('.tile')) {
    const a = box(tile)
    for (const part of tile.querySelectorAll('.sign, .odds, .held')) {
      const b = box(part)
      const over = [a.left - b.left, b.right - a.right, a.top - b.top, b.bottom - a.bottom]
      if (Math.max(...over) > 1) found.push(`outside: ${name(part)}`)
    }
    const title = tile.querySelector('.name')
    if (title.scrollWidth > title.clientWidth + 1) found.push(`cut: ${name(title)}`)
  }
  return found
}"""


def last_where(condition: Callable[[Match], bool], **options: str) -> Match:
    """Return the last position of a match played at random with small stakes that meets a condition."""
    match, dice = courtly.new_match("cursed_court", players=6, seed=3, **options), random.Random(3)
    found = None
    while not match.is_over:
        moves = match.legal_moves()
        match.play(dice.choice(moves[:5] if match.view(None)["phase"] == "stake" else moves))
        found = match.copy() if not match.is_over and condition(match) else found
    assert found is not None
    return found


@cache
def position(kind: str) -> Match:
    """Return a position with many crowns on the board."""
    phase, season, remembers = POSITIONS[kind]
    return last_where(
        lambda match: (match.view(None)["phase"], match.view(None)["season"]) == (phase, season),
        court_remembers=remembers,
    )


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("kind", POSITIONS)
def test_everything_fits_and_nothing_overlaps(chromium: Browser, kind: str, lang: str) -> None:
    match = position(kind)
    html = page_of(match, match.to_move, lang)
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.route("**/*", lambda route: answer(route, html))
    found = {}
    for size in SIZES:
        page.set_viewport_size(size)
        page.goto("http://table.test/")
        page.evaluate("document.fonts.ready")
        found[f"{size['width']}x{size['height']}"] = page.evaluate(PROBLEMS)
    context.close()
    assert {size: problems for size, problems in found.items() if problems} == {}

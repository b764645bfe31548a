"""The table of Cursed Court in a browser at all sizes: nothing scrolls, overlaps, is cut off, or too small to touch."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

import courtly
from courtly.engine.play.match import Match
from tests.web.shown import SIZES, Theme, show

pytestmark = pytest.mark.browser

TIGHT = ((1366, 640), (1024, 768), (390, 664), (360, 740))
"""Sizes at which every kind of position is tested. At the other sizes, every second kind is tested."""

Condition = Callable[[dict[str, Any]], bool]


def at(phase: str, season: str = "winter", year: int = 0) -> Condition:
    """Return the condition that a position is in this phase and season, and, unless it is 0, in this year."""
    return lambda view: (view["phase"], view["season"]) == (phase, season) and year in (0, view["year"])


def is_war(view: dict[str, Any]) -> bool:
    """Return whether a player bumps a crown in winter."""
    return view["pending"] in view["board"] and view["season"] == "winter"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of position: its condition, viewer, options, number of moves to choose from, and part of the page."""

    players: int
    holds: Condition
    sees: str = "mover"
    options: tuple[tuple[str, str | int | bool], ...] = ()
    most: int = 5
    part: str = ""


MASQUERADE, CASH = ("masquerade", True), ("great_exchange", "cash")
KINDS: dict[str, Kind] = {
    "two bet": Kind(2, at("bet", "autumn")),
    "three bet": Kind(3, at("bet")),
    "four stake": Kind(4, at("stake", "autumn")),
    "five bet": Kind(5, at("bet", "autumn")),
    "six bet": Kind(6, at("bet")),
    "six stake": Kind(6, at("stake")),
    "war": Kind(6, is_war, most=3),
    "watching": Kind(6, at("bet"), sees="other"),
    "onlooker": Kind(6, at("stake"), sees="nobody"),
    "remembered in the open": Kind(6, at("bet", "autumn", 2), options=(("court_remembers", "open"),)),
    "remembered in secret": Kind(4, at("bet", "spring", 2), options=(("court_remembers", "hidden"),)),
    "masquerade": Kind(6, at("bet", "spring"), options=(MASQUERADE,)),
    "coinless": Kind(6, at("bet"), options=(("coinless", True), MASQUERADE, ("court_remembers", "open"))),
    "chips": Kind(4, at("stake"), options=(CASH, MASQUERADE, ("years", 2)), most=30),
    "buying": Kind(6, at("rebuy", "spring"), options=(CASH, ("years", 2))),
    "counted": Kind(6, at("bet", "spring", 2), part="#count"),
}

PROBLEMS = """() => {
  const found = []
  const box = (each) => each.getBoundingClientRect()
  const all = (query) => [...document.querySelectorAll(query)].filter(each =>
    each.checkVisibility() && box(each).width > 1 && !each.closest('.visually-hidden, [popover]'))
  const name = (each) => `${each.tagName}.${each.getAttribute('class')} ${each.textContent.trim().slice(0, 30)}`
  const tell = (what, each, ...figures) => found.push(`${what}: ${name(each)} ${figures.map(Math.round)}`)
  const pairs = (list) => list.forEach((one, i) => list.slice(i + 1).forEach(other => {
    if (one.contains(other) || other.contains(one)) return
    const a = box(one), b = box(other)
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    if (across > 1.5 && down > 1.5) found.push(`overlap: ${name(one)} | ${name(other)}`)
  }))
  const frames = '#stage, #tray, .caption-bar, .felt, .court, .calendar, .ring, .ring-counted, .count-scene, .dial'
  for (const each of [document.documentElement, ...all(frames)]) {
    const [wide, high] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]
    if (wide > 1 || high > 1) tell('scrolls', each, wide, high)
  }
  const isScene = document.querySelector('.count-scene:target')
  pairs(all('.bar, #stage, .caption-bar, #tray'))
  pairs(all('.title, .facts, .tool'))
  if (!isScene) {
    pairs(all('.circle .seat, .region'))
    pairs(all('.gap .playing, .region, .circle .seat > :not(.ask-seat, .first)'))
    const isWide = (one) => innerWidth > 900 || !one.matches('.court, .back')
    pairs(all('.circle .seat, .gap .shared, .court, .gap .playing.back').filter(isWide))
    pairs(all('.seasons, .counted, .sits-out, .deck, .funnel'))
    pairs(all('.season > *'))
    for (const seat of all('.circle .seat')) {
      pairs([...seat.children].filter(each => !each.matches('.first, .ask-seat, .visually-hidden')
        && each.checkVisibility()))
    }
    for (const tile of all('.tile')) {
      const a = box(tile)
      for (const part of tile.querySelectorAll('.sign, .odds, .stake, .pips')) {
        const b = box(part)
        const over = [a.left - b.left, b.right - a.right, a.top - b.top, b.bottom - a.bottom]
        if (b.width && Math.max(...over) > 1.5) tell('outside', part, ...over)
      }
    }
  } else {
    pairs(all('.back-to, .count-scene h2, .year-cards, .year-seat'))
    pairs(all('.year-seat li > *'))
  }
  const dial = document.querySelector('.dial')
  if (dial && getComputedStyle(dial).position === 'fixed') {
    pairs([dial, ...all('.circle .seat, .me, .gap .playing, .waits, .bar, .caption-bar')])
    const b = box(dial)
    if (b.left < 0 || b.top < 0 || b.right > innerWidth || b.bottom > innerHeight) tell('outside', dial)
  }
  pairs(all('.me > *'))
  pairs(all('.me, .abouts, .prompt, .bets > button,'
    + ' .turn-buttons .b, .slide > *, .means, .marks > *, .exact > *, .dial-of'))
  const whole = '.tile .name, .markup, .bets > button, .b, .caption, .prompt, .means, .slide .primary, .facts p'
  for (const each of all(whole + ', .counted, .back-to, .who-scored, .sum, .season .what')) {
    const [wide, high] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]
    if (getComputedStyle(each).display !== 'inline' && (wide > 1.5 || high > 3)) tell('cut', each, wide, high)
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const each = words.currentNode.parentElement
    const size = parseFloat(getComputedStyle(each).fontSize)
    const isRead = words.currentNode.textContent.trim() && each.checkVisibility()
    if (isRead && size < 12 && !each.closest('svg, script, .visually-hidden')) tell('tiny', each, size)
  }
  if (innerWidth <= 700) {
    for (const each of all('.region:has(input) > .tile')) {
      const { width, height } = box(each)
      if (width < 58 || height < 44) tell('too small to touch', each, width, height)
    }
    for (const each of all('.tool, .bets > button, .marks > *, .slide button, .range input,'
      + ' .turn-buttons .b, .back-to')) {
      const { width, height } = box(each)
      if (Math.min(width, height) < 47.5) tell('too small to touch', each, width, height)
    }
  }
  return found
}"""


@cache
def position(name: str) -> Match:
    """Return the last position of this kind in a random match; the last one has the most crowns on the board."""
    kind, dice, found = KINDS[name], random.Random(3), None
    match = courtly.new_match("cursed_court", players=kind.players, seed=3, **dict(kind.options))
    while not match.is_over:
        moves = match.legal_moves()
        match.play(dice.choice(moves[: kind.most] if match.view(None)["phase"] == "stake" else moves))
        if not match.is_over and kind.holds(match.view(None)):
            found = match.copy()
    assert found is not None
    return found


def audience(name: str, match: Match) -> int | None:
    """Return the viewer of a position: the seat to move, the seat after it, or None for a spectator."""
    assert match.to_move is not None
    return {"mover": match.to_move, "other": (match.to_move + 1) % match.players, "nobody": None}[KINDS[name].sees]


def show_kind(page: Page, name: str, lang: str, size: ViewportSize) -> None:
    """Show a position of this kind; in French, with the dark theme."""
    match = position(name)
    theme: Theme = "dark" if lang == "fr" else "light"
    show(page, (match, audience(name, match)), lang, size, theme, at=f"?{name}-{lang}{KINDS[name].part}")
    page.evaluate("document.querySelectorAll('.step').forEach(one => one.hidden = false)")


@pytest.mark.parametrize("name", KINDS)
def test_nothing_scrolls_overlaps_or_is_cut_off(table: Page, name: str) -> None:
    found = {}
    for number, size in enumerate(SIZES, list(KINDS).index(name)):
        if number % 2 and (size["width"], size["height"]) not in TIGHT:
            continue
        lang = ("en", "fr")[number // 2 % 2]
        show_kind(table, name, lang, size)
        found[f"{size['width']}x{size['height']} {lang}"] = table.evaluate(PROBLEMS)
    assert {case: problems for case, problems in found.items() if problems} == {}


OUTSIDE = """query => [...document.querySelectorAll(query)].filter((one) => {
  const around = one.parentElement.closest('label, section, details');
  const [inner, outer] = [one, around].map((each) => each.getBoundingClientRect());
  return inner.width > 0 && (inner.left < outer.left || inner.right > outer.right + 1);
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("width", [360, 390, 1366])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_names_of_the_filter_fit_on_their_buttons(table: Page, lang: str, width: int) -> None:
    show(table, (position("three bet"), 0), lang, {"width": width, "height": 740})
    table.evaluate("document.querySelector('#filter').showPopover()")
    assert table.locator("#filter label:visible").count() == 10
    assert table.evaluate(OUTSIDE, "#filter span") == []


@pytest.mark.parametrize("players", [3, 6])
def test_the_cards_of_a_year_fit_into_the_final_page_of_a_phone(table: Page, players: int) -> None:
    match = courtly.new_match("cursed_court", players=players, years=1, seed=3)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    show(table, (match, 0), "en", {"width": 360, "height": 740})
    table.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert table.locator(".year-cards .playing:visible").count() > players
    assert table.evaluate(OUTSIDE, ".year-cards .playing") == []

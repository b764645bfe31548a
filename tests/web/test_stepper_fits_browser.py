"""A step of a finished match on a phone fits the window as a running match does: nothing scrolls or is cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize

from courtly.engine.contract.game import game_names
from courtly.tables.table_views import FinishedMatch
from courtly.text.locales import Locale
from courtly.web.contexts.table import MatchPage
from courtly.web.move_marks import Comparison, render_compared
from courtly.web.render import render
from courtly.web.stepper import step_page
from tests.review.helpers import finished, quick_review
from tests.web.helpers import table_view_of
from tests.web.shown import show, show_html

pytestmark = pytest.mark.browser

SIZES: list[ViewportSize] = [{"width": 360, "height": 640}, {"width": 390, "height": 844}]
PLAYERS = 4

PROBLEMS = """() => {
  const found = [], stage = document.querySelector('.stage'), all = (css) => [...document.querySelectorAll(css)];
  const drawn = all('.steps, .steps :is(a, input), .tray .own > .inert > :not([popover]):not(.display-contents)')
    .filter(e => e.getClientRects().length);
  if (document.documentElement.scrollHeight > innerHeight + 1) found.push('the page scrolls');
  if (stage.scrollHeight > stage.clientHeight + 1)
    found.push(`the stage scrolls: ${stage.scrollHeight} in ${stage.clientHeight}`);
  for (const e of drawn) {
    const box = e.getBoundingClientRect();
    if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1) found.push(`${e.className || e.id} is cut`);
  }
  for (const e of all('.mission h3')) if (e.clientWidth < 60) found.push(`a mission is ${e.clientWidth} wide`);
  for (const e of all('.mission')) {
    const box = e.getBoundingClientRect();
    for (const part of e.querySelectorAll(':is(h3, .points, .prog, .state)')) {
      const { width, top, bottom } = part.getBoundingClientRect();
      if (width && (top < box.top || bottom > box.bottom)) found.push(`${part.textContent} leaves its mission`);
    }
    const [points, state] = ['.points.short', '.state'].map(css => e.querySelector(css).getBoundingClientRect());
    if (Math.abs(points.left + points.right - state.left - state.right) > 12) found.push('a mission is in steps');
  }
  for (const { clientWidth: width, clientHeight: height } of all('.tray .face'))
    if (Math.abs(height / width - 95 / 68) > 0.03) found.push(`a card is ${width} x ${height}`);
  for (const e of all('.open-hands, .open-hands dl'))
    if (e.scrollWidth > e.clientWidth + 1) found.push('the open hands are cut at the right');
  // Padding would move the track of the slider, but not its thumb.
  if (getComputedStyle(document.querySelector('#turn-number')).paddingTop !== '0px') found.push('the slider is padded');
  for (const e of all('.steps :is(a, button)')) {
    const { width, height } = e.getBoundingClientRect();
    if (width && (height < 44 || width < 34)) found.push(`${e.textContent.trim()} is small: ${width} x ${height}`);
  }
  const on = document.querySelector('.play-on');
  if (!on?.checkVisibility() || on.scrollWidth > on.clientWidth) found.push('the link to play on is hidden or cut');
  return found;
}"""


def html_of(game: str, eyes: int | None, lang: str, tenths: int) -> str:
    """Return the page of a move; `tenths` says after how many tenths of the match."""
    match = finished(game, players=PLAYERS)
    page = step_page(
        FinishedMatch(table_view_of(match, 0), match), match.version * tenths // 10, eyes, Locale(lang), ()
    )
    return bytes(render(page.template, page, Locale(lang, domain=game)).body).decode()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("eyes", [0, None], ids=["own", "open"])
@pytest.mark.parametrize("game", game_names())
def test_a_step_fits_a_phone(table: Page, game: str, eyes: int | None, size: ViewportSize) -> None:
    for lang, tenths in (("en", 8), ("fr", 5), ("de", 9)):
        show_html(table, html_of(game, eyes, lang, tenths), size)
        assert table.evaluate(PROBLEMS) == [], (lang, tenths)


def test_a_comparison_of_two_moves_leaves_room_for_the_seasons(table: Page) -> None:
    match, found = finished("cursed_court", 1, "novice"), quick_review("cursed_court", 1, "novice")
    decision = found.decision(found.moments[0])
    finished_match = FinishedMatch(table_view_of(match, 0), match)
    locale = Locale("en", domain="cursed_court")
    page = step_page(finished_match, decision.number - 1, decision.seat, locale, ())
    assert isinstance(page, MatchPage)
    compared = render_compared(page, finished_match, Comparison(decision.number - 1, decision.best, found), locale)
    show_html(table, bytes(compared.body).decode(), {"width": 360, "height": 740})
    assert table.locator(".seasons").is_visible()


OUTSIDE = """() => {
  const all = document.querySelectorAll('.ending > .panel > *'), bottom = each => each.getBoundingClientRect().bottom;
  return [...all].filter(each => bottom(each) > bottom(each.parentElement)).map(each => each.textContent);
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("game", game_names())
def test_the_panels_of_a_final_page_contain_their_content(table: Page, game: str, size: ViewportSize) -> None:
    show(table, (finished(game, players=PLAYERS), 0), "en", size)
    assert table.evaluate(OUTSIDE) == []


BEFORE_TOTALS = """() => {
  const shown = css => [...document.querySelectorAll(css)].filter(each => each.checkVisibility());
  const [total] = shown('main .total');
  const isBefore = each => each.compareDocumentPosition(total) & Node.DOCUMENT_POSITION_FOLLOWING;
  const buttons = shown('main :is(.primary, .secondary, .b)').filter(isBefore);
  return [buttons.length, total.getBoundingClientRect().bottom <= innerHeight];
}"""
"""Returns how many buttons come before the best total, and whether it is in the window."""


@pytest.mark.parametrize(
    "size", [{"width": 360, "height": 740}, {"width": 1280, "height": 800}], ids=["phone", "desktop"]
)
@pytest.mark.parametrize("game", game_names())
def test_the_totals_are_the_first_thing_on_a_final_page(table: Page, game: str, size: ViewportSize) -> None:
    for lang in ("en", "fr"):
        show(table, (finished(game, players=PLAYERS), 0), lang, size)
        buttons, is_seen = table.evaluate(BEFORE_TOTALS)
        assert buttons <= 4, lang
        assert is_seen, lang

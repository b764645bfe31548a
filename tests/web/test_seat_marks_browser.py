"""Signs of absent players and of stand-ins on a phone; the notice of a stand-in takes no space of the cards."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from courtly.engine.play.match import Match
from courtly.tables.table_views import TableView
from courtly.text.locales import Locale
from courtly.web import table_pages
from courtly.web.render import render
from tests.web import cursed_court_positions, monarch_positions
from tests.web.browser import PHONE
from tests.web.helpers import page_of, table_view_of, with_seat
from tests.web.shown import show_html

pytestmark = pytest.mark.browser

PLACES = {"cursed_court": ".seat", "monarch": ".summary"}
AWAY, REPLACED = 1, 2


def a_match(game: str) -> Match:
    """Return a match of four players."""
    return monarch_positions.position("act")[0] if game == "monarch" else cursed_court_positions.position("four stake")


def seat_of(table: Page, game: str, seat: int) -> Locator:
    """Return the place of another player."""
    return table.locator(f'{PLACES[game]}:has(.seat-sign[data-seat="{seat}"])')


def with_absent_players(table_view: TableView) -> TableView:
    """Return a table where one player is away, and a bot plays for another."""
    away = with_seat(table_view, AWAY, kind="person", bot=None, present=False)
    return with_seat(away, REPLACED, kind="person", bot=None, present=False, substituted_by="steward")


def html_of(table_view: TableView, game: str) -> str:
    page = table_pages.match_page(table_view, Locale("en", domain=game))
    return bytes(render(page.template, page, Locale("en", domain=game)).body).decode()


@pytest.mark.parametrize("game", ["cursed_court", "monarch"])
def test_a_phone_shows_who_is_away_and_for_whom_a_bot_plays(table: Page, game: str) -> None:
    show_html(table, html_of(with_absent_players(table_view_of(a_match(game))), game), PHONE)
    replaced = seat_of(table, game, REPLACED).locator(".bot-mark")
    expect(replaced).to_be_visible()
    expect(replaced).to_have_attribute("title", "a bot plays here")
    away = seat_of(table, game, AWAY).locator(".pennant").first
    expect(away).to_have_css("opacity", "0.45")


@pytest.mark.parametrize("game", ["cursed_court", "monarch"])
def test_no_seat_has_a_mark_while_everyone_is_there(table: Page, game: str) -> None:
    show_html(table, page_of(a_match(game)), PHONE)
    expect(table.locator(".bot-mark")).to_have_count(0)
    faded = "all => all.filter(one => getComputedStyle(one).opacity !== '1').length"
    assert table.locator(".seat-sign .pennant").evaluate_all(faded) == 0


def test_the_notice_of_a_stand_in_takes_no_space_of_the_market(table: Page) -> None:
    match = a_match("monarch")
    show_html(table, page_of(match, 1), PHONE)
    before = table.locator(".market").evaluate("one => one.clientHeight")
    show_html(table, page_of(match, 1, stand_in="steward"), PHONE)
    assert table.locator(".market").evaluate("one => one.clientHeight") == before

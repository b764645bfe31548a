"""The chat of a table in a real browser: the count of unread messages, and the layout of its panel."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import courtly
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web import table_pages
from courtly.web.render import render
from tests.web.browser import SCRIPTED, TALL, connected
from tests.web.friends import begin, friends
from tests.web.helpers import table_view_of, with_table
from tests.web.shown import SIZES, show_html

pytestmark = pytest.mark.browser

UNREAD = '.bar [href="#pane-talk"] .unread'


def test_new_messages_of_others_are_counted_until_the_chat_is_opened(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, {**SCRIPTED, "viewport": TALL}) as (one, other):
        one.locator("#talk-phrases button").first.click()
        expect(other.locator("#talk-lines [data-line]")).to_have_count(1)
        begin(one, other)
        expect(other.locator(UNREAD)).to_be_hidden()
        one.locator('.bar [href="#pane-talk"]').click()
        for count in (2, 3):
            one.locator("#talk-phrases button").first.click()
            expect(other.locator("#talk-lines [data-line]")).to_have_count(count)
        expect(other.locator(UNREAD)).to_have_text("New messages: 2")
        other.reload()
        connected(other)
        expect(other.locator(UNREAD)).to_have_text("New messages: 2")
        other.locator('.bar [href="#pane-talk"]').click()
        expect(other.locator(UNREAD)).to_be_hidden()
        other.locator("#talk-phrases button").last.click()
        other.locator(".tabs .close").click()
        other.reload()
        connected(other)
        expect(other.locator("#talk-lines [data-line]")).to_have_count(4)
        expect(other.locator(UNREAD)).to_be_hidden()
        expect(one.locator("#talk-lines [data-line]")).to_have_count(4)
        expect(one.locator(UNREAD)).to_be_hidden()


CUT = """() => [...document.querySelectorAll('#pane-talk *, .tabs a')].filter((each) => each.checkVisibility()
  && each.getBoundingClientRect().right > document.querySelector('#drawer').getBoundingClientRect().right)
  .map((each) => each.textContent.trim())"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_panel_of_the_chat_cuts_nothing(table: Page, lang: str) -> None:
    match = courtly.new_match("cursed_court", players=4, seed=5)
    locale = Locale(lang, domain=match.game)
    line = {"n": 0, "seat": 1, "phrase": None, "text": "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk" * 2}
    page = table_pages.match_page(table_view_of(match, 0), locale, talk=[line])
    assert page.around.talk is not None
    page = replace(page, around=replace(page.around, talk=replace(page.around.talk, may_write=True)))
    show_html(table, bytes(render(page.template, page, locale).body).decode(), SIZES[0], at="#pane-talk")
    for size in SIZES:
        table.set_viewport_size(size)
        assert table.evaluate(CUT) == [], size


ROWS = """[...document.querySelectorAll('#talk > *')].map((each) => each.getBoundingClientRect())
  .map(({ top, bottom }) => [top, bottom])"""
"""Returns the top and the bottom of each part of the chat."""


@pytest.mark.parametrize("size", [{"width": 844, "height": 390}, {"width": 740, "height": 360}])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_parts_of_the_chat_do_not_overlap_on_a_phone_on_its_side(
    table: Page, lang: str, size: ViewportSize
) -> None:
    match = courtly.new_match("courtisans", players=3, seed=5)
    locale, table_view = Locale(lang, domain=match.game), table_view_of(match, 0)
    persons = [replace(each, kind="person") for each in table_view.table.seats]
    page = table_pages.match_page(with_table(table_view, seats=persons), locale)
    show_html(table, bytes(render(page.template, page, locale).body).decode(), size, at="#pane-talk")
    rows = table.evaluate(ROWS)
    assert len(rows) == 4
    assert all(one[1] <= after[0] for one, after in pairwise(rows))
    assert rows[1][1] - rows[1][0] >= 48
    assert rows[-1][1] <= size["height"]

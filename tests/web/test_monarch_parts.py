"""The parts of Monarch's table: each is at one place of the page, and a move sends only those that it changes."""

from __future__ import annotations

import re

import pytest

from courtly.engine.play.match import Match
from courtly.teaching.loading import lesson_of
from courtly.text.locales import Locale
from courtly.web import parts
from courtly.web.contexts.table import MatchPage
from courtly.web.lessons import lesson_page
from courtly.web.parts import NO_HASHES, PartsUpdate
from courtly.web.render import render
from courtly.web.table_pages import match_page
from courtly.web.table_parts import match_parts
from tests.games.monarch.builders import begin, run, with_state
from tests.teaching.helpers import way
from tests.web.helpers import page_of, table_view_of
from tests.web.monarch_positions import SCENES, position

MARKET = "toll-drum stone-bridge mill-stream old-nurse insistent-peddler"


def update(match: Match, seat: int | None, before: PartsUpdate | None = None) -> PartsUpdate:
    """Return the parts of a seat's page that differ from an earlier page."""
    page = match_page(table_view_of(match, seat), Locale("en"), talk=None)
    return parts.update(match_parts(page), Locale("en", domain="monarch"), before.hashes if before else NO_HASHES)


def sent(match: Match, seat: int | None, *moves: str) -> set[str]:
    """Make moves, and return the ids of the parts that they send to a seat's open page, without the news."""
    before = update(match, seat)
    ids = update(run(match, *moves), seat, before).texts
    return {name for name in ids if not name.startswith(("news-", "member-", "seat-state-", "asks-", "confirm-"))}


@pytest.mark.parametrize("name", SCENES)
def test_each_part_is_at_one_place_of_the_page(name: str) -> None:
    match, seat = position(name)
    ids = re.findall(r' id="([^"]+)"', page_of(match, seat))
    names = update(match, seat).hashes
    assert {name: ids.count(name) for name in names} == dict.fromkeys(names, 1)


def test_a_harvest_sends_the_purse_but_no_card_of_the_court() -> None:
    match = with_state(begin(3, MARKET), courts=["tiger-pelt"])
    changed = sent(match, 1, "harvest")
    assert {"hold-0", "purse-0", "turn-of-0"} <= changed
    assert not {name for name in changed if name.startswith(("at-", "place-", "court-of-", "flag-", "lane-"))}


def test_a_card_that_is_built_sends_its_board_alone_of_all_lands() -> None:
    match = run(begin(3, MARKET, layout="fvvvvvfff"), "buy stone-bridge")
    assert {name for name in sent(match, 1, "build b1") if name.startswith("at-cell-")} == {"at-cell-b1"}


def test_a_new_value_of_a_card_is_sent_without_the_card() -> None:
    match = with_state(begin(3, MARKET), courts=["tiger-pelt"])
    changed = sent(match, 1, "buy toll-drum", "add")
    assert {"worth-tiger-pelt", "place-0-1"} <= changed
    assert "place-0-0" not in changed


def test_a_new_card_sends_the_viewers_progress_on_free_banners_only() -> None:
    match = with_state(begin(2, MARKET), courts=["war-falcon tiger-pelt"])
    run(match, "fly banner-of-might", "end")
    flags = {name for name in sent(match, 1, "buy toll-drum") if name.startswith("flag-")}
    assert "flag-banner-of-might" not in flags
    assert "flag-banner-of-balance" in flags


def test_a_page_of_the_viewer_has_no_place_for_their_own_state() -> None:
    match = begin(3)
    assert {name for name in update(match, 0).hashes if name.startswith("seat-state-")} == {
        "seat-state-1",
        "seat-state-2",
    }
    assert {name for name in update(match, None).hashes if name.startswith("seat-state-")} == {
        "seat-state-0",
        "seat-state-1",
        "seat-state-2",
    }


def test_a_lesson_about_the_lands_shows_them_first_on_a_phone() -> None:
    locale, first = Locale("en", domain="monarch"), set[bool]()
    for shown in (lesson_page(stop, Locale("en")) for stop in way(lesson_of("monarch"))):
        if isinstance(shown, MatchPage) and shown.lesson:
            is_about_lands = any(place.startswith(("cell:", "banner:")) for place in shown.lesson.focus[:1])
            text = bytes(render(shown.template, shown, locale).body).decode()
            assert not is_about_lands or '<i id="table-now" class="first-lands' in text
            first.add(is_about_lands)
    assert first == {True, False}

"""The parts of the pages of Courtisans: all positions have the same ones, and a move sends only those it changes."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.tables.table_views import FinishedMatch
from courtly.teaching.course import LessonState, first
from courtly.teaching.loading import lesson_of
from courtly.text.locales import Locale
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.lessons import lesson_page
from courtly.web.parts import NO_HASHES, PartHashes, PartsUpdate
from courtly.web.render import render
from courtly.web.stepper import step_page
from courtly.web.table_pages import match_page, match_update
from tests.web.helpers import table_view_of


def positions(players: int) -> Iterator[Match]:
    """Yield every position of a random match."""
    match, dice = courtly.new_match("courtisans", players=players, seed=players), random.Random(players)
    while not match.is_over:
        yield match
        match.play(dice.choice(match.legal_moves()))


def drawn(match: Match, seat: int | None, *off: str, before: PartHashes = NO_HASHES) -> PartsUpdate:
    """Return the parts of an audience that differ from those of an earlier page."""
    return match_update(table_view_of(match, seat), Locale(), off, before=before).parts


def sent_parts(before: Match, after: Match, seat: int | None) -> set[str]:
    """Return the ids of the parts that an open page gets when one position follows another."""
    return set(drawn(after, seat, before=drawn(before, seat).hashes).texts)


@pytest.mark.parametrize("seat", [0, None])
def test_all_positions_have_the_same_parts(seat: int | None) -> None:
    names = [frozenset(drawn(match, seat).hashes) for match in positions(3) if match.version % 5 == 0]
    assert len(set(names)) == 1


def test_a_card_in_a_domain_changes_only_the_part_of_its_pile() -> None:
    before = NO_HASHES
    for match in positions(3):
        last = match.log()[-1]["args"] if match.version else {}
        if len(before) and last.get("card") and last["area"] == "domain:1" and match.view(None)["phase"] == "play":
            break
        before = drawn(match, None).hashes
    family = str(last["card"]).partition(".")[0]
    brought = drawn(match, None, before=before).texts
    piles = [name for name in brought if name.startswith(("at-above-", "at-below-", "at-domain-", "house-"))]
    assert f"at-domain-1-{family}" in piles
    assert [name for name in piles if family not in name and not name.endswith("-who")] == []


def test_a_turn_of_another_seat_sends_neither_frames_of_rows_nor_the_viewers_missions() -> None:
    sent, before = set[str](), None
    for match in positions(3):
        if before is not None and before.to_move not in (0, None) and match.to_move != 0:
            sent |= sent_parts(before, match, 0)
        before = match.copy()
    assert "at-domain-1-who" in sent
    assert sent.isdisjoint({"at-domain-0", "at-domain-1", "at-domain-2", "popovers", "at-hand-0"})


def test_the_switches_lead_back_to_the_page_that_they_are_on() -> None:
    def addresses(page: MatchPage | FinalPage) -> set[str]:
        text = bytes(render(page.template, page, locale).body).decode()
        return set(re.findall(r'name="here" value="([^"]*)"', text))

    locale, match = Locale(domain="courtisans"), courtly.new_match("courtisans", players=3, seed=1)
    table_view = table_view_of(match, 0)
    assert addresses(match_page(table_view, locale)) == {"/tables/table"}
    assert addresses(step_page(FinishedMatch(table_view, match), 0, 0, locale, ())) == {
        "/tables/table/matches/1/moves/0?seat=0"
    }
    lesson = lesson_of("courtisans")
    start = LessonState(lesson, first(), lesson.records["A"].at(9))
    assert addresses(lesson_page(start, locale)) == {"/learn/courtisans/1"}

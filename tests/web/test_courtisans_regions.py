"""The regions of Courtisans: nothing that is remembered is ever wrong, and a move brings no more than it touches."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.text.reader import Reader
from courtly.web import render as rendering
from courtly.web.prints import NO_PRINTS, Prints
from courtly.web.regions import Bodies, Drawing
from courtly.web.table_pages import match_regions
from tests.web.helpers import look_at


def positions(players: int) -> Iterator[Match]:
    """Yield every position of a match that is played at random."""
    match, dice = courtly.new_match("courtisans", players=players, seed=players), random.Random(players)
    while not match.is_over:
        yield match
        match.play(dice.choice(match.legal_moves()))


def drawn(match: Match, seat: int | None, *off: str, before: Prints = NO_PRINTS) -> Drawing:
    """Return the regions of an audience that differ from what it was shown before."""
    return match_regions(look_at(match, seat), Reader(), off, before=before).drawing


@pytest.mark.parametrize(("players", "off"), [(2, ()), (3, ()), (3, ("forecast", "values"))])
def test_every_region_is_what_would_be_drawn_without_memory(
    players: int, off: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    shared, audiences = Bodies(), [None, *range(players)]
    for match in positions(players):
        for seat in audiences if match.version % 4 == 0 else [match.to_move]:
            monkeypatch.setattr(rendering, "bodies", lambda: shared)
            remembered = drawn(match, seat, *off).regions
            fresh = Bodies()
            monkeypatch.setattr(rendering, "bodies", lambda fresh=fresh: fresh)
            assert drawn(match, seat, *off).regions == remembered


def test_the_same_regions_are_there_whatever_lies_on_the_table() -> None:
    names = [frozenset(drawn(match, 0).prints) for match in positions(3) if match.version % 5 == 0]
    assert len(set(names)) == 1


def test_a_card_that_another_plays_in_a_domain_brings_its_pile_and_no_other() -> None:
    before = NO_PRINTS
    for match in positions(3):
        last = match.log()[-1]["args"] if match.version else {}
        if before and last.get("card") and last["area"] == "domain:1" and match.view(None)["phase"] == "play":
            break
        before = drawn(match, None).prints
    family = str(last["card"]).partition(".")[0]
    brought = drawn(match, None, before=before).regions
    piles = [name for name in brought if name.startswith(("at-above-", "at-below-", "at-domain-", "house-"))]
    assert f"at-domain-1-{family}" in piles
    assert [name for name in piles if family not in name and not name.endswith("-who")] == []

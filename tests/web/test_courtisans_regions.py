"""The regions of Courtisans: cached regions are never outdated, and a move sends only the regions that it changes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.text.locales import Locale
from courtly.web import render as rendering
from courtly.web.region_hashes import NO_HASHES, RegionHashes
from courtly.web.regions import Bodies, RegionUpdate
from courtly.web.table_pages import match_regions
from tests.web.helpers import table_view_of


def positions(players: int) -> Iterator[Match]:
    """Yield every position of a random match."""
    match, dice = courtly.new_match("courtisans", players=players, seed=players), random.Random(players)
    while not match.is_over:
        yield match
        match.play(dice.choice(match.legal_moves()))


def drawn(match: Match, seat: int | None, *off: str, before: RegionHashes = NO_HASHES) -> RegionUpdate:
    """Return the regions of an audience that differ from an earlier rendering."""
    return match_regions(table_view_of(match, seat), Locale(), off, before=before).drawing


@pytest.mark.parametrize(("players", "off"), [(2, ()), (3, ()), (3, ("forecast", "values"))])
def test_cached_regions_equal_freshly_rendered_ones(
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


def test_all_positions_have_the_same_regions() -> None:
    names = [frozenset(drawn(match, 0).hashes) for match in positions(3) if match.version % 5 == 0]
    assert len(set(names)) == 1


def test_a_card_in_a_domain_changes_only_the_region_of_its_pile() -> None:
    before = NO_HASHES
    for match in positions(3):
        last = match.log()[-1]["args"] if match.version else {}
        if before and last.get("card") and last["area"] == "domain:1" and match.view(None)["phase"] == "play":
            break
        before = drawn(match, None).hashes
    family = str(last["card"]).partition(".")[0]
    brought = drawn(match, None, before=before).regions
    piles = [name for name in brought if name.startswith(("at-above-", "at-below-", "at-domain-", "house-"))]
    assert f"at-domain-1-{family}" in piles
    assert [name for name in piles if family not in name and not name.endswith("-who")] == []

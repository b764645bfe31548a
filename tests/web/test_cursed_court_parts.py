"""The parts of the pages of Cursed Court: each has one place on the page, and a bet sends only what it changes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.scene.marks import Pennant
from courtly.scene.page import PageInput
from courtly.text.locales import Locale
from courtly.web.games import pages_of
from courtly.web.parts import NO_HASHES, PartHashes, PartsUpdate
from courtly.web.render import render
from courtly.web.table_pages import match_page, match_update
from tests.web.helpers import NAMES, table_view_of

SETUPS = [{"players": 2}, {"players": 3, "coinless": True}, {"players": 3, "great_exchange": "cash"}]


def positions(players: int, **options: object) -> Iterator[Match]:
    """Yield every position of a random match."""
    match = courtly.new_match("cursed_court", players=players, seed=players, **options)
    dice = random.Random(players)
    while not match.is_over:
        yield match
        match.play(dice.choice(match.legal_moves()))


def drawn(match: Match, seat: int | None, *off: str, before: PartHashes = NO_HASHES) -> PartsUpdate:
    """Return the parts of an audience that differ from those of an earlier page."""
    return match_update(table_view_of(match, seat), Locale(domain="cursed_court"), off, before=before).parts


def whole_page(match: Match, seat: int | None, off: Sequence[str]) -> str:
    """Return the whole page of a position."""
    locale = Locale(domain="cursed_court")
    page = match_page(table_view_of(match, seat), locale, off)
    return bytes(render(page.template, page, locale).body).decode()


@pytest.mark.parametrize("off", [(), ("unseen", "odds")])
@pytest.mark.parametrize("setup", SETUPS)
def test_every_part_has_one_place_on_the_page(setup: dict[str, int], off: tuple[str, ...]) -> None:
    for match in positions(**setup):
        if match.version % 7 == 0:
            for seat in (None, 1):
                page = whole_page(match, seat, off)
                assert {page.count(f' id="{name}"') for name in drawn(match, seat, *off).hashes} == {1}


@pytest.mark.parametrize("seat", [0, None])
def test_all_positions_without_eliminated_players_have_the_same_parts(seat: int | None) -> None:
    names = [frozenset(drawn(match, seat).hashes) for match in positions(3) if match.version % 5 == 0]
    assert len(set(names)) == 1


def test_a_stake_sends_neither_other_regions_nor_the_board() -> None:
    match = courtly.new_match("cursed_court", players=4, seed=1, deal={"first": 0})
    for move in ("bet king", "stake 3", "bet queen"):
        match.play(move)
    before = drawn(match, 3).hashes
    match.play("stake 5")
    queen = pages_of("cursed_court").turn(input_of(match)).nobles[4].tile
    sent = set(drawn(match, 3, before=before).texts)
    assert queen.id == "queen"
    assert {f"lies-{queen.number}", "at-hand-1", "at-hand-2"} <= sent
    assert not [name for name in sent if name.startswith(("at-region-", "odds-", "of-", "notes-", "count"))]
    assert sent.isdisjoint({"circle", "seasons", "at-hand-3", "told-1"})


def test_a_player_with_another_pennant_has_crowns_in_its_colour() -> None:
    match = courtly.new_match("cursed_court", players=2, seed=1, deal={"first": 0})
    for move in ("bet king", "stake 3"):
        match.play(move)
    for colour in ("wine", "green"):
        context = pages_of("cursed_court").turn(input_of(match, colour))
        king = next(one for one in context.regions if one.tile.id == "king")
        assert [crown.mark.pennant.colour for crown in king.stakes.crowns] == [colour]


def input_of(match: Match, colour: str = "wine") -> PageInput:
    """Return the page input of a spectator; all players have pennants of one colour."""
    names = NAMES[: match.players]
    pennants = tuple(Pennant(name[0], colour) for name in names)
    return PageInput(match.view(None), match.log(None), Locale("en", names, None, match.game), pennants)

"""Which moves may tell their maker anything new: those after which a card comes off the deck, and no others."""

from __future__ import annotations

from typing import Any, cast

import pytest

import courtly
from courtly.games.monarch.forecast import reveals
from courtly.games.monarch.rules.view import View
from tests.games.monarch.builders import leave_in_deck, run
from tests.games.monarch.positions import acquire, asking, begin, caller, card_set, courtier, free_house, land, works

FREE = free_house()
ROW = "dancing-cranes weepy-poet stone-bridge astronomer"


def tells(match: courtly.Match, move: str) -> bool:
    """Whether a move of the seat that decides may tell it anything."""
    assert move in match.legal_moves()
    return reveals(cast(View, match.view(match.to_move)), move)


@pytest.mark.parametrize("move", ["harvest", "tax", "end"])
def test_what_draws_no_card_tells_nothing(move: str) -> None:
    assert not tells(begin(ROW, cards=FREE), move)


def test_a_banner_and_a_barter_tell_nothing() -> None:
    match = acquire(begin("keeper-of-ledgers toll-drum war-falcon", cards=FREE), "keeper-of-ledgers", "toll-drum")
    assert not tells(match, "barter keeper-of-ledgers")
    assert not tells(acquire(match, "war-falcon"), "fly banner-of-might")


def test_a_sweep_tells_unless_no_card_is_left() -> None:
    assert tells(begin(ROW, cards=FREE), "sweep")
    assert tells(leave_in_deck(begin(ROW, cards=FREE)), "sweep")


def test_a_purchase_tells_where_it_asks_nothing() -> None:
    match = begin(ROW, cards=FREE)
    assert [tells(match, f"buy {card}") for card in ROW.split()] == [True, False, False, True]
    assert tells(begin(ROW, cards=FREE, players=2), "buy weepy-poet")
    assert not tells(acquire(match, "astronomer"), "buy dancing-cranes")


@pytest.mark.parametrize(("copies", "tells_it"), [(1, True), (5, False)])
def test_an_improvement_tells_where_at_most_one_board_takes_it(copies: int, *, tells_it: bool) -> None:
    boards = [land("t", "village", copies), land("u", "village", 6 - copies, yields=5), land("f", "farm", 6)]
    cards = card_set(works("hut"), lands=boards)
    deal = {"lands": ["t"] * copies + ["u"] * (5 - copies) + ["f"] * 4}
    match = courtly.new_match(
        "monarch", players=3, card_set=cards, seed=1, deal={"first": 0, **deal, **first("hut", cards)}
    )
    assert tells(match, "buy hut") is tells_it


def first(card: str, cards: dict[str, Any]) -> dict[str, Any]:
    """A deck with a card on top."""
    every = [each["id"] for kind in ("court", "improvement", "guest", "moon") for each in cards.get(kind, [])]
    return {"deck": [card, *(each for each in every if each != card)]}


@pytest.mark.parametrize(
    ("bought", "move"),
    [
        ("dancing-cranes", "add"),
        ("stone-bridge", "build a1"),
        ("weepy-poet", "send 1"),
        ("dancing-cranes", "replace astronomer"),
    ],
)
def test_a_card_that_finds_its_place_tells(bought: str, move: str) -> None:
    assert tells(run(begin(ROW, cards=FREE), "buy astronomer", f"buy {bought}"), move)


def test_a_guest_that_may_leave_is_asked_for_before_a_card_is_drawn() -> None:
    host = courtier("host", on_acquire=[{"kind": "dismiss_guest", "up_to": 2}])
    match = begin("bore oaf host", cards=card_set(caller("bore"), caller("oaf"), host))
    run(match, "buy bore", "send 1", "buy oaf", "send 1", "end")
    assert not tells(match, "buy host")
    run(match, "buy host")
    assert (tells(match, "dismiss bore"), tells(match, "keep")) == (False, True)
    assert tells(run(match, "dismiss bore"), "dismiss oaf")


def test_the_last_word_on_a_moon_tells_and_those_before_it_do_not() -> None:
    match = acquire(begin("page-1", "the-moon", cards=card_set(asking(base=3))), "page-1")
    assert [tells(match, move) for move in ("pass", "pledge 1", "pledge 3")] == [False, False, True]
    run(match, "pass", "pass")
    assert tells(match, "pass")

"""A move can reveal something to its player only if a card is drawn from the deck after it."""

from __future__ import annotations

from typing import Any, cast

import pytest

import courtly
from courtly.games.monarch.forecast import free_moves, idle_moves, reveals
from courtly.games.monarch.rules.view import View
from tests.games.monarch.builders import leave_in_deck, run, with_state
from tests.games.monarch.positions import acquire, asking, begin, caller, card_set, courtier, free_house, land, works

FREE = free_house()
ROW = "dancing-cranes weepy-poet stone-bridge astronomer"


def may_reveal(match: courtly.Match, move: str) -> bool:
    """Return whether a move of the deciding seat can reveal something to it."""
    assert move in match.legal_moves()
    return reveals(cast(View, match.view(match.to_move)), move)


@pytest.mark.parametrize("move", ["harvest", "tax", "end"])
def test_a_move_without_a_draw_reveals_nothing(move: str) -> None:
    assert not may_reveal(begin(ROW, cards=FREE), move)


def test_a_banner_and_a_barter_reveal_nothing() -> None:
    match = acquire(begin("keeper-of-ledgers toll-drum war-falcon", cards=FREE), "keeper-of-ledgers", "toll-drum")
    assert not may_reveal(match, "barter keeper-of-ledgers")
    assert not may_reveal(acquire(match, "war-falcon"), "fly banner-of-might")


def test_a_sweep_reveals_cards_even_if_the_deck_is_empty() -> None:
    assert may_reveal(begin(ROW, cards=FREE), "sweep")
    assert may_reveal(leave_in_deck(begin(ROW, cards=FREE)), "sweep")


def test_a_purchase_reveals_a_card_if_it_needs_no_decision() -> None:
    match = begin(ROW, cards=FREE)
    assert [may_reveal(match, f"buy {card}") for card in ROW.split()] == [True, False, False, True]
    assert may_reveal(begin(ROW, cards=FREE, players=2), "buy weepy-poet")
    assert not may_reveal(acquire(match, "astronomer"), "buy dancing-cranes")


@pytest.mark.parametrize(("copies", "tells_it"), [(1, True), (5, False)])
def test_an_improvement_reveals_a_card_if_at_most_one_board_takes_it(copies: int, *, tells_it: bool) -> None:
    boards = [land("t", "village", copies), land("u", "village", 6 - copies, yields=5), land("f", "farm", 6)]
    cards = card_set(works("hut"), lands=boards)
    deal = {"lands": ["t"] * copies + ["u"] * (5 - copies) + ["f"] * 4}
    match = courtly.new_match(
        "monarch", players=3, card_set=cards, seed=1, deal={"first": 0, **deal, **first("hut", cards)}
    )
    assert may_reveal(match, "buy hut") is tells_it


def first(card: str, cards: dict[str, Any]) -> dict[str, Any]:
    """Return a deck with a card on top, as part of a deal."""
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
def test_placing_a_card_reveals_the_next_one(bought: str, move: str) -> None:
    assert may_reveal(run(begin(ROW, cards=FREE), "buy astronomer", f"buy {bought}"), move)


def test_the_dismissal_of_guests_comes_before_the_draw() -> None:
    host = courtier("host", on_acquire=[{"kind": "dismiss_guest", "up_to": 2}])
    match = begin("bore oaf host", cards=card_set(caller("bore"), caller("oaf"), host))
    run(match, "buy bore", "send 1", "buy oaf", "send 1", "end")
    assert not may_reveal(match, "buy host")
    run(match, "buy host")
    assert (may_reveal(match, "dismiss bore"), may_reveal(match, "keep")) == (False, True)
    assert may_reveal(run(match, "dismiss bore"), "dismiss oaf")


def test_only_the_last_decision_on_a_moon_reveals_a_card() -> None:
    match = acquire(begin("page-1", "the-moon", cards=card_set(asking(base=3))), "page-1")
    assert [may_reveal(match, move) for move in ("pass", "pledge 1", "pledge 3")] == [False, False, True]
    run(match, "pass", "pass")
    assert may_reveal(match, "pass")


def free_of(match: courtly.Match) -> list[str]:
    """Return the free moves of the deciding seat."""
    return free_moves(cast(View, match.view(match.to_move)))


def idle_of(match: courtly.Match) -> list[str]:
    """Return the idle moves of the deciding seat."""
    return idle_moves(cast(View, match.view(match.to_move)))


def test_a_harvest_is_free_until_the_income_of_the_turn_is_taken() -> None:
    match = begin("deep-larder")
    assert free_of(match) == ["harvest"]
    assert free_of(run(match, "harvest")) == []


@pytest.mark.parametrize(("food", "free", "idle"), [(9, ["harvest"], []), (10, ["tax"], ["harvest"])])
def test_a_harvest_is_idle_if_the_food_pays_for_a_tax_and_any_card(food: int, free: list[str], idle: list[str]) -> None:
    match = with_state(begin("deep-larder stone-bridge"), food=[food])
    assert (free_of(match), idle_of(match)) == (free, idle)


def test_a_harvest_is_never_idle_if_food_gives_crowns() -> None:
    match = with_state(begin(ROW), food=[30], courts=["deep-larder"])
    assert (free_of(match), idle_of(match)) == (["harvest"], [])

"""Crowns that a card would add, estimated from a view and compared with the rules after the move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, cast

import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.games.monarch import page_figures as figures
from courtly.games.monarch.cardset import Court
from courtly.games.monarch.rules.view import View
from courtly.games.monarch.words import cards_of
from tests.games.monarch.builders import begin, ids, run, with_state


def view_of(match: Match, seat: int | None = 0) -> View:
    """Return the view of a seat."""
    return cast(View, match.view(seat))


def wander(seed: int) -> Iterator[Match]:
    """Yield the positions of a random match."""
    match, dice = courtly.new_match("monarch", players=2 + seed % 3, max_rounds=30, seed=seed), random.Random(seed)
    while not match.is_over:
        yield match
        match.play(dice.choice(match.legal_moves()))


@pytest.mark.parametrize("seed", range(3))
def test_the_estimated_crowns_equal_the_crowns_by_the_rules(seed: int) -> None:
    for match in wander(seed):
        view = view_of(match, None)
        cards = cards_of(view["options"])
        scores = [figures.score_of(view, seat, cards) for seat in range(view["players"])]
        assert scores == [held["score"] for held in view["seats"]]


def at_market(card: str, **facts: Any) -> Match:
    """Return a match with a card and four guests in the market, and with the given resources and courts."""
    guests = [guest for guest in ids("guest") if guest != card][:4]
    return with_state(begin(3, " ".join([card, *guests])), **{"gold": [30, 5, 5], "food": [9, 5, 5], **facts})


def adds(match: Match, card: str) -> int:
    """Return the estimated crowns from a card of the market before its purchase."""
    view = view_of(match)
    offer = next(spot for spot in view["market"] if spot and spot["card"] == card)
    return figures.crowns_from_offer(offer, view, 0, cards_of(view["options"]))


def scored(match: Match, *moves: str, seat: int = 0) -> int:
    """Return the change in a seat's crowns after moves."""
    before = view_of(match)["seats"][seat]["score"]
    return view_of(run(match, *moves))["seats"][seat]["score"] - before


COURT = "toll-drum tiger-pelt fireworks patchwork-cloak royal-strongbox deep-larder"
PLAIN = [
    card
    for card, entry in cards_of(view_of(begin())["options"]).entries.items()
    if isinstance(entry, Court) and not entry.on_acquire and card not in COURT.split()
]


@pytest.mark.parametrize("card", PLAIN)
def test_the_estimate_for_a_court_card_is_the_increase_of_the_courts_crowns(card: str) -> None:
    match = at_market(card, courts=[COURT])
    assert adds(match, card) == scored(match, f"buy {card}", "add")


def test_a_full_court_replaces_the_card_that_costs_least() -> None:
    match = at_market("war-falcon", courts=[f"{COURT} captain-of-the-gate"])
    said = adds(match, "war-falcon")
    run(match, "buy war-falcon")
    gains = [scored(match.copy(), move) for move in match.legal_moves()]
    assert said <= max(gains)
    view = view_of(match)
    told = [
        figures.crowns_from_court_card("war-falcon", move.split(" ")[1], view, 0, cards_of(view["options"]))
        for move in match.legal_moves()
    ]
    assert told == gains


def test_an_improvement_adds_crowns_by_its_path_and_yield() -> None:
    match = at_market("watchtower-square", courts=["tiger-pelt"])
    said = adds(match, "watchtower-square")
    view = view_of(run(match, "buy watchtower-square"))
    each = [
        figures.crowns_from_improvement("watchtower-square", move.split(" ")[1], view, 0, cards_of(view["options"]))
        for move in view["legal"]
    ]
    assert (said, set(each)) == (2, {2})
    assert scored(match, "build a1") == 2


def test_the_estimate_for_a_guest_is_its_highest_cost_to_a_host() -> None:
    match = at_market("thundering-braggart", courts=["", "tiger-pelt toll-drum", "old-nurse"])
    said = adds(match, "thundering-braggart")
    run(match, "buy thundering-braggart")
    assert [scored(match.copy(), f"send {seat}", seat=seat) for seat in (1, 2)] == [said, 0]


def test_a_banner_adds_its_crowns() -> None:
    match = at_market("weepy-poet", courts=["toll-drum tiger-pelt war-falcon"])
    view = view_of(match)
    assert figures.crowns_from_banner("banner-of-might", view, 0, cards_of(view["options"])) == scored(
        match, "fly banner-of-might"
    )

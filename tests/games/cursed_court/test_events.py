"""Data in events that the log's texts omit: bumped crowns, and the movements of cards, crowns and coins."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.games.cursed_court.events import EVENTS
from tests.games.cursed_court.builders import begin, bets, cards, deck, label, play_year, run, stand_all, told


def steps(match: courtly.Match, name: str, *, to: int | None = None) -> list[str]:
    """Return the movements of the last event with a name, as texts: kind, piece, places, and face or count."""
    last = [event for event in match.log(to) if event["id"] == name][-1]
    return [
        f"{step['kind']} {step['piece']} {step['from']} {step['to']} {step['face'] or step['count']}"
        for step in last["steps"]
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"masquerade": True},
        {"great_exchange": "cash", "years": 2},
        {"great_exchange": "elimination"},
        {"coinless": True},
    ],
    ids=label,
)
def test_every_event_is_described(options: dict[str, Any]) -> None:
    match = play_year(stand_all(play_year(begin(3, **options))))
    assert {event["id"] for event in match.log()} <= EVENTS.keys()


def test_c5_5_bump_returns_crown_and_coins_after_the_new_crown_and_before_its_coins() -> None:
    match = bets(begin(4), "king 3", "king 7")
    assert steps(match, "bet") == ["crown crown:king/1 hand:1 region:king 1"]
    assert told(match, "place")[-1]["bumped"] == {"seat": 0, "coins": 3}
    assert steps(match, "place") == [
        "crown hand:0/crowns region:king hand:0 1",
        "coins hand:0/coins region:king hand:0 3",
        "coins coins:king hand:1 region:king 7",
    ]


def test_c5_5_crown_lists_the_stakes_bumped_before_it_this_year() -> None:
    match = play_year(begin(4), {0: ["king 0"], 1: ["king 1"], 2: ["king 5"]})
    bets(match, "king 2")
    kings = [args["stakes"] for args in told(match, "place") if args["region"] == "king"]
    assert kings == [[0], [0, 1], [0, 1, 5], [2]]


def test_c11_1_crown_lists_no_stakes_in_a_match_without_coins() -> None:
    assert [args["stakes"] for args in told(bets(begin(3, coinless=True), "king 0", "king 0"), "place")] == [[], []]


def test_c13_6_only_the_owner_sees_that_a_bumped_feint_returns() -> None:
    match = bets(begin(4, masquerade=True), "king 0 feint", "king 1")
    assert steps(match, "place", to=0)[0] == "crown hand:0/feint region:king hand:0 1"
    for audience in (1, 2, None):
        assert steps(match, "place", to=audience)[0] == "crown hand:0/crowns region:king hand:0 1"


def test_c11_1_crown_without_coins_moves_when_it_is_placed() -> None:
    match = bets(begin(3, coinless=True), "king 0")
    assert steps(match, "place") == ["crown crown:king/1 hand:1 region:king 1"]


def test_c11_4_shared_region_lists_earlier_crowns() -> None:
    match = bets(begin(3, coinless=True), "king 0", "king 0", "king 0")
    assert [args["behind"] for args in told(match, "place")] == [[], [1], [1, 2]]


def test_c4_1_c4_3_season_passes_the_marker_and_turns_up_a_card() -> None:
    match = bets(begin(2, "KKQQ DMJA"), "king 0", "queen 0")
    assert steps(match, "season") == ["marker marker hand:0 hand:1 1", "card tableau/1 deck tableau merchant"]
    assert told(match, "season")[-1] == {"year": 1, "season": "summer", "marker": 1, "card": "merchant"}


def test_c7_1_year_ends_with_hole_cards_face_up_and_pieces_returned() -> None:
    match = play_year(begin(2, "KKQQ DMJA", years=1), {0: ["king 3"]})
    moved = steps(match, "year-end")
    assert moved[:4] == [f"card tableau/{4 + i} gap:{i // 2} tableau {card}" for i, card in enumerate(cards("KKQQ"))]
    assert "coins hand:0/coins region:king hand:0 3" in moved
    assert sum(step.startswith("crown ") for step in moved) == 8
    assert moved[-1] == "card deck/cards tableau deck 8"
    assert match.log()[-1]["id"] == "score"
    assert match.log()[-1]["args"] == {"scores": match.scores(), "winners": match.winners()}


def test_c10_1_c10_2_tableau_replaces_the_cards_that_sat_out() -> None:
    second = deck("DDDD MMMM", aside=cards("KKKK QQQQ"))
    deal = {"first": 0, "years": [deck("KKKK QQQQ"), second]}
    match = play_year(play_year(courtly.new_match("cursed_court", players=2, deal=deal, court_remembers="open")))
    assert steps(match, "year-end")[-3:] == [
        "card deck/cards aside deck 8",
        "card aside/merchant tableau aside merchant",
        "card aside/duke tableau aside duke",
    ]


def test_c12_2_c13_7_pot_goes_to_the_best_player_and_chips_under_feints_return() -> None:
    match = begin(3, "KKKK QQQQ MM", great_exchange="cash", masquerade=True)
    play_year(match, {0: ["king 30"], 1: ["jester 20", "duke 50 feint"], 2: ["merchant 10 feint"]})
    (year,) = told(match, "year-end")
    assert (year["pot"], year["shares"]) == (50, [50, 0, 0])
    moved = steps(match, "year-end")
    assert "coins hand:1/coins region:duke hand:1 50" in moved
    assert "coins pot/coins region:jester pot 20" in moved
    assert moved[-2] == "coins hand:0/coins pot hand:0 50"


def test_c12_6_chips_come_from_the_bank() -> None:
    match = run(play_year(begin(2, great_exchange="cash")), "rebuy")
    seat = match.to_move
    assert told(match, "buy") == [{"seat": seat, "chips": 100, "bought": 100}]
    assert steps(match, "buy") == [f"coins hand:{seat}/coins bank hand:{seat} 100"]

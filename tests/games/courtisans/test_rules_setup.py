"""RULES.md, sections 1 and 2: components and setup, with random and written deals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import courtly
from courtly.engine.errors import BadDeal, BadOption
from tests.games.courtisans.builders import (
    BLUE,
    BOX,
    FAMILIES,
    OLD,
    TURNS,
    WHITE,
    begin,
    deal,
    finish,
    in_play,
    play_on,
    result,
    run,
)

EVERY_SIZE = pytest.mark.parametrize("players", [2, 3, 4, 5])


def drawn_deal(players: int, *, seed: int, **options: Any) -> dict[str, Any]:
    """Return the deal that a seed produces."""
    match = courtly.new_match("courtisans", players=players, seed=seed, **options)
    document: dict[str, Any] = match.record()["deal"]
    return document


def test_c1_1_the_families_are_in_column_order() -> None:
    match = play_on(begin())
    assert [row["family"] for row in result(match)["families"]] == list(FAMILIES)


def test_c1_1_a_hand_is_shown_in_column_order() -> None:
    match = begin(hands=[["carp.plain", "hare.plain", "nightingale.plain"]])
    assert match.view(0)["hand"] == ["nightingale.plain", "hare.plain", "carp.plain"]


def test_c1_2_the_whole_box_is_fifteen_courtiers_of_each_family() -> None:
    assert Counter(drawn_deal(5, seed=1)["deck"]) == BOX
    assert BOX.total() == 90


@EVERY_SIZE
def test_c1_2_no_match_holds_more_of_a_card_than_the_box(players: int) -> None:
    for seed in range(10):
        assert Counter(drawn_deal(players, seed=seed)["deck"]) <= BOX


@pytest.mark.parametrize("card", sorted(BOX))
def test_c1_2_a_deal_with_too_many_copies_of_a_card_is_rejected(card: str) -> None:
    document = deal(2, hands=[[card, card, card]] if BOX[card] > 2 else [[card, card]])
    others = [i for i, other in enumerate(document["deck"]) if other != card]
    while Counter(document["deck"])[card] <= BOX[card]:
        document["deck"][others.pop()] = card
    with pytest.raises(BadDeal, match=card):
        courtly.new_match("courtisans", players=2, deal=document)


def test_c1_3_two_equal_cards_in_hand_are_one_choice() -> None:
    match = begin(hands=[["hare.plain", "hare.plain", "stag.noble"]])
    assert match.legal_moves() == [
        *(f"play hare.plain {area}" for area in ("above", "below", "domain:0", "domain:1")),
        *(f"play stag.noble {area}" for area in ("above", "below", "domain:0", "domain:1")),
    ]


def test_c1_3_two_equal_spies_are_one_choice_in_hand_and_two_spies_in_play() -> None:
    match = begin(hands=[["hare.spy", "hare.spy", "stag.noble"]])
    assert sum(move.startswith("play hare.spy ") for move in match.legal_moves()) == 4
    run(match, "play hare.spy above", "play hare.spy domain:0")
    areas = match.view(1)["areas"]
    assert (areas["above"], areas["domain:0"]) == (["spy:1"], ["spy:2"])


def test_c1_4_edition_2024_deals_from_ten_white_and_ten_blue_missions_one_of_each() -> None:
    white, blue = set(), set()
    for seed in range(40):
        missions = drawn_deal(5, seed=seed)["missions"]
        assert len({mission for pair in missions for mission in pair}) == 10
        white |= {pair[0] for pair in missions}
        blue |= {pair[1] for pair in missions}
    assert (sorted(white), sorted(blue)) == (sorted(WHITE), sorted(BLUE))
    assert (len(white), len(blue)) == (10, 10)


def test_c1_5_edition_2023_deals_from_eighteen_missions_one_of_each() -> None:
    seen = set()
    for seed in range(40):
        missions = [mission for pair in drawn_deal(5, seed=seed, edition="2023")["missions"] for mission in pair]
        assert len(set(missions)) == 10
        seen |= set(missions)
    assert sorted(seen) == sorted(OLD)
    assert len(seen) == 18


@EVERY_SIZE
def test_c1_6_the_areas_are_both_sides_of_the_table_and_a_domain_for_each_player(players: int) -> None:
    areas = begin(players).view(None)["areas"]
    assert list(areas) == ["above", "below", *(f"domain:{seat}" for seat in range(players))]
    assert not any(areas.values())


@EVERY_SIZE
def test_c2_1_two_to_five_players_can_play(players: int) -> None:
    match = begin(players)
    assert match.players == match.view(None)["players"] == players


@pytest.mark.parametrize("players", [-1, 0, 1, 6, 90])
def test_c2_1_other_numbers_of_players_are_rejected(players: int) -> None:
    with pytest.raises(BadOption, match="players") as caught:
        courtly.new_match("courtisans", players=players, seed=1)
    assert caught.value.given == players


@pytest.mark.parametrize(("players", "removed", "cards"), [(2, 30, 60), (3, 18, 72), (4, 6, 84), (5, 0, 90)])
def test_c2_2_the_removed_cards_depend_on_the_number_of_players(players: int, removed: int, cards: int) -> None:
    match = courtly.new_match("courtisans", players=players, seed=5)
    view = match.view(None)
    assert view["removed"] == removed
    assert view["deck"] + sum(view["hands"]) == cards == in_play(players)
    assert len(match.record()["deal"]["deck"]) == cards


@EVERY_SIZE
def test_c2_3_each_player_holds_three_cards_and_the_rest_is_the_deck(players: int) -> None:
    view = courtly.new_match("courtisans", players=players, seed=8).view(None)
    assert view["hands"] == [3] * players
    assert view["deck"] == in_play(players) - 3 * players


@EVERY_SIZE
def test_c2_4_edition_2024_deals_each_player_a_white_and_a_blue_mission(players: int) -> None:
    match = courtly.new_match("courtisans", players=players, seed=8)
    for seat in range(players):
        white, blue = match.view(seat)["missions"][seat]
        assert white in WHITE
        assert blue in BLUE


@EVERY_SIZE
def test_c2_5_edition_2023_deals_each_player_two_missions_from_one_deck(players: int) -> None:
    match = courtly.new_match("courtisans", players=players, seed=8, edition="2023")
    for seat in range(players):
        one, other = match.view(seat)["missions"][seat]
        assert {one, other} <= set(OLD)
        assert one != other


def test_c2_5_edition_2023_accepts_the_two_missions_in_either_order() -> None:
    pair, others = ["nobles-3", "fallen-either-toad-hare"], ["fallen-at-least-2", "esteemed-at-most-3"]
    ending: dict[str, Any] = {"below": ["hare.plain"], "avoid": ["hare"], "edition": "2023"}
    scores = [
        finish(missions=missions, **ending).scores()
        for missions in ([pair, others], [pair[::-1], others], [pair, others[::-1]])
    ]
    assert scores[0] == scores[1] == scores[2]


@EVERY_SIZE
def test_c2_6_the_first_player_is_drawn_at_random(players: int) -> None:
    firsts = {drawn_deal(players, seed=seed)["first"] for seed in range(60)}
    assert firsts == set(range(players))


@pytest.mark.parametrize("first", [0, 1, 2])
def test_c2_6_the_deal_may_name_the_first_player(first: int) -> None:
    match = begin(3, first=first)
    assert match.to_move == match.view(None)["first"] == first


def test_c2_7_hands_are_dealt_from_seat_0_regardless_of_the_first_player() -> None:
    hands = [
        ["butterfly.plain", "toad.plain", "hare.plain"],
        ["butterfly.noble", "toad.noble", "hare.noble"],
        ["butterfly.guard", "toad.guard", "hare.guard"],
    ]
    match = begin(3, hands=hands, first=2)
    assert [match.view(seat)["hand"] for seat in range(3)] == hands


def test_c2_7_every_draw_takes_the_next_three_of_the_deck() -> None:
    match = begin(hands=[["hare.plain"]], draws=[["butterfly.spy", "toad.spy", "carp.spy"]], first=1)
    cards = match.view(1)["hand"]
    run(match, f"play {cards[0]} above", f"play {cards[1]} domain:0", f"play {cards[2]} domain:1")
    assert match.view(1)["hand"] == ["butterfly.spy", "toad.spy", "carp.spy"]


def test_the_builders_turn_counts_match_the_game() -> None:
    assert {players: begin(players).view(None)["turns"] for players in TURNS} == {
        players: players * turns for players, turns in TURNS.items()
    }

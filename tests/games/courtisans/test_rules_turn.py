"""RULES.md, sections 3 and 4: a turn card by card, and the effects of roles during play."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

import courtly
from courtly.engine.errors import IllegalMove
from tests.games.courtisans.builders import (
    TURNS,
    begin,
    family_row,
    finish,
    kills,
    places,
    play_on,
    points_of,
    random_deal,
    run,
)

PLAIN = ["butterfly.plain", "toad.plain", "hare.plain"]


@pytest.mark.parametrize(("players", "first"), [(2, 1), (3, 2), (4, 0), (5, 3)])
def test_c3_1_turns_go_by_rising_seat_and_wrap_around(players: int, first: int) -> None:
    match = begin(players, first=first)
    turns = []
    while not match.is_over:
        turns.append(match.to_move)
        seat = match.to_move
        for _ in range(3):
            assert match.to_move == seat
            match.play(match.legal_moves()[0])
            while any(move == "spare" for move in match.legal_moves()):
                match.play("spare")
    assert turns == [(first + turn) % players for turn in range(players * TURNS[players])]


def test_c3_2_all_three_cards_of_the_hand_are_played_in_one_turn() -> None:
    match = begin(hands=[PLAIN])
    for left, move in zip((2, 1), ("play toad.plain domain:0", "play hare.plain above"), strict=True):
        run(match, move)
        assert match.to_move == 0
        assert match.view(0)["hands"][0] == left
    run(match, "play butterfly.plain domain:1")
    assert match.to_move == 1


@pytest.mark.parametrize("text", ["pass", "end", "spare", "keep"])
def test_c3_2_players_cannot_pass(text: str) -> None:
    match = begin(hands=[PLAIN])
    with pytest.raises(IllegalMove):
        match.play(text)
    assert match.to_move == 0
    assert match.moves == []


def test_c3_2_only_cards_of_the_hand_can_be_played() -> None:
    match = begin(hands=[PLAIN])
    with pytest.raises(IllegalMove, match=r"carp\.noble"):
        match.play("play carp.noble above")
    assert match.why_not("play carp.noble above")
    assert match.why_not("play toad.plain above") is None


@pytest.mark.parametrize("areas", [*permutations(["above", "domain:0", "domain:1"])])
def test_c3_2_c3_3_one_card_goes_to_each_area_in_any_order(areas: tuple[str, ...]) -> None:
    match = begin(hands=[PLAIN])
    for card, area in zip(PLAIN, areas, strict=True):
        assert area in places(match, card)
        run(match, f"play {card} {area}")
    view = match.view(None)
    assert [view["areas"][area] for area in areas] == [[card] for card in PLAIN]
    assert match.to_move == 1


@pytest.mark.parametrize("side", ["above", "below"])
def test_c3_4_a_card_at_the_table_closes_both_sides(side: str) -> None:
    match = run(begin(hands=[PLAIN]), f"play toad.plain {side}")
    assert places(match, "hare.plain") == ["domain:0", "domain:1"]
    assert match.view(0)["used"] == ["table"]
    for other in ("above", "below"):
        with pytest.raises(IllegalMove):
            match.play(f"play hare.plain {other}")


def test_c3_4_a_card_in_the_own_domain_closes_it() -> None:
    match = run(begin(hands=[PLAIN]), "play toad.plain domain:0")
    assert places(match, "hare.plain") == ["above", "below", "domain:1"]
    assert match.view(0)["used"] == ["own"]


@pytest.mark.parametrize("opponent", [1, 2, 3])
def test_c3_4_a_card_for_one_opponent_closes_the_domains_of_all_opponents(opponent: int) -> None:
    match = run(begin(4, hands=[PLAIN]), f"play toad.plain domain:{opponent}")
    assert places(match, "hare.plain") == ["above", "below", "domain:0"]
    assert match.view(0)["used"] == ["other"]


def test_c3_4_every_area_reopens_in_the_next_turn() -> None:
    match = run(begin(hands=[PLAIN]), "play toad.plain above", "play hare.plain domain:0")
    run(match, "play butterfly.plain domain:1")
    assert match.view(1)["used"] == []
    assert places(match, match.view(1)["hand"][0]) == ["above", "below", "domain:0", "domain:1"]


@pytest.mark.parametrize(("side", "counts"), [("above", (1, 0)), ("below", (0, 1))])
def test_c3_5_the_player_chooses_the_side_and_the_family_decides_the_column(side: str, counts: tuple[int, int]) -> None:
    view = run(begin(hands=[PLAIN]), f"play toad.plain {side}").view(1)
    assert view["areas"][side] == ["toad.plain"]
    assert (view["standing"]["toad"]["above"], view["standing"]["toad"]["below"]) == counts
    assert (view["standing"]["hare"]["above"], view["standing"]["hare"]["below"]) == (0, 0)


def test_c3_6_a_player_may_choose_a_different_opponent_each_turn() -> None:
    match = begin(3, hands=[PLAIN], draws=[["stag.plain"]])
    assert places(match, "toad.plain") == ["above", "below", "domain:0", "domain:1", "domain:2"]
    run(match, "play toad.plain domain:2", "play hare.plain above", "play butterfly.plain domain:0")
    while match.to_move != 0:
        match.play(match.legal_moves()[0])
    assert {"domain:1", "domain:2"} < set(places(match, "stag.plain"))


def test_c3_7_the_player_makes_even_the_only_remaining_play() -> None:
    match = run(begin(hands=[PLAIN]), "play toad.plain above", "play hare.plain domain:1")
    assert match.legal_moves() == ["play butterfly.plain domain:0"]
    assert match.to_move == 0
    assert match.view(0)["areas"]["domain:0"] == []


def test_c3_8_three_cards_are_drawn_after_the_third_card_and_not_before() -> None:
    match = begin(hands=[PLAIN], draws=[["stag.plain", "stag.noble", "carp.guard"]])
    sizes = []
    for move in ("play toad.plain above", "play hare.plain domain:0", "play butterfly.plain domain:1"):
        run(match, move)
        sizes.append((match.view(0)["hands"][0], match.view(0)["deck"]))
    assert sizes == [(2, 54), (1, 54), (3, 51)]
    assert match.view(0)["hand"] == ["stag.plain", "stag.noble", "carp.guard"]


@pytest.mark.parametrize("answer", ["spare", "kill toad.plain above"])
def test_c3_8_an_assassin_played_last_acts_before_the_draw(answer: str) -> None:
    match = begin(hands=[["carp.guard", "hare.plain", "stag.assassin"], ["toad.plain"]], first=1)
    others = [card for card in match.view(1)["hand"] if card != "toad.plain"]
    run(match, "play toad.plain above", f"play {others[0]} domain:0", f"play {others[-1]} domain:1")
    run(match, "play carp.guard domain:0", "play hare.plain domain:1", "play stag.assassin below")
    assert (match.view(0)["hands"][0], match.view(0)["deck"]) == (0, 51)
    run(match, answer)
    assert (match.view(0)["hands"][0], match.view(0)["deck"]) == (3, 48)
    assert match.to_move == 1


def test_c3_9_in_the_last_turns_no_card_is_drawn_and_the_other_players_finish() -> None:
    match = begin(3)
    while match.view(None)["deck"]:
        match.play(match.legal_moves()[-1])
    assert match.view(None)["hands"] == [3, 3, 3]
    for hands in ([0, 3, 3], [0, 0, 3], [0, 0, 0]):
        seat = match.to_move
        while match.to_move == seat:
            match.play(match.legal_moves()[-1])
        assert match.view(None)["hands"] == hands
    assert match.is_over


def test_c4_1_a_plain_courtier_has_no_effect_and_counts_as_one() -> None:
    match = run(begin(hands=[PLAIN]), "play toad.plain above")
    assert match.view(0)["phase"] == "play"
    ending = finish(above=["hare.plain"], domains={0: ["hare.plain"]}, avoid=["hare"], avoid_table=["hare"])
    assert family_row(ending, "hare")["above"] == 1
    assert points_of(ending, "hare.plain") == [1]


@pytest.mark.parametrize("count", ["nobles-double", "cards"])
def test_c4_2_a_noble_counts_as_two_at_the_table_and_in_a_domain(count: str) -> None:
    match = finish(
        above=["hare.noble"],
        below=["hare.plain"],
        domains={0: ["hare.noble"]},
        avoid=["hare"],
        avoid_table=["hare"],
        mission_count=count,
    )
    assert family_row(match, "hare") == {"family": "hare", "above": 2, "below": 1, "status": "esteemed"}
    assert points_of(match, "hare.noble") == [2]


def test_c4_2_a_noble_counts_double_in_the_standing_during_the_match() -> None:
    view = run(begin(hands=[["hare.noble"]]), "play hare.noble below").view(1)
    assert view["standing"]["hare"] == {"above": 0, "below": 2}


@pytest.mark.parametrize("area", ["above", "below", "domain:0", "domain:1"])
def test_c4_3_a_guard_is_never_eliminated(area: str) -> None:
    match = begin(hands=[["hare.guard", "stag.plain", "carp.plain"], ["toad.assassin"]])
    rest = [name for name in ("above", "domain:0", "domain:1") if name != area and {name, area} != {"above", "below"}]
    run(match, f"play hare.guard {area}", f"play stag.plain {rest[0]}", f"play carp.plain {rest[1]}")
    run(match, f"play toad.assassin {area}")
    assert kills(match) == []
    with pytest.raises(IllegalMove):
        match.play(f"kill hare.guard {area}")
    assert match.view(0)["areas"][area].count("hare.guard") == 1


def test_c4_4_guards_assassins_and_spies_count_as_one_card() -> None:
    cards = ["hare.guard", "hare.assassin", "hare.spy"]
    match = finish(above=cards, domains={0: cards}, avoid=["hare"], avoid_table=["hare"])
    assert family_row(match, "hare")["above"] == 3
    assert [points_of(match, card) for card in cards] == [[1], [1], [1]]


def test_c4_5_an_assassin_acts_only_when_placed() -> None:
    match = begin(hands=[["toad.assassin", "hare.plain", "stag.plain"], ["carp.plain", "carp.noble", "carp.guard"]])
    run(match, "play toad.assassin above", "play hare.plain domain:0", "play stag.plain domain:1")
    for move in ("play carp.plain above", "play carp.noble domain:0", "play carp.guard domain:1"):
        run(match, move)
        assert kills(match) == []
    assert match.to_move == 0
    assert match.view(0)["phase"] == "play"


@pytest.mark.parametrize("players", [2, 5])
def test_c4_5_c5_1_only_the_card_just_played_may_lead_to_a_choice(players: int) -> None:
    match = courtly.new_match("courtisans", players=players, deal=random_deal(players, "2024", seed=4))
    play_on(match)
    answers = [(before, move) for before, move in pairwise(match.moves) if move == "spare"]
    assert answers
    assert all(before.startswith("play ") and ".assassin " in before for before, _ in answers)

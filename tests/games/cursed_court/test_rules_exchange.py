"""RULES.md, section 12: The Great Exchange, with elimination and as a cash game."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.engine.errors import IllegalMove
from tests.games.cursed_court.builders import (
    NOBLES,
    begin,
    bets,
    board,
    chips,
    play_year,
    reports,
    run,
    stand_all,
    told,
)

FORMS = pytest.mark.parametrize("form", ["elimination", "cash"])
PAYING = "KKKK QQQQ MM"
"""Kings and queens score most, merchants two points, all others nothing."""

FOR_ALL = {0: ["king 30"], 1: ["jester 20"], 2: ["duke 10"]}
NOTHING: dict[int, list[str]] = {}


def exchange(form: str, players: int, *tops: str, **options: Any) -> courtly.Match:
    return begin(players, *tops, great_exchange=form, **options)


def purse(match: courtly.Match) -> list[int]:
    held: list[int] = match.view(None)["purse"]
    return held


def shown(match: courtly.Match) -> list[int]:
    """Return the public score while the match runs."""
    score: list[int] = match.view(None)["score"]
    return score


def broke(*seats: int, winner: int = 0, extra: int = 0) -> dict[int, list[str]]:
    """Return bets by which some seats lose all chips to a winner, the only seat that scores."""
    dull = ("jester", "duke", "assassin", "sorceress", "priestess")
    return {seat: [f"{region} {100 + extra}"] for seat, region in zip(seats, dull, strict=False)} | {winner: ["king 0"]}


def stand_all_once(match: courtly.Match) -> None:
    """Let all players stand once, between the current two years."""
    for _ in range(match.players):
        run(match, "stand")


@FORMS
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_c12_1_players_begin_with_a_hundred_chips(form: str, players: int) -> None:
    assert purse(exchange(form, players)) == [100] * players


@FORMS
def test_c12_1_chips_bet_and_bump_like_coins(form: str) -> None:
    match = bets(exchange(form, 4), "king 40", "king 80")
    assert "bet king" not in match.legal_moves()
    assert purse(match) == [100, 20, 100, 100]
    run(match, "bet queen", "stake 100")
    assert board(match) == {"king": [(1, 80)], "queen": [(2, 100)]}


@FORMS
def test_c12_1_chips_are_kept_from_year_to_year(form: str) -> None:
    match = stand_all(play_year(exchange(form, 3, PAYING), FOR_ALL))
    assert (match.view(None)["year"], purse(match)) == (2, [130, 80, 90])
    assert match.view(None)["crowns"] == [4, 4, 4]


@FORMS
def test_c12_2_best_player_takes_all_chips_on_the_board(form: str) -> None:
    wanted = {0: ["king 30", "assassin 11"], 1: ["jester 20", "merchant 7"], 2: ["duke 10"]}
    match = play_year(exchange(form, 3, PAYING), wanted)
    assert purse(match) == [137, 73, 90]
    assert reports(match)[0]["gained"] == [8, 2, 0]


@FORMS
def test_c12_2_points_of_earlier_years_do_not_count(form: str) -> None:
    match = stand_all(play_year(exchange(form, 3, PAYING, PAYING), {0: ["king 0", "queen 0"]}))
    play_year(match, {0: ["duke 10"], 1: ["merchant 5"]})
    assert purse(match) == [90, 110, 100]


@FORMS
@pytest.mark.parametrize(("chip_count", "taken"), [(6, [3, 0, 3]), (7, [3, 0, 4]), (0, [0, 0, 0]), (1, [0, 0, 1])])
def test_c12_3_tied_players_split_and_the_odd_chip_goes_in_order_from_the_marker(
    form: str, chip_count: int, taken: list[int]
) -> None:
    match = exchange(form, 3, PAYING, first=0)
    play_year(match, {0: ["king 0"], 1: [f"jester {chip_count}"], 2: ["queen 0"]})
    assert match.log()[0]["args"]["seat"] == 1
    assert purse(match) == [100 + taken[0], 100 - chip_count, 100 + taken[2]]


@FORMS
@pytest.mark.parametrize(
    ("first", "taken"), [(0, [2, 1, 0, 2]), (1, [2, 2, 0, 1]), (2, [1, 2, 0, 2]), (3, [2, 1, 0, 2])]
)
def test_c12_3_two_odd_chips_go_to_the_first_two_of_three_from_the_marker(
    form: str, first: int, taken: list[int]
) -> None:
    match = exchange(form, 4, "KKQQ DDAA", first=first)
    play_year(match, {0: ["king 0"], 1: ["queen 0"], 2: ["jester 5"], 3: ["duke 0"]})
    assert purse(match) == [100 + taken[0], 100 + taken[1], 95, 100 + taken[3]]


@FORMS
def test_c12_4_all_players_take_their_chips_back_if_none_scored(form: str) -> None:
    match = play_year(exchange(form, 4, "KKKK QQQQ"), {0: ["assassin 40"], 1: ["jester 100"]})
    assert reports(match)[0]["gained"] == [0, 0, 0, 0]
    assert purse(match) == [100] * 4
    assert match.view(None)["seated"] == [True] * 4


def test_c12_5_player_without_chips_is_out() -> None:
    match = play_year(exchange("elimination", 3, PAYING, PAYING), broke(1))
    assert (purse(match), match.view(None)["seated"], match.is_over) == ([200, 0, 100], [True, False, True], False)
    bettors = set()
    while match.view(None)["year"] == 2 and not match.is_over:
        bettors.add(match.to_move)
        match.play(match.legal_moves()[0])
    assert bettors == {0, 2}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("winner", [0, 1])
def test_c12_5_last_player_with_chips_wins(players: int, winner: int) -> None:
    others = [seat for seat in range(players) if seat != winner]
    match = play_year(exchange("elimination", players, PAYING), broke(*others, winner=winner))
    assert (match.is_over, match.winners()) == (True, [winner])
    assert match.scores() == [100 * players if seat == winner else 0 for seat in range(players)]
    assert match.view(None)["phase"] == "over"


def test_c12_5_player_with_all_chips_on_the_board_is_not_out() -> None:
    match = play_year(exchange("elimination", 3, PAYING), {0: ["king 100"], 1: ["queen 100"]})
    assert (purse(match), match.view(None)["seated"]) == ([100, 100, 100], [True] * 3)


def test_c12_6_players_buy_or_stand_from_the_marker_on() -> None:
    match = play_year(exchange("cash", 4, "KKKK QQQQ", first=2))
    assert (match.view(None)["phase"], match.view(None)["marker"]) == ("rebuy", 1)
    for seat in (1, 2, 3, 0):
        assert match.to_move == seat
        assert match.legal_moves() == ["rebuy", "stand"]
        run(match, "rebuy", "rebuy", "stand")
    assert (match.view(None)["year"], match.view(None)["phase"]) == (2, "bet")
    assert purse(match) == [300] * 4
    assert shown(match) == [0] * 4


def test_c12_6_player_may_buy_ten_times_and_is_not_asked_again() -> None:
    match = play_year(exchange("cash", 2, "KKKK QQQQ"))
    buyer = match.to_move
    assert buyer is not None
    for _ in range(9):
        run(match, "rebuy")
        assert (match.to_move, match.legal_moves()) == (buyer, ["rebuy", "stand"])
    run(match, "rebuy")
    assert match.to_move == 1 - buyer
    assert purse(match)[buyer] == 1100
    run(match, *["rebuy"] * 10)
    assert (match.view(None)["year"], purse(match)) == (2, [1100, 1100])


def test_c12_6_limit_of_ten_stacks_restarts_every_year() -> None:
    match = exchange("cash", 2, "KKKK QQQQ", "KKKK QQQQ")
    for _ in range(2):
        run(play_year(match), *["rebuy"] * 20)
    assert purse(match) == [2100, 2100]


@pytest.mark.parametrize("years", [1, 2, 4])
def test_c12_6_cash_match_lasts_the_chosen_number_of_years(years: int) -> None:
    match = exchange("cash", 3, years=years)
    while not match.is_over:
        stand_all(play_year(match))
    assert [report["year"] for report in reports(match)] == list(range(1, years + 1))


@pytest.mark.parametrize("text", ["rebuy", "stand"])
def test_c12_6_buying_is_impossible_during_a_year_or_in_elimination(text: str) -> None:
    for match in (exchange("cash", 3), play_year(exchange("elimination", 3)), begin(3)):
        with pytest.raises(IllegalMove):
            match.play(text)


def test_c12_7_player_without_chips_sits_out_and_may_buy_later() -> None:
    match = play_year(exchange("cash", 3, PAYING, PAYING), broke(1))
    stand_all(match)
    assert match.view(None)["seated"] == [True, False, True]
    play_year(match)
    assert {args["seat"] for args in told(match, "place")[-8:]} == {0, 2}
    while match.to_move != 1:
        run(match, "stand")
    run(match, "rebuy")
    stand_all(match)
    assert (match.view(None)["year"], match.view(None)["seated"]) == (3, [True] * 3)


def test_c12_7_player_who_buys_plays_on() -> None:
    match = play_year(exchange("cash", 3, PAYING), broke(1))
    while match.view(None)["phase"] == "rebuy":
        run(match, "rebuy" if match.to_move == 1 and purse(match)[1] == 0 else "stand")
    assert (match.view(None)["seated"], purse(match)) == ([True] * 3, [200, 100, 100])


def test_c12_7_c12_13_year_with_fewer_than_two_players_counts_but_is_not_dealt() -> None:
    match = play_year(exchange("cash", 2, "KKKK QQQQ", "JJJJ QQQQ", years=3), broke(1))
    marker = match.view(None)["marker"]
    assert (purse(match), match.to_move) == ([200, 0], marker)
    stand_all_once(match)
    view = match.view(None)
    assert (view["year"], view["phase"], view["marker"], match.to_move) == (2, "rebuy", marker, marker)
    assert (view["gained"], purse(match), len(match.record()["deal"]["years"])) == ([0, 0], [200, 0], 1)
    while match.view(None)["phase"] == "rebuy":
        run(match, "rebuy" if match.to_move == 1 and purse(match)[1] == 0 else "stand")
    view = match.view(None)
    assert (view["year"], view["seated"], view["marker"]) == (3, [True, True], marker)
    assert match.record()["deal"]["years"][1][:4] == ["jester"] * 4
    play_year(match)
    assert match.is_over


def test_c12_7_match_can_end_with_several_years_that_are_not_dealt() -> None:
    match = play_year(exchange("cash", 2, "KKKK QQQQ", years=4), broke(1))
    run(match, *["stand"] * 6)
    assert (match.is_over, match.scores(), match.winners()) == (True, [100, -100], [0])
    assert len(match.record()["deal"]["years"]) == 1
    assert [(report["year"], "tableau" in report) for report in reports(match)] == [
        (1, True),
        *((n, False) for n in (2, 3, 4)),
    ]
    record = match.record()
    assert courtly.read_record(record).record() == record


@FORMS
def test_c12_8_score_is_chips_in_hand_and_on_the_board(form: str) -> None:
    match = bets(exchange(form, 3, PAYING), "king 30", "queen 100", "king 60")
    start = 100 if form == "elimination" else 0
    assert shown(match) == [start] * 3


def test_c12_8_cash_score_is_chips_less_chips_bought() -> None:
    match = exchange("cash", 3, PAYING, PAYING, years=2)
    play_year(match, FOR_ALL)
    assert shown(match) == [30, -20, -10]
    while match.view(None)["phase"] == "rebuy":
        bought = match.view(None)["bought"][match.to_move]
        run(match, "rebuy" if match.to_move == 2 and bought < 200 else "stand")
    assert (purse(match), shown(match)) == ([130, 80, 290], [30, -20, -10])
    play_year(match, {2: ["king 0"], 0: ["jester 5"]})
    assert (match.scores(), match.winners()) == ([25, -20, -5], [0])


def test_c12_8_c12_2_points_decide_only_the_pot_of_their_year() -> None:
    match = exchange("cash", 3, PAYING, PAYING, years=2)
    play_year(match, {0: ["king 0", "queen 0"], 1: ["jester 10"]})
    stand_all(match)
    play_year(match, {1: ["merchant 0"], 0: ["jester 50"]})
    assert (match.scores(), match.winners()) == ([-40, 40, 0], [1])


@pytest.mark.parametrize(
    ("players", "out", "seats"),
    [
        (3, [1], [[0], [2]]),
        (3, [0], [[1], [2]]),
        (4, [2], [[0, 1], [1, 3], [0, 3]]),
        (4, [0, 3], [[1], [2]]),
        (5, [0], [[1, 2], [2, 3], [3, 4], [1, 4]]),
        (6, [1, 4, 5], [[0, 2], [2, 3], [0, 3]]),
        (6, [3], [[0, 1], [1, 2], [2, 4], [4, 5], [0, 5]]),
    ],
)
@FORMS
def test_c12_9_c3_1_gaps_follow_the_players_of_the_year(
    form: str, players: int, out: list[int], seats: list[list[int]]
) -> None:
    winner = next(seat for seat in range(players) if seat not in out)
    match = stand_all(play_year(exchange(form, players, PAYING), broke(*out, winner=winner)))
    shown_holes = match.view(None)["holes"]
    assert [sorted(hole["seats"]) for hole in shown_holes] == seats
    assert {hole["count"] for hole in shown_holes} == ({2} if len(seats) < 4 else {1})
    assert match.view(None)["deck"] == 36 - sum(hole["count"] for hole in shown_holes) - 1


@pytest.mark.parametrize("out", [1, 2, 3])
def test_c12_9_marker_rests_in_spring_with_four_left_of_five(out: int) -> None:
    match = play_year(exchange("elimination", 5, PAYING, first=0), broke(out, winner=0))
    assert (match.view(None)["seated"].count(True), match.view(None)["marker"]) == (4, 4)


@pytest.mark.parametrize("out", [1, 2])
def test_c12_9_marker_moves_in_spring_with_three_left_of_four(out: int) -> None:
    match = play_year(exchange("elimination", 4, "KKKK QQQQ", first=0), broke(out, winner=0))
    assert (match.view(None)["seated"].count(True), match.view(None)["marker"]) == (3, 0)


def test_c12_10_marker_of_an_eliminated_player_passes_on() -> None:
    match = play_year(exchange("elimination", 3, PAYING, first=0), broke(1, winner=0))
    view = match.view(None)
    assert (view["seated"], view["marker"], match.to_move) == ([True, False, True], 2, 2)


def test_c12_10_marker_of_an_active_player_rests() -> None:
    match = play_year(exchange("elimination", 3, PAYING, first=0), broke(2, winner=0))
    view = match.view(None)
    assert (view["seated"], view["marker"], match.to_move) == ([True, True, False], 1, 1)


@pytest.mark.parametrize(("out", "holder"), [([4], 5), ([4, 5, 0], 1), ([4, 5], 0)])
def test_c12_10_marker_skips_all_players_who_do_not_play(out: list[int], holder: int) -> None:
    winner = next(seat for seat in range(6) if seat not in out)
    match = play_year(exchange("elimination", 6, PAYING, first=0), broke(*out, winner=winner))
    assert match.view(None)["marker"] == holder


def test_c12_10_absent_holder_is_asked_first_before_the_marker_passes() -> None:
    match = play_year(exchange("cash", 3, PAYING, first=0), broke(1, winner=0))
    assert (match.view(None)["marker"], match.to_move) == (1, 1)
    stand_all(match)
    assert (match.view(None)["marker"], match.to_move) == (2, 2)


def test_c12_11_elimination_stops_after_two_hundred_years() -> None:
    match = courtly.new_match("cursed_court", players=2, seed=1, great_exchange="elimination")
    while not match.is_over:
        for region in NOBLES[:8]:
            run(match, f"bet {region}", "stake 0")
    assert len(match.moves) == 200 * 16
    assert (match.scores(), match.winners()) == ([100, 100], [0, 1])
    assert reports(match)[-1]["year"] == 200


def test_c12_12_players_are_not_asked_to_buy_after_the_last_year() -> None:
    match = play_year(exchange("cash", 3, PAYING, years=1), FOR_ALL)
    assert (match.is_over, match.scores()) == (True, [30, -20, -10])


def test_c12_12_tie_is_followed_by_buying_and_another_year() -> None:
    match = exchange("cash", 3, PAYING, PAYING, years=1, tie="extra-year")
    play_year(match, {0: ["king 0"]})
    assert (match.is_over, match.view(None)["phase"], match.to_move) == (False, "rebuy", 1)
    run(match, "rebuy", "stand", "stand", "stand")
    assert (match.view(None)["year"], purse(match)) == (2, [100, 200, 100])
    play_year(match, {0: ["king 0"], 2: ["jester 1"]})
    assert (match.is_over, match.scores(), match.winners()) == (True, [1, 0, -1], [0])


def test_c12_12_bought_chips_do_not_break_a_tie() -> None:
    match = play_year(exchange("cash", 2, "KKKK QQQQ", "KKKK QQQQ", years=2, tie="extra-year"))
    run(match, "rebuy", "stand", "stand")
    play_year(match)
    assert (match.is_over, shown(match), sorted(purse(match))) == (False, [0, 0], [100, 200])


def test_c12_13_undealt_year_keeps_the_cards_that_sit_out() -> None:
    match = play_year(exchange("cash", 2, "KKKK QQQQ", years=3, court_remembers="open"), broke(1))
    stand_all_once(match)
    while match.view(None)["phase"] == "rebuy":
        run(match, "rebuy" if match.to_move == 1 and purse(match)[1] == 0 else "stand")
    view = match.view(None)
    assert (view["year"], view["aside"]) == (3, ["king"] * 4 + ["queen"] * 4)
    years = match.record()["deal"]["years"]
    assert [len(year) for year in years] == [36, 28]
    assert not {"king", "queen"} & set(years[1])


@FORMS
@pytest.mark.parametrize("masquerade", [False, True])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_c12_14_chips_are_conserved(form: str, masquerade: bool, players: int) -> None:
    match = courtly.new_match("cursed_court", players=players, seed=6, great_exchange=form, masquerade=masquerade)
    while not match.is_over and len(match.moves) < 200:
        view = match.view(None)
        assert chips(view) == 100 * players + sum(view["bought"])
        moves = match.legal_moves()
        match.play(moves[len(match.moves) * 7 % len(moves)])


def test_c12_1_stake_may_be_every_chip_in_play() -> None:
    match = exchange("cash", 6, *[PAYING] * 4, years=4)
    for _ in range(3):
        run(play_year(match), *["rebuy"] * 60)
    assert purse(match) == [3100] * 6
    play_year(match, broke(1, 2, 3, 4, 5, winner=0, extra=3000))
    assert match.scores() == [15500, -3100, -3100, -3100, -3100, -3100]

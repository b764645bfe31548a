"""RULES.md, sections 7 and 8: points of crowns at a year's end, victory, and extra years."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.engine.errors import IllegalMove, NotOver
from tests.games.cursed_court.builders import NOBLES, SETS, begin, bets, cards, play_year, points_of, reports, run

QUIET = "QQQQ AAAA"
"""Eight cards with which only two noble regions score."""


def scores(match: courtly.Match) -> list[int]:
    """Return the points so far."""
    points: list[int] = match.view(None)["score"]
    return points


def test_c7_1_noble_in_the_hole_cards_only_scores() -> None:
    match = play_year(begin(4, "KQQQ AAAA", years=1), {2: ["king 0"]})
    assert points_of(match, "king", seat=2) == 1
    assert reports(match)[0]["holes"] == cards("KQQQ")
    assert reports(match)[0]["tableau"] == cards("AAAA")


def test_c7_1_hole_and_face_up_cards_count_together() -> None:
    match = play_year(begin(4, "KQAC KKQA", years=1), {0: ["king 0", "scandal 0"]})
    assert (points_of(match, "king"), points_of(match, "scandal")) == (5, 3)


@pytest.mark.parametrize("noble", NOBLES)
@pytest.mark.parametrize(("copies", "points"), [(0, 0), (1, 1), (2, 2), (3, 5), (4, 8)])
def test_c7_2_noble_region_scores_by_copies_in_the_tableau(noble: str, copies: int, points: int) -> None:
    letter = next(letter for letter in "CMKPQDJSA" if cards(letter) == [noble])
    others = "".join(other * 4 for other in "CMKPQDJSA" if other != letter)
    match = play_year(begin(2, letter * copies + others[: 8 - copies], years=1), {0: [f"{noble} 0"]})
    assert points_of(match, noble) == points


@pytest.mark.parametrize("region", SETS)
def test_c7_3_complete_set_scores_its_number_of_nobles(region: str) -> None:
    match = play_year(begin(2, SETS[region], years=1), {1: [f"{region} 0"]})
    assert points_of(match, region, seat=1) == {3: 3, 4: 4}[len(SETS[region])]


def test_c7_4_two_copies_of_each_noble_of_a_set_score_once() -> None:
    match = play_year(begin(4, "CCMM KKPP", years=1), {0: ["affair 0"]})
    assert points_of(match, "affair") == 3


@pytest.mark.parametrize("coins", [0, 1, 20])
def test_c7_5_coins_do_not_change_the_points_of_a_crown(coins: int) -> None:
    match = play_year(begin(2, "KKK CM QQQ", years=1), {0: [f"king {coins}"]})
    assert points_of(match, "king") == 5
    row = {"region": "king", "seat": 0, "coins": coins, "points": 5, "feint": False}
    assert reports(match)[0]["crowns"][0] == row


def test_c7_5_bumped_crown_scores_nothing() -> None:
    match = play_year(begin(2, "KKKK QQQQ", years=1), {0: ["king 2"], 1: ["king 4"]})
    assert (match.scores(), points_of(match, "king", seat=1)) == ([0, 8], 8)


def test_c7_6_crowns_and_coins_return_for_the_next_year() -> None:
    match = play_year(begin(3), {0: ["king 9", "affair 4"], 2: ["queen 20"]})
    view = match.view(None)
    assert (view["year"], view["board"], view["crowns"], view["purse"]) == (2, {}, [4] * 3, [20] * 3)


def test_c7_6_points_add_up_over_the_years() -> None:
    match = begin(2, QUIET, QUIET, QUIET)
    seen = []
    for wanted in ({0: ["queen 0"]}, {1: ["queen 0"], 0: ["assassin 0"]}, {1: ["assassin 0"]}):
        play_year(match, wanted)
        seen.append((scores(match), match.view(None)["gained"]))
    assert seen == [([8, 0], [8, 0]), ([16, 8], [8, 8]), ([16, 16], [0, 8])]
    assert [report["gained"] for report in reports(match)] == [[8, 0], [8, 8], [0, 8]]
    assert [report["score"] for report in reports(match)] == [[8, 0], [16, 8], [16, 16]]


def test_c7_6_year_is_scored_crown_by_crown() -> None:
    match = play_year(begin(2, "CCMM KKPP", years=1), {0: ["affair 3", "king 0"], 1: ["opera 1", "dowry 2"]})
    rows = [row for row in reports(match)[0]["crowns"] if row["points"]]
    assert {(row["region"], row["seat"], row["coins"], row["points"]) for row in rows} == {
        ("affair", 0, 3, 3),
        ("king", 0, 0, 2),
        ("dowry", 1, 2, 3),
    }
    assert len(reports(match)[0]["crowns"]) == 8
    assert match.scores() == [5, 3]


def test_c7_7_scores_and_winners_are_unavailable_before_the_end() -> None:
    match = begin(years=1)
    for asked in (match.scores, match.winners):
        with pytest.raises(NotOver):
            asked()
    assert play_year(match).is_over
    assert len(match.scores()) == 4


def test_c7_7_score_excludes_the_current_year() -> None:
    match = bets(begin(2, QUIET), "queen 0", "assassin 0")
    assert scores(match) == [0, 0]


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_c8_1_most_points_win(winner: int) -> None:
    match = begin(3, "QQQQ AAAA CC", "QQQQ AAAA CC", years=2)
    play_year(match, {winner: ["queen 0"], (winner + 1) % 3: ["courtesan 0"]})
    play_year(match, {(winner + 2) % 3: ["courtesan 0"]})
    assert match.winners() == [winner]
    assert match.scores()[winner] == 8
    assert match.view(None)["result"] == {"scores": match.scores(), "winners": [winner]}


def test_c8_1_one_good_year_can_outweigh_two() -> None:
    match = begin(2, "QQQQ AAAA", "PPMM CCDD", "PPMM CCDD")
    play_year(match, {0: ["queen 0"]})
    for _ in range(2):
        play_year(match, {1: ["priestess 0"]})
    assert (match.scores(), match.winners()) == ([8, 4], [0])


@pytest.mark.parametrize("options", [{}, {"tie": "shared"}])
def test_c8_2_tied_players_share_the_victory(options: dict[str, Any]) -> None:
    match = play_year(begin(3, "QQQQ AAAA CC", years=1, **options), {0: ["queen 0"], 2: ["assassin 0"]})
    assert (match.scores(), match.winners()) == ([8, 0, 8], [0, 2])


def test_c8_2_tie_at_zero_is_shared_by_all() -> None:
    assert play_year(begin(4, QUIET, years=1)).winners() == [0, 1, 2, 3]


def test_c8_3_tie_for_most_is_followed_by_another_year() -> None:
    match = begin(2, QUIET, QUIET, QUIET, years=1, tie="extra-year")
    play_year(match, {0: ["queen 0"], 1: ["assassin 0"]})
    assert (match.is_over, match.view(None)["year"], scores(match)) == (False, 2, [8, 8])
    play_year(match, {0: ["queen 0"], 1: ["assassin 0"]})
    assert (match.is_over, match.view(None)["year"], scores(match)) == (False, 3, [16, 16])
    play_year(match, {1: ["queen 0"]})
    assert (match.is_over, match.scores(), match.winners()) == (True, [16, 24], [1])


def test_c8_3_no_extra_year_without_a_tie() -> None:
    match = play_year(begin(2, QUIET, years=1, tie="extra-year"), {0: ["queen 0"]})
    assert (match.is_over, match.winners()) == (True, [0])


def test_c8_4_all_players_play_an_extra_year_and_can_win_it() -> None:
    match = begin(3, "QQAA DDMM CC", "QQQQ AAAA CC", years=1, tie="extra-year")
    play_year(match, {0: ["queen 0"], 1: ["assassin 0"]})
    assert (scores(match), match.view(None)["seated"]) == ([2, 2, 0], [True] * 3)
    play_year(match, {2: ["queen 0"]})
    assert (match.scores(), match.winners()) == ([2, 2, 8], [2])


def test_c8_5_tie_after_ten_extra_years_is_shared() -> None:
    match = begin(2, *[QUIET] * 13, years=2, tie="extra-year")
    while not match.is_over:
        play_year(match)
    assert len(reports(match)) == 12
    assert (match.scores(), match.winners()) == ([0, 0], [0, 1])


def test_c8_5_tenth_extra_year_may_break_the_tie() -> None:
    match = begin(2, *[QUIET] * 11, years=1, tie="extra-year")
    for _ in range(10):
        play_year(match)
    assert not match.is_over
    play_year(match, {1: ["queen 0"]})
    assert (match.is_over, match.winners()) == (True, [1])


def test_c8_6_tie_for_second_has_no_extra_year() -> None:
    match = begin(3, "QQQQ AAMM CC", years=1, tie="extra-year")
    play_year(match, {0: ["assassin 0"], 1: ["queen 0"], 2: ["merchant 0"]})
    assert (match.is_over, match.scores(), match.winners()) == (True, [2, 8, 2], [1])


def test_c8_7_no_move_is_legal_after_the_end() -> None:
    match = play_year(begin(2, QUIET, years=1))
    before = match.record()
    assert (match.to_move, match.legal_moves(), match.view(None)["phase"]) == (None, [], "over")
    for text in ("bet king", "bet king feint", "stake 0", "rebuy", "stand"):
        with pytest.raises(IllegalMove, match="over"):
            run(match, text)
    assert match.record() == before

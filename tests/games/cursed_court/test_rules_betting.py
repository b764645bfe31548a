"""RULES.md, sections 4 to 6: the marker, seasons, bets, stakes, bumps, and the end of a season."""

from __future__ import annotations

from itertools import pairwise

import pytest

import courtly
from courtly.engine.errors import IllegalMove
from tests.games.cursed_court.builders import NOBLES, REGIONS, SETS, begin, bets, board, chips, play_year, run


def season(match: courtly.Match) -> str:
    name: str = match.view(None)["season"]
    return name


def stakes(match: courtly.Match) -> list[int]:
    """Return the possible stakes in ascending order."""
    moves = match.legal_moves()
    assert all(move.startswith("stake ") for move in moves)
    return sorted(int(move.split(" ")[1]) for move in moves)


def purse(match: courtly.Match, seat: int) -> int:
    coins: int = match.view(None)["purse"][seat]
    return coins


def holders(match: courtly.Match) -> list[int]:
    """Return the holder of the marker in each season until the match ends."""
    seen: dict[tuple[int, str], int] = {}
    while not match.is_over:
        view = match.view(None)
        seen.setdefault((view["year"], view["season"]), view["marker"])
        match.play(match.legal_moves()[0])
    return list(seen.values())


def test_c4_1_marker_passes_before_every_season_including_the_first() -> None:
    assert holders(begin(3, first=0, years=2)) == [1, 2, 0, 1, 2, 0, 1, 2]
    assert holders(begin(5, first=4, years=1)) == [0, 1, 2, 3]
    assert holders(begin(6, first=2, years=1)) == [3, 4, 5, 0]


@pytest.mark.parametrize("players", [3, 5, 6])
def test_c4_1_first_seat_bets_last_in_the_first_spring(players: int) -> None:
    match = begin(players, first=1)
    bettors = []
    for region in REGIONS[:players]:
        bettors.append(match.to_move)
        bets(match, f"{region} 0")
    assert bettors[-1] == 1
    assert bettors[0] == 2


def test_c4_2_c4_5_marker_rests_in_spring_with_two_or_four_players() -> None:
    assert holders(begin(2, first=0, years=2)) == [0, 1, 0, 1, 1, 0, 1, 0]
    assert holders(begin(4, first=0, years=2)) == [0, 1, 2, 3, 3, 0, 1, 2]
    assert holders(begin(4, first=2, years=1)) == [2, 3, 0, 1]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_c4_3_every_season_turns_up_a_card_that_stays(players: int) -> None:
    match, shown = begin(players, years=1), []
    while not match.is_over:
        view = match.view(None)
        shown.append((view["season"], tuple(view["tableau"])))
        match.play(match.legal_moves()[0])
    tableaux = [tableau for _, tableau in dict.fromkeys(shown)]
    assert [len(tableau) for tableau in tableaux] == [1, 2, 3, 4]
    assert all(longer[:-1] == shorter for shorter, longer in pairwise(tableaux))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_c4_4_holder_of_the_marker_bets_first_then_clockwise(players: int) -> None:
    match = begin(players, first=1)
    for start in range(0, players * 4, players):
        holder = match.view(None)["marker"]
        for step, region in enumerate(REGIONS[start : start + players]):
            assert match.to_move == (holder + step) % players
            bets(match, f"{region} 0")


def test_c5_1_bet_places_a_crown_and_coins_from_hand() -> None:
    match = bets(begin(), "king 3")
    view = match.view(None)
    assert view["board"] == {"king": [{"seat": 0, "coins": 3, "feint": False}]}
    assert (view["crowns"], view["purse"]) == ([3, 4, 4, 4], [17, 20, 20, 20])


@pytest.mark.parametrize("region", [*NOBLES, *SETS])
def test_c5_2_stake_in_an_empty_region_is_any_number_of_coins(region: str) -> None:
    assert stakes(run(begin(), f"bet {region}")) == list(range(21))


def test_c5_3_one_coin_bumps_a_crown_without_coins() -> None:
    match = run(bets(begin(), "king 0"), "bet king")
    assert stakes(match) == list(range(1, 21))
    assert match.why_not("stake 0")
    assert board(run(match, "stake 1")) == {"king": [(1, 1)]}


@pytest.mark.parametrize(("coins", "least"), [(1, 2), (2, 4), (3, 6), (6, 12), (9, 18)])
def test_c5_4_twice_the_coins_bump_a_crown_with_coins(coins: int, least: int) -> None:
    match = run(bets(begin(), f"affair {coins}"), "bet affair")
    assert stakes(match) == list(range(least, 21))
    with pytest.raises(IllegalMove):
        match.play(f"stake {least - 1}")
    assert board(run(match, f"stake {least}")) == {"affair": [(1, least)]}


def test_c5_4_bump_may_more_than_double_the_coins() -> None:
    assert board(bets(begin(), "king 3", "king 11")) == {"king": [(1, 11)]}


def test_c5_5_bumped_crown_and_coins_return_immediately() -> None:
    match = bets(begin(), "king 7", "king 14")
    view = match.view(None)
    assert (view["purse"], view["crowns"]) == ([20, 6, 20, 20], [4, 3, 4, 4])
    bets(match, "duke 0", "jester 0")
    assert match.to_move == 0
    assert stakes(run(match, "bet queen")) == list(range(21))


def test_c5_6_stake_is_asked_after_the_bet() -> None:
    match = run(begin(), "bet king")
    view = match.view(None)
    assert (match.to_move, view["phase"], view["pending"]) == (0, "stake", "king")
    run(match, "stake 3")
    view = match.view(None)
    assert (match.to_move, view["phase"], view["pending"]) == (1, "bet", None)


def test_c5_6_only_possible_stake_is_placed_without_asking() -> None:
    match = bets(begin(2), "king 20", "queen 0", "duke 10")
    run(match, "bet jester")
    assert (season(match), match.view(None)["phase"]) == ("autumn", "bet")
    assert board(match)["jester"] == [(0, 0)]
    assert match.moves[-1] == "bet jester"


def test_c5_6_bump_with_all_coins_is_placed_without_asking() -> None:
    match = run(bets(begin(), "king 10"), "bet king")
    assert board(match) == {"king": [(1, 20)]}
    assert (match.to_move, purse(match, 0), purse(match, 1)) == (2, 20, 0)


def test_c5_7_bump_happens_with_the_stake() -> None:
    match = run(bets(begin(), "king 3"), "bet king")
    assert board(match) == {"king": [(0, 3)]}
    assert (purse(match, 0), match.view(None)["crowns"]) == (17, [3, 4, 4, 4])
    run(match, "stake 6")
    assert board(match) == {"king": [(1, 6)]}
    assert (purse(match, 0), purse(match, 1)) == (20, 14)


def test_c5_8_player_cannot_bet_on_their_own_crown() -> None:
    match = bets(begin(2), "king 0", "queen 0", "duke 0")
    assert match.to_move == 0
    assert {"bet king", "bet duke"} & set(match.legal_moves()) == {"bet duke"}
    reason = match.why_not("bet king")
    assert reason
    assert "own" in reason
    with pytest.raises(IllegalMove):
        match.play("bet king")


@pytest.mark.parametrize(("coins", "possible"), [(10, True), (11, False), (20, False)])
def test_c5_9_eleven_coins_cannot_be_bumped(coins: int, possible: bool) -> None:
    match = bets(begin(), f"king {coins}")
    assert ("bet king" in match.legal_moves()) == possible
    assert (match.why_not("bet king") is None) == possible


def test_c5_9_coins_elsewhere_on_the_board_do_not_count() -> None:
    match = bets(begin(2), "king 5", "queen 9", "jester 0")
    assert (match.to_move, purse(match, 0)) == (0, 15)
    assert {"bet queen", "bet jester"} & set(match.legal_moves()) == {"bet jester"}


def test_c5_10_crown_of_an_earlier_season_can_be_bumped() -> None:
    match = bets(begin(2), "king 2", "queen 0", "duke 0", "jester 0")
    assert (season(match), match.to_move) == ("autumn", 0)
    bets(match, "queen 1")
    assert board(match)["queen"] == [(0, 1)]
    assert match.to_move == 1
    bets(match, "king 4")
    assert board(match)["king"] == [(1, 4)]
    assert match.view(None)["crowns"] == [2, 2]
    assert (season(match), match.to_move) == ("autumn", 0)


@pytest.mark.parametrize("players", [2, 6])
def test_c5_11_player_without_coins_bets_in_empty_regions_only(players: int) -> None:
    match = begin(players)
    for _ in range(players):
        bets(match, f"{next(region for region in REGIONS if region not in board(match))} 20")
    while not match.is_over and match.view(None)["year"] == 1:
        empty = [region for region in REGIONS if region not in board(match)]
        assert match.legal_moves() == sorted(f"bet {region}" for region in empty)
        assert len(empty) >= 4
        bets(match, f"{empty[0]} 0")


def test_c5_12_stake_never_exceeds_the_coins_in_hand() -> None:
    match = run(bets(begin(2), "king 15", "queen 3", "duke 3"), "bet jester")
    assert (match.to_move, stakes(match)) == (0, list(range(6)))
    assert match.why_not("stake 6")


def test_c5_12_coins_stay_until_a_bump_or_the_years_end() -> None:
    match = bets(begin(2), "king 5", "queen 3", "duke 2", "jester 1", "wedding 4", "affair 0", "duel 1")
    assert board(match) == {
        "king": [(0, 5)],
        "queen": [(1, 3)],
        "duke": [(1, 2)],
        "jester": [(0, 1)],
        "wedding": [(0, 4)],
        "affair": [(1, 0)],
        "duel": [(1, 1)],
    }
    assert match.view(None)["purse"] == [10, 14]
    bets(match, "salon 0")
    assert (board(match), match.view(None)["purse"]) == ({}, [20, 20])


@pytest.mark.parametrize("text", ["pass", "stand", "end", "skip"])
def test_c5_13_passing_is_not_allowed(text: str) -> None:
    match = begin()
    with pytest.raises(IllegalMove):
        match.play(text)
    assert (match.to_move, match.moves) == (0, [])


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_c5_13_every_crown_must_be_placed(players: int) -> None:
    match = begin(players)
    match = play_year(match)
    assert sum(move.startswith("bet ") for move in match.moves) == 4 * players


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_c6_1_season_ends_when_all_players_have_placed_its_crowns(players: int) -> None:
    match = begin(players)
    for number, name in enumerate(("spring", "summer", "autumn", "winter")):
        assert (season(match), match.view(None)["crowns"]) == (name, [4 - number] * players)
        for step in range(players):
            assert season(match) == name
            bets(match, f"{REGIONS[number * players + step]} 0")
    assert (match.view(None)["year"], season(match)) == (2, "spring")


def test_c6_2_betting_skips_players_who_are_not_short_of_crowns() -> None:
    match = bets(begin(), "king 1", "queen 0", "king 2", "king 4")
    assert (season(match), match.to_move) == ("spring", 0)
    bets(match, "king 8")
    assert match.to_move == 2
    bets(match, "jester 0")
    assert match.to_move == 3
    bets(match, "duke 0")
    assert season(match) == "summer"


def test_c6_2_player_bumped_before_their_turn_still_bets() -> None:
    match = bets(begin(2), "king 0", "king 1")
    assert (season(match), match.to_move) == ("spring", 0)
    bets(match, "king 2")
    assert (season(match), match.to_move) == ("spring", 1)


def test_c6_3_player_short_of_two_crowns_places_one_per_round() -> None:
    match = bets(begin(3, first=2), "king 0", "queen 0", "duke 0")
    bettors = []
    for line in ("king 1", "jester 0", "queen 1", "affair 0", "salon 0"):
        assert season(match) == "summer"
        bettors.append(match.to_move)
        bets(match, line)
    assert bettors == [1, 2, 0, 1, 0]
    assert season(match) == "autumn"


def test_c6_3_player_short_of_two_crowns_can_bet_twice_in_succession() -> None:
    match = bets(begin(3, first=2), "king 0", "queen 0", "duke 0", "king 1", "jester 0", "salon 0")
    assert (match.to_move, season(match), match.view(None)["crowns"]) == (0, "summer", [3, 2, 2])
    bets(match, "opera 0")
    assert season(match) == "autumn"


def test_c6_4_example_season_of_the_rulebook() -> None:
    andros, bahira, caliana, danae = range(4)
    match = begin(4, first=andros)
    season_of_the_book = [
        (andros, "king 3", {"king": [(andros, 3)]}),
        (bahira, "queen 5", {"king": [(andros, 3)], "queen": [(bahira, 5)]}),
        (caliana, "king 7", {"king": [(caliana, 7)], "queen": [(bahira, 5)]}),
        (danae, "king 14", {"king": [(danae, 14)], "queen": [(bahira, 5)]}),
        (andros, "jester 0", {"king": [(danae, 14)], "queen": [(bahira, 5)], "jester": [(andros, 0)]}),
        (caliana, "queen 10", {"king": [(danae, 14)], "queen": [(caliana, 10)], "jester": [(andros, 0)]}),
    ]
    for seat, line, lying in season_of_the_book:
        assert (match.to_move, season(match)) == (seat, "spring")
        assert board(bets(match, line)) == lying
    assert match.to_move == bahira
    bets(match, "duke 6")
    assert board(match)["duke"] == [(bahira, 6)]
    assert (season(match), match.view(None)["marker"], match.to_move) == ("summer", bahira, bahira)
    assert match.view(None)["purse"] == [20, 14, 10, 6]
    assert match.view(None)["crowns"] == [3, 3, 3, 3]


def test_c6_5_winter_is_followed_by_the_next_spring() -> None:
    match = play_year(begin(3))
    view = match.view(None)
    assert (view["year"], view["season"], len(view["tableau"])) == (2, "spring", 1)
    assert chips(view) == 60

"""RULES.md, sections 1 to 3: components, setup and hole cards, with random and with written deals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import courtly
from courtly.engine.errors import BadDeal, BadOption
from tests.games.cursed_court.builders import (
    BOX,
    HOLES,
    NOBLES,
    REGIONS,
    SETS,
    TABLEAU,
    begin,
    bets,
    board,
    cards,
    deck,
    play_year,
    points_of,
    reports,
    run,
    worth,
)

EVERY_SIZE = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


def holes(match: courtly.Match, seat: int | None) -> list[list[str] | None]:
    """Return the hole cards of every gap as a seat sees them."""
    return [hole["cards"] for hole in match.view(seat)["holes"]]


@pytest.mark.parametrize("noble", NOBLES)
def test_c1_1_c1_3_every_noble_has_its_own_region(noble: str) -> None:
    assert board(bets(begin(), f"{noble} 3")) == {noble: [(0, 3)]}


def test_c1_2_box_has_four_cards_of_each_noble() -> None:
    for seed in range(5):
        years = courtly.new_match("cursed_court", players=4, seed=seed).record()["deal"]["years"]
        assert Counter(years[0]) == BOX
    assert BOX.total() == 36


def test_c1_3_there_are_27_regions_to_bet_on() -> None:
    moves = begin().legal_moves()
    assert moves == sorted(f"bet {region}" for region in REGIONS)
    assert (len(moves), len(NOBLES), len(SETS)) == (27, 9, 18)


def test_c1_4_set_regions_have_different_groups_of_three_or_four() -> None:
    assert len({frozenset(letters) for letters in SETS.values()}) == 18
    assert {len(letters) for letters in SETS.values()} == {3, 4}


@pytest.mark.parametrize("region", SETS)
def test_c1_5_printed_set_region_scores_for_its_listed_nobles(region: str) -> None:
    letters = SETS[region]
    whole = play_year(begin(2, letters * 2, years=1), {0: [f"{region} 1"]})
    assert points_of(whole, region) == len(letters) == worth(region, cards(letters))


@pytest.mark.parametrize(("region", "missing"), [(region, letter) for region in SETS for letter in SETS[region]])
def test_c1_5_c7_3_set_region_needs_all_of_its_nobles(region: str, missing: str) -> None:
    rest = SETS[region].replace(missing, "")
    tableau = (rest * 4)[:8]
    assert points_of(play_year(begin(2, tableau, years=1), {0: [f"{region} 1"]}), region) == 0


@EVERY_SIZE
def test_c1_6_c2_2_players_begin_with_four_crowns_twenty_coins_and_no_points(players: int) -> None:
    view = begin(players).view(None)
    assert view["crowns"] == [4] * players
    assert view["purse"] == [20] * players
    assert view["score"] == view["gained"] == [0] * players
    assert view["board"] == {}


@EVERY_SIZE
def test_c2_1_two_to_six_players_can_play(players: int) -> None:
    match = begin(players)
    assert match.players == match.view(None)["players"] == players


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 36])
def test_c2_1_other_numbers_of_players_are_rejected(players: int) -> None:
    with pytest.raises(BadOption, match="players") as caught:
        courtly.new_match("cursed_court", players=players, seed=1)
    assert caught.value.given == players


@EVERY_SIZE
def test_c2_1_any_seat_may_get_the_marker(players: int) -> None:
    firsts = {
        courtly.new_match("cursed_court", players=players, seed=seed).record()["deal"]["first"] for seed in range(60)
    }
    assert firsts == set(range(players))


@pytest.mark.parametrize(("players", "first"), [(2, 1), (4, 0), (4, 3)])
def test_c2_1_deal_may_name_the_first_seat(players: int, first: int) -> None:
    match = begin(players, first=first)
    assert match.view(None)["first"] == first == match.record()["deal"]["first"]


def test_c2_3_match_lasts_three_years_of_four_seasons() -> None:
    match = begin()
    seen = []
    while not match.is_over:
        view = match.view(None)
        seen.append((view["year"], view["season"]))
        match.play(match.legal_moves()[0])
    seasons = ("spring", "summer", "autumn", "winter")
    assert list(dict.fromkeys(seen)) == [(year, season) for year in (1, 2, 3) for season in seasons]
    assert [report["year"] for report in reports(match)] == [1, 2, 3]


@pytest.mark.parametrize("years", [1, 2, 7, 20])
def test_c2_3_option_sets_the_number_of_years(years: int) -> None:
    match = begin(2, years=years)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    assert [report["year"] for report in reports(match)] == list(range(1, years + 1))


@EVERY_SIZE
def test_c2_4_every_year_is_played_with_the_whole_deck(players: int) -> None:
    match = courtly.new_match("cursed_court", players=players, seed=3)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    years = match.record()["deal"]["years"]
    assert [Counter(year) for year in years] == [BOX] * 3
    assert len({tuple(year) for year in years}) == 3


@pytest.mark.parametrize(
    ("players", "shown"),
    [
        (2, {0: [["king", "queen"], None], 1: [None, ["duke", "jester"]]}),
        (
            3,
            {
                0: [["king", "queen"], None, ["merchant", "assassin"]],
                2: [None, ["duke", "jester"], ["merchant", "assassin"]],
            },
        ),
        (4, {0: [["king"], None, None, ["jester"]], 1: [["king"], ["queen"], None, None]}),
        (6, {0: [["king"], None, None, None, None, ["assassin"]], 3: [None, None, ["duke"], ["jester"], None, None]}),
    ],
)
def test_c2_5_c3_1_hole_cards_are_dealt_from_the_top_gap_by_gap(players: int, shown: dict[int, Any]) -> None:
    match = begin(players, "KQDJMA")
    for seat, seen in shown.items():
        assert holes(match, seat) == seen


@EVERY_SIZE
def test_c2_5_one_face_up_card_per_season_follows_the_hole_cards(players: int) -> None:
    top = deck()[::-1]
    match = courtly.new_match("cursed_court", players=players, deal={"first": 0, "years": [top]}, seed=1, years=1)
    hidden, size = HOLES[players], TABLEAU[players]
    while not match.is_over:
        view = match.view(None)
        season = ("spring", "summer", "autumn", "winter").index(view["season"])
        assert view["tableau"] == top[hidden : hidden + season + 1]
        assert view["deck"] == 36 - hidden - season - 1
        match.play(match.legal_moves()[0])
    assert Counter(top[:size]) == Counter([*reports(match)[0]["tableau"], *reports(match)[0]["holes"]])


def test_c2_6_unlisted_years_come_from_the_seed() -> None:
    free = courtly.new_match("cursed_court", players=4, seed=9)
    bound = courtly.new_match("cursed_court", players=4, seed=9, deal={"first": 0, "years": [deck("KKKK")]})
    for match in (free, bound):
        while not match.is_over:
            match.play(match.legal_moves()[0])
    one, other = free.record()["deal"]["years"], bound.record()["deal"]["years"]
    assert other[0] == deck("KKKK") != one[0]
    assert other[1:] == one[1:]


def test_c2_6_listed_second_year_does_not_change_other_years() -> None:
    years = []
    for listed in ([], [deck("KKKK"), deck("QQQQ")], [deck("QQQQ"), deck("DDDD")]):
        match = courtly.new_match("cursed_court", players=3, seed=4, deal={"years": listed} if listed else None)
        while not match.is_over:
            match.play(match.legal_moves()[0])
        years.append(match.record()["deal"]["years"])
    assert years[0][2] == years[1][2] == years[2][2]


def test_c2_6_record_holds_only_the_years_dealt() -> None:
    listed = [deck(top) for top in ("KKKK", "QQQQ", "DDDD", "MMMM")]
    match = courtly.new_match("cursed_court", players=2, years=2, deal={"first": 1, "years": listed})
    assert match.record()["deal"] == {"first": 1, "years": listed[:1]}
    while not match.is_over:
        match.play(match.legal_moves()[0])
    record = match.record()
    assert record["deal"] == {"first": 1, "years": listed[:2]}
    assert courtly.read_record(record).record() == record


def test_c2_6_future_years_without_a_seed_are_random_and_replay_from_the_record() -> None:
    seconds = set()
    for _ in range(3):
        match = courtly.new_match("cursed_court", players=3, years=2, deal={"first": 0, "years": [deck()]})
        while not match.is_over:
            match.play(match.legal_moves()[0])
        record = match.record()
        assert courtly.read_record(record).record() == record
        seconds.add(tuple(record["deal"]["years"][1]))
    assert len(seconds) == 3


def test_c2_6_record_of_an_unfinished_match_continues_identically() -> None:
    match = play_year(courtly.new_match("cursed_court", players=3, seed=3))
    copy = courtly.read_record(match.record())
    for one in (match, copy):
        while not one.is_over:
            one.play(one.legal_moves()[0])
    assert copy.record() == match.record()


@EVERY_SIZE
def test_c3_1_there_is_a_gap_after_every_seat(players: int) -> None:
    seats = [hole["seats"] for hole in begin(players).view(None)["holes"]]
    if players == 2:
        assert seats == [[0], [1]]
    else:
        assert [set(pair) for pair in seats] == [{seat, (seat + 1) % players} for seat in range(players)]


@EVERY_SIZE
def test_c3_2_only_the_neighbours_of_a_gap_see_its_cards(players: int) -> None:
    match = begin(players)
    for seat in (*range(players), None):
        for hole in match.view(seat)["holes"]:
            assert (hole["cards"] is not None) == (seat in hole["seats"])


@pytest.mark.parametrize(("players", "each", "seen"), [(2, 2, 2), (3, 2, 4), (4, 1, 2), (5, 1, 2), (6, 1, 2)])
def test_c3_3_c3_4_cards_per_gap_and_cards_seen_per_player(players: int, each: int, seen: int) -> None:
    match = begin(players)
    for seat in range(players):
        shown = match.view(seat)["holes"]
        assert [hole["count"] for hole in shown] == [each] * players
        assert sum(len(hole["cards"]) for hole in shown if hole["cards"]) == seen


def test_c3_4_with_two_players_each_player_sees_only_two_hole_cards() -> None:
    match = begin(2, "KQDJ")
    assert holes(match, 0) == [["king", "queen"], None]
    assert holes(match, 1) == [None, ["duke", "jester"]]


def test_c3_4_first_seat_does_not_change_the_deal() -> None:
    assert holes(begin(2, "KQDJ", first=1), 0) == [["king", "queen"], None]
    assert holes(begin(3, "KQDJMA", first=2), 1) == [["king", "queen"], ["duke", "jester"], None]


@pytest.mark.parametrize(("players", "size"), [(2, 8), (3, 10), (4, 8), (5, 9), (6, 10)])
def test_c3_5_c7_1_hole_cards_count_in_the_tableau_of_the_year(players: int, size: int) -> None:
    top = deck("SSSS MMMM JJ")
    match = courtly.new_match("cursed_court", players=players, deal={"first": 0, "years": [top]}, seed=1, years=1)
    play_year(match, {0: ["sorceress 0"]})
    assert points_of(match, "sorceress") == 8
    report = reports(match)[0]
    assert len(report["tableau"]) + len(report["holes"]) == size == TABLEAU[players]
    assert report["holes"] == top[: HOLES[players]]


@pytest.mark.parametrize("first", [-1, 4, "0", None, 1.0, True])
def test_c9_9_invalid_first_seat_is_rejected(first: object) -> None:
    with pytest.raises(BadDeal, match="first"):
        courtly.new_match("cursed_court", players=4, seed=1, deal={"first": first, "years": [deck()]})


def test_c2_2_c4_4_deal_without_a_first_seat_takes_it_from_the_seed() -> None:
    given = courtly.new_match("cursed_court", players=4, seed=1, deal={"years": [deck()]})
    free = courtly.new_match("cursed_court", players=4, seed=1)
    assert given.record()["deal"]["first"] == free.record()["deal"]["first"]
    assert run(given, "bet king").moves == ["bet king"]

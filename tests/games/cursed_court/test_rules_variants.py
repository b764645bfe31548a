"""RULES.md, sections 10 and 11: The Court Remembers and The Coinless Court."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import courtly
from courtly.engine.errors import IllegalMove
from tests.games.cursed_court.builders import (
    BOX,
    REGIONS,
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
    stand_all,
    told,
)

REMEMBERS = pytest.mark.parametrize("form", ["hidden", "open"])
EVERY_SIZE = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


def remembering(players: int, *tops: str, **options: Any) -> courtly.Match:
    """Return a match of The Court Remembers whose first years have decks with the given tops."""
    years: list[list[str]] = []
    aside: list[str] = []
    for top in tops:
        years.append(deck(top, aside=aside))
        aside = years[-1][: TABLEAU[players]]
    deal = {"first": 0, "years": years}
    return courtly.new_match(
        "cursed_court", players=players, deal=deal, seed=5, **{"court_remembers": "open", **options}
    )


@REMEMBERS
@EVERY_SIZE
def test_c10_1_tableau_sits_out_the_next_year(form: str, players: int) -> None:
    match = courtly.new_match("cursed_court", players=players, seed=8, court_remembers=form)
    tableau = match.record()["deal"]["years"][0][: TABLEAU[players]]
    assert match.view(None)["aside"] == []
    play_year(match)
    assert Counter(match.record()["deal"]["years"][1]) == BOX - Counter(tableau)
    assert Counter(match.view(None)["aside"]) == Counter(tableau)


@REMEMBERS
@EVERY_SIZE
def test_c10_2_cards_return_in_the_year_after(form: str, players: int) -> None:
    match = courtly.new_match("cursed_court", players=players, seed=8, years=5, court_remembers=form)
    while not match.is_over:
        play_year(match)
    years = match.record()["deal"]["years"]
    assert len(years[0]) == 36
    for before, after in pairwise(years):
        assert len(after) == 36 - TABLEAU[players]
        assert Counter(after) == BOX - Counter(before[: TABLEAU[players]])


def test_c10_1_no_cards_sit_out_without_the_variant() -> None:
    match = play_year(begin(4, "KKKK QQQQ"))
    assert match.view(None)["aside"] == []
    assert len(match.record()["deal"]["years"][1]) == 36


def test_c10_3_cards_that_sit_out_score_nothing() -> None:
    match = remembering(4, "KKKK QQQQ", "AAAA DDDD", "KKKK QQQQ", years=3)
    for points in (8, 0, 8):
        play_year(match, {0: ["king 0"]})
        assert points_of(match, "king") == points


def test_c10_3_cards_that_sit_out_are_not_in_the_tableau() -> None:
    match = play_year(remembering(4, "KKKK QQQQ", "AAAA DDDD"))
    view = match.view(0)
    assert view["tableau"] == ["duke"]
    assert view["aside"] == cards("KKKK QQQQ")
    assert view["deck"] == 28 - 4 - 1


@pytest.mark.parametrize("more", [{}, {"great_exchange": "cash"}, {"coinless": True, "masquerade": True}])
def test_c10_4_hidden_and_open_form_give_equal_matches_and_views(more: dict[str, Any]) -> None:
    ends = []
    for form in ("hidden", "open"):
        match = courtly.new_match("cursed_court", players=3, seed=2, court_remembers=form, **more)
        views = []
        while not match.is_over:
            views += [{**match.view(seat), "options": None} for seat in (0, None) if len(match.moves) % 9 == 0]
            match.play(match.legal_moves()[-1])
        ends.append((match.record()["deal"], match.moves, views, match.scores()))
    assert ends[0] == ends[1]


@REMEMBERS
def test_c10_5_every_view_has_the_cards_that_sit_out(form: str) -> None:
    match = play_year(remembering(4, "KKKK QQQQ", "AAAA DDDD", court_remembers=form))
    for audience in (0, 1, 2, 3, None):
        view = match.view(audience)
        assert view["aside"] == cards("KKKK QQQQ")
        assert [year["year"] for year in told(match, "year-end", to=audience)] == [1]


def test_c10_2_deck_after_a_year_with_fewer_players_lacks_its_tableau() -> None:
    match = remembering(3, "KKKK QQQQ MM", great_exchange="elimination")
    play_year(match, {0: ["king 0"], 1: ["jester 100"]})
    assert match.view(None)["seated"] == [True, False, True]
    play_year(match)
    years = match.record()["deal"]["years"]
    assert [len(year) for year in years] == [36, 26, 28]
    assert Counter(years[2]) == BOX - Counter(years[1][:8])


@EVERY_SIZE
def test_c11_1_bet_is_a_crown_alone(players: int) -> None:
    match = begin(players, coinless=True)
    first = match.to_move
    run(match, "bet king")
    assert match.to_move != first
    assert (match.view(None)["phase"], board(match)) == ("bet", {"king": [(first, 0)]})
    (args,) = told(match, "bet", "place")
    assert (args["seat"], args["region"], args["coins"]) == (first, "king", None)
    with pytest.raises(IllegalMove):
        match.play("stake 0")


def test_c11_1_players_have_no_coins() -> None:
    match = begin(3, coinless=True)
    assert match.view(None)["purse"] == [0, 0, 0]
    assert play_year(match).view(None)["purse"] == [0, 0, 0]


@EVERY_SIZE
def test_c11_2_each_player_places_one_crown_a_season_without_bumps(players: int) -> None:
    match = begin(players, coinless=True, years=1)
    for number in range(4):
        for seat in range(players):
            assert match.view(None)["crowns"].count(4 - number) == players - seat
            region = REGIONS[number]
            run(match, f"bet {region}")
            if not match.is_over:
                assert len(board(match)[region]) == seat + 1
    assert (match.is_over, len(match.moves)) == (True, 4 * players)


def test_c11_3_region_takes_one_crown_of_each_player() -> None:
    match = run(begin(2, coinless=True), "bet king", "bet king", "bet queen")
    assert match.to_move == 0
    assert {"bet king", "bet queen"} & set(match.legal_moves()) == {"bet queen"}
    with pytest.raises(IllegalMove, match="own"):
        match.play("bet king")


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_c11_4_crowns_of_a_region_are_in_order_of_placement(first: int) -> None:
    match = run(begin(4, first=first, coinless=True), *["bet king"] * 4)
    assert [crown["seat"] for crown in match.view(None)["board"]["king"]] == [(first + step) % 4 for step in range(4)]


def test_c11_5_rulebook_example_of_three_crowns_on_the_king() -> None:
    match = begin(4, "KKAA AADD", coinless=True, years=1)
    play_year(match, {0: ["king 0"], 1: ["king 0"], 2: ["king 0"]})
    assert [points_of(match, "king", seat=seat) for seat in range(3)] == [2, 1, 0]


@pytest.mark.parametrize(
    ("top", "region", "points"),
    [
        ("KKKK AAAA CC", "king", [8, 7, 6, 5, 4, 3]),
        ("KKKC AAAA CC", "king", [5, 4, 3, 2, 1, 0]),
        ("KCCC AAAA DD", "king", [1, 0, 0, 0, 0, 0]),
        ("CCCC AAAA DD", "king", [0, 0, 0, 0, 0, 0]),
        ("CMKA AAAC CC", "affair", [3, 2, 1, 0, 0, 0]),
        ("CMPQ CCCA AA", "opera", [4, 3, 2, 1, 0, 0]),
    ],
)
def test_c11_5_each_earlier_crown_costs_one_point_down_to_zero(top: str, region: str, points: list[int]) -> None:
    match = begin(6, top, coinless=True, years=1, first=5)
    play_year(match, {seat: [f"{region} 0"] for seat in range(6)})
    assert [points_of(match, region, seat=seat) for seat in range(6)] == points


def test_c11_5_crown_of_an_earlier_season_comes_first() -> None:
    match = begin(2, "KKKK QQQQ", coinless=True, years=1)
    play_year(match, {0: ["jester 0", "king 0"], 1: ["king 0", "jester 0"]})
    assert (points_of(match, "king", seat=0), points_of(match, "king", seat=1)) == (7, 8)


def test_c11_6_feint_counts_as_an_earlier_crown() -> None:
    match = begin(4, "KKAA AADD", coinless=True, masquerade=True, years=1)
    play_year(match, {0: ["king 0 feint"], 1: ["king 0"], 2: ["king 0"]})
    assert [points_of(match, "king", seat=seat) for seat in range(3)] == [0, 1, 0]


def test_c11_6_later_feint_does_not_reduce_earlier_crowns() -> None:
    match = begin(4, "KKAA AADD", coinless=True, masquerade=True, years=1)
    play_year(match, {0: ["king 0"], 1: ["king 0"], 2: ["king 0 feint"]})
    assert [points_of(match, "king", seat=seat) for seat in range(3)] == [2, 1, 0]


def test_c11_1_log_of_the_coinless_court_has_no_stakes() -> None:
    match = stand_all(play_year(begin(3, coinless=True)))
    assert {args["coins"] for args in told(match, "place", to=0)} == {None}
    assert told(match, "bet", to=0) == []
    assert len(reports(match)) == 1
    assert bets(match, "king 0").moves[-1] == "bet king"

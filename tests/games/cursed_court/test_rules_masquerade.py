"""RULES.md, section 13: The Royal Masquerade, in which one of the four crowns is a feint."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.engine.errors import IllegalMove
from tests.games.cursed_court.builders import REGIONS, begin, bets, board, play_year, points_of, reports, run, told

QUIET = "QQQQ AAAA"


def masked(players: int = 2, *tops: str, **options: Any) -> courtly.Match:
    return begin(players, *tops, masquerade=True, **options)


def bets_of(match: courtly.Match, audience: int | None) -> list[tuple[str, bool | None]]:
    """Return the bets in an audience's log: the region, and whether the crown is the feint."""
    return [(args["region"], args["feint"]) for args in told(match, "bet", "place", to=audience)]


def feint_moves(match: courtly.Match) -> tuple[int, int]:
    """Return the number of moves with a plain crown and with the feint."""
    feints = sum(move.endswith(" feint") for move in match.legal_moves())
    return len(match.legal_moves()) - feints, feints


def test_c13_1_one_crown_is_the_feint() -> None:
    match = masked()
    assert feint_moves(match) == (27, 27)
    assert match.view(0)["feint"] == "hand"
    bets(match, "king 0 feint")
    assert match.view(0)["feint"] == "king"
    assert match.view(0)["board"]["king"][0]["feint"] is True


def test_c13_1_c13_2_feint_is_placed_once_a_year() -> None:
    match = masked(2, years=3)
    for _ in range(3):
        while match.to_move != 0:
            bets(match, "queen 0")
        assert feint_moves(match)[1] > 0
        bets(match, "king 0 feint")
        while match.to_move != 0:
            bets(match, f"{next(region for region in REGIONS if region not in board(match))} 0")
        assert feint_moves(match)[1] == 0
        with pytest.raises(IllegalMove, match="feint"):
            match.play("bet duke feint")
        play_year(match)
    assert match.is_over


def test_c13_2_last_crown_in_hand_must_be_named_the_feint() -> None:
    match = bets(masked(), "king 0", "queen 0", "duke 0", "jester 0", "salon 0", "affair 0", "opera 0 feint")
    assert match.to_move == 0
    assert match.view(0)["crowns"][0] == 1
    plain, feints = feint_moves(match)
    assert (plain, feints > 0) == (0, True)
    with pytest.raises(IllegalMove, match="feint"):
        match.play("bet feast")
    bets(match, "feast 0 feint")
    assert match.view(0)["year"] == 2


def test_c13_2_player_chooses_between_feint_and_plain_crown() -> None:
    match = bets(masked(), "king 0", "queen 0 feint", "duke 0")
    assert feint_moves(match) == (26, 26)
    bets(match, "jester 0 feint", "salon 0")
    assert match.to_move == 1
    assert feint_moves(match)[1] == 0


def test_c13_3_other_players_see_a_bet_but_not_the_feint() -> None:
    for line, own in (("king 3 feint", True), ("king 3", False)):
        match = bets(masked(3, first=2), line)
        assert bets_of(match, 0) == [("king", own)] * 2
        for audience in (1, 2, None):
            view = match.view(audience)
            assert bets_of(match, audience) == [("king", None)] * 2
            assert view["board"] == {"king": [{"seat": 0, "coins": 3, "feint": None}]}


@pytest.mark.parametrize("coinless", [False, True])
def test_c13_3_other_views_do_not_depend_on_the_feint(coinless: bool) -> None:
    views: list[list[Any]] = []
    for first, second, feint in (
        ("king 0 feint", "queen 0", "king"),
        ("king 0", "queen 0 feint", "queen"),
        ("king 0", "queen 0", "hand"),
    ):
        match = bets(masked(2, coinless=coinless), first, "duke 0", "salon 0", second)
        views.append([match.view(audience) for audience in (1, None)])
        assert match.view(0)["feint"] == feint
    assert views[0] == views[1] == views[2]


def test_c13_3_other_players_do_not_see_the_feint_while_a_stake_is_due() -> None:
    matches = [run(masked(2), move) for move in ("bet king", "bet king feint")]
    for audience in (1, None):
        assert matches[0].view(audience) == matches[1].view(audience)
    assert matches[0].view(0) != matches[1].view(0)


def test_c13_4_feint_bumps_and_is_bumped_like_any_crown() -> None:
    match = bets(masked(), "king 3", "king 6 feint", "king 12 feint")
    assert board(match) == {"king": [(0, 12)]}
    assert [match.view(seat)["feint"] for seat in (0, 1)] == ["king", "hand"]
    assert match.view(1)["purse"] == [8, 20]
    assert feint_moves(match)[1] > 0
    assert "bet king" not in match.legal_moves()


def test_c13_4_feint_occupies_its_region() -> None:
    match = bets(masked(), "king 0 feint", "queen 0", "duke 0")
    assert match.why_not("bet king")
    assert {"bet king", "bet king feint", "bet queen feint"} & set(match.legal_moves()) == set()


@pytest.mark.parametrize(("line", "points"), [("queen 4", 8), ("queen 4 feint", 0)])
def test_c13_5_feint_does_not_score(line: str, points: int) -> None:
    match = play_year(masked(2, QUIET, years=1), {0: [line]})
    assert points_of(match, "queen") == points == match.scores()[0]


def test_c13_6_feints_on_the_board_are_shown_at_the_years_end() -> None:
    match = play_year(masked(3, "QQQQ AAAA CC"), {0: ["queen 4 feint"], 1: ["duke 3"], 2: ["jester 1", "king 0 feint"]})
    for audience in (0, 1, 2, None):
        (report,) = told(match, "year-end", to=audience)
        feints = {row["seat"]: row["region"] for row in report["crowns"] if row["feint"]}
        assert (feints[0], feints[2], len(feints)) == ("queen", "king", 3)


def test_c13_6_bumped_feint_stays_unknown_to_other_players() -> None:
    ends = []
    for first, last in (("king 0 feint", "salon 0 feint"), ("king 0", "salon 0 feint")):
        match = masked(2, QUIET, QUIET)
        bets(match, first, "king 1", last, "duke 0", "jester 0", "affair 0", "opera 0 feint", "feast 0", "church 0")
        assert match.view(0)["year"] == 2
        ends.append([(match.view(audience), match.log(audience)) for audience in (1, None)])
        assert {feint for _, feint in bets_of(match, None)} == {None}
    assert ends[0] == ends[1]


def test_c13_6_log_never_shows_another_players_feint() -> None:
    match = play_year(masked(2, QUIET, years=1), {0: ["queen 4 feint"], 1: ["king 3 feint"]})
    assert {feint for _, feint in bets_of(match, None)} == {None}
    assert ("queen", True) in bets_of(match, 0)
    assert ("king", None) in bets_of(match, 0)


@pytest.mark.parametrize("form", ["elimination", "cash"])
def test_c13_7_chips_under_a_feint_return(form: str) -> None:
    match = masked(3, "KKKK QQQQ MM", great_exchange=form)
    play_year(match, {0: ["king 30"], 1: ["jester 20", "duke 50 feint"], 2: ["merchant 10 feint"]})
    assert match.view(None)["purse"] == [120, 80, 100]


@pytest.mark.parametrize("form", ["elimination", "cash"])
def test_c13_7_feint_wins_no_chips(form: str) -> None:
    match = masked(2, "KKKK QQMM", great_exchange=form)
    play_year(match, {0: ["king 30 feint", "jester 5"], 1: ["queen 20"]})
    assert match.view(None)["purse"] == [95, 105]


def test_c13_7_player_with_all_chips_under_the_feint_is_not_out() -> None:
    match = play_year(masked(2, "KKKK QQQQ", great_exchange="elimination"), {0: ["jester 100 feint"], 1: ["king 0"]})
    assert (match.is_over, match.view(None)["purse"], match.view(None)["seated"]) == (False, [100, 100], [True, True])


def test_c13_7_coins_under_a_feint_return() -> None:
    match = play_year(masked(2, QUIET), {0: ["jester 20 feint"]})
    assert match.view(None)["purse"] == [20, 20]


@pytest.mark.parametrize("region", REGIONS)
def test_c13_8_no_region_takes_a_feint_without_the_masquerade(region: str) -> None:
    with pytest.raises(IllegalMove, match="feint"):
        begin().play(f"bet {region} feint")


@pytest.mark.parametrize("region", REGIONS)
def test_c13_1_feint_on_the_board_cannot_be_placed_again(region: str) -> None:
    others = (each for each in REGIONS if each != region)
    match = bets(masked(), f"{next(others)} 0 feint")
    while match.to_move != 0:
        bets(match, f"{next(others)} 0")
    assert f"bet {region}" in match.legal_moves()
    with pytest.raises(IllegalMove, match="feint"):
        match.play(f"bet {region} feint")


def test_c13_8_match_without_the_masquerade_has_no_feint() -> None:
    match = begin()
    assert all(not move.endswith(" feint") for move in match.legal_moves())
    with pytest.raises(IllegalMove, match="feint"):
        match.play("bet king feint")
    bets(match, "king 3")
    for audience in (0, 1, None):
        view = match.view(audience)
        assert (view["feint"], view["board"]["king"][0]["feint"]) == (None, False)
    assert not any(crown["feint"] for crown in reports(play_year(match))[0]["crowns"])

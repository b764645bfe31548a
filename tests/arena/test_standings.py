"""The summary of a tournament: shares, margins, ratings, intervals over deals, and forfeits."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from courtly.arena import Plan, Resources, Results, intervals, play, summary
from courtly.arena.intervals import difference, figure, group_of, ratio, slope, totals
from courtly.arena.ratings import ratings
from courtly.arena.rows import Rows, empty_rows
from courtly.arena.standings import outcomes, pair_wins

PLAN = Plan("courtisans", {"players": 3}, ("steward", "random", "novice"), deals=4)


def rows(*scores: list[int], forfeits: dict[int, int] | None = None) -> Rows:
    made = empty_rows(len(scores), len(scores[0]))
    made["match"], made["scores"] = np.arange(len(scores)), scores
    for at, seat in (forfeits or {}).items():
        made["forfeit"][at] = seat
    return made


def test_a_tie_shares_the_victory_and_margins_compare_with_the_best_other_seat() -> None:
    found = outcomes(rows([5, 2, 1], [4, 4, -3]))
    assert found.shares.tolist() == [[1, 0, 0], [0.5, 0.5, 0]]
    assert found.margins.tolist() == [[3, -3, -4], [0, 0, -7]]


def test_a_forfeiting_seat_gets_nothing_and_the_other_seats_share_the_victory() -> None:
    found = outcomes(rows([0, 0, 0], forfeits={0: 1}))
    assert found.shares.tolist() == [[0.5, 0, 0.5]]
    assert np.isnan(found.scores).all()
    assert np.isnan(found.margins).all()


def test_bots_are_compared_in_pairs_and_a_forfeiting_bot_loses_to_all_others() -> None:
    made = rows([5, 2, 2], [0, 0, 0], forfeits={1: 0})
    wins = pair_wins(made, np.array([[0, 1, 2], [0, 1, 2]]), 3, (np.array([0, 1]), 2))
    assert wins[0].tolist() == [[0, 1, 1], [0, 0, 0.5], [0, 0.5, 0]]
    assert wins[1].tolist() == [[0, 0, 0], [1, 0, 0], [1, 0, 0]]


def test_a_bot_is_not_compared_with_itself() -> None:
    wins = pair_wins(rows([5, 2, 1]), np.array([[0, 0, 1]]), 2, (np.array([0]), 1))
    assert wins[0].tolist() == [[0, 2], [0, 0]]


def test_the_interval_agrees_with_scipys_bootstrap_over_deals() -> None:
    generator = np.random.default_rng(3)
    counts = generator.integers(1, 5, 200).astype(float)
    sums = counts * 0.5 + generator.normal(size=200)
    ours = ratio(sums, counts)
    theirs = stats.bootstrap(
        (sums, counts), lambda a, b, axis: a.sum(axis) / b.sum(axis), paired=True, method="percentile", rng=generator
    ).confidence_interval
    assert ours.value == pytest.approx(sums.sum() / counts.sum(), rel=1e-5)
    assert ours.low == pytest.approx(theirs.low, abs=0.01)
    assert ours.high == pytest.approx(theirs.high, abs=0.01)
    assert ours.n == counts.sum()


def test_seatings_of_one_deal_are_one_observation() -> None:
    shares = np.repeat(np.random.default_rng(1).random(50), 10)
    by_deal = ratio(totals(np.arange(500) // 10, shares, 50), np.full(50, 10.0))
    by_match = ratio(shares, np.ones(500))
    assert by_deal.low is not None
    assert by_match.low is not None
    assert by_deal.high - by_deal.low > 2 * (by_match.high - by_match.low)  # type: ignore[operator]


def test_many_deals_are_grouped_before_resampling() -> None:
    groups = group_of(np.arange(50_000), 50_000)
    assert set(np.bincount(groups)) == {50_000 // intervals.GROUPS}
    assert group_of(np.arange(7), 7).tolist() == list(range(7))


def test_a_figure_from_one_deal_has_a_value_and_no_interval() -> None:
    found = ratio(np.array([1.0]), np.array([2.0]))
    assert (found.value, found.low, found.high, found.n) == (0.5, None, None, 2)
    assert ratio(np.zeros(3), np.zeros(3)).value is None


def test_a_slope_agrees_with_linear_regression() -> None:
    x = np.array([0.0, 1, 2, 3, 0, 2])
    y = 2 * x + np.array([0.1, -0.1, 0, 0.1, -0.1, 0])
    sums = (np.ones(6), x, y, x * y, x * x)
    assert slope(sums).value == pytest.approx(stats.linregress(x, y).slope, rel=1e-5)
    assert slope((np.ones(6), np.ones(6), y, y, np.ones(6))).value is None


def test_the_interval_of_a_difference_includes_the_spread_of_both_samples() -> None:
    generator = np.random.default_rng(5)
    one, other = (ratio(generator.normal(mean, 1, 400), np.ones(400)) for mean in (3.0, 1.0))
    found = difference(one, other)
    assert found.low is not None
    assert found.low < 2.0 < found.high  # type: ignore[operator]
    assert found.high - found.low == pytest.approx(2 * 1.96 * math.sqrt(2 / 400), rel=0.15)  # type: ignore[operator]
    assert difference(one, ratio(np.zeros(2), np.zeros(2))).value is None
    assert difference(figure(1.0, np.empty(0), 1, groups=1), one).low is None


def test_ratings_have_the_scale_of_chess_ratings() -> None:
    wins = np.zeros((1, 2, 2))
    wins[0] = [[0, 10_000], [1_000, 0]]
    best, other = ratings(wins)
    assert best.value is not None
    assert other.value is not None
    assert best.value - other.value == pytest.approx(400, abs=1)
    assert best.value + other.value == pytest.approx(3000, abs=0.1)
    assert best.low is None


def test_a_bot_that_always_wins_has_a_finite_rating_and_a_single_bot_has_the_mean_rating() -> None:
    wins = np.zeros((4, 2, 2))
    wins[:, 0, 1] = 5
    assert 1500 < (ratings(wins)[0].value or 0) < 3000
    assert ratings(np.zeros((1, 1, 1)))[0].value == 1500


@pytest.mark.parametrize(
    ("won", "bounded"),
    [
        ([[0, 3, 0], [1, 0, 2], [0, 2, 0]], True),
        ([[0, 1, 0], [0, 0, 1], [1, 0, 0]], True),
        ([[0, 3, 1], [1, 0, 1], [0, 0, 0]], False),
        ([[0, 3, 0], [0, 0, 1], [0, 1, 0]], False),
    ],
)
def test_a_rating_has_an_interval_if_the_wins_determine_it(won: list[list[int]], bounded: bool) -> None:
    found = ratings(np.array([won, won], float))
    assert [each.low is not None for each in found] == 3 * [bounded]


def test_the_summary_is_complete() -> None:
    found = summary(play(Plan("courtisans", {"players": 2}, ("steward", "random"), deals=30), Resources(workers=1)))
    assert list(found)[:5] == ["game", "options", "seats", "deals", "matches"]
    assert (found["game"], found["deals"], found["matches"], found["forfeits"]) == ("courtisans", 30, 60, [])
    assert found["options"] == {"players": 2, "edition": "2024", "mission_count": "nobles-double"}
    steward, random = found["bots"]
    assert (steward["bot"], random["bot"]) == ("steward", "random")
    assert steward["share_low"] <= steward["share"] <= steward["share_high"]
    assert steward["share"] + random["share"] == pytest.approx(1)
    assert steward["margin"] == -random["margin"]
    assert steward["rating"] > 1500 > random["rating"]
    assert steward["beats"]["random"] == pytest.approx(1 - random["beats"]["steward"])


def test_the_rating_of_equal_bots_is_within_its_interval() -> None:
    found = summary(play(Plan("courtisans", {"players": 2}, ("random", "random"), deals=30), Resources(workers=1)))
    assert [bot["name"] for bot in found["bots"]] == ["random 1", "random 2"]
    for bot in found["bots"]:
        assert bot["rating_low"] < bot["rating"] < bot["rating_high"]


def test_a_forfeit_is_reported_with_match_seat_bot_and_reason() -> None:
    made = rows([9, 4, 1], [0, 0, 0], forfeits={1: 2})
    found = summary(Results(PLAN, made, {1: "gave no answer within 1 s"}, {}))
    seat_2 = PLAN.bots[PLAN.seating(1)[2]]
    assert found["forfeits"] == [{"match": 1, "seat": 2, "bot": seat_2, "reason": "gave no answer within 1 s"}]
    assert {bot["bot"]: bot["forfeits"] for bot in found["bots"]} == {bot: int(bot == seat_2) for bot in PLAN.bots}

"""Reviews compared with exact chances near the end of matches, and with the order of the bot levels."""

from __future__ import annotations

import pytest

from courtly.bots import level_names
from courtly.review import Effort
from tools.review_honesty import Cost, checked, costs, mean_cost, tables


@pytest.mark.parametrize(("game", "count"), [("courtisans", 3), ("cursed_court", 10)])
def test_nine_in_ten_intervals_contain_the_exact_chance(game: str, count: int) -> None:
    found = list(checked(game, count, Effort(matches=400)))
    assert sum(each.holds for each in found) >= 0.9 * count
    assert any(0 < each.exact < 1 for each in found)


def test_decisions_of_weaker_levels_cost_more() -> None:
    effort = Effort(matches=24, simulations=64)
    pairs = [["random", "novice"], ["novice", "random"]]
    seats = [seat for pair in pairs for seat in costs("courtisans", {"players": 2}, effort, pair, 0)]
    paid = {level: mean_cost([seat for seat in seats if seat.level == level]) for level in pairs[0]}
    assert paid["random"].mean > paid["novice"].mean
    assert sum(seat.share for seat in seats) == pytest.approx(len(pairs))


def test_tables_pair_all_levels_in_all_seats() -> None:
    levels = level_names()
    mixed = list(tables(len(levels), 2 * len(levels)))
    assert [seed for _, seed in mixed] == [0] * len(levels) + [1] * len(levels)
    for seat in range(len(levels)):
        assert {seats[seat] for seats, seed in mixed if seed == 0} == set(levels)
    duels = {tuple(seats) for seats, seed in tables(2, len(levels) ** 2, "duels") if seed == 0}
    assert duels == {(one, other) for one in levels for other in levels if one != other}
    assert [seats for seats, _ in tables(2, len(levels), "alike")] == [[level] * 2 for level in levels]


def test_equal_levels_at_a_table_form_one_sample() -> None:
    (both,) = costs("courtisans", {"players": 2}, Effort(matches=8, simulations=16), ["random", "random"], 0)
    assert both.share == pytest.approx(0.5)
    assert both.decisions > 20


def test_the_interval_of_a_mean_cost_treats_each_match_as_one_observation() -> None:
    found = mean_cost([Cost("novice", 0.1, 10), Cost("novice", 0.3, 10)])
    assert found.mean == pytest.approx(0.02)
    assert found.half == pytest.approx(1.96 * 0.01)
    assert str(found) == "2.00 ± 1.96 %"

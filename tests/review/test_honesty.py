"""Reviews beside exact expectations, where only one seat still decides, and beside the order of levels."""

from __future__ import annotations

import pytest

from courtly.review import Effort
from tools.review_honesty import Cost, checked, costs, mean_cost


@pytest.mark.parametrize(("game", "count"), [("courtisans", 3), ("cursed_court", 10)])
def test_the_exact_chance_lies_in_the_stated_interval_nine_times_in_ten(game: str, count: int) -> None:
    found = list(checked(game, count, Effort(matches=400)))
    assert sum(each.holds for each in found) >= 0.9 * count
    assert any(0 < each.exact < 1 for each in found)


def test_weaker_levels_pay_more_for_a_decision() -> None:
    levels, effort = ["random", "novice"], Effort(matches=24, simulations=64)
    seats = [seat for number in range(2) for seat in costs("courtisans", {"players": 2}, levels, number, effort)]
    paid = {level: mean_cost([seat for seat in seats if seat.level == level]) for level in levels}
    assert paid["random"].mean > paid["novice"].mean


def test_the_interval_of_a_mean_cost_is_that_of_the_matches() -> None:
    found = mean_cost([Cost("novice", 0.1, 10), Cost("novice", 0.3, 10)])
    assert found.mean == pytest.approx(0.02)
    assert found.half == pytest.approx(1.96 * 0.01)
    assert str(found) == "2.00 ± 1.96 %"

"""Reviews beside exact expectations, where only one seat still decides, and beside the order of levels."""

from __future__ import annotations

import pytest

from courtly.review import Effort
from tools.review_honesty import checked, costs


@pytest.mark.parametrize(("game", "count"), [("courtisans", 3), ("cursed_court", 10)])
def test_the_exact_chance_lies_in_the_stated_interval_nine_times_in_ten(game: str, count: int) -> None:
    found = list(checked(game, count, Effort(matches=400)))
    assert sum(each.holds for each in found) >= 0.9 * count
    assert any(0 < each.exact < 1 for each in found)


def test_weaker_levels_pay_more_for_a_decision() -> None:
    paid = costs("courtisans", {"players": 2}, ["random", "novice"], 2, Effort(matches=24, simulations=64))
    assert paid["random"] > paid["novice"]

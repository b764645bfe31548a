"""What a game says of its search: values that are checked when it is declared."""

from __future__ import annotations

from typing import Any

import pytest

from courtly.engine.contract.search import RANGES, Search
from courtly.engine.errors import BadOption


@pytest.mark.parametrize("name", RANGES)
def test_a_number_out_of_its_range_is_refused_with_the_range(name: str) -> None:
    low, high = RANGES[name]
    for given in (low - 1, high + 1):
        wrong: dict[str, Any] = {name: given}
        with pytest.raises(BadOption, match=f"{name} of a search cannot be .*; it takes a number from {low:g} to"):
            Search(**wrong)
    right: dict[str, Any] = {name: high}
    assert getattr(Search(**right), name) == high


@pytest.mark.parametrize("rollout", ["wild", None, 1])
def test_only_those_who_can_play_on_are_taken(rollout: Any) -> None:
    with pytest.raises(BadOption, match="it takes random or steward"):
        Search(rollout=rollout)

"""Search settings of a game: values are checked when they are declared."""

from __future__ import annotations

from typing import Any

import pytest

from courtly.engine.contract.search import RANGES, SearchDefaults
from courtly.engine.errors import BadOption


@pytest.mark.parametrize("name", RANGES)
def test_a_number_out_of_its_range_is_refused_with_the_range(name: str) -> None:
    low, high = RANGES[name]
    for given in (low - 1, high + 1):
        wrong: dict[str, Any] = {name: given}
        with pytest.raises(BadOption, match=f"{name} of a search cannot be .*; use a number from {low:g} to"):
            SearchDefaults(**wrong)
    right: dict[str, Any] = {name: high}
    assert getattr(SearchDefaults(**right), name) == high


@pytest.mark.parametrize("rollout", ["wild", None, 1])
def test_an_unknown_rollout_policy_is_refused(rollout: Any) -> None:
    with pytest.raises(BadOption, match="use random or steward"):
        SearchDefaults(rollout=rollout)

"""Weight files: contents, and errors of invalid files."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import Any

import pytest

from courtly.engine.contract.weights import Weights
from courtly.engine.errors import BadOption


class Weight(IntEnum):
    """Sample weights that belong to no game."""

    BOLD = 0
    SLY = 1


SAMPLE = Weights("nowhere", {Weight.BOLD: (0.0, 2.0), Weight.SLY: (-1.0, 1.0)})


def refusal(weights: object) -> str:
    with pytest.raises(BadOption) as caught:
        SAMPLE.read({"weights": weights, "fitted": {}}, where="a.json")
    return str(caught.value)


def test_weights_are_read_in_order_and_written_by_name() -> None:
    numbers = SAMPLE.read({"weights": {"sly": -0.5, "bold": 2}}, where="a.json")
    assert numbers.tolist() == [2.0, -0.5]
    assert SAMPLE.named(numbers) == {"bold": 2.0, "sly": -0.5}
    assert [limit.tolist() for limit in SAMPLE.limits] == [[0.0, -1.0], [2.0, 1.0]]


@pytest.mark.parametrize("document", [None, [], {}, {"weights": [1.0, 2.0]}])
def test_a_file_without_weights_is_refused_with_the_format(document: Any) -> None:
    with pytest.raises(BadOption, match=r'a\.json has no weights; .*"weights": \{NAME: NUMBER'):
        SAMPLE.read(document, where="a.json")


def test_a_missing_or_unknown_weight_is_named() -> None:
    assert refusal({"bold": 1.0}) == "a.json has no weight 'sly'; it needs bold, sly"
    assert (
        refusal({"bold": 1.0, "sly": 0.0, "kind": 1.0}) == "a.json has an unknown weight 'kind'; choose from bold, sly"
    )


@pytest.mark.parametrize("value", ["1", None, True, math.nan, math.inf, 2.01, -0.01, [1.0]])
def test_a_weight_is_a_number_within_its_range(value: Any) -> None:
    assert refusal({"bold": value, "sly": 0.0}).startswith("weight bold of a.json cannot be ")
    assert refusal({"bold": value, "sly": 0.0}).endswith("; use a number, 0 to 2")

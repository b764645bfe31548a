"""What is kept of regions: whether a region differs is told from it as from the values and texts themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Undefined
from markupsafe import Markup

from courtly.web.prints import NO_PRINTS, Print, Prints, hashed

whole_numbers = st.integers(-(2**63), 2**63 - 1)
leaves = st.none() | st.booleans() | whole_numbers | st.floats(allow_nan=False) | st.text(max_size=4)
values = st.recursive(leaves, lambda inner: st.tuples(inner, inner) | st.dictionaries(st.text(max_size=2), inner))
hashes = st.integers(-(2**63), 2**63 - 1)
leaf_prints = st.tuples(hashes, hashes, st.just(NO_PRINTS))
prints = st.recursive(
    st.dictionaries(st.sampled_from("abcd"), leaf_prints, min_size=1),
    lambda inner: st.dictionaries(
        st.sampled_from("efgh"), st.tuples(hashes, hashes, st.builds(Prints, inner)), min_size=1
    ),
    max_leaves=8,
)


@dataclass(frozen=True)
class Pile:
    """What a region may be drawn of."""

    cards: tuple[str, ...]
    worth: int


@given(values, values)
def test_values_have_one_hash_exactly_when_they_are_alike(one: object, other: object) -> None:
    assert (hashed(one) == hashed(other)) == (repr(one) == repr(other))


def test_numbers_that_have_one_hash_in_python_have_two_here() -> None:
    assert hash(Pile(("spy",), -1)) == hash(Pile(("spy",), -2))
    assert hashed(Pile(("spy",), -1)) != hashed(Pile(("spy",), -2))


def test_a_value_may_hold_whatever_templates_hand_over() -> None:
    assert hashed((Markup("a"), Undefined("b"), range(2))) == hashed(["a", None, [0, 1]])
    assert hashed([np.int8(-1), np.float64(0.5), np.bool_(True)]) == hashed((-1, 0.5, True))
    assert hashed(MappingProxyType({"a": Pile((), 0)})) == hashed({"a": Pile((), 0)})
    with pytest.raises(TypeError, match="a region cannot be drawn of <class 'function'>"):
        hashed(("a", test_a_value_may_hold_whatever_templates_hand_over))


@given(prints)
def test_everything_is_kept_as_it_was_given(drawn: Mapping[str, Print]) -> None:
    kept = Prints(drawn)
    assert list(kept) == list(drawn)
    assert len(kept) == len(drawn)
    assert {name: kept.get(name) for name in kept} == drawn
    assert kept.get("none") == (0, 0, NO_PRINTS)


@given(prints, prints)
def test_a_region_differs_where_its_text_does_and_within_one_that_does_not_by_those_in_it(
    drawn: Mapping[str, Print], before: Mapping[str, Print]
) -> None:
    def differing(one: Prints, other: Prints) -> list[str]:
        names: list[str] = []
        for name in one:
            (_, text, inner), (_, old, had) = one.get(name), other.get(name)
            names += [name] if text != old else differing(inner, had)
        return names

    assert list(Prints(drawn).changed(Prints(before))) == differing(Prints(drawn), Prints(before))
    assert list(Prints(drawn).changed(Prints(drawn))) == []

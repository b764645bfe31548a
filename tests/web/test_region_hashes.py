"""Region hashes. They find the same changes as a comparison of the values and texts would."""

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

from courtly.web.region_hashes import NO_HASHES, RegionHash, RegionHashes, hashed

whole_numbers = st.integers(-(2**63), 2**63 - 1)
leaves = st.none() | st.booleans() | whole_numbers | st.floats(allow_nan=False) | st.text(max_size=4)
values = st.recursive(leaves, lambda inner: st.tuples(inner, inner) | st.dictionaries(st.text(max_size=2), inner))
hash_values = st.integers(-(2**63), 2**63 - 1)
leaf_hashes = st.tuples(hash_values, hash_values, st.just(NO_HASHES))
hashes = st.recursive(
    st.dictionaries(st.sampled_from("abcd"), leaf_hashes, min_size=1),
    lambda inner: st.dictionaries(
        st.sampled_from("efgh"), st.tuples(hash_values, hash_values, st.builds(RegionHashes, inner)), min_size=1
    ),
    max_leaves=8,
)


@dataclass(frozen=True)
class Pile:
    """A value that a region may depend on."""

    cards: tuple[str, ...]
    worth: int


@given(values, values)
def test_values_have_equal_hashes_if_and_only_if_their_reprs_are_equal(one: object, other: object) -> None:
    assert (hashed(one) == hashed(other)) == (repr(one) == repr(other))


def test_numbers_whose_python_hashes_are_equal_have_different_hashes() -> None:
    assert hash(Pile(("spy",), -1)) == hash(Pile(("spy",), -2))
    assert hashed(Pile(("spy",), -1)) != hashed(Pile(("spy",), -2))


def test_a_value_may_contain_all_types_that_templates_use() -> None:
    assert hashed((Markup("a"), Undefined("b"), range(2))) == hashed(["a", None, [0, 1]])
    assert hashed([np.int8(-1), np.float64(0.5), np.bool_(True)]) == hashed((-1, 0.5, True))
    assert hashed(MappingProxyType({"a": Pile((), 0)})) == hashed({"a": Pile((), 0)})
    with pytest.raises(TypeError, match="a region cannot be drawn of <class 'function'>"):
        hashed(("a", test_a_value_may_contain_all_types_that_templates_use))


@given(hashes)
def test_hashes_are_stored_unchanged(drawn: Mapping[str, RegionHash]) -> None:
    kept = RegionHashes(drawn)
    assert list(kept) == list(drawn)
    assert len(kept) == len(drawn)
    assert {name: kept.get(name) for name in kept} == drawn
    assert kept.get("none") == (0, 0, NO_HASHES)


@given(hashes, hashes)
def test_changed_yields_a_region_or_else_the_changed_regions_nested_in_it(
    drawn: Mapping[str, RegionHash], before: Mapping[str, RegionHash]
) -> None:
    def differing(one: RegionHashes, other: RegionHashes) -> list[str]:
        names: list[str] = []
        for name in one:
            (_, text, inner), (_, old, had) = one.get(name), other.get(name)
            names += [name] if text != old else differing(inner, had)
        return names

    assert list(RegionHashes(drawn).changed(RegionHashes(before))) == differing(
        RegionHashes(drawn), RegionHashes(before)
    )
    assert list(RegionHashes(drawn).changed(RegionHashes(drawn))) == []

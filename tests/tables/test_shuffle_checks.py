"""The test of many shuffles: it accepts fair ones, notices others, and equals an independent test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.engine.contract.deals import Shuffle
from courtly.engine.play.fair import FairShuffle
from courtly.tables.shuffle_checks import ListCheck, chance_of, distance_of, list_checks, places_in_list
from tests.games.chances import place_excess, sigmas

DECK = ["fox", "fox", "owl", "owl", "owl", "elk", "bee", "ant"]
Made = Callable[[int], Sequence[str]]


def fair(number: int, items: Sequence[str] = DECK) -> list[str]:
    """Return a fair shuffle with a fixed secret."""
    return FairShuffle(number.to_bytes(32, "big"), [], "t", 1).shuffled(Shuffle("deck", items, len(items)))


def checked(deals: Iterable[int], items: Sequence[str] = DECK) -> list[ListCheck]:
    counts: Counter[tuple[str, str]] = Counter()
    for number in deals:
        counts.update(
            places_in_list(FairShuffle(number.to_bytes(32, "big"), [], "t", 1), Shuffle("deck", items, len(items)))
        )
    return list_checks((name, item, count) for (name, item), count in counts.items())


def table_of(made: Made, deals: int, parts: int = len(DECK)) -> np.ndarray:
    """Return how often each item of the deck is in each part."""
    kinds = sorted(set(DECK))
    table = np.zeros((len(kinds), parts))
    for number in range(deals):
        for place, item in enumerate(made(number)):
            table[kinds.index(item), place * parts // len(DECK)] += 1
    return table


def test_fair_shuffles_are_not_suspicious() -> None:
    (deck,) = checked(range(400))
    assert (deck.name, deck.deals, deck.expected) == ("deck", 400, 4 * 7)
    assert deck.chance is not None
    assert 0.01 < deck.chance < 0.99


@pytest.mark.parametrize(
    "made",
    [
        lambda number: fair(number)[1:] + fair(number)[:1] if number % 2 else sorted(DECK),
        lambda number: fair(number) if number % 10 else sorted(DECK),
        lambda number: fair(number % 40),
    ],
    ids=["half sorted", "each tenth sorted", "forty deals repeated"],
)
def test_unfair_shuffles_are_noticed(made: Made) -> None:
    distance, free = distance_of(table_of(made, 2000), 2000)
    assert chance_of(distance, free) < 1e-6


def test_the_distance_equals_that_of_an_independent_test() -> None:
    kinds = sorted(set(DECK))
    dealt = np.array([[kinds.index(item) for item in fair(number)] for number in range(300)])
    box = [kinds.index(item) for item in DECK]
    assert sigmas(*distance_of(table_of(fair, 300), 300)) == pytest.approx(place_excess(dealt, box))


def test_few_deals_are_tested_in_fewer_parts_and_very_few_not_at_all() -> None:
    assert [checked(range(deals))[0].expected for deals in (400, 20, 10, 9)] == [28, 12, 4, 0]
    assert checked(range(9))[0].chance is None


def test_lists_with_other_items_are_tested_apart_and_added() -> None:
    other = ["fox", "owl", "elk", "bee", "ant", "cat"]
    one, two = checked(range(200)), checked(range(200), other)
    counts: list[tuple[str, str, int]] = []
    for items in (DECK, other):
        for number in range(200):
            shuffle = Shuffle("deck", items, len(items))
            cells = places_in_list(FairShuffle(number.to_bytes(32, "big"), [], "t", 1), shuffle)
            counts += [(*cell, count) for cell, count in cells.items()]
    (both,) = list_checks(counts)
    assert both.deals == 400
    assert both.distance == pytest.approx(one[0].distance + two[0].distance)
    assert both.expected == one[0].expected + two[0].expected


def test_a_list_of_one_item_needs_no_test() -> None:
    assert checked(range(50), ["fox"]) == [ListCheck("deck", 50, 0.0, 0, None)]


@given(free=st.integers(1, 3000), one=st.floats(0, 10), more=st.floats(0, 10))
def test_a_larger_distance_is_never_more_likely(free: int, one: float, more: float) -> None:
    assert 0 <= chance_of((one + more) * free, free) <= chance_of(one * free, free) <= 1

"""RULES.md, section 4: harvest and tax."""

from __future__ import annotations

import pytest

from tests.games.monarch.builders import reports, run
from tests.games.monarch.positions import (
    acquire,
    begin,
    card_set,
    courtier,
    holds,
    land,
    next_turn,
    refuses,
    see,
    sister,
    works,
)

LAYOUTS = pytest.mark.parametrize("layout", ["vfvfvfvfv", "vvvffffff", "vvvvfffff"])


@pytest.mark.parametrize("income", ["harvest", "tax"])
def test_c4_1_there_is_one_income_per_turn(income: str) -> None:
    match = begin()
    assert {"harvest", "tax"} < set(match.legal_moves())
    assert not see(match)["income_done"]
    run(match, income)
    assert see(match)["income_done"]
    assert refuses(match, "harvest", "tax")


def test_c4_1_the_next_turn_has_its_own_income() -> None:
    match = next_turn(run(begin(), "tax"))
    run(match, "harvest")
    assert holds(match) == (10, 4)


@LAYOUTS
def test_c4_2_a_harvest_gives_the_yield_of_all_farms(layout: str) -> None:
    match = begin(layout=layout)
    assert sister(match)["harvest"] == layout.count("f")
    run(match, "harvest")
    assert holds(match) == (5, 5 + layout.count("f"))
    assert reports(match, "harvest") == [{"seat": 0, "food": layout.count("f")}]


def test_c4_2_c4_4_an_improvement_sets_the_yield_of_its_board() -> None:
    cards = card_set(works("orchard", "farm", 4), works("mint", "village", 6))
    match = run(begin("orchard mint", cards=cards), "buy orchard", "build b1", "buy mint", "build a1")
    assert (sister(match)["harvest"], sister(match)["tax"]) == (3 + 4, 4 + 6)
    run(match, "harvest")
    assert holds(match) == (5, 12)
    run(next_turn(match), "tax")
    assert holds(match) == (15, 7)


def test_c4_2_c4_4_bare_boards_may_yield_more() -> None:
    boards = [land("town", "village", 5, yields=3), land("meadow", "farm", 5, yields=2)]
    match = begin(cards=card_set(lands=boards))
    assert (sister(match)["harvest"], sister(match)["tax"], sister(match)["feed"]) == (8, 15, 5)


@LAYOUTS
def test_c4_3_c4_4_a_tax_feeds_every_village_and_gives_their_yield(layout: str) -> None:
    match, villages = begin(layout=layout), layout.count("v")
    assert (sister(match)["feed"], sister(match)["tax"]) == (villages, villages)
    run(match, "tax")
    assert holds(match) == (5 + villages, 5 - villages)
    assert reports(match, "tax") == [{"seat": 0, "gold": villages, "food": villages}]


def test_c4_3_a_village_costs_one_food_no_matter_its_yield() -> None:
    match = begin("mint", cards=card_set(works("mint", "village", 9)))
    run(match, "buy mint", "build a1", "tax")
    assert holds(match) == (5 + 4 + 9, 0)


def test_c4_5_without_food_for_every_village_there_is_no_tax() -> None:
    assert refuses(begin(layout="vvvvvvfff"), "tax")


def test_c4_5_spent_food_cannot_feed_villages() -> None:
    snack = courtier("snack", path="bounty", cost={"gold": 0, "food": 1})
    match = acquire(begin("snack", cards=card_set(snack)), "snack")
    assert holds(match) == (5, 4)
    assert refuses(match, "tax")


def test_c4_6_every_sister_harvests_and_taxes_all_lands() -> None:
    cards = card_set(works("orchard", "farm", 4), works("mint", "village", 6))
    match = run(begin("orchard mint", cards=cards), "buy orchard", "build b1", "buy mint", "build a1", "end")
    for seat in range(3):
        shown = sister(match, seat)
        assert (shown["harvest"], shown["tax"], shown["feed"]) == (7, 10, 5)
    run(match, "tax", "end", "harvest")
    assert (holds(match, 1), holds(match, 2)) == ((15, 0), (5, 12))

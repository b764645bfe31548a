"""RULES.md, section 7: placing and counting improvements."""

from __future__ import annotations

import pytest

from tests.games.monarch.builders import reports, run
from tests.games.monarch.positions import (
    acquire,
    begin,
    card_set,
    cell,
    choices,
    courtier,
    holds,
    land,
    phase,
    played,
    refuses,
    see,
    sister,
    works,
)

VILLAGES = ["a1", "b2", "a3", "c1", "c3"]
FARMS = ["a2", "b1", "b3", "c2"]
TOWNS = [land("town", "village", 5, yields=5), land("lea", "farm", 5)]


@pytest.mark.parametrize(
    ("card", "cells", "wrong"), [("stone-bridge", VILLAGES, FARMS), ("mill-stream", FARMS, VILLAGES)]
)
def test_c7_1_an_improvement_needs_a_board_of_its_terrain(card: str, cells: list[str], wrong: list[str]) -> None:
    match = run(begin(card), f"buy {card}")
    assert (phase(match), choices(match, "build")) == ("build", sorted(cells))
    assert refuses(match, *(f"build {name}" for name in wrong))
    run(match, f"build {cells[2]}")
    assert cell(match, cells[2])["improvement"] == card


@pytest.mark.parametrize("terrain", ["village", "farm"])
def test_c7_2_c7_3_the_yield_must_not_fall(terrain: str) -> None:
    best, *others = VILLAGES if terrain == "village" else FARMS
    cards = card_set(works("high", terrain, 3), works("low", terrain, 2))
    match = run(begin("high low", cards=cards), "buy high", f"build {best}", "buy low")
    assert choices(match, "build") == sorted(others)
    assert refuses(match, f"build {best}")


@pytest.mark.parametrize("terrain", ["village", "farm"])
@pytest.mark.parametrize("yields", [1, 2, 3])
def test_c7_2_c7_3_an_equal_or_higher_yield_can_go_on_top(terrain: str, yields: int) -> None:
    best = "b2" if terrain == "village" else "b1"
    cards = card_set(works("below", terrain, 1), works("above", terrain, yields))
    match = run(begin("below above", cards=cards), "buy below", f"build {best}", "buy above", f"build {best}")
    shown = cell(match, best)
    assert (shown["improvement"], shown["covered"], shown["yield"]) == ("above", ["below"], yields)


def test_c7_4_only_the_top_improvement_counts_for_yield_and_path() -> None:
    crowd = courtier("crowd", {"kind": "per_path", "path": "might", "where": "board", "per": 1})
    cards = card_set(crowd, works("fort", path="might"), works("fair", path="culture"), works("camp", path="might"))
    match = acquire(begin("crowd fort fair camp", cards=cards), "crowd")
    for card, worth in (("fort", 1), ("fair", 0), ("camp", 1)):
        run(match, f"buy {card}", "build c1")
        assert sister(match)["score"] == worth
    shown = cell(match, "c1")
    assert (shown["path"], shown["yield"], sister(match)["tax"]) == ("might", 2, 6)
    assert (shown["improvement"], shown["covered"]) == ("camp", ["fair", "fort"])


def test_c7_5_an_improvement_that_fits_nowhere_is_discarded() -> None:
    match = begin("hut", cards=card_set(works("hut", cost={"food": 2}), lands=TOWNS))
    assert [entry["fits"] for entry in see(match)["market"][:2]] == [False, True]
    run(match, "buy hut")
    assert (phase(match), holds(match), see(match)["discard"]) == ("act", (5, 3), ["hut"])
    assert [report["card"] for report in reports(match, "lose")] == ["hut"]
    assert all(entry["improvement"] is None for entry in see(match)["lands"])


def test_c7_5_a_free_improvement_that_fits_nowhere_is_discarded() -> None:
    mason = courtier("mason", on_acquire=[{"kind": "free_improvement"}])
    match = begin("hut mason", cards=card_set(works("hut"), mason, lands=TOWNS))
    run(match, "buy mason", "free hut")
    assert (see(match)["discard"], see(match)["credits"]["improvement"]) == (["hut"], 0)


def test_c7_6_a_discarded_improvement_still_pays_its_rebate() -> None:
    mason = courtier("mason", powers=[{"kind": "rebate", "on": "improvement", "resource": "gold", "amount": 3}])
    match = run(begin("hut mason", cards=card_set(works("hut"), mason, lands=TOWNS)), "buy mason", "buy hut")
    assert (holds(match), see(match)["discard"]) == ((8, 5), ["hut"])


def test_c7_7_a_single_fitting_board_is_chosen_automatically() -> None:
    boards = [land("hamlet", "village", 1), land("lea", "farm", 8)]
    match = begin("hut", cards=card_set(works("hut"), lands=boards), layout="ffffffvff")
    run(match, "buy hut")
    assert (phase(match), cell(match, "a3")["improvement"]) == ("act", "hut")
    assert played(match) == [(0, "buy hut"), (0, "build a3")]
    assert refuses(match, "build a3")


def test_c7_8_the_new_yield_applies_immediately_to_all_sisters() -> None:
    match = run(begin("mill-stream"), "buy mill-stream", "build a2")
    assert [sister(match, seat)["harvest"] for seat in range(3)] == [5, 5, 5]
    run(match, "harvest")
    assert holds(match) == (5, 3 + 5)

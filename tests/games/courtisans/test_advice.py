"""Advice on a move of Courtisans, given invented results of simulated matches."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

import courtly
from courtly.games.courtisans.advice import advice
from courtly.games.courtisans.content import FAMILY_IDS

DEAL = {"first": 0, "missions": [["fewer-carp", "below-5"], ["nobles-3", "fallen-hare"]]}


def end(statuses: Mapping[str, str] = MappingProxyType({}), *, met: bool = False) -> dict[str, Any]:
    """Return the view of a finished match. Families are neutral by default; `met` is seat 0's first mission."""
    families = [{"family": family, "status": statuses.get(family, "neutral")} for family in FAMILY_IDS]
    missions = [[{"met": met}, {"met": False}], [{"met": False}, {"met": False}]]
    return {"result": {"families": families, "missions": missions}}


def advice_lines(*ends: dict[str, Any], lang: str = "en") -> list[str]:
    """Return the advice for seat 0 at the start of a match."""
    view: Any = courtly.new_match("courtisans", players=2, seed=1, deal=DEAL).view(0)
    return advice(view, view["legal"][0], lambda: ends, lang)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["The Carp is likely to be esteemed: 100%.", "The Hare is likely to fall: 75%."]),
        ("fr", ["La Carpe finira sans doute dans la lumière", "Le Lièvre risque de tomber en disgrâce"]),
    ],
)
def test_likely_family_outcomes_come_in_order_of_certainty(lang: str, lines: list[str]) -> None:
    both = [end({"carp": "esteemed", "hare": "fallen", "stag": "fallen"})] * 2
    ends = [*both, end({"carp": "esteemed", "hare": "fallen"}), end({"carp": "esteemed", "stag": "esteemed"})]
    said = advice_lines(*ends, lang=lang)[:-2]
    assert [line.startswith(begun) for line, begun in zip(said, lines, strict=True)] == [True, True]


def test_at_most_three_families_are_listed() -> None:
    assert len(advice_lines(end(dict.fromkeys(FAMILY_IDS, "esteemed")))) == 3 + 2


def test_missions_come_with_the_share_of_ends_that_meet_them() -> None:
    said = advice_lines(end(met=True), end(), end(), end())
    assert [line.rpartition(": ")[2] for line in said] == [
        "met in 25% of the simulated matches.",
        "met in 0% of the simulated matches.",
    ]
    assert all(line.startswith("Your mission “") for line in said)
    assert not any(".”" in line for line in said)

"""The lists that are shuffled for the first deal and for the next year, and the deal documents made from them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import courtly
from courtly.engine.contract.game import set_up
from courtly.games.cursed_court.deal import from_shuffles, shuffles
from tests.games.cursed_court.builders import BOX, begin, label, play_year, stand_all

VARIANTS: list[dict[str, Any]] = [{}, {"court_remembers": "open"}, {"great_exchange": "cash", "years": 2}]
every = pytest.mark.parametrize("options", VARIANTS, ids=label)


def next_year(match: courtly.Match) -> Counter[str]:
    """Return the cards to shuffle for the next year; empty if there is no next year."""
    return Counter(str(card) for each in shuffles(match.setup, match.state()[0]) for card in each.items)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_deal_made_from_shuffled_lists_is_in_the_record_unchanged(players: int) -> None:
    dice = random.Random(players)
    setup = set_up("cursed_court", {"players": players})
    named = shuffles(setup, None)
    lists = {each.name: dice.sample(list(each.items), len(each.items))[: each.kept] for each in named}
    deal = from_shuffles(lists)
    match = courtly.new_match("cursed_court", players=players, seed=1, deal=deal)
    assert match.record()["deal"] == deal


@every
def test_next_year_is_dealt_from_its_list(options: dict[str, Any]) -> None:
    match = begin(3, "KKKK QQQQ", **options)
    named = next_year(match)
    stand_all(play_year(match))
    assert Counter(match.record()["deal"]["years"][1]) == named


def test_list_for_the_next_year_lacks_this_years_tableau_if_the_court_remembers() -> None:
    match = begin(2, "KKKK QQQQ", court_remembers="hidden")
    assert BOX - next_year(match) == Counter({"king": 4, "queen": 4})


def test_list_for_the_next_year_stays_the_same_when_the_year_ends() -> None:
    match = begin(2, "KKKK QQQQ", court_remembers="open", great_exchange="cash", years=2)
    named = next_year(match)
    assert next_year(play_year(match)) == named


def test_last_year_has_a_list_for_a_next_year_only_if_ties_add_years() -> None:
    assert next_year(begin(2, years=1)) == Counter()
    assert next_year(begin(2, years=1, tie="extra-year")) == BOX
    assert next_year(play_year(begin(2, years=1))) == Counter()


def test_name_of_a_list_says_its_year() -> None:
    match = begin(2)
    assert [each.name for each in shuffles(match.setup, match.state()[0])] == ["years.1"]
    assert [each.name for each in shuffles(play_year(match).setup, match.state()[0])] == ["years.2"]

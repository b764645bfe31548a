"""The lists that are shuffled for a deal and for a year to come: a deal made of them is one that can be played."""

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
    """The cards that are shuffled for the next year; none when there is no other."""
    return Counter(str(card) for each in shuffles(match.setup, match.state()[0]) for card in each.items)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_deal_of_shuffled_lists_is_played_as_it_is(players: int) -> None:
    dice = random.Random(players)
    setup = set_up("cursed_court", {"players": players})
    named = shuffles(setup, None)
    lists = {each.name: dice.sample(list(each.items), len(each.items))[: each.kept] for each in named}
    deal = from_shuffles(lists)
    match = courtly.new_match("cursed_court", players=players, seed=1, deal=deal)
    assert match.record()["deal"] == deal


@every
def test_the_next_year_is_dealt_from_the_cards_that_were_named_for_it(options: dict[str, Any]) -> None:
    match = begin(3, "KKKK QQQQ", **options)
    named = next_year(match)
    stand_all(play_year(match))
    assert Counter(match.record()["deal"]["years"][1]) == named


def test_with_the_court_remembers_this_years_cards_are_left_out() -> None:
    match = begin(2, "KKKK QQQQ", court_remembers="hidden")
    assert BOX - next_year(match) == Counter({"king": 4, "queen": 4})


def test_between_two_years_the_list_is_the_same_as_before() -> None:
    match = begin(2, "KKKK QQQQ", court_remembers="open", great_exchange="cash", years=2)
    named = next_year(match)
    assert next_year(play_year(match)) == named


def test_in_the_last_year_nothing_more_is_shuffled_unless_a_tie_can_ask_for_it() -> None:
    assert next_year(begin(2, years=1)) == Counter()
    assert next_year(begin(2, years=1, tie="extra-year")) == BOX
    assert next_year(play_year(begin(2, years=1))) == Counter()


def test_the_name_of_a_list_says_which_year_it_is_for() -> None:
    match = begin(2)
    assert [each.name for each in shuffles(match.setup, match.state()[0])] == ["years.1"]
    assert [each.name for each in shuffles(play_year(match).setup, match.state()[0])] == ["years.2"]

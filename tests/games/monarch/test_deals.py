"""Checks of deals and options before a match begins, and the caching of card sets between matches."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import courtly
from courtly.engine.contract.game import set_up
from courtly.engine.errors import BadDeal, BadOption, UnknownMove
from courtly.games.monarch.rules.content import cards_of, compile_content
from courtly.games.monarch.rules.deal import from_shuffles, shuffles
from courtly.games.monarch.rules.moves import MonarchCodec
from courtly.games.monarch.rules.reasons import Reason
from courtly.games.monarch.state import MOVES
from tests.games.monarch.builders import begin, run, small_set

MOONLIT = "frost-moon tiger-pelt fair-moon toll-drum"
"""The top of a deck with two Moons, which are discarded at setup."""


@pytest.mark.parametrize(
    ("reshuffles", "reason"),
    [
        ([[]], r"deal.reshuffles\[0\] is empty"),
        (
            [["tiger-pelt"]],
            r"deal.reshuffles\[0\] must hold the Moons .* which are fair-moon, frost-moon|frost-moon",
        ),
        ([["frost-moon", "tiger-pelt"]], r"deal.reshuffles\[0\] must hold the Moons"),
        ([["frost-moon", "fair-moon", "alms-moon"]], r"deal.reshuffles\[0\] must hold the Moons"),
        ([["frost-moon", "fair-moon"], ["alms-moon"]], r"deal.reshuffles\[1\] .* which are nothing"),
        ([["frost-moon", "frost-moon"]], r"deal.reshuffles\[0\] holds frost-moon twice"),
        ([["small-village"]], r"deal.reshuffles\[0\]\[0\] cannot be 'small-village'"),
        (["frost-moon"], r"deal.reshuffles\[0\] cannot be 'frost-moon'; use a list of cards"),
        ("frost-moon", "deal.reshuffles cannot be 'frost-moon'; use a list of decks"),
    ],
)
def test_an_impossible_reshuffle_is_refused_before_the_match(reshuffles: Any, reason: str) -> None:
    with pytest.raises(BadDeal, match=reason):
        begin(3, MOONLIT, reshuffles=reshuffles)


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4, "banners": False}])
def test_shuffled_lists_make_a_valid_deal(options: dict[str, Any]) -> None:
    setup, rng = set_up("monarch", options), random.Random(5)
    lists = {each.name: rng.sample(each.items, len(each.items))[: each.kept] for each in shuffles(setup, None)}
    assert {name: len(kept) for name, kept in lists.items()} == {"first": 1, "lands": 9, "deck": 74}
    deal = from_shuffles(lists)
    assert courtly.new_match("monarch", deal=deal, seed=1, **options).record()["deal"] == deal


def test_the_discard_pile_is_the_next_list_to_shuffle() -> None:
    match = begin(3, "toll-drum old-nurse astronomer gazing-glass fireworks")
    assert shuffles(match.setup, match.state()[0]) == []
    run(match, "sweep")
    (pile,) = shuffles(match.setup, match.state()[0])
    assert (pile.name, sorted(map(str, pile.items)), pile.kept) == ("reshuffles.0", match.view(None)["discard"], 5)


def test_the_next_two_listed_reshuffles_are_prepared() -> None:
    lists = [["frost-moon", "fair-moon", "toll-drum"], ["tiger-pelt"], ["fireworks", "astronomer"]]
    match = begin(3, MOONLIT, reshuffles=lists)
    assert match.record()["deal"]["reshuffles"] == []
    assert [int((row >= 0).sum()) for row in match.state()[0].next_decks] == [3, 1]


@pytest.mark.parametrize("value", [7, None, ["house"], 1.5, {"schema": {1, 2}}, {"schema": 10**5000}])
def test_a_card_set_must_be_a_name_or_plain_data(value: Any) -> None:
    with pytest.raises(BadOption, match="card_set"):
        set_up("monarch", {"players": 3, "card_set": value})


@pytest.mark.parametrize("text", [None, 7, b"end", ["end"], {"move": "end"}])
def test_a_move_must_be_a_text(text: Any) -> None:
    with pytest.raises(UnknownMove, match="is not a move"):
        begin(3).play(text)


def test_a_number_out_of_range_is_no_move() -> None:
    match = begin(3)
    for number in (-1, MOVES, 10**6):
        code = match.setup.game.rules.kernels.reason(match.setup.content, match.state()[0], number)
        assert code == Reason.NO_MOVE


@pytest.mark.parametrize("card_set", ["house", small_set()], ids=["house", "a set of one's own"])
def test_a_card_set_is_compiled_only_once(card_set: Any) -> None:
    one, other = (set_up("monarch", {"players": players, "card_set": card_set}) for players in (2, 4))
    assert isinstance(one.codec, MonarchCodec)
    assert one.codec is other.codec
    assert cards_of(one.options) is cards_of(other.options)  # type: ignore[arg-type]
    assert np.array_equal(one.content.powers, other.content.powers)


def test_matches_with_one_set_do_not_share_their_content() -> None:
    setup = set_up("monarch", {"players": 2})
    contents = compile_content(setup.options)  # type: ignore[arg-type]
    contents[0].rounds = 7
    assert compile_content(setup.options)[0].rounds == 60  # type: ignore[arg-type]


def test_the_maximum_number_of_legal_moves_includes_the_banners() -> None:
    house, small = set_up("monarch", {"players": 4}), set_up("monarch", {"players": 4, "card_set": small_set()})
    assert house.max_legal == small.max_legal == 4 + 5 + 10 + 1
    assert set_up("monarch", {"players": 4, "banners": False}).max_legal == 15

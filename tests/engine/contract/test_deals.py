"""Deal documents built from parts: valid and invalid values, and the shuffles."""

from __future__ import annotations

from typing import Any

import pytest

from courtly.engine.contract.deals import DealForm, PilePart, SeatPart, Shuffle
from courtly.engine.contract.game import Setup, set_up
from courtly.engine.errors import BadDeal

CARDS = ["fox", "fox", "owl"]
FORM = DealForm([SeatPart("first"), PilePart("deck", lambda _setup: CARDS, lambda _setup: 2)])


@pytest.fixture(scope="module")
def setup() -> Setup:
    return set_up("courtisans", {"players": 3})


def test_a_deal_is_read_part_by_part(setup: Setup) -> None:
    assert FORM.read(setup, {"first": 2, "deck": ["owl", "fox"]}) == {"first": 2, "deck": ["owl", "fox"]}


@pytest.mark.parametrize(
    ("document", "where", "told"),
    [
        ({"first": 3, "deck": ["fox", "owl"]}, "deal.first", "use a seat, 0 to 2"),
        ({"first": True, "deck": ["fox", "owl"]}, "deal.first", "use a seat"),
        ({"first": 0, "deck": ["fox"]}, "deal.deck", "cannot be 1 cards; use a list of 2 cards"),
        ({"first": 0, "deck": "fox"}, "deal.deck", "use a list of 2 cards"),
        ({"first": 0, "deck": ["fox", "hen"]}, "deal.deck[1]", "cannot be 'hen'; choose from fox, owl"),
        ({"first": 0, "deck": ["owl", 7]}, "deal.deck[1]", "cannot be 7"),
        ({"first": 0, "deck": ["owl", "owl"]}, "deal.deck", "holds owl 2 times; there are only 1"),
    ],
)
def test_an_impossible_deal_is_refused(setup: Setup, document: dict[str, Any], where: str, told: str) -> None:
    with pytest.raises(BadDeal) as caught:
        FORM.read(setup, document)
    assert caught.value.where == where
    assert told in str(caught.value)


def test_the_parts_declare_their_shuffles(setup: Setup) -> None:
    assert FORM.shuffles(setup) == [Shuffle("first", range(3), 1), Shuffle("deck", tuple(CARDS), 2)]

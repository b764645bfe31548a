"""Layouts: described fields become records with attributes."""

import pickle

import numpy as np
import pytest

from courtly.engine.contract.layout import Ints, Layout, Visibility, field
from courtly.engine.errors import BadLayout


class Pot(Layout):
    """Coins in the middle."""

    to_move: int = field(np.int8, "seat", none=-1)
    coins: Ints = field(np.int8, "coins of each seat", shape=3, visibility=Visibility.OWNER)


def test_a_field_keeps_its_description() -> None:
    coins = Pot.fields["coins"]
    assert (coins.text, coins.shape, coins.none, coins.visibility) == ("coins of each seat", (3,), None, "owner")


def test_the_fields_of_an_element_are_attributes() -> None:
    pots = Pot.empty(2)
    pots[1].coins[2] = 7
    pots[1].to_move = -1
    assert pots["coins"].tolist() == [[0, 0, 0], [0, 0, 7]]
    assert int(pots[1].to_move) == -1


def test_a_copied_array_is_independent() -> None:
    pots = Pot.empty()
    other = pots.copy()
    other[0].coins[0] = 1
    assert pots[0].coins.tolist() == [0, 0, 0]


def test_a_subclass_adds_fields() -> None:
    class Bank(Pot):
        gold: int = field(np.int16, "gold in the bank")

    assert list(Bank.fields) == ["to_move", "coins", "gold"]


def test_a_layout_needs_fields() -> None:
    with pytest.raises(BadLayout, match="Empty has no fields"):
        type("Empty", (Layout,), {})


def test_a_field_name_that_numpy_uses_is_refused() -> None:
    with pytest.raises(BadLayout, match=r"Bad\.size would be hidden"):
        type("Bad", (Layout,), {"size": field(np.int8, "coins")})


def test_a_misspelt_detail_is_refused() -> None:
    with pytest.raises(BadLayout, match="no detail 'shapes'"):
        field(np.int8, "coins", shapes=(3,))


def test_a_record_has_only_its_own_fields() -> None:
    pots = Pot.empty(2)
    pots[0].coins[1] = 3
    pots[1] = pots[0]
    pots[0].coins = 9
    assert (pots[0].coins.tolist(), pots[1].coins.tolist()) == ([9, 9, 9], [0, 3, 0])
    with pytest.raises(AttributeError, match="nothing"):
        pots[0].nothing = 1


def test_records_can_be_pickled() -> None:
    pots = Pot.empty(2)
    pots[1].coins[1] = 3
    sent = pickle.loads(pickle.dumps(pots))
    assert sent.dtype == pots.dtype
    assert sent[1].coins.tolist() == [0, 3, 0]

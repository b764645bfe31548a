"""The registry of games, and the generic functions that find a game's kernels by its state."""

from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

import courtly
from courtly.engine.compile import dispatch
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Game, Kernels, broken_games, set_up
from courtly.engine.contract.layout import Layout, field
from courtly.engine.contract.registry import GAMES, Registry
from courtly.engine.errors import BadLayout, UnknownGame
from courtly.games.courtisans.state import State

COURTISANS = courtly.find_game("courtisans")


def test_an_unknown_game_is_refused_with_the_known_games() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'; choose from courtisans"):
        courtly.find_game("chess")


def test_a_game_made_in_this_process_can_be_registered() -> None:
    games = Registry()
    mine = games.register(COURTISANS.changed(name="mine"))
    assert games.find("mine") is mine
    assert games.names() == sorted(["mine", *courtly.game_names()])


def test_a_game_is_either_playable_or_broken() -> None:
    assert broken_games().keys() & set(courtly.game_names()) == set()


def test_a_changed_copy_accepts_only_existing_fields() -> None:
    assert COURTISANS.changed(version="9").version == "9"
    with pytest.raises(TypeError, match="a game has no field 'colour'"):
        COURTISANS.changed(colour="red")


def test_content_is_read_only() -> None:
    content = set_up("courtisans", {"players": 2}).content
    with pytest.raises(ValueError, match="read-only"):
        content.players = 5


def test_two_games_with_the_same_state_fields_are_refused() -> None:
    GAMES.connect(COURTISANS)
    with pytest.raises(BadLayout, match="the states of twin and courtisans are the same"):
        GAMES.connect(COURTISANS.changed(name="twin"))


def test_a_state_that_begins_with_all_fields_of_another_is_refused() -> None:
    class Longer(State):
        coins: int = field(np.int8, "coins")

    GAMES.connect(COURTISANS)
    with pytest.raises(BadLayout, match="one begins with all fields of the other"):
        GAMES.connect(COURTISANS.changed(name="longer", state=Longer))


def test_a_state_begins_with_the_seat_to_move() -> None:
    class Odd(Layout):
        coins: int = field(np.int8, "coins")

    with pytest.raises(BadLayout, match="the state of odd must begin with to_move"):
        GAMES.connect(COURTISANS.changed(name="odd", state=Odd))


def test_compiled_code_finds_kernels_by_record_type() -> None:
    GAMES.connect(COURTISANS)
    record_type = numba.from_dtype(COURTISANS.rules.state.dtype)
    assert GAMES.of_type(record_type) is COURTISANS


def test_compiled_code_keeps_the_first_compiled_kernels() -> None:
    games, s = Registry(), COURTISANS.rules.state.empty()[0]
    slow, fast, other = (_variant(compiled=compiled) for compiled in (False, True, True))
    called = []
    for variant in (slow, fast, slow):
        games.connect(variant)
        called.append((games.of(s), games.of_type(numba.from_dtype(s.dtype))))
    assert called == [(slow, slow), (fast, fast), (slow, fast)]
    with pytest.raises(BadLayout, match="calls other kernels of courtisans"):
        games.connect(other)


def _variant(*, compiled: bool) -> Game:
    """Return Courtisans with other kernels, which look compiled or plain."""

    def deal() -> None:
        pass

    def kernel() -> Any:
        return SimpleNamespace(py_func=deal) if compiled else lambda: None

    return COURTISANS.changed(kernels=Kernels(*(kernel() for _ in Kernels.__slots__)))


def test_a_generic_function_plays_any_game_that_is_set_up() -> None:
    setup = set_up("courtisans", {"players": 2})
    states = setup.game.rules.state.empty()
    dispatch.deal(setup.content, states[0], stream(1))
    assert dispatch.legal(setup.content, states[0], np.empty(64, np.int32)) > 0


def test_an_unknown_attribute_of_the_package_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = courtly.nothing

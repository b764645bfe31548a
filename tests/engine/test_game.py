"""The registry, and generic functions that find a game's kernels by its state."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

import courtly
from courtly.engine import dispatch, game
from courtly.engine.errors import BadLayout, UnknownGame
from courtly.engine.game import Game, Kernels, register, set_up
from courtly.engine.layout import Layout, field
from courtly.engine.rng import stream

COURTISANS = courtly.find_game("courtisans")


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'; there are courtisans"):
        courtly.find_game("chess")


def test_a_game_made_in_this_process_can_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "_REGISTERED", dict(game._REGISTERED))
    mine = register(replace(COURTISANS, name="mine"))
    assert courtly.find_game("mine") is mine
    assert "mine" in courtly.game_names()


def test_content_is_read_only() -> None:
    content = set_up("courtisans", {"players": 2}).content
    with pytest.raises(ValueError, match="read-only"):
        content.players = 5


def test_two_games_with_states_of_the_same_fields_are_refused() -> None:
    dispatch.connect(COURTISANS)
    with pytest.raises(BadLayout, match="twin and courtisans have states of the same fields"):
        dispatch.connect(replace(COURTISANS, name="twin"))


def test_a_state_begins_with_the_seat_to_move() -> None:
    class Odd(Layout):
        coins: int = field(np.int8, "coins")

    with pytest.raises(BadLayout, match="the state of odd does not begin with to_move"):
        dispatch.connect(replace(COURTISANS, name="odd", state=Odd))


def test_compiled_code_finds_a_games_kernels_by_its_record_type() -> None:
    dispatch.connect(COURTISANS)
    assert dispatch.kernels_for(numba.from_dtype(COURTISANS.state.dtype)) is COURTISANS.kernels


def test_compiled_code_keeps_to_a_games_compiled_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_BY_DTYPE", {})
    monkeypatch.setattr(dispatch, "_BY_TYPE", {})
    dtype = COURTISANS.state.dtype
    slow, fast, other = (_form(compiled=compiled) for compiled in (False, True, True))
    called = []
    for form in (slow, fast, slow):
        dispatch.connect(form)
        called.append((dispatch._BY_DTYPE[dtype], dispatch.kernels_for(numba.from_dtype(dtype))))
    assert called == [(slow, slow.kernels), (fast, fast.kernels), (slow, fast.kernels)]
    with pytest.raises(BadLayout, match="calls other kernels of courtisans already"):
        dispatch.connect(other)


def _form(*, compiled: bool) -> Game:
    """Return Courtisans with kernels of its own, which look compiled or plain."""

    def deal() -> None:
        pass

    def made() -> Any:
        return SimpleNamespace(py_func=deal) if compiled else lambda: None

    return replace(COURTISANS, kernels=Kernels(*(made() for _ in Kernels.__slots__)))


def test_a_generic_function_plays_whatever_game_has_been_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_BY_DTYPE", {})
    setup = set_up("courtisans", {"players": 2})
    states = setup.game.state.empty()
    dispatch.deal(setup.content, states[0], stream(1))
    assert dispatch.legal(setup.content, states[0], np.empty(64, np.int32)) > 0


def test_a_missing_name_of_the_package_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = courtly.nothing

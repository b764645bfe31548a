"""The optional parts of a game have defaults that are good enough to play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from annotated_types import Ge, Le
from hypothesis import given
from hypothesis import strategies as st

from courtly.engine.compile.rng import stream
from courtly.engine.contract.defaults import compile_options, events, free_moves, idle_moves, no_shuffles, reveals
from courtly.engine.contract.game import Game, Kernels, Rules, Setup, registered, set_up
from courtly.engine.contract.generated import MAX_SEATS, observation_of, observer_of
from courtly.engine.contract.layout import Ints, Layout, Visibility, field
from courtly.engine.contract.observation import Observation, Piece
from courtly.engine.contract.options import Options
from courtly.engine.errors import BadLayout, IllegalMove
from courtly.engine.play.match import Match, Opening
from tests.testing import lots


class Table(Layout):
    """A state with a field for each kind of visibility."""

    to_move: int = field(np.int8, "seat that decides", none=-1, most=2)
    coins: Ints = field(np.int8, "coins of each seat", shape=(3,), most=10)
    hands: Ints = field(np.int8, "cards of each seat", shape=(3, 2), none=-1, most=4, visibility=Visibility.OWNER)
    purse: Ints = field(np.int8, "gold of each seat", shape=(3,), least=-5, most=5, visibility=Visibility.OWNER)
    board: Ints = field(np.int8, "owner of each square", shape=(2, 2), none=-1, most=3)
    deck: Ints = field(np.int8, "the deck", shape=(5,), visibility=Visibility.NOBODY)
    spies: Ints = field(np.int8, "known in part", shape=(5,), visibility=Visibility.RULED)


class SmallState(Layout):
    """The test game's state with an additional field near the start, so that neither state begins with the other."""

    to_move: int = field(np.int8, "seat that decides", none=lots.NONE)
    small: int = field(np.int8, "nothing: this game has it to be told from the other")
    asked: int = field(np.int8, "1 while a seat decides whether to draw")
    drawn: int = field(np.int8, "cards taken from the stock")
    hands: Ints = field(
        np.int8, "cards in hand, ascending", shape=(lots.SEATS, lots.HAND), none=lots.NONE, visibility=Visibility.OWNER
    )
    lots_hidden: Ints = field(
        np.int8, "each seat's hidden card", shape=(lots.SEATS,), none=lots.NONE, visibility=Visibility.OWNER
    )
    has_hidden: Ints = field(np.int8, "1 for a seat that has hidden a card", shape=(lots.SEATS,))
    table: Ints = field(np.int8, "1 + the seat that owns a card face up, else 0", shape=(lots.CARDS,))
    stock: Ints = field(
        np.int8, "next card at `drawn`", shape=(lots.CARDS,), none=lots.NONE, visibility=Visibility.NOBODY
    )


def small_game() -> Game:
    """Return the test game reduced to the required parts."""
    whole, kernels = lots.GAME.rules, lots.GAME.rules.kernels
    needed = Kernels(kernels.deal, kernels.legal, kernels.apply, kernels.score, kernels.redeal)
    rules = Rules(whole.options, SmallState, needed, content=whole.content, compile=whole.compile)
    return Game("small", "1", "tests.testing.lots", rules, lots.GAME.documents, lots.GAME.audience_view)


@pytest.fixture
def setup() -> Iterator[Setup]:
    with registered(small_game()):
        yield set_up("small", {"players": 3})


def test_a_default_observation_has_public_fields_and_fields_of_the_observer() -> None:
    pieces = {piece.name: piece.shape for piece in observation_of(Table)}
    assert pieces == {
        "observer": (MAX_SEATS,),
        "to_move": (),
        "coins": (3,),
        "hands": (2,),
        "purse": (),
        "board": (2, 2),
    }


def test_a_generated_observation_scales_each_field_by_its_range(setup: Setup) -> None:
    match = Match(setup, Opening(seed=1))
    for seat in range(3):
        pieces = setup.game.rules.observation.split(match.observe(seat))
        assert pieces["observer"].argmax() == seat
        assert ((match.observe(seat) >= 0) & (match.observe(seat) <= 1)).all()


@given(seed=st.integers(0, 2**32 - 1), seat=st.integers(0, 2))
def test_a_generated_observation_has_each_visible_value_as_a_share_of_its_range(seed: int, seat: int) -> None:
    s, rng, pieces = Table.empty()[0], np.random.default_rng(seed), observation_of(Table)
    for name, each in Table.fields.items():
        s[name] = rng.integers(each.least if each.none is None else each.none, each.most, each.shape, endpoint=True)
    out = np.full(pieces.size, np.nan, np.float32)
    observer_of(Table)(s, seat, out)
    found = {name: values.tolist() for name, values in pieces.split(out).items()}
    assert found.pop("observer") == [float(i == seat) for i in range(MAX_SEATS)]
    shares = {
        "to_move": (s.to_move + 1) / 3,
        "coins": s.coins / 10,
        "hands": (s.hands[seat] + 1) / 5,
        "purse": (s.purse[seat] + 5) / 10,
        "board": (s.board + 1) / 4,
    }
    assert found == {name: np.float32(values).tolist() for name, values in shares.items()}


def test_the_compiled_observation_equals_the_plain_one(setup: Setup) -> None:
    match = Match(setup, Opening(seed=1))
    for seat in range(3):
        plain = np.empty(setup.game.rules.observation.size, np.float32)
        observer_of(SmallState)(match.state()[0], seat, plain)
        assert match.observe(seat).tolist() == plain.tolist()


def test_an_illegal_move_has_the_default_reason(setup: Setup) -> None:
    match = Match(setup, Opening(seed=1))
    other = next(text for text in map(setup.codec.format, range(setup.codec.count)) if text not in match.legal_moves())
    with pytest.raises(IllegalMove, match="this move cannot be played now"):
        match.play(other)


def test_a_legal_move_has_no_reason(setup: Setup) -> None:
    match = Match(setup, Opening(seed=1))
    legal = setup.codec.parse(match.legal_moves()[0])
    assert setup.game.rules.kernels.reason(setup.content, match.state()[0], legal) == 0


def test_by_default_only_the_mover_sees_the_move(setup: Setup) -> None:
    match = Match(setup, Opening(seed=1))
    before, move = match.state()[0], match.legal_moves()[0]
    told, moved = events(setup, before, setup.codec.parse(move), before, [])
    assert (told.id, told.args["move"], told.audience.includes(1)) == ("move", move.split(" "), False)
    assert (moved.id, moved.audience.includes(0), moved.audience.includes(None)) == ("moved", False, True)


def test_by_default_a_game_declares_no_shuffles_and_any_move_may_reveal_something(setup: Setup) -> None:
    assert no_shuffles(setup, None) == []
    assert reveals({}, "draw") is True
    assert free_moves({}) == idle_moves({}) == ()


def test_by_default_a_preview_does_not_show_the_move(setup: Setup) -> None:
    match = Match(setup, Opening(seed=1))
    view = match.view(match.to_move)
    preview = match.preview(view["legal"][0])
    assert preview.view(match.to_move) == {**view, "legal": []}
    assert preview.log(match.to_move) == match.log(match.to_move)


def test_the_default_rule_based_player_plays_at_random(setup: Setup) -> None:
    match = Match(setup, Opening(seed=1))
    policy = setup.game.rules.kernels.policy
    chosen = {setup.codec.format(int(policy(setup.content, match.state()[0], stream(i)))) for i in range(60)}
    assert chosen == set(match.legal_moves())


def test_the_kernel_observe_needs_pieces_and_pieces_need_the_kernel() -> None:
    kernels = lots.GAME.rules.kernels
    with pytest.raises(BadLayout, match="both the kernel observe and the pieces"):
        Rules(lots.LotsOptions, lots.State, kernels)
    few = Kernels(kernels.deal, kernels.legal, kernels.apply, kernels.score, kernels.redeal)
    with pytest.raises(BadLayout, match="both the kernel observe and the pieces"):
        Rules(lots.LotsOptions, lots.State, few, observation=Observation(hand=Piece("the hand", (3,))))


def test_content_is_compiled_from_options_of_the_same_name() -> None:
    class Choices(Options):
        players: Annotated[int, Ge(2), Le(4)]
        rounds: Annotated[int, Ge(1), Le(9)] = 3
        mood: Literal["calm", "wild"] = "calm"
        open: bool = False

    class Fixed(Layout):
        players: int = field(np.int8, "seats")
        rounds: int = field(np.int8, "rounds")
        mood: int = field(np.int8, "place of the mood in its list")
        open: int = field(np.int8, "1 when hands are open")

    options: Any = Choices(players=3, mood="wild", open=True)
    assert compile_options(Fixed, options)[0].tolist() == (3, 3, 1, 1)


def test_without_features_a_net_cannot_evaluate_any_position(setup: Setup) -> None:
    kernels, s = setup.game.rules.kernels, setup.game.rules.state.empty()[0]
    kernels.deal(setup.content, s, stream(1))
    assert setup.game.study.features is None
    assert not kernels.features(setup.content, s, np.empty(0, np.float32))

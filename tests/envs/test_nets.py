"""Nets from files: they play by their logits from their seat's knowledge, and invalid files are refused by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from courtly import envs
from courtly.arena import run
from courtly.arena.about import about
from courtly.arena.entrants import make_bot
from courtly.arena.plan import Plan
from courtly.bots import UnknownBot, choose
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup
from courtly.engine.errors import shown
from courtly.envs.kernels import AGENT, FIRST_NET
from courtly.envs.nets import Net, load_net, packed
from courtly.envs.versions import history
from courtly.mcp.bots import BotOpening
from tests.envs.helpers import fast_match, games, prepared

Layers = list[tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]


def random_layers(setup: Setup, hidden: tuple[int, ...] = (8,), seed: int = 1) -> Layers:
    """Return random layers that fit a game."""
    rng, sizes = np.random.default_rng(seed), (setup.game.rules.observation.size, *hidden, setup.codec.count)
    return [
        (rng.normal(size=(inputs, outputs)).astype(np.float32), rng.normal(size=outputs).astype(np.float32))
        for inputs, outputs in pairwise(sizes)
    ]


def saved(path: Path, **given: Any) -> str:
    """Save a net of Courtisans and return its specification as a bot."""
    setup = prepared("courtisans")
    envs.save_net(path, setup, random_layers(setup), **given)
    return f"net:{path}"


@pytest.mark.parametrize(("activation", "bend"), [("relu", lambda x: np.maximum(x, 0)), ("tanh", np.tanh)])
def test_logits_agree_with_numpy(activation: str, bend: Callable[[Any], Any]) -> None:
    play = fast_match("courtisans", moves=5)
    layers = random_layers(play.setup, (8, 5))
    values = play.seen
    for number, (weight, bias) in enumerate(layers):
        values = (bend(values) if number else values) @ weight + bias
    assert np.allclose(Net(tuple(layers), activation).logits(play.seen), values, atol=1e-4)


@games
def test_a_net_plays_its_best_legal_move_in_any_twin(game: str) -> None:
    play = fast_match(game, moves=7)
    seat = play.to_move
    kinds = np.array([FIRST_NET if each == seat else AGENT for each in range(play.setup.players)], np.int32)
    net = Net(tuple(random_layers(play.setup)))
    best = int(np.where(play.mask, net.logits(play.seen), -np.inf).argmax())
    for copied in (play.copy(), play.imagined(seat, stream(3))):
        before = len(copied.moves)
        copied.let_bots_move(kinds, packed([net]), stream(1))
        assert copied.moves[before] == best


@games
def test_the_knowledge_of_a_bot_has_the_tensors_of_the_environments(game: str) -> None:
    for moves in (0, 5, 12):
        play = fast_match(game, moves=moves)
        knowledge = play.match.knowledge(play.to_move)
        assert np.array_equal(knowledge.observation, play.seen)
        assert np.array_equal(knowledge.mask, play.mask)


@pytest.mark.parametrize("temperature", [0.0, 2.0])
def test_a_net_plays_the_same_moves_as_a_bot_as_in_compiled_code(temperature: float, tmp_path: Path) -> None:
    bot = make_bot(saved(tmp_path / "net.npz", temperature=temperature))
    play, nets = fast_match("courtisans", moves=0), packed([load_net(tmp_path / "net.npz", prepared("courtisans"))])
    kinds = np.full(play.setup.players, FIRST_NET, np.int32)
    copied = play.copy()
    copied.let_bots_move(kinds, nets, stream(5))
    rng = stream(5)
    while not play.is_over:
        play.play(play.setup.codec.parse(choose(bot, play.match.knowledge(play.to_move), rng).move))
    assert play.moves == copied.moves


def test_a_net_plays_in_the_arena_and_is_checked_before_the_first_match(tmp_path: Path) -> None:
    spec = saved(tmp_path / "net.npz")
    results = run.play(Plan("courtisans", {"players": 3}, (spec, "steward"), deals=1))
    assert results.reasons == {}
    assert list(about(results.plan.setup, results.plan.bots)["nets"]) == [spec]
    with pytest.raises(envs.BadValue, match="it has 'courtisans' as game, not monarch"):
        run.play(Plan("monarch", {"players": 3}, (spec, "steward"), deals=1))


def test_a_net_plays_at_a_table_of_a_model_that_may_name_files(tmp_path: Path) -> None:
    spec = saved(tmp_path / "net.npz")
    opening = BotOpening(prepared("courtisans"), [spec], seat=0, seed=1, lang="en", nets=True)
    assert [bot.name for bot in opening.made().values()] == [spec, spec]
    with pytest.raises(UnknownBot):
        replace(opening, nets=False).made()


def test_a_net_with_a_temperature_draws_legal_moves_by_their_odds() -> None:
    play = fast_match("courtisans", moves=0)
    seat, legal = play.to_move, np.flatnonzero(play.mask)
    weight = np.zeros((len(play.seen), len(play.mask)), np.float32)
    bias = np.zeros(len(play.mask), np.float32)
    bias[legal[0]] = 2 * np.log(3.0)
    kinds = np.array([FIRST_NET if each == seat else AGENT for each in range(play.setup.players)], np.int32)
    nets, rng, count = packed([Net(((weight, bias),), temperature=2.0)]), stream(5), 2000
    first = np.zeros(len(play.mask), np.int64)
    for _ in range(count):
        copied = play.copy()
        copied.let_bots_move(kinds, nets, rng)
        first[copied.moves[0]] += 1
    assert first.sum() == first[legal].sum() == count
    odds = np.where(legal == legal[0], 3.0, 1.0) / (len(legal) + 2)
    assert np.abs(first[legal] / count - odds).max() < 5 * np.sqrt(0.25 / count)


@pytest.mark.parametrize("make", [envs.gym, lambda *given, **how: envs.vector(*given, num_envs=4, **how)])
def test_a_net_plays_next_to_another_bot_in_both_environments(make: Any, tmp_path: Path) -> None:
    env = make("courtisans", 3, bots=[saved(tmp_path / "net.npz"), "random"])
    shown = []
    for _ in range(2):
        _, info = env.reset(seed=1)
        for _ in range(4):
            mask = np.atleast_2d(info["action_mask"])
            actions = mask.argmax(axis=1)
            seen, *_, info = env.step(actions if len(actions) > 1 else int(actions[0]))
            shown.append(seen.copy())
    assert np.array_equal(shown[:4], shown[4:])


def changed(path: Path, **values: Any) -> None:
    """Rewrite a file with some arrays changed, or left out if None."""
    with np.load(path) as file:
        arrays = {**file, **values}
    np.savez(path, **{name: value for name, value in arrays.items() if value is not None})


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def test_a_net_saved_before_a_change_of_descriptions_plays(tmp_path: Path) -> None:
    spec = saved(tmp_path / "net.npz")
    changed(tmp_path / "net.npz", observations=history("courtisans")[-1].reworded[0])
    assert envs.vector("courtisans", 3, num_envs=2, bots=[spec, "random"]).reset(seed=1)


WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.unlink, "it cannot be read"),
    "torn": (torn, "it cannot be read"),
    "no archive": (lambda path: path.write_bytes(b"weights"), "it cannot be read"),
    "another game": (lambda path: changed(path, game="monarch"), "it has 'monarch' as game, not courtisans"),
    "other pieces": (lambda path: changed(path, observations="0"), "it has '0' as observations, not"),
    "other moves": (lambda path: changed(path, actions=None), "it has None as actions, not"),
    "activation": (lambda path: changed(path, activation="sine"), "not relu, tanh"),
    "not finite": (lambda path: changed(path, bias_1=np.full(349, np.nan, np.float32)), "bias_1 must be"),
    "whole numbers": (lambda path: changed(path, bias_1=np.zeros(349, np.int64)), "bias_1 must be"),
    "a layer less": (lambda path: changed(path, weight_1=None), "they must lead from 377 inputs to 349 moves"),
    "no bias": (lambda path: changed(path, bias_0=None), "bias_0 must be"),
    "cold": (lambda path: changed(path, temperature=np.float32(-1)), "its temperature is below 0"),
    "objects": (lambda path: changed(path, weight_0=np.array([{}])), "it cannot be read"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_an_invalid_file_is_refused_with_its_name_and_the_problem(wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    spec = saved(path)
    spoil, named = WRONG[wrong]
    spoil(path)
    with pytest.raises(envs.BadValue, match=named) as refused:
        envs.vector("courtisans", 3, num_envs=2, bots=[spec])
    assert shown(str(path)) in str(refused.value)


def test_an_invalid_net_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(envs.BadValue, match="its layers are"):
        envs.save_net(tmp_path / "net.npz", prepared("courtisans"), random_layers(prepared("monarch")))
    assert not list(tmp_path.iterdir())


def test_a_saved_net_is_loaded_unchanged(tmp_path: Path) -> None:
    setup = prepared("courtisans")
    layers = random_layers(setup)
    envs.save_net(tmp_path / "net.npz", setup, layers, activation="tanh", temperature=0.5)
    net = envs.load_net(tmp_path / "net.npz", setup)
    assert (net.activation, net.temperature) == ("tanh", 0.5)
    assert len(net.layers) == len(layers)
    for (weight, bias), (given, also) in zip(net.layers, layers, strict=True):
        assert np.array_equal(weight, given)
        assert np.array_equal(bias, also)

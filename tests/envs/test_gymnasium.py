"""One seat in Gymnasium: its own checks, bots, masks, what is refused."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env

from courtly import envs
from courtly.bots import UnknownBot
from courtly.engine.contract.game import registered
from tests.envs.helpers import LOTS, PLAYERS, games


def play_on(env: Any, seed: int = 1) -> tuple[list[int], float]:
    """Play a random match; return the actions, and what was paid in all."""
    env.reset(seed=seed)
    luck, actions, paid, ended = np.random.default_rng(seed), [], 0.0, False
    while not ended:
        actions.append(int(luck.choice(np.flatnonzero(env.action_masks()))))
        _, reward, ended, _, _ = env.step(actions[-1])
        paid += reward
    return actions, paid


@games
def test_the_checks_of_gymnasium_pass(game: str) -> None:
    check_env(envs.gym(game, PLAYERS[game], bots=["steward", "random"][: PLAYERS[game] - 1]))


def test_bots_that_search_play_too_and_the_same_seed_repeats_them() -> None:
    one, two = (envs.gym("courtisans", 3, bots=["ismcts:sims=4", "steward"], seat=None) for _ in range(2))
    assert play_on(one) == play_on(two)
    assert one.board.now.moves == two.board.now.moves


def test_a_game_registered_later_is_an_environment_too() -> None:
    with registered(LOTS):
        envs.register()
        env = gymnasium.make("courtly/lots-v0", players=3, bots=["random"])
        check_env(env.unwrapped)
        assert env.reset(seed=1)[0].shape == env.observation_space.shape


@games
def test_ids_make_one_seat_and_vectors(game: str) -> None:
    env: Any = gymnasium.make(f"courtly/{game}-v1", bots=["random"], render_mode="rgb_array")
    seen, info = env.reset(seed=1)
    assert seen in env.observation_space
    assert env.render().shape == (720, 960, 3)
    assert info["action_mask"].any()
    vector: Any = gymnasium.make_vec(f"courtly/{game}-v1", num_envs=3, vectorization_mode="vector_entry_point")
    assert vector.reset(seed=1)[0].shape == (3, *env.observation_space.shape)
    vector.close()


def test_the_agent_sits_where_it_is_told_or_anywhere() -> None:
    fixed = envs.gym("courtisans", 3, bots=["random"], seat=2)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}
    free = envs.gym("courtisans", 3, bots=["random"], seat=None)
    assert {free.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}


@games
def test_the_agent_is_asked_only_when_its_seat_decides(game: str) -> None:
    env = envs.gym(game, PLAYERS[game], bots=["steward"], seat=1)
    env.reset(seed=4)
    for _ in range(5):
        assert env.board.now.to_move == 1
        env.step(env.action_space.sample())


def test_the_reward_is_that_of_the_seat() -> None:
    env = envs.gym("courtisans", 2, bots=["random"], reward="score", seat=1)
    _, paid = play_on(env)
    assert paid == env.board.now.match.scores()[1]
    assert np.array_equal(env._info()["scores"], env.board.now.match.scores())


def test_what_is_sampled_is_legal_unless_a_mask_says_otherwise() -> None:
    env = envs.gym("courtisans", 2, bots=["random"])
    env.reset(seed=1)
    assert all(env.action_masks()[env.action_space.sample()] for _ in range(50))
    only = np.zeros(env.setup.codec.count, np.int8)
    only[5] = 1
    assert env.action_space.sample(only) == 5


def test_after_its_seed_the_space_samples_what_a_reset_with_that_seed_allows() -> None:
    env = envs.gym("courtisans", 2, bots=["steward"])
    env.reset(seed=1)
    for seed in range(20):
        env.action_space.seed(seed)
        action = env.action_space.sample()
        env.reset(seed=seed)
        assert env.action_masks()[action]


def test_copies_of_the_space_are_plain() -> None:
    space = envs.gym("courtisans", 2).action_space
    for twin in (copy.deepcopy(space), pickle.loads(pickle.dumps(space))):
        assert type(twin) is spaces.Discrete
        assert twin == space


def test_an_illegal_action_is_an_error_and_changes_nothing() -> None:
    env = envs.gym("courtisans", 2, bots=["random"])
    env.reset(seed=1)
    before, illegal = env.board.now.state.tobytes(), int((~env.action_masks()).argmax())
    with pytest.raises(envs.IllegalAction, match="It may take"):
        env.step(illegal)
    assert env.board.now.state.tobytes() == before


def test_there_are_no_steps_before_the_first_reset_or_after_the_end() -> None:
    env = envs.gym("courtisans", 2, bots=["random"])
    with pytest.raises(envs.EpisodeOver, match="before the first reset"):
        env.step(0)
    play_on(env)
    with pytest.raises(envs.EpisodeOver, match="the match is over"):
        env.step(0)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"bots": ["random"] * 4}, "bots"),
        ({"bots": []}, "bots"),
        ({"seat": 3}, "seat"),
        ({"seat": True}, "seat"),
        ({"seat": "0"}, "seat"),
    ],
)
def test_bots_and_seats_that_cannot_be_are_named(given: dict[str, Any], named: str) -> None:
    with pytest.raises(envs.BadValue, match=f"{named} cannot be"):
        envs.gym("courtisans", 3, **given)


def test_an_unknown_bot_and_a_seed_that_is_none_are_refused() -> None:
    with pytest.raises(UnknownBot):
        envs.gym("courtisans", 3, bots=["oracle"])
    with pytest.raises(ValueError, match="seed cannot be"):
        envs.gym("courtisans", 2).reset(seed=1.5)  # type: ignore[arg-type]


def test_an_action_may_be_an_array_of_no_dimension_as_learners_predict_it() -> None:
    env = envs.gym("courtisans", 2, bots=["random"])
    env.reset(seed=1)
    env.step(np.array(env.action_masks().argmax(), np.int64))
    assert env.board.now.moves

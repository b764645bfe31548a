"""The Gymnasium environment of one seat: Gymnasium's own checks, bots, masks, and errors."""

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
from courtly.engine.compile.rng import Stream
from courtly.engine.contract.game import registered
from courtly.engine.play.knowledge import Knowledge
from tests.envs.helpers import LOTS, PLAYERS, games


def play_on(env: Any, seed: int = 1) -> tuple[list[int], float]:
    """Play a random match; return the actions and the total reward."""
    env.reset(seed=seed)
    rng, actions, paid, ended = np.random.default_rng(seed), [], 0.0, False
    while not ended:
        actions.append(int(rng.choice(np.flatnonzero(env.action_masks()))))
        _, reward, ended, _, _ = env.step(actions[-1])
        paid += reward
    return actions, paid


@games
def test_gymnasiums_checks_pass(game: str) -> None:
    check_env(envs.gym(game, PLAYERS[game], bots=["steward", "random"][: PLAYERS[game] - 1]))


def test_searching_bots_play_reproducibly() -> None:
    one, two = (envs.gym("courtisans", 3, bots=["ismcts:sims=4", "steward"], seat=None) for _ in range(2))
    assert play_on(one) == play_on(two)
    assert one.board.now.moves == two.board.now.moves


class First:
    """A bot that plays the first legal move, returned as text."""

    name = "first"

    def choose(self, knowledge: Knowledge, _rng: Stream) -> str:
        return knowledge.legal[0]


def test_a_custom_bot_is_an_opponent_as_an_object_or_by_its_specification() -> None:
    bots: list[Any] = [First(), f"python:{__name__}:First"]
    one, two = (envs.gym("courtisans", 2, bots=[bot]) for bot in bots)
    assert play_on(one) == play_on(two)
    assert one.board.now.moves == two.board.now.moves


def test_each_match_draws_its_opponents_from_a_pool_by_their_weights() -> None:
    first = First()
    env = envs.gym("courtisans", 3, bots={"steward": 3, first: 1})
    counts: dict[Any, int] = {"steward": 0, first: 0}
    for seed in range(100):
        env.reset(seed=seed)
        assert env.opponents in (["steward"] * 2, [first] * 2)
        counts[env.opponents[0]] += 1
    assert 55 < counts["steward"] < 95
    one = play_on(env, seed=7)
    assert play_on(env, seed=7) == one


def test_a_game_registered_later_has_an_environment() -> None:
    with registered(LOTS):
        envs.register()
        env = gymnasium.make("courtly/lots-v0", players=3, bots=["random"])
        check_env(env.unwrapped)
        assert env.reset(seed=1)[0].shape == env.observation_space.shape


@games
def test_ids_create_single_and_vector_environments(game: str) -> None:
    env: Any = gymnasium.make(f"courtly/{game}-v1", bots=["random"], render_mode="rgb_array")
    seen, info = env.reset(seed=1)
    assert seen in env.observation_space
    assert env.render().shape == (720, 960, 3)
    assert info["action_mask"].any()
    vector: Any = gymnasium.make_vec(f"courtly/{game}-v1", num_envs=3, vectorization_mode="vector_entry_point")
    assert vector.reset(seed=1)[0].shape == (3, *env.observation_space.shape)
    vector.close()


def test_the_agents_seat_is_fixed_or_random() -> None:
    fixed = envs.gym("courtisans", 3, bots=["random"], seat=2)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}
    free = envs.gym("courtisans", 3, bots=["random"], seat=None)
    assert {free.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}


@games
def test_the_agent_acts_only_when_its_seat_is_to_move(game: str) -> None:
    env = envs.gym(game, PLAYERS[game], bots=["steward"], seat=1)
    env.reset(seed=4)
    for _ in range(5):
        assert env.board.now.to_move == 1
        env.step(env.action_space.sample())


def test_the_reward_belongs_to_the_agents_seat() -> None:
    env = envs.gym("courtisans", 2, bots=["random"], reward="score", seat=1)
    _, paid = play_on(env)
    assert paid == env.board.now.match.scores()[1]
    assert np.array_equal(env._info()["scores"], env.board.now.match.scores())


def test_samples_are_legal_unless_a_mask_is_given() -> None:
    env = envs.gym("courtisans", 2, bots=["random"])
    env.reset(seed=1)
    assert all(env.action_masks()[env.action_space.sample()] for _ in range(50))
    only = np.zeros(env.setup.codec.count, np.int8)
    only[5] = 1
    assert env.action_space.sample(only) == 5


def test_a_seeded_space_samples_legal_moves_of_the_next_reset() -> None:
    env = envs.gym("courtisans", 2, bots=["steward"])
    env.reset(seed=1)
    for seed in range(20):
        env.action_space.seed(seed)
        action = env.action_space.sample()
        env.reset(seed=seed)
        assert env.action_masks()[action]


def test_copies_of_the_action_space_are_plain_spaces() -> None:
    space = envs.gym("courtisans", 2).action_space
    for twin in (copy.deepcopy(space), pickle.loads(pickle.dumps(space))):
        assert type(twin) is spaces.Discrete
        assert twin == space


def test_an_illegal_action_is_an_error_and_changes_nothing() -> None:
    env = envs.gym("courtisans", 2, bots=["random"])
    env.reset(seed=1)
    before, illegal = env.board.now.state.tobytes(), int((~env.action_masks()).argmax())
    with pytest.raises(envs.IllegalAction, match="Legal actions"):
        env.step(illegal)
    assert env.board.now.state.tobytes() == before


def test_steps_before_the_first_reset_and_after_the_end_are_refused() -> None:
    env = envs.gym("courtisans", 2, bots=["random"])
    with pytest.raises(envs.EpisodeOver, match="until the first reset"):
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
def test_invalid_bots_and_seats_are_refused(given: dict[str, Any], named: str) -> None:
    with pytest.raises(envs.BadValue, match=f"{named} cannot be"):
        envs.gym("courtisans", 3, **given)


def test_an_unknown_bot_and_an_invalid_seed_are_refused() -> None:
    with pytest.raises(UnknownBot):
        envs.gym("courtisans", 3, bots=["oracle"])
    with pytest.raises(ValueError, match="seed cannot be"):
        envs.gym("courtisans", 2).reset(seed=1.5)  # type: ignore[arg-type]


def test_an_action_may_be_a_zero_dimensional_array() -> None:
    env = envs.gym("courtisans", 2, bots=["random"])
    env.reset(seed=1)
    env.step(np.array(env.action_masks().argmax(), np.int64))
    assert env.board.now.moves

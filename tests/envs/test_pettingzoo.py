"""The games in PettingZoo: PettingZoo's own tests, observations, rewards and errors."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec

from courtly import envs
from courtly.engine.contract.game import registered
from courtly.engine.errors import UnknownGame
from tests.envs.helpers import LOTS, PLAYERS, few_warnings, games


def play_on(env: Any, seed: int = 1) -> dict[str, float]:
    """Play a random match; return the total reward of every agent."""
    env.reset(seed=seed)
    rng, paid = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, late, _ = env.last()
        paid[agent] += reward
        env.step(None if ended or late else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return paid


@few_warnings
@games
def test_pettingzoos_tests_pass(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    players = PLAYERS[game]
    for make in (envs.aec, envs.raw_aec):
        api_test(make(game, players), num_cycles=200)
        seed_test(lambda make=make: make(game, players), num_cycles=50)
    render_test(lambda render_mode: envs.aec(game, players, render_mode=render_mode))
    parallel_api_test(envs.parallel(game, players), num_cycles=50)

    def parallel(max_cycles: int) -> Any:
        return envs.parallel(game, players, max_cycles=max_cycles)

    module = SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles)))
    max_cycles_test(module)
    assert "Passed API test" in capsys.readouterr().out


def test_pettingzoos_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(envs.raw_aec("courtisans", 2))
    assert "turns per second" in capsys.readouterr().out


@few_warnings
def test_a_game_registered_later_has_an_environment() -> None:
    with registered(LOTS):
        assert "courtly/lots-v0" in envs.register()
        env = pettingzoo.make("aec", "courtly/lots-v0", players=3)
        api_test(env, num_cycles=20)
        env.reset(seed=1)
        assert env.text("player_0").splitlines()[0] == "Lots"
        assert env.text() == env.text(env.agent_selection)
        assert env.text(lang="fr") == env.text(env.agent_selection, "fr")
        assert len(env.possible_agents) == 3


@games
def test_ids_carry_the_version_of_observations_and_actions(game: str) -> None:
    env = pettingzoo.make("aec", f"courtly/{game}-v1")
    assert env.metadata["name"] == f"{game}_v1"
    assert pettingzoo.make("parallel", f"courtly/{game}_v1", players=2).possible_agents == ["player_0", "player_1"]


@games
def test_the_info_has_the_mask_which_is_empty_for_other_agents(game: str) -> None:
    env = envs.aec(game, PLAYERS[game])
    env.reset(seed=3)
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert np.array_equal(mask, env.infos[agent]["action_mask"])
        assert mask.any() == (agent == env.agent_selection)


def test_an_observation_does_not_change_later() -> None:
    env = envs.aec("courtisans", 2)
    env.reset(seed=3)
    seen = env.last()[0]
    kept = {name: array.copy() for name, array in seen.items()}
    env.step(int(seen["action_mask"].argmax()))
    assert all(np.array_equal(seen[name], kept[name]) for name in kept)


@games
def test_writing_into_an_observation_affects_no_other_agent(game: str) -> None:
    env = envs.raw_aec(game, PLAYERS[game])
    env.reset(seed=3)
    seen = env.last()[0]
    kept = {name: array.copy() for name, array in seen.items()}
    for array in seen.values():
        array[:] = 1
    again, play = env.last()[0], env.board.now
    assert all(np.array_equal(again[name], kept[name]) for name in kept)
    assert np.array_equal(play.copy().observe(play.to_move), kept["observation"])


def test_after_a_truncation_agents_see_only_their_own_observations() -> None:
    env = envs.raw_aec("courtisans", 2, max_cycles=1)
    env.reset(seed=3)
    while not any(env.truncations.values()):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    decider = env.agent_selection
    env.step(None)
    other = env.agent_selection
    assert other != decider
    assert np.array_equal(env.last()[0]["observation"], env.board.now.copy().observe(env.possible_agents.index(other)))
    assert not env.last()[0]["action_mask"].any()


@games
def test_shares_sum_to_zero_and_are_highest_for_the_winner(game: str) -> None:
    env = envs.aec(game, PLAYERS[game])
    paid = play_on(env)
    assert sum(paid.values()) == pytest.approx(0.0, abs=1e-6)
    winners = env.unwrapped.board.now.match.winners()
    assert {f"player_{seat}" for seat in winners} == {name for name in paid if paid[name] == max(paid.values())}


@games
def test_points_and_margins_agree_with_the_scores(game: str) -> None:
    players = PLAYERS[game]
    score, margin = (envs.aec(game, players, reward=reward) for reward in ("score", "margin"))
    paid, over = play_on(score), play_on(margin)
    scores = score.unwrapped.board.now.match.scores()
    assert list(paid.values()) == scores
    best = [max(scores[:seat] + scores[seat + 1 :]) for seat in range(players)]
    assert list(over.values()) == [scores[seat] - best[seat] for seat in range(players)]


@games
def test_shaped_rewards_sum_to_the_margin_minus_the_first_expectation(game: str) -> None:
    env = envs.aec(game, PLAYERS[game], reward="shaped")
    env.reset(seed=1)
    first = env.unwrapped.board._worth.copy()
    paid, margin = play_on(env), play_on(envs.aec(game, PLAYERS[game], reward="margin"))
    for seat, agent in enumerate(paid):
        assert paid[agent] == pytest.approx(margin[agent] - first[seat], abs=1e-3)


def test_the_state_combines_all_observations() -> None:
    env = envs.aec("courtisans", 3)
    env.reset(seed=1)
    seen = [env.observe(agent)["observation"] for agent in env.agents]
    assert np.array_equal(env.state(), np.concatenate(seen))
    assert env.state() in env.state_space


@pytest.mark.parametrize("action", [10**9, -1, 1.5, None, True, "play", np.array([1, 2])])
def test_an_illegal_action_lists_the_legal_ones_and_changes_nothing(action: Any) -> None:
    env = envs.aec("courtisans", 2)
    env.reset(seed=1)
    before = env.unwrapped.board.now.state.tobytes()
    with pytest.raises(
        envs.IllegalAction, match=r"move 1: seat \d cannot take action .* Legal actions: \d+ \(Play"
    ) as said:
        env.step(action)
    assert isinstance(said.value, ValueError)
    assert said.value.allowed == np.flatnonzero(env.last()[0]["action_mask"]).tolist()
    assert env.unwrapped.board.now.state.tobytes() == before


def test_an_error_uses_the_language_of_the_environment() -> None:
    env = envs.aec("courtisans", 2, lang="fr")
    env.reset(seed=1)
    with pytest.raises(envs.IllegalAction) as said:
        env.step(-1)
    assert "(Jouer" in str(said.value)


def test_the_raw_environment_refuses_steps_before_a_reset_and_after_the_end() -> None:
    env = envs.raw_aec("courtisans", 2)
    with pytest.raises(envs.EpisodeOver, match="until the first reset"):
        env.observe("player_0")
    play_on(env)
    with pytest.raises(envs.EpisodeOver, match="the match is over after"):
        env.step(0)


@pytest.mark.parametrize("seed", [1.5, "7", True, -1])
def test_an_invalid_seed_is_refused(seed: Any) -> None:
    for env in (envs.raw_aec("courtisans", 2), envs.parallel("courtisans", 2)):
        with pytest.raises(ValueError, match="seed cannot be"):
            env.reset(seed=seed)


@pytest.mark.parametrize(
    "given",
    [{"players": 9}, {"colour": "red"}, {"reward": "fame"}, {"render_mode": "film"}, {"lang": "la"}, {"edition": "1"}],
)
def test_invalid_options_are_named(given: dict[str, Any]) -> None:
    for make in (envs.raw_aec, envs.aec, envs.parallel):
        with pytest.raises(envs.BadValue, match=next(iter(given))):
            make("courtisans", **{"players": 2, **given})


def test_an_unknown_game_is_refused_with_the_known_names() -> None:
    with pytest.raises(UnknownGame, match="courtisans"):
        envs.aec("whist", players=2)

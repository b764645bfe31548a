"""The Gymnasium vector environment: its output, dealing matches again, and errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode

from courtly import envs
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import registered
from courtly.envs.batch import CourtlyVector
from tests.envs.helpers import LOTS, PLAYERS, games

MODES = list(AutoresetMode)


def last_legal(info: dict[str, Any]) -> npt.NDArray[np.int64]:
    """Return the highest legal move of each match, with which every game ends."""
    mask = info["action_mask"]
    found: npt.NDArray[np.int64] = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
    return found


def steps(vector: CourtlyVector, count: int, seed: int = 3) -> list[tuple[Any, ...]]:
    """Take `count` steps; return copies of their results."""
    _, info = vector.reset(seed=seed)
    results = []
    for _ in range(count):
        *step, info = vector.step(last_legal(info))
        results.append((*(array.copy() for array in step), {key: value.copy() for key, value in info.items()}))
    return results


@games
@pytest.mark.parametrize("bots", [None, ["steward"], ["random"]])
def test_observations_and_rewards_agree_with_the_matches(game: str, bots: list[str] | None) -> None:
    vector = envs.vector(game, PLAYERS[game], num_envs=6, bots=bots, autoreset_mode="Disabled", reward="score")
    kernels, content = vector.setup.game.rules.kernels, vector.setup.content
    seen, info = vector.reset(seed=2)
    legal, tensor = np.empty(vector.setup.max_legal, np.int32), np.empty(seen.shape[1], np.float32)
    ended = np.zeros(6, np.bool_)
    for _ in range(400):
        for i in np.flatnonzero(~ended):
            s, seat = vector._states[i], int(info["to_move"][i])
            assert s.to_move == seat
            kernels.observe(content, s, seat, tensor)
            assert np.array_equal(seen[i], tensor)
            count = kernels.legal(content, s, legal)
            assert np.array_equal(np.flatnonzero(info["action_mask"][i]), legal[:count])
        acted = info["to_move"].copy()
        seen, reward, ended, _, info = vector.step(last_legal(info))
        for i in np.flatnonzero(ended):
            scores = np.zeros(PLAYERS[game], np.int32)
            kernels.score(content, vector._states[i], scores)
            assert np.array_equal(info["rewards"][i], scores)
            assert reward[i] == scores[acted[i]]
            assert not info["action_mask"][i].any()
        assert not reward[~ended].any()
        if ended.any():
            seen, info = vector.reset(options={"reset_mask": ended})
            ended = np.zeros(6, np.bool_)
            break
    else:
        pytest.fail("no match ended")


@pytest.mark.parametrize("mode", MODES)
def test_matches_do_not_depend_on_the_number_of_threads(mode: AutoresetMode) -> None:
    one, two = (
        envs.vector("courtisans", 2, num_envs=1200, bots=["random"], seat=None, autoreset_mode=mode, threads=threads)
        for threads in (1, 3)
    )
    for results, other in zip(steps(one, 12), steps(two, 12), strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(results[:4], other[:4], strict=True))
    two.close()


def test_the_matches_are_divided_among_the_bots_of_a_pool() -> None:
    pooled = envs.vector("courtisans", 2, num_envs=8, bots={"steward": 3, "random": 1})
    assert pooled.opponents.tolist() == [0] * 6 + [1] * 2
    alone = [envs.vector("courtisans", 2, num_envs=8, bots=[bot]) for bot in ("steward", "random")]
    found, *others = (steps(each, 60) for each in (pooled, *alone))
    for pool, steward, random in zip(found, *others, strict=True):
        for mixed, one, other in zip(pool[:3], steward[:3], random[:3], strict=True):
            assert np.array_equal(mixed, np.concatenate([one[:6], other[6:]]))


@pytest.mark.parametrize("weights", [{}, {"steward": 0}, {"steward": -1, "random": 2}, {"steward": "many"}])
def test_a_pool_needs_weights_above_0(weights: Any) -> None:
    with pytest.raises(envs.BadValue, match="a pool of bots with weights above 0"):
        envs.vector("courtisans", 2, num_envs=8, bots=weights)


def test_next_step_deals_a_finished_match_again_and_ignores_its_action() -> None:
    vector = envs.vector("courtisans", 2, num_envs=2, bots=["random"], autoreset_mode="NextStep")
    _, info = vector.reset(seed=1)
    ended = np.zeros(2, np.bool_)
    while not ended.all():
        _, _, ended, _, info = vector.step(last_legal(info))
    _, reward, ended, _, info = vector.step(np.array([-5, 10**9]))
    assert not ended.any()
    assert not reward.any()
    assert info["action_mask"].any(axis=1).all()


def test_same_step_returns_the_final_and_the_first_observation() -> None:
    given: dict[str, Any] = {"num_envs": 3, "bots": ["random"], "reward": "margin"}
    same = steps(envs.vector("courtisans", 2, autoreset_mode="SameStep", **given), 40)
    later = steps(envs.vector("courtisans", 2, autoreset_mode="NextStep", **given), 40)
    first = next(number for number, results in enumerate(later) if results[2].any())
    which = later[first][2]
    assert np.array_equal(same[first][2], which)
    assert np.array_equal(same[first][4]["_final_obs"], which)
    assert np.array_equal(same[first][4]["final_obs"][which], later[first][0][which])
    assert np.array_equal(same[first][1], later[first][1])
    assert np.array_equal(same[first][0][which], later[first + 1][0][which])
    assert not same[first + 1][4]["rewards"][which].any()


def test_without_autoreset_a_finished_match_must_be_reset() -> None:
    vector = envs.vector("courtisans", 2, num_envs=2, bots=None, autoreset_mode="Disabled")
    _, info = vector.reset(seed=1)
    ended = np.zeros(2, np.bool_)
    while not ended.any():
        _, _, ended, _, info = vector.step(last_legal(info))
    before = vector._states.tobytes()
    with pytest.raises(envs.EpisodeOver, match=f"match {ended.argmax()} is over"):
        vector.step(last_legal(info))
    assert vector._states.tobytes() == before
    _, info = vector.reset(options={"reset_mask": ended})
    vector.step(last_legal(info))


def test_a_seed_is_reproducible_and_a_partial_reset_keeps_other_matches() -> None:
    vector = envs.vector("courtisans", 2, num_envs=4, bots=["steward"], autoreset_mode="Disabled")
    first = vector.reset(seed=9)[0].copy()
    assert np.array_equal(vector.reset(seed=9)[0], first)
    assert np.array_equal(vector.reset(seed=[9, 10, 11, 12])[0], first)
    again = vector.reset(options={"reset_mask": np.array([True, False, False, False])})[0]
    assert not np.array_equal(again[0], first[0])
    assert np.array_equal(again[1:], first[1:])
    assert not np.array_equal(vector.reset()[0], first)


def test_matches_without_a_seed_differ() -> None:
    one, two = (envs.vector("courtisans", 2, num_envs=4).reset()[0].copy() for _ in range(2))
    assert not np.array_equal(one, two)


def test_results_are_read_only_views_of_the_buffers() -> None:
    vector = envs.vector("courtisans", 2, num_envs=4)
    seen, info = vector.reset(seed=1)
    again, reward, ended, late, info = vector.step(last_legal(info))
    assert again is seen
    for array in (seen, reward, ended, late, info["action_mask"], vector.action_masks()):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@games
def test_shaped_rewards_sum_to_the_margin(game: str) -> None:
    vector = envs.vector(game, PLAYERS[game], num_envs=2, bots=None, reward="shaped", autoreset_mode="Disabled")
    _, info = vector.reset(seed=4)
    total, ended = vector._buffers.worth.copy(), np.zeros(2, np.bool_)
    while not ended.any():
        _, _, ended, _, info = vector.step(last_legal(info))
        total += info["rewards"]
    scores, i = np.zeros(PLAYERS[game], np.int32), int(ended.argmax())
    vector.setup.game.rules.kernels.score(vector.setup.content, vector._states[i], scores)
    margins = [scores[seat] - np.delete(scores, seat).max() for seat in range(len(scores))]
    assert np.allclose(total[i], margins, atol=1e-3)


@games
def test_observations_are_equal_in_all_twins(game: str) -> None:
    vector = envs.vector(game, PLAYERS[game], num_envs=8, bots=None)
    seen, info = vector.reset(seed=6)
    kernels, content = vector.setup.game.rules.kernels, vector.setup.content
    tensor, legal = np.empty(seen.shape[1], np.float32), np.empty(vector.setup.max_legal, np.int32)
    for step in range(12):
        for i in range(8):
            twin, seat = vector._states[i : i + 1].copy(), int(info["to_move"][i])
            if twin[0].to_move < 0:
                continue
            kernels.redeal(content, twin[0], seat, stream(step, i))
            kernels.observe(content, twin[0], seat, tensor)
            assert np.array_equal(seen[i], tensor)
            assert np.array_equal(
                np.flatnonzero(info["action_mask"][i]), legal[: kernels.legal(content, twin[0], legal)]
            )
        seen, _, _, _, info = vector.step(last_legal(info))


def test_a_game_registered_later_can_be_stepped() -> None:
    with registered(LOTS):
        vector = envs.vector("lots", 3, num_envs=5, bots=["steward", "random"])
        _, info = vector.reset(seed=1)
        paid = 0.0
        for _ in range(30):
            _, reward, _, _, info = vector.step(last_legal(info))
            paid += float(np.abs(reward).sum())
    assert paid > 0


def test_an_illegal_action_names_the_match_and_changes_nothing() -> None:
    vector = envs.vector("courtisans", 2, num_envs=4)
    _, info = vector.reset(seed=1)
    actions, before = last_legal(info), vector._states.tobytes()
    actions[2] = (~info["action_mask"][2]).argmax()
    with pytest.raises(envs.IllegalAction, match=r"match 2: seat 0 cannot take action .* Legal actions: \d+ \(Play"):
        vector.step(actions)
    assert vector._states.tobytes() == before


@pytest.mark.parametrize("actions", [np.zeros(3, np.int64), np.zeros(4), np.zeros((4, 1), np.int64), 0])
def test_a_wrong_shape_or_type_of_actions_is_refused(actions: Any) -> None:
    vector = envs.vector("courtisans", 2, num_envs=4)
    with pytest.raises(envs.EpisodeOver, match="until the first reset"):
        vector.step(actions)
    vector.reset(seed=1)
    with pytest.raises(envs.BadValue, match=r"use integers of shape \(4,\)"):
        vector.step(actions)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"num_envs": 2.0}, "num_envs"),
        ({"bots": ["ismcts"]}, "bots"),
        ({"autoreset_mode": "Never"}, "autoreset_mode"),
        ({"reward": "fame"}, "reward"),
        ({"seat": 2}, "seat"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_invalid_options_are_named(given: dict[str, Any], named: str) -> None:
    with pytest.raises(envs.BadValue, match=named):
        envs.vector("courtisans", **{"players": 2, "num_envs": 2, **given})


@pytest.mark.parametrize("seed", [1.5, "7", [1, 2], [1, None, 2.0], -1])
def test_invalid_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed cannot be"):
        envs.vector("courtisans", 2, num_envs=3).reset(seed=seed)


@pytest.mark.parametrize("mask", [[True, False], np.array([1, 0]), np.array([True])])
def test_an_invalid_reset_mask_is_refused(mask: Any) -> None:
    vector = envs.vector("courtisans", 2, num_envs=2)
    vector.reset(seed=1)
    with pytest.raises(envs.BadValue, match="reset_mask cannot be"):
        vector.reset(options={"reset_mask": mask})


def test_matches_take_little_memory_apart_from_the_buffers() -> None:
    vector = envs.vector("courtisans", 5, num_envs=1024)
    assert vector.nbytes / 1024 < 100e6 / 65536

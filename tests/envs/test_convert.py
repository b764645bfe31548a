"""Conversion of observations to other number types: the loss is reported, and DLPack views share memory."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from courtly import envs
from tests.envs.helpers import PLAYERS, fast_match, games, prepared


def test_a_conversion_reports_the_loss_of_each_piece() -> None:
    setup = prepared("courtisans")
    seen = np.zeros((2, setup.game.rules.observation.size), np.float32)
    seen[:, 0] = [1 / 3, 1.0]
    seen[:, 30] = [0.5, 0.5 + 1 / 4096]
    kept, small = envs.converted(setup, seen, "float32"), envs.converted(setup, seen, "uint8")
    assert kept.lost == ()
    assert np.array_equal(kept.values, seen)
    assert small.values[:, 0].tolist() == [85, 255]
    assert [(lost.piece, lost.merged) for lost in small.lost] == [("cards", 1)]
    assert small.lost[0].most == pytest.approx(0.5 / 255, abs=1e-6)


@games
@pytest.mark.parametrize("dtype", ["float16", "uint8"])
def test_no_number_changes_by_more_than_the_reported_loss(game: str, dtype: str) -> None:
    play = fast_match(game, moves=12)
    found = envs.converted(play.setup, play.seen, dtype)
    back = found.values.astype(np.float32) / (255 if dtype == "uint8" else 1)
    assert np.abs(back - play.seen).max() <= max((lost.most for lost in found.lost), default=0.0) < 0.002


def test_an_unsupported_type_is_refused() -> None:
    play = fast_match("courtisans", moves=0)
    with pytest.raises(envs.BadValue, match="dtype cannot be"):
        envs.converted(play.setup, play.seen, "int4")


@games
def test_a_vector_of_bytes_shows_rounded_observations(game: str) -> None:
    given: dict[str, Any] = {"num_envs": 3, "bots": ["random"], "autoreset_mode": "SameStep"}
    large, small = (envs.vector(game, PLAYERS[game], dtype=dtype, **given) for dtype in ("float32", "uint8"))
    assert small.single_observation_space.dtype == np.uint8
    wide: tuple[Any, ...] = large.reset(seed=4)
    narrow: tuple[Any, ...] = small.reset(seed=4)
    for _ in range(40):
        assert np.array_equal(envs.converted(large.setup, wide[0], "uint8").values, narrow[0])
        actions = wide[-1]["action_mask"].argmax(axis=1)
        wide, narrow = large.step(actions), small.step(actions)
        if "final_obs" in wide[-1]:
            ended = wide[-1]["_final_obs"]
            last = envs.converted(large.setup, wide[-1]["final_obs"][ended], "uint8").values
            assert np.array_equal(last, narrow[-1]["final_obs"][ended])


@pytest.mark.parametrize("dtype", ["float16", "int8", "text", None])
def test_a_vector_refuses_unsupported_number_types(dtype: Any) -> None:
    with pytest.raises(envs.BadValue, match="dtype cannot be"):
        envs.vector("courtisans", 2, num_envs=2, dtype=dtype)


@pytest.mark.parametrize("count", [1, 7, 64])
def test_dlpack_views_share_the_memory_of_the_buffers(count: int) -> None:
    vector = envs.vector("courtisans", 2, num_envs=count, bots=["random"])
    seen, info = vector.reset(seed=1)
    for array in vector.buffers.values():
        assert array.ctypes.data % 64 == 0
        assert jnp.from_dlpack(array).unsafe_buffer_pointer() == array.ctypes.data
    view = np.from_dlpack(vector.buffers["observation"])
    vector.step(info["action_mask"].argmax(axis=1))
    assert np.array_equal(view, seen)
    assert np.shares_memory(view, seen)

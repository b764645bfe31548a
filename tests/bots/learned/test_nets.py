"""Nets: their evaluation, their files, and the errors of unusable files."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from courtly.bots.learned.files import MAX_BYTES, BadNet, load_net, pack, samples_of
from courtly.bots.learned.net import Net, evaluate, shapes
from courtly.engine.contract.game import Setup, set_up
from tests.bots.learned.nets import changed, file_of, of_one_opinion, random_net
from tests.games.monarch.builders import small_set


def monarch(players: int = 2, **options: object) -> Setup:
    return set_up("monarch", {"players": players, **options})


def test_a_net_agrees_with_numpy() -> None:
    net, x = random_net(monarch()), samples_of(monarch())[3]
    found = np.empty(4, np.float32)
    evaluate(net, x, found)
    one = np.maximum(x @ net.first + net.first_bias, 0)
    two = np.maximum(one @ net.second + net.second_bias, 0)
    assert np.allclose(found, np.clip(two @ net.last + net.last_bias, 0, 1), atol=1e-4)
    assert len(set(found.tolist())) > 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_file_restores_the_net_and_is_small(players: int, tmp_path: Path) -> None:
    setup = monarch(players)
    net = random_net(setup)
    file = file_of(net, setup, tmp_path)
    found = load_net(file, setup)
    assert all(np.array_equal(one, other) for one, other in zip(found.net, net, strict=True))
    assert file.stat().st_size <= MAX_BYTES
    assert found.about["options"] == {**found.about["options"], "players": players, "banners": True}
    assert found.about["options"]["card_set"].startswith("house@")


def test_equal_nets_are_packed_into_equal_bytes() -> None:
    setup = monarch()
    assert pack(random_net(setup), setup, {"seed": 1}) == pack(random_net(setup), setup, {"seed": 1})
    assert pack(random_net(setup), setup, {"seed": 1}) != pack(random_net(setup, 2), setup, {"seed": 1})


def problem_with(data: bytes, folder: Path, setup: Setup | None = None) -> tuple[str, str]:
    """Return the problem code and the error message of a file."""
    file = folder / "some.npz"
    file.write_bytes(data)
    with pytest.raises(BadNet) as caught:
        load_net(file, setup or monarch())
    document = caught.value.as_dict()
    return str(document["problem"]), str(document["message"])


@pytest.mark.parametrize("data", [b"", b"no net", b"PK\x03\x04"])
def test_invalid_data_is_refused(data: bytes, tmp_path: Path) -> None:
    assert problem_with(data, tmp_path) == ("torn", "the net some.npz is damaged, or is not a net")


def test_a_truncated_file_is_damaged(tmp_path: Path) -> None:
    data = pack(random_net(monarch()), monarch(), {})
    for part in (1, len(data) // 2, len(data) - 1):
        assert problem_with(data[:part], tmp_path)[0] == "torn"


def test_a_file_with_a_wrong_hash_of_weights_is_damaged(tmp_path: Path) -> None:
    data = pack(random_net(monarch()), monarch(), {})
    assert problem_with(changed(data, last_bias=np.zeros(4, np.float32)), tmp_path)[0] == "torn"


def test_a_file_without_metadata_is_refused(tmp_path: Path) -> None:
    data = pack(random_net(monarch()), monarch(), {})
    about = np.frombuffer(json.dumps([1]).encode(), np.uint8)
    assert problem_with(changed(data, about=about), tmp_path)[0] == "torn"


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    assert problem_with(bytes(MAX_BYTES + 1), tmp_path)[0] == "torn"


@pytest.mark.parametrize(
    ("other", "problem", "words"),
    [
        (set_up("courtisans", {"players": 2}), "game", "is for another game than courtisans"),
        (monarch(3), "options", "is for other options: players"),
        (monarch(banners=False), "options", "is for other options: banners"),
        (monarch(card_set=small_set()), "options", "is for other options: card_set"),
    ],
    ids=["game", "players", "banners", "cards"],
)
def test_a_net_for_another_setup_is_refused(other: Setup, problem: str, words: str, tmp_path: Path) -> None:
    found, message = problem_with(pack(random_net(monarch()), monarch(), {}), tmp_path, other)
    assert found == problem
    assert words in message


def test_a_net_for_other_features_is_refused(tmp_path: Path) -> None:
    data = pack(random_net(monarch()), monarch(), {})
    assert problem_with(changed(data, samples=samples_of(monarch()) + 1), tmp_path)[0] == "features"
    narrow = pack(shapes(10, 2), monarch(), {})
    assert problem_with(narrow, tmp_path) == ("features", "the net some.npz is for other features")


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_weights_that_are_not_finite_are_refused(value: float, tmp_path: Path) -> None:
    net = of_one_opinion(monarch(), value, 0.5, 0.5, 0.5)
    found = problem_with(pack(net, monarch(), {}), tmp_path)
    assert found == ("weights", "the net some.npz has weights that are infinite or not numbers")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadNet, match=r"the net none\.npz cannot be read"):
        load_net(tmp_path / "none.npz", monarch())


def test_a_game_without_features_has_no_nets() -> None:
    with pytest.raises(BadNet, match="courtisans has no features"):
        pack(Net(*[np.zeros(1, np.float32)] * 6), set_up("courtisans", {"players": 2}), {})

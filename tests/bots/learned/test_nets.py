"""Nets: what they compute, the files they are kept in, and what is wrong with a file that cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from courtly.bots.learned.files import MOST_BYTES, BadNet, load_net, pack, samples_of
from courtly.bots.learned.net import Net, evaluate, shapes
from courtly.engine.contract.game import Setup, set_up
from tests.bots.learned.nets import changed, file_of, of_one_opinion, random_net
from tests.games.monarch.builders import small_set


def monarch(players: int = 2, **options: object) -> Setup:
    return set_up("monarch", {"players": players, **options})


def test_a_net_computes_what_numpy_does() -> None:
    net, x = random_net(monarch()), samples_of(monarch())[3]
    found = np.empty(4, np.float32)
    evaluate(net, x, found)
    one = np.maximum(x @ net.first + net.first_bias, 0)
    two = np.maximum(one @ net.second + net.second_bias, 0)
    assert np.allclose(found, np.clip(two @ net.last + net.last_bias, 0, 1), atol=1e-4)
    assert len(set(found.tolist())) > 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_file_gives_back_the_net_and_is_small(players: int, tmp_path: Path) -> None:
    setup = monarch(players)
    net = random_net(setup)
    file = file_of(net, setup, tmp_path)
    found = load_net(file, setup)
    assert all(np.array_equal(one, other) for one, other in zip(found.net, net, strict=True))
    assert file.stat().st_size <= MOST_BYTES
    assert found.about["options"] == {**found.about["options"], "players": players, "banners": True}
    assert found.about["options"]["card_set"].startswith("house@")


def test_the_same_net_is_packed_into_the_same_bytes() -> None:
    setup = monarch()
    assert pack(random_net(setup), setup, {"seed": 1}) == pack(random_net(setup), setup, {"seed": 1})
    assert pack(random_net(setup), setup, {"seed": 1}) != pack(random_net(setup, 2), setup, {"seed": 1})


def problem_with(data: bytes, folder: Path, setup: Setup | None = None) -> tuple[str, str]:
    """What is wrong with a file, as a code and in words."""
    file = folder / "some.npz"
    file.write_bytes(data)
    with pytest.raises(BadNet) as caught:
        load_net(file, setup or monarch())
    document = caught.value.as_dict()
    return str(document["problem"]), str(document["message"])


@pytest.mark.parametrize("data", [b"", b"no net", b"PK\x03\x04"])
def test_what_is_no_net_is_refused(data: bytes, tmp_path: Path) -> None:
    assert problem_with(data, tmp_path) == ("torn", "the net some.npz is torn, or no net at all")


def test_a_file_that_ends_early_is_torn(tmp_path: Path) -> None:
    data = pack(random_net(monarch()), monarch(), {})
    for part in (1, len(data) // 2, len(data) - 1):
        assert problem_with(data[:part], tmp_path)[0] == "torn"


def test_a_file_with_other_weights_than_it_says_is_torn(tmp_path: Path) -> None:
    data = pack(random_net(monarch()), monarch(), {})
    assert problem_with(changed(data, last_bias=np.zeros(4, np.float32)), tmp_path)[0] == "torn"


def test_a_file_that_says_nothing_of_itself_is_no_net(tmp_path: Path) -> None:
    data = pack(random_net(monarch()), monarch(), {})
    about = np.frombuffer(json.dumps([1]).encode(), np.uint8)
    assert problem_with(changed(data, about=about), tmp_path)[0] == "torn"


def test_a_file_that_is_too_large_is_no_net(tmp_path: Path) -> None:
    assert problem_with(bytes(MOST_BYTES + 1), tmp_path)[0] == "torn"


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
def test_a_net_for_something_else_is_refused(other: Setup, problem: str, words: str, tmp_path: Path) -> None:
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
    assert found == ("weights", "the net some.npz has weights that are not finite")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadNet, match=r"the net none\.npz cannot be read"):
        load_net(tmp_path / "none.npz", monarch())


def test_a_game_without_features_has_no_nets() -> None:
    with pytest.raises(BadNet, match="courtisans has no features"):
        pack(Net(*[np.zeros(1, np.float32)] * 6), set_up("courtisans", {"players": 2}), {})

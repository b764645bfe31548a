"""Setups of the environments: mini games, documents named by path, and the maximum number of moves."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

import courtly
from courtly import envs
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up
from courtly.envs import openspiel
from courtly.envs.fast import FastMatch
from courtly.envs.openspiel_mini import deals
from courtly.envs.setups import longest, setup_of

MINIS: list[tuple[str, dict[str, Any]]] = [
    *[("courtisans", {"mini": mini}) for mini in ("spies", "twenty", "three", "mixed")],
    *[("cursed_court", {"mini": "spring", "coinless": coinless}) for coinless in (False, True)],
]
minis = pytest.mark.parametrize(("game", "options"), MINIS)

BOUNDED: list[tuple[str, dict[str, Any]]] = [
    *[("courtisans", {"players": players}) for players in (2, 3, 4, 5)],
    ("cursed_court", {"players": 2}),
    ("cursed_court", {"players": 6, "years": 1}),
    ("cursed_court", {"players": 3, "coinless": True}),
    ("cursed_court", {"players": 2, "tie": "extra-year", "years": 1}),
    ("cursed_court", {"players": 4, "masquerade": True, "years": 1}),
    ("cursed_court", {"players": 2, "great_exchange": "cash", "years": 2}),
    *MINIS,
]


def played(match: FastMatch, *, bumps: bool, seed: int) -> int:
    """Play a match with random moves, or with as many and as cheap bumps as possible; return the number of moves."""
    rng = np.random.default_rng(seed)
    while not match.is_over:
        legal = np.flatnonzero(match.mask)
        taken = [move for move in legal if bumps and "crowns" in match.state.dtype.names and is_bump(match, move)]
        match.play(int(rng.choice(taken or legal)) if not bumps or taken else int(legal[0]))
    return len(match.moves)


def is_bump(match: FastMatch, move: Any) -> bool:
    regions = len(match.state["crowns"])
    return bool(move < regions and match.state["crowns"][move, 0] >= 0)


@pytest.mark.parametrize(("game", "options"), BOUNDED)
@pytest.mark.parametrize("bumps", [False, True])
def test_no_match_is_longer_than_its_bound(game: str, options: dict[str, Any], *, bumps: bool) -> None:
    setup = setup_of(game, options)
    bound = longest(setup)
    assert bound is not None
    for seed in range(5):
        assert played(FastMatch(setup, seed), bumps=bumps, seed=seed) <= bound


def test_the_bound_is_close_to_the_longest_matches() -> None:
    setup = set_up("courtisans", {"players": 2})
    assert longest(setup) == 60 + 12
    assert max(played(FastMatch(setup, seed), bumps=False, seed=seed) for seed in range(20)) > 60


def test_openspiel_gets_the_bound() -> None:
    assert pyspiel.load_game("courtly_courtisans(players=2)").max_game_length() == 72
    assert pyspiel.load_game("courtly_cursed_court(players=3,coinless=true)").max_game_length() == 36
    # A card set of Monarch may have free sweeps, so that a turn has no maximum length.
    assert pyspiel.load_game("courtly_monarch(players=2)").max_game_length() == openspiel.LONGEST


def dealt(state: Any) -> bytes:
    """Return the dealt part of a state: the first seat and the cards, but not the seed of later years."""
    return b"".join(state[name].tobytes() for name in ("first", "hands", "deck") if name in state.dtype.names)


@minis
def test_a_mini_game_is_dealt_as_in_openspiel(game: str, options: dict[str, Any]) -> None:
    setup = setup_of(game, options)
    every = {dealt(deal.states[0]) for deal in deals(setup)}
    assert {dealt(FastMatch(setup, seed).state) for seed in range(50)} <= every


@minis
def test_a_mini_game_is_an_environment_of_every_kind(game: str, options: dict[str, Any]) -> None:
    env = envs.aec(game, **options)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, _, terminated, _, _ = env.last()
        env.step(None if terminated else env.action_space(agent).sample(seen["action_mask"]))
    seat = envs.gym(game, bots=["random"], **options)
    seat.reset(seed=1)
    assert seat.step(int(seat.action_masks().argmax()))[0].shape == seat.observation_space.shape
    vector = envs.vector(game, num_envs=3, bots=["steward"], **options)
    _, info = vector.reset(seed=1)
    for _ in range(10):
        _, _, _, _, info = vector.step(info["action_mask"].argmax(axis=1))
    vector.close()


def test_a_match_of_a_mini_game_can_be_pickled() -> None:
    match = FastMatch(setup_of("courtisans", {"mini": "spies"}), 1)
    assert pickle.loads(pickle.dumps(match)).imagined(0, stream(1)).setup.options == match.setup.options


def test_an_option_may_name_a_file_in_every_environment(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    cards = Path(courtly.__file__).parent / "games" / "monarch" / "cards.toml"
    file.write_text(cards.read_text(encoding="utf-8"), encoding="utf-8")
    for env in (
        envs.aec("monarch", players=2, card_set=str(file)).unwrapped,
        envs.gym("monarch", players=2, card_set=file, bots=["random"]),
        envs.vector("monarch", players=2, card_set=str(file), num_envs=2),
        pyspiel.load_game(f"courtly_monarch(players=2,card_set={file})"),
    ):
        assert isinstance(env.setup.options.given()["card_set"], dict)
    with pytest.raises(envs.BadValue, match="nowhere"):
        envs.aec("monarch", players=2, card_set=str(tmp_path / "nowhere.toml"))

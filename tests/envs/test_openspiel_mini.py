"""Mini games in OpenSpiel: exact chance, perfect recall, OpenSpiel's solvers, and the complete tree."""

from __future__ import annotations

import json
import pickle
import unittest
from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts
from open_spiel.python.observation import make_observation

from courtly import envs
from courtly.engine.contract.game import Setup
from courtly.envs import openspiel, openspiel_mini
from courtly.envs.openspiel_tree import Tree

GAMES = [
    *(f"courtly_courtisans(mini={mini})" for mini in ("spies", "twenty", "three", "mixed")),
    *("courtly_cursed_court(mini=spring)", "courtly_cursed_court(mini=spring,coinless=true)"),
]
SMALLEST = "courtly_cursed_court(mini=spring,coinless=true)"
openspiel.register()
each_game = pytest.mark.parametrize("name", GAMES)


def random_walk(game: Any, seed: int) -> list[Any]:
    """Return the states of a random match, from the deal on."""
    state, rng, found = game.new_initial_state(), np.random.default_rng(seed), []
    while not state.is_terminal():
        state = state.child(int(rng.choice(state.legal_actions())))
        found.append(state)
    return found


def view_and_log(state: Any, seat: int) -> str:
    """Return a seat's view and log, which the tests of the rules check against its knowledge."""
    return json.dumps([state.play.match.view(seat), state.play.match.log(seat)])


@each_game
def test_openspiels_simulation_test_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@each_game
def test_chance_is_a_single_node_with_every_deal(name: str) -> None:
    game = pyspiel.load_game(name)
    outcomes = game.new_initial_state().chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert len(outcomes) == game.max_chance_outcomes() == len(openspiel_mini.deals(game.setup))
    assert game.max_chance_nodes_in_history() == 1
    first = [deal.weight for deal in openspiel_mini.deals(game.setup) if deal.document["first"] == 0]
    assert 2 * sum(first) == sum(deal.weight for deal in openspiel_mini.deals(game.setup))


def test_a_hand_has_its_exact_probability() -> None:
    game = pyspiel.load_game("courtly_courtisans(mini=spies)")
    found = 0.0
    for outcome, chance in game.new_initial_state().chance_outcomes():
        state = game.new_initial_state().child(outcome)
        found += chance * (state.play.match.view(0)["hand"] == ["butterfly.spy"] * 3)
    assert found == pytest.approx(comb(4, 3) / comb(8, 3))


@each_game
def test_information_states_distinguish_exactly_a_seats_knowledge(name: str) -> None:
    game = pyspiel.load_game(name)
    information: dict[tuple[int, str], str] = {}
    keys: dict[tuple[int, str], str] = {}
    tensors: dict[str, bytes] = {}
    for seed in range(60):
        for state in random_walk(game, seed)[:-1]:
            for seat in (0, 1):
                key, known = state.information_state_string(seat), view_and_log(state, seat)
                tensor = np.array(state.information_state_tensor(seat), np.float32).tobytes()
                assert information.setdefault((seat, key), known) == known
                assert keys.setdefault((seat, known), key) == key
                assert tensors.setdefault(key, tensor) == tensor
    assert len(set(tensors.values())) == len(tensors)


@each_game
def test_tensors_have_named_pieces_with_a_row_per_move(name: str) -> None:
    game = pyspiel.load_game(name)
    state = random_walk(game, 1)[1]
    seen = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    seen.set_from(state, 0)
    pieces, rows = game.setup.game.rules.observation, game.max_game_length() + 1
    assert {piece.name: seen.dict[piece.name].shape for piece in pieces} == {
        piece.name: (rows, *piece.shape) for piece in pieces
    }
    now = pieces.split(state.play.observe(0))
    assert all(np.array_equal(seen.dict[piece.name][1], now[piece.name]) for piece in pieces)
    assert not any(seen.dict[piece.name][2:].any() for piece in pieces)
    assert seen.string_from(state, 0) == state.information_state_string(0)
    assert state.information_state_tensor(0) == seen.tensor.tolist()
    assert len(game.new_initial_state().child(0).observation_tensor(0)) == pieces.size


@each_game
def test_copies_and_pickled_states_are_independent(name: str) -> None:
    state = random_walk(pyspiel.load_game(name), 3)[1]
    information, kept = state.information_state_string(0), str(state)
    for twin in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert twin.information_state_string(0) == information
        assert view_and_log(twin, 1) == view_and_log(state, 1)
        twin.apply_action(twin.legal_actions()[0])
        assert str(state) == kept != str(twin)
        assert twin.information_state_string(0).startswith(information)


@each_game
def test_a_sample_depends_only_on_its_seats_knowledge(name: str) -> None:
    game = pyspiel.load_game(name)
    samples: dict[str, list[str]] = {}
    for seed in range(40):
        state = random_walk(game, seed)[1]
        seat = state.current_player()
        if seat < 0:
            continue
        sample = state.resample_from_infostate(seat, np.random.RandomState(7).random_sample)
        key = state.information_state_string(seat)
        assert sample.information_state_string(seat) == key
        assert sample.information_state_tensor(seat) == state.information_state_tensor(seat)
        information = [sample.information_state_string(other) for other in (0, 1)]
        assert samples.setdefault(key, information) == information
        assert pickle.loads(pickle.dumps(sample)).information_state_string(seat) == key
        while not sample.is_terminal():
            sample.apply_action(sample.legal_actions()[0])


def test_openspiels_search_plays() -> None:
    game, rng = pyspiel.load_game("courtly_courtisans(mini=spies)"), np.random.RandomState(2)
    state = random_walk(game, 1)[0]
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 20, random_state=rng)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


def test_openspiels_mccfr_learns() -> None:
    solver = external_sampling_mccfr.ExternalSamplingSolver(pyspiel.load_game("courtly_courtisans(mini=spies)"))
    solver.iteration()
    assert solver._infostates


@pytest.fixture(name="few")
def _few(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the smallest mini game with eight of its deals, so that walking the whole game is fast."""
    every = openspiel_mini.deals

    def some(setup: Setup) -> Sequence[openspiel_mini.Deal]:
        return every(setup)[::99]

    for module in (openspiel, openspiel_mini):
        monkeypatch.setattr(module, "deals", some)
    return pyspiel.load_game(SMALLEST)


@pytest.mark.parametrize("tests", [api_test.EnforceAPIOnFullTreeBase, api_test.EnforceAPIOnPartialTreeBase])
def test_openspiels_api_tests_pass_on_a_whole_game(few: Any, tests: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "few", (1, 8 * 7, 8 * 36))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "few", 8 * 7)
    case = type("Checks", (tests,), {"game": few, "game_name": "few"})
    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(found)
    assert found.testsRun
    assert [trace for _, trace in (*found.errors, *found.failures)] == []


def test_a_tree_is_as_exploitable_as_its_game(few: Any) -> None:
    tree = Tree(few)
    assert tree.histories == 1 + 8 * (1 + 6 + 36)
    information = exploitability.nash_conv(few, policy.UniformRandomPolicy(few))
    assert tree.nash_conv(tree.uniform()) == pytest.approx(information)
    first = exploitability.nash_conv(few, policy.FirstActionPolicy(few))
    assert tree.nash_conv(tree.policy(lambda state: {state.legal_actions()[0]: 1.0})) == pytest.approx(first)


def test_openspiels_cfr_learns_equally_on_the_game_and_its_tree(few: Any) -> None:
    tree = Tree(few)
    found = []
    for game in (few, tree.game):
        solver = pyspiel.CFRSolver(game)
        for _ in range(30):
            solver.evaluate_and_update_policy()
        found.append(pyspiel.nash_conv(game, solver.average_policy()))
    assert found[0] == pytest.approx(found[1], abs=1e-3)
    assert found[0] < 0.1 < tree.nash_conv(tree.uniform())


def test_the_maximum_length_is_exact() -> None:
    game = pyspiel.load_game("courtly_cursed_court(mini=spring)")

    def longest(state: Any) -> int:
        return 0 if state.is_terminal() else 1 + max(longest(state.child(action)) for action in state.legal_actions())

    assert longest(game.new_initial_state().child(5)) == game.max_game_length() == 5


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("courtly_courtisans(mini=giant)", "spies, twenty, three, mixed"),
        ("courtly_courtisans(mini=spies,players=3)", "players"),
        ("courtly_cursed_court(mini=spring,masquerade=true)", "mini and masquerade"),
    ],
)
def test_an_invalid_mini_game_is_refused(name: str, what: str) -> None:
    with pytest.raises(envs.BadValue, match=what):
        pyspiel.load_game(name)
    with pytest.raises(pyspiel.SpielError, match="mini"):
        pyspiel.load_game("courtly_monarch(mini=spring)")

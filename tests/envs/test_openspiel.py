"""The games in OpenSpiel: its simulation test, search and MCCFR, copies, observations and errors."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts
from open_spiel.python.observation import make_observation

from courtly import envs
from courtly.engine.contract.game import find_game, registered
from courtly.envs import fast, openspiel
from tests.envs.helpers import LOTS, PLAYERS, games


def loaded(game: str) -> Any:
    return pyspiel.load_game(f"courtly_{game}(players={PLAYERS[game]})")


SHORT: dict[str, dict[str, Any]] = {"courtisans": {}, "cursed_court": {"years": 1}, "monarch": {"max_rounds": 1}}


def variants(game: str) -> list[str]:
    """Return a game with every number of seats, and with the most seats every value of each option; all are short."""
    players, *others = find_game(game).rules.options.described()
    seats = range(players.least, players.most + 1)
    chosen: list[dict[str, Any]] = [{"players": count} for count in seats]
    chosen += [
        {"players": seats[-1], each.name: value} for each in others if each.kind == "choice" for value in each.values
    ]
    given = [{**SHORT[game], **options} for options in chosen]
    return [f"courtly_{game}({','.join(f'{name}={value}' for name, value in each.items())})" for each in given]


def after(game: Any, moves: int, seed: int = 1) -> Any:
    """Return a state after its deal and `moves` random moves, or at the end."""
    state, rng = game.new_initial_state(), np.random.default_rng(seed)
    for _ in range(openspiel.CHANCE_NODES + moves):
        if not state.is_terminal():
            legal = [each[0] for each in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(int(rng.choice(legal)))
    return state


@games
def test_openspiels_simulation_test_passes(game: str) -> None:
    pyspiel.random_sim_test(loaded(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("variant", [variant for game in PLAYERS for variant in variants(game)])
def test_openspiels_simulation_test_passes_for_every_number_of_seats_and_option(variant: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(variant), num_sims=1, serialize=False, verbose=False)


def test_a_game_registered_later_is_an_openspiel_game() -> None:
    with registered(LOTS):
        assert "courtly_lots" in openspiel.register()
        pyspiel.random_sim_test(pyspiel.load_game("courtly_lots(players=3)"), num_sims=2, serialize=True, verbose=False)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("courtly_courtisans(players=4,edition=2023,reward=margin)")
    assert game.num_players() == 4
    assert game.setup.options.edition == "2023"
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    with pytest.raises(ValueError, match="players"):
        pyspiel.load_game("courtly_courtisans(players=9)")


def test_only_the_seat_to_move_has_legal_actions() -> None:
    state = loaded("courtisans").new_initial_state()
    assert state.legal_actions() == list(range(openspiel.OUTCOMES))
    state = after(loaded("courtisans"), 0)
    seat = state.current_player()
    assert state.legal_actions(seat) == state.legal_actions() == np.flatnonzero(state.legal_actions_mask()).tolist()
    assert state.legal_actions((seat + 1) % 3) == []
    assert after(loaded("courtisans"), 10_000).legal_actions() == []


@games
def test_a_history_defines_a_match_completely(game: str) -> None:
    found = loaded(game)
    state = after(found, 20)
    again = found.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert [again.information_state_string(seat) for seat in range(PLAYERS[game])] == [
        state.information_state_string(seat) for seat in range(PLAYERS[game])
    ]


@games
def test_copies_and_pickled_states_are_independent(game: str) -> None:
    state = after(loaded(game), 8)
    information, kept = state.information_state_string(0), str(state)
    for twin in (state.clone(), pickle.loads(pickle.dumps(state)), state.clone().clone()):
        assert twin.information_state_string(0) == information
        twin.apply_action(twin.legal_actions()[0])
        assert str(state) == kept != str(twin)


@games
def test_returns_sum_to_zero(game: str) -> None:
    state = after(loaded(game), 10_000)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0.0, abs=1e-12)
    assert max(state.returns()) > 0
    assert sum(after(loaded(game), 1).returns()) == 0


@games
def test_a_resampled_position_looks_equal_to_the_seat_to_move_but_not_to_other_seats(game: str) -> None:
    rng, differ = np.random.RandomState(1), 0
    for moves in (0, 5, 11):
        state = after(loaded(game), moves, seed=moves)
        seat = state.current_player()
        sample = state.resample_from_infostate(seat, rng.random_sample)
        for way in ("information_state_string", "observation_string", "observation_tensor"):
            assert getattr(sample, way)(seat) == getattr(state, way)(seat)
        assert sample.legal_actions() == state.legal_actions()
        others = [other for other in range(PLAYERS[game]) if other != seat]
        differ += any(sample.observation_string(other) != state.observation_string(other) for other in others)
        again = pickle.loads(pickle.dumps(sample))
        assert again.information_state_string(seat) == state.information_state_string(seat)
        while not sample.is_terminal():
            sample.apply_action(sample.legal_actions()[-1])
    assert differ or game == "monarch"


@games
def test_observations_have_named_pieces(game: str) -> None:
    found = loaded(game)
    state, seen = after(found, 4), make_observation(found)
    seen.set_from(state, 1)
    pieces = found.setup.game.rules.observation
    assert {each.name for each in pieces} == seen.dict.keys()
    assert np.array_equal(seen.tensor, state.play.observe(1))
    assert json.loads(seen.string_from(state, 1))["view"]["seat"] == 1


def test_public_observations_contain_public_information_only() -> None:
    game = loaded("courtisans")
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    seen = make_observation(game, kind)
    seen.set_from(after(game, 4), 0)
    assert not seen.dict["hand"].any()
    assert seen.dict["held"].any()
    assert json.loads(seen.string_from(after(game, 4), 0))["view"]["seat"] is None
    kind_of_all = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="no observation"):
        game.make_py_observer(kind_of_all)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": "red"})


def test_openspiels_search_plays() -> None:
    game = pyspiel.load_game("courtly_courtisans(players=2)")
    state, rng = after(game, 60), np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 4, random_state=rng)
    for _ in range(2):
        if not state.is_terminal():
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_openspiels_mccfr_learns_on_a_short_game() -> None:
    with registered(LOTS):
        openspiel.register()
        solver = external_sampling_mccfr.ExternalSamplingSolver(pyspiel.load_game("courtly_lots(players=2)"))
        solver.iteration()
    assert solver._infostates


def test_text_addresses_the_seat() -> None:
    state = after(loaded("courtisans"), 1)
    seat = state.current_player()
    assert "(you)" in openspiel.text(state, seat)
    assert "(vous)" in openspiel.text(state, seat, "fr")
    assert state.action_to_string(seat, state.legal_actions()[0]).startswith("play ")


def test_invalid_calls_raise_errors_and_change_nothing() -> None:
    state = after(loaded("courtisans"), 0)
    kept = str(state)
    illegal = next(action for action in range(99) if action not in state.legal_actions())
    with pytest.raises(envs.IllegalAction, match="Legal actions"):
        state._apply_action(illegal)
    assert str(state) == kept
    with pytest.raises(envs.EpisodeOver, match="the match is over"):
        after(loaded("courtisans"), 10_000)._apply_action(0)
    with pytest.raises(envs.EpisodeOver, match="until its deal"):
        openspiel.text(loaded("courtisans").new_initial_state(), 0)
    assert "before the deal" in loaded("courtisans").new_initial_state().observation_string(0)


def test_only_the_first_match_looks_up_the_types_of_its_records(monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded("courtisans")
    after(game, 1)

    def fail(*_: object) -> None:
        raise AssertionError("a type lookup takes as long as a whole match")

    monkeypatch.setattr(fast, "for_types_of", fail)
    assert after(game, 1, seed=2).current_player() >= 0

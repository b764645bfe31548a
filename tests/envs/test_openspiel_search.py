"""OpenSpiel's search on Courtly games: the adapter follows the game, and the bot plays it."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest

from courtly.arena import Plan, Resources, play
from courtly.engine.compile.rng import below, stream
from courtly.engine.contract.game import set_up
from courtly.engine.errors import BadOption
from courtly.engine.play.match import Match, Opening
from courtly.envs.openspiel_search import CourtlyGame, CourtlyState, OpenSpielSearch

games = pytest.mark.parametrize("name", ["courtisans", "cursed_court"])


@games
def test_a_state_can_be_played_to_its_end_and_the_returns_share_the_victory(name: str) -> None:
    game = CourtlyGame(set_up(name, {"players": 3}))
    state, generator = game.new_initial_state(), np.random.default_rng(1)
    kept = state.clone()
    while not state.is_terminal():
        assert not state.is_chance_node()
        state.apply_action(generator.choice(state.legal_actions()))
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert sum(state.returns()) == pytest.approx(-1)
    assert not kept.is_terminal()
    assert kept.get_game() is game
    assert name in str(kept)


@games
def test_a_resampled_position_looks_equal_to_the_seat_to_move(name: str) -> None:
    match, rng = Match(set_up(name, {"players": 2}), Opening(seed=3)), stream(4)
    game = CourtlyGame(match.setup)
    while match.to_move is not None:
        state = CourtlyState(game, match.knowledge(match.to_move).redeal(rng), rng)
        sample = state.resample_from_infostate(match.to_move, None)
        assert sample.observation_string() == state.observation_string()
        assert sample.legal_actions() == state.legal_actions()
        legal = match.legal_moves()
        match.play(legal[below(rng, len(legal))])


@pytest.mark.parametrize("budget", ["sims=3", "0.01s"])
def test_the_search_chooses_a_legal_move(budget: str) -> None:
    match = Match(set_up("courtisans", {"players": 2}), Opening(seed=3))
    assert match.to_move is not None
    knowledge = match.knowledge(match.to_move)
    bot = OpenSpielSearch(budget)
    assert {bot.choose(knowledge, stream(seed)).move for seed in range(2)} <= set(knowledge.legal)


def test_a_search_by_simulations_is_reproducible() -> None:
    match = Match(set_up("courtisans", {"players": 2}), Opening(seed=3))
    assert match.to_move is not None
    knowledge = match.knowledge(match.to_move)
    assert len({OpenSpielSearch("sims=8").choose(knowledge, stream(5)).move for _ in range(3)}) == 1


@pytest.mark.parametrize("text", ["0s", "sims=0", "fast", "", "-1s"])
def test_a_wrong_budget_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="budget cannot be"):
        OpenSpielSearch(text)


def test_the_search_plays_in_a_tournament() -> None:
    bot = "python:courtly.envs.openspiel_search:OpenSpielSearch:sims=2"
    plan = Plan("courtisans", {"players": 2}, (bot, "random"), deals=1)
    assert play(plan, Resources(workers=1)).rows["forfeit"].tolist() == [-1, -1]

"""The output for a seat is the same in all matches that differ only in information hidden from that seat."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product

import numpy as np
import pyspiel
import pytest

from courtly import envs
from courtly.engine.compile.rng import stream
from courtly.envs import openspiel
from courtly.envs.errors import IllegalAction
from courtly.envs.fast import FastMatch
from courtly.envs.seat import CourtlySeat
from courtly.envs.turns import CourtlyAEC, CourtlyParallel
from tests.envs.helpers import PLAYERS, board_of, fast_match, games

Output = dict[str, bytes]


def pettingzoo_output(play: FastMatch, seat: int | None) -> Output:
    """Return the output of the PettingZoo environments for an agent, or for a spectator if `seat` is None."""
    found: Output = {}
    for mode in ("ansi", "rgb_array"):
        env = CourtlyAEC(play.setup, board_of(play, render_mode=mode))
        if seat is None:
            found[mode] = np.array(env.render()).tobytes()
    if seat is None:
        return found
    agent = f"player_{seat}"
    env.agents = list(env.possible_agents)
    env.infos = {}
    env._select(env.board.now)
    found |= {name: array.tobytes() for name, array in env.observe(agent).items()}
    found["info"] = env.infos[agent]["action_mask"].tobytes() if agent in env.infos else b""
    found |= {f"text {lang}": env.text(agent, lang).encode() for lang in ("en", "fr")}
    both = CourtlyParallel(play.setup, board_of(play))
    shown = both._told()
    return found | {f"parallel {name}": array.tobytes() for name, array in shown[0][agent].items()}


def gymnasium_output(play: FastMatch, seat: int) -> Output:
    """Return the output of the Gymnasium environment for its seat."""
    found: Output = {}
    for mode in ("ansi", "rgb_array"):
        env = CourtlySeat(play.setup, board_of(play, render_mode=mode), ["random"], seat)
        found[mode] = np.array(env.render()).tobytes()
    found |= {f"text {lang}": env.text(lang).encode() for lang in ("en", "fr")}
    if play.to_move == seat:
        found["mask"] = env.action_masks().tobytes()
        found["legal"] = json.dumps(env.legal_text("fr")).encode()
        found["error"] = _refusal(env)
    return found


def _refusal(env: CourtlySeat) -> bytes:
    illegal = int((~env.action_masks()).argmax())
    with pytest.raises(IllegalAction) as said:
        env.step(illegal)
    return json.dumps(said.value.as_dict()).encode()


def current_rewards(play: FastMatch, seat: int) -> Output:
    """Return the current rewards of a seat, for each kind of reward."""
    return {
        kind: board_of(play, reward=kind).settle()[seat].tobytes() for kind in ("share", "margin", "score", "shaped")
    }


def openspiel_output(play: FastMatch, seat: int) -> Output:
    """Return the output of an OpenSpiel game for a seat."""
    game = pyspiel.load_game(f"courtly_{play.setup.game.name}(players={play.setup.players})")
    state = game.new_initial_state()
    for outcome in (1, 2, 3):
        state.apply_action(outcome)
    state.play = play
    sample = state.resample_from_infostate(seat, np.random.RandomState(3).random_sample)
    return {
        "information": state.information_state_string(seat).encode(),
        "observation": state.observation_string(seat).encode(),
        "tensor": np.array(state.observation_tensor(seat)).tobytes(),
        "legal": json.dumps(state.legal_actions(seat)).encode(),
        "text": openspiel.text(state, seat, "fr").encode(),
        "sample": sample.information_state_string(seat).encode(),
    }


OUTPUTS: list[Callable[[FastMatch, int], Output]] = [
    pettingzoo_output,
    gymnasium_output,
    current_rewards,
    openspiel_output,
]


@games
@pytest.mark.parametrize("moves", [3, 17])
def test_no_seat_can_distinguish_a_match_from_its_twin(game: str, moves: int) -> None:
    play = fast_match(game, moves=moves)
    for seat in range(PLAYERS[game]):
        twin = play.imagined(seat, stream(7, moves, seat))
        if game != "monarch":
            assert twin.state.tobytes() != play.state.tobytes(), "equal twins prove nothing"
        for output in OUTPUTS:
            shown, other = output(play, seat), output(twin, seat)
            assert shown.keys() == other.keys()
            assert [name for name in shown if shown[name] != other[name]] == []


@games
def test_spectator_pictures_reveal_nothing_hidden(game: str) -> None:
    play = fast_match(game, moves=9)
    twin = play.copy()
    twin._match = play.match.imagined(None, stream(8))
    shown, other = pettingzoo_output(play, None), pettingzoo_output(twin, None)
    assert shown == other


def vector_output(play: FastMatch, seat: int, move: int) -> Output | None:
    """Return the output of a vector for a seat after a move of another seat.

    It is None if the match goes on and a third seat moves next.
    """
    env = envs.vector(play.setup.game.name, PLAYERS[play.setup.game.name], num_envs=1, bots=None, reward="shaped")
    env.reset(seed=1)
    env._states[0] = play.state
    env._buffers.mask[0] = play.mask
    seen, _, over, _, info = env.step(np.array([move]))
    if info["to_move"][0] != seat and not over[0]:
        return None
    mask, paid = info["action_mask"][0], info["rewards"][0, seat]
    return {"seen": seen.tobytes(), "mask": mask.tobytes(), "reward": paid.tobytes(), "over": over.tobytes()}


def lines_after(play: FastMatch, seat: int, move: int) -> object:
    """Return the log of a move as shown to a seat."""
    after = play.match.copy()
    after.play(play.setup.codec.format(move))
    return after.log(seat, since=play.match.version)


@games
def test_a_vector_reveals_no_more_than_the_last_move(game: str) -> None:
    compared = 0
    plays = [fast_match(game, moves=moves, seed=moves) for moves in range(2, 12)]
    for play, number in product(plays, range(60)):
        seat = (play.to_move + 1) % PLAYERS[game]
        twin = play.imagined(seat, stream(9, number))
        for move in np.flatnonzero(play.mask & twin.mask)[:3].tolist():
            if compared < 20 and lines_after(play, seat, move) == lines_after(twin, seat, move):
                shown = vector_output(play, seat, move)
                assert shown == vector_output(twin, seat, move)
                compared += shown is not None
    assert compared

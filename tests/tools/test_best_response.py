"""Best responses: a net learns from matches against one opponent, and its search uses only the seat's knowledge."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from courtly.bots import find_bot
from courtly.bots.learned.net import OUTPUTS_PER_SEAT, Net, evaluate, shapes
from courtly.bots.search.bot import Ismcts
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup, set_up
from courtly.engine.play.match import Match, Opening
from tools import best_response

GAMES = ["courtisans", "monarch"]


@pytest.fixture(name="setup", params=GAMES)
def _setup(request: pytest.FixtureRequest) -> Setup:
    return set_up(request.param, {"players": 2})


def some_net(setup: Setup, seed: int = 1) -> Net:
    luck = np.random.default_rng(seed)
    drawn = (0.2 * luck.standard_normal(part.shape) for part in shapes(best_response.net_input(setup).size, 2))
    return Net(*(part.astype(np.float32) for part in drawn))


def test_the_command_learns_and_plays_fresh_deals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(best_response, "STEWARDS", 12)
    words = "courtisans --opponent ismcts:sims=4 --search sims=4,threads=1 --rounds 2 --matches 11 --deals 2"
    monkeypatch.setattr(sys, "argv", ["best_response", *words.split(), "--last", "sims=4,threads=1"])
    assert best_response.main() == 0
    told = capsys.readouterr().out.strip().split("\n")
    assert [line.partition(",")[0].split()[-1] for line in told[:3]] == ["stewards", "positions", "positions"]
    for line, name in zip(told[3:], ("the first net", "the net learnt"), strict=True):
        assert line.startswith(f"sims=4,threads=1 with {name}: victory share")
        assert "'n': 4" in line


def test_positions_are_recorded_with_the_outcome_of_their_match(setup: Setup) -> None:
    steward = find_bot("steward")
    played = best_response.play(setup, steward, steward, range(3), seed=1)
    assert played.x.shape == (len(played.y), best_response.net_input(setup).size)
    assert set(played.match) == {0, 1, 2}
    won, margins = played.y[:, ::OUTPUTS_PER_SEAT], played.y[:, 1::OUTPUTS_PER_SEAT]
    assert won.sum(axis=1) == pytest.approx(1.0)
    assert margins.sum(axis=1) == pytest.approx(1.0)
    assert np.array_equal(won[:, 0] > won[:, 1], margins[:, 0] > margins[:, 1])


def test_a_net_learns_predictable_outcomes() -> None:
    luck = np.random.default_rng(1)
    x = luck.random((8000, 6)).astype(np.float16)
    first = (x[:, 0] > x[:, 1]).astype(np.float32)
    y = np.stack([first, first, 1 - first, 1 - first], axis=1)
    played = best_response.Played(x, y, np.arange(len(x)))
    net, foreseen = best_response.learn(played, None, 1)
    assert max(foreseen) > 0.7
    again, more = best_response.learn(played, net, 1)
    assert more[0] == max(foreseen)
    assert np.array_equal(best_response.judged(again, x[:9].astype(np.float32)) > 0.5, y[:9] > 0.5)


def test_a_net_that_does_not_improve_is_returned_unchanged() -> None:
    luck = np.random.default_rng(1)
    x, y = luck.random((200, 6)).astype(np.float16), luck.random((200, 4)).astype(np.float32)
    played = best_response.Played(x, y, np.arange(200))
    net, _ = best_response.learn(replace(played, y=np.full_like(y, 0.5)), None, 1)
    same, foreseen = best_response.learn(replace(played, y=best_response.judged(net, x.astype(np.float32))), net, 1)
    assert foreseen[0] == max(foreseen) == 1
    assert all(np.array_equal(one, other) for one, other in zip(net, same, strict=True))


def test_positions_are_evaluated_equally_in_a_batch_and_one_by_one() -> None:
    net, told = some_net(set_up("courtisans", {"players": 2})), np.zeros(2 * OUTPUTS_PER_SEAT, np.float32)
    x = np.random.default_rng(2).random((5, len(net.first))).astype(np.float32)
    for row, judged in zip(x, best_response.judged(net, x), strict=True):
        evaluate(net, row, told)
        assert judged == pytest.approx(told, abs=1e-5)


def test_the_search_uses_the_net_and_only_its_seats_knowledge(setup: Setup) -> None:
    begin = best_response.net_input(setup).begin
    match, rng, steward = Match(setup, Opening(3)), stream(3), find_bot("steward")
    for _ in range(20):
        match.play(steward.choose(match.knowledge(int(match.state()[0].to_move)), rng).move)
    seat = int(match.state()[0].to_move)
    twin = match.imagined(seat, stream(4))
    bots = [Ismcts("sims=30,threads=1", begin=begin(some_net(setup, seed))) for seed in (1, 1, 2)]
    matches = (match, twin, match)
    one, same, other = (bot.choose(each.knowledge(seat), stream(5)) for bot, each in zip(bots, matches, strict=True))
    assert one.thought is not None
    assert one.thought.simulations == 30
    assert one == same
    assert one.thought != other.thought

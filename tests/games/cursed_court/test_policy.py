"""The steward of Cursed Court: its strength, its bumps and stakes, and its feints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from courtly.engine.compile.rng import below, stream
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match, Opening
from tests.games.cursed_court.builders import begin, bets, label, play_year, reports, stand_all

MATCHES = 24


def advice(match: Match, *, seed: int = 1) -> str:
    """Return the steward's move."""
    setup = match.setup
    return setup.codec.format(int(setup.game.rules.kernels.policy(setup.content, match.state()[0], stream(seed))))


def winners_share(options: dict[str, Any], seed: int) -> float:
    """Return the share of the victory of one steward against random players."""
    setup = set_up("cursed_court", options)
    kernels, content, states = setup.game.rules.kernels, setup.content, setup.game.rules.state.empty()
    s, moves, rng = states[0], np.empty(setup.max_legal, np.int32), stream(seed)
    kernels.deal(content, s, rng)
    steward = seed % setup.players
    while s.to_move >= 0:
        n = kernels.legal(content, s, moves)
        advised = s.to_move == steward
        kernels.apply(content, s, int(kernels.policy(content, s, rng) if advised else moves[below(rng, n)]))
    scores = np.empty(setup.players, np.int32)
    kernels.score(content, s, scores)
    best = [seat for seat in range(setup.players) if scores[seat] == scores.max()]
    return (steward in best) / len(best)


@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"players": 4}, {"players": 4, "masquerade": True}, {"players": 4, "coinless": True}],
    ids=label,
)
def test_steward_beats_random_players(options: dict[str, Any]) -> None:
    assert sum(winners_share(options, seed) for seed in range(MATCHES)) > 0.7 * MATCHES


def test_steward_bumps_a_cheap_crown_on_a_certain_region() -> None:
    match = bets(begin(2, "MMKK KKQD"), "king 0")
    assert advice(match) == "bet king"
    match.play("bet king")
    assert int(advice(match).removeprefix("stake ")) > 1


def test_steward_stakes_nothing_if_the_next_region_is_as_good() -> None:
    match = bets(begin(2, "MPQD JSAC"), "king 0", "queen 0")
    match.play("bet courtesan")
    assert advice(match) == "stake 0"


def test_steward_places_the_feint_every_year() -> None:
    match = Match(set_up("cursed_court", {"players": 3, "masquerade": True, "years": 2}), Opening(seed=4))
    while not match.is_over:
        move = advice(match)
        assert match.why_not(move) is None
        match.play(move)
    assert [sum(crown["feint"] for crown in report["crowns"]) for report in reports(match)] == [3, 3]


def test_steward_stakes_nothing_on_the_feint() -> None:
    match = begin(2, "MMKK KKQD", masquerade=True)
    assert advice(match).endswith(" feint")
    match.play(advice(match))
    assert advice(match) == "stake 0"


def test_steward_plays_the_feint_if_it_is_the_last_crown() -> None:
    match = begin(2, "MMKK KKQD", masquerade=True)
    bets(match, "queen 1", "duke 1", "jester 1", "opera 1", "merchant 1", "priestess 1")
    assert match.view(None)["season"] == "winter"
    assert advice(match).endswith(" feint")


def test_steward_with_few_chips_buys_more() -> None:
    match = play_year(begin(2, "KKKK QQQQ", great_exchange="cash", years=2), {0: ["jester 90"], 1: ["king 60"]})
    assert match.view(None)["phase"] == "rebuy"
    purse = match.view(None)["purse"]
    while match.view(None)["phase"] == "rebuy":
        seat = match.to_move
        assert seat is not None
        assert advice(match) == ("rebuy" if purse[seat] < 50 else "stand")
        match.play("stand")
    assert min(purse) < 50 < max(purse)
    assert not stand_all(match).is_over

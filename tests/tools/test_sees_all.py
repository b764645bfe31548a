"""The cheating search searches the true deal with a reshuffled deck. It is not available as a bot."""

from __future__ import annotations

import numpy as np
import pytest

from courtly.bots import UnknownBot, find_bot
from courtly.bots.search.bot import Ismcts
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup, set_up
from courtly.engine.play.match import Match, Opening
from tools import sees_all
from tools.duels import duel, of_bot


@pytest.fixture(name="setup")
def _setup() -> Setup:
    return set_up("courtisans", {"players": 2})


def played(setup: Setup, moves: int) -> Match:
    match, rng = Match(setup, Opening(7)), stream(7)
    for _ in range(moves):
        match.play(of_bot(find_bot("steward"))(match, rng))
    return match


def test_the_cheating_search_gets_the_true_state(setup: Setup) -> None:
    match = played(setup, 20)
    assert sees_all.Truth(match).redeal(stream(1)).tobytes() == match.state().tobytes()


def test_only_the_rest_of_the_deck_is_reshuffled(setup: Setup) -> None:
    match, rng = played(setup, 20), stream(3)
    truth, orders = match.state()[0], set()
    for _ in range(20):
        s = match.state()
        sees_all.shuffle_deck(setup.content, s[0], rng)
        left = slice(int(truth.drawn), int(setup.content.in_play))
        assert sorted(s[0].deck[left]) == sorted(truth.deck[left])
        orders.add(s[0].deck[left].tobytes())
        s[0].deck[left] = truth.deck[left]
        assert s.tobytes() == match.state().tobytes()
    assert len(orders) > 15


def test_a_duel_plays_each_deal_in_both_seatings(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    found = duel(setup, sees_all.seeing(5), of_bot(find_bot("ismcts:sims=5")), deals=2, seed=1)
    assert found.n == 4
    assert found.value is not None
    assert 0 <= found.value <= 1
    assert capsys.readouterr().err.count("deals") == 2


def test_the_cheating_search_uses_cards_hidden_from_its_seat(setup: Setup) -> None:
    # The twin differs in cards hidden from the seat. Only the cheating search then gets another result.
    match, rng = played(setup, 20), stream(5)
    seat = int(match.state()[0].to_move)
    twin = match.imagined(seat, rng)
    assert not np.array_equal(twin.state()[0].hands, match.state()[0].hands)
    thoughts = [
        Ismcts("sims=200,observers=one", begin=sees_all.begin_seeing).choose(sees_all.Truth(each), stream(1))
        for each in (match, twin)
    ]
    assert thoughts[0] != thoughts[1]
    honest = of_bot(find_bot("ismcts:sims=50"))
    assert honest(match, stream(1)) == honest(twin, stream(1))


def test_no_bot_specification_names_the_cheating_search() -> None:
    with pytest.raises(UnknownBot):
        find_bot("sees_all")

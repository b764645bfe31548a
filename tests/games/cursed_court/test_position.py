"""Features of a position of Cursed Court for a net. Seats are counted from the mover; future cards are unknown."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from courtly.engine.compile.rng import below, stream
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match
from courtly.games.cursed_court.position import PER_SEAT, SHARED, features, size
from courtly.games.cursed_court.state import Phase
from tests.games.cursed_court.builders import VARIANTS, begin, bets, label

Numbers = npt.NDArray[np.float32]

PURSE, LIKELY, SAFE = 1, 6, 7
"""Indices of a seat's purse, its expected points this year, and the part of these points that is safe from bumps."""


def features_of(match: Match, s: Any = None) -> Numbers:
    """Return the features of a match, or of another state of it."""
    out = np.full(size(match.players), np.nan, np.float32)
    assert features(match.setup.content, match.state()[0] if s is None else s, out)
    return out


def seat_features(match: Match, place: int) -> Numbers:
    """Return the features of the seat `place` places after the mover."""
    return features_of(match)[SHARED + place * PER_SEAT :][:PER_SEAT]


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("options", VARIANTS[::3], ids=label)
def test_features_of_every_bet_are_finite_and_complete(players: int, options: dict[str, Any]) -> None:
    setup = set_up("cursed_court", {"players": players, "years": 2, **options})
    kernels, content, s = setup.game.rules.kernels, setup.content, setup.game.rules.state.empty()[0]
    moves, out, rng = np.empty(setup.max_legal, np.int32), np.empty(size(players), np.float32), stream(players)
    kernels.deal(content, s, rng)
    for _ in range(300):
        if s.to_move < 0:
            break
        out[:] = np.nan
        assert features(content, s, out) == (s.phase == Phase.BET)
        if s.phase == Phase.BET:
            assert np.isfinite(out).all()
            assert abs(out).max() < 40
        else:
            assert np.isnan(out).all()
        n = kernels.legal(content, s, moves)
        kernels.apply(content, s, int(moves[below(rng, n)]))


def test_features_include_hole_cards_but_not_future_cards() -> None:
    match = begin(2, "MMKK KKQD")
    found, s = features_of(match), match.state()[0]
    seen = int(s.holes) + 1
    s.deck[seen : s.deck_size] = s.deck[seen : s.deck_size][::-1].copy()
    assert np.array_equal(features_of(match, s), found)
    s.deck[0], s.deck[seen] = s.deck[seen], s.deck[0]
    assert s.deck[0] != s.deck[seen]
    assert not np.array_equal(features_of(match, s), found)


def test_cards_determine_the_value_of_a_region() -> None:
    at = SHARED - 27 * 4
    found = features_of(begin(2, "MMKK KKQD"))
    worth = dict(zip(("courtesan", "merchant", "king"), found[at : at + 12 : 4], strict=True))
    assert worth["king"] > worth["merchant"] > worth["courtesan"]
    assert worth["king"] * 8 >= 5


def test_crown_that_is_too_expensive_to_bump_is_safe() -> None:
    match = bets(begin(2, "MMKK KKQD"), "king 20")
    owner = seat_features(match, 1)
    assert owner[LIKELY] == owner[SAFE] > 0
    assert seat_features(match, 0)[LIKELY] == 0
    match = bets(begin(2, "MMKK KKQD"), "king 3")
    owner = seat_features(match, 1)
    assert owner[LIKELY] > owner[SAFE] == 0


def test_feint_has_no_expected_points() -> None:
    plain, feint = (bets(begin(2, "MMKK KKQD", masquerade=True), bet) for bet in ("king 3", "king 3 feint"))
    assert seat_features(plain, 1)[LIKELY] > seat_features(feint, 1)[LIKELY] == 0


def test_seats_are_numbered_from_the_mover() -> None:
    match = bets(begin(3, "MMKKPP K"), "king 5")
    assert seat_features(match, 0)[PURSE] == 1.0
    assert seat_features(match, 2)[PURSE] < 1.0


def test_later_crowns_of_the_coinless_court_expect_fewer_points() -> None:
    match = bets(begin(3, "MMKKPP K", coinless=True), "king 0", "king 0")
    first, second = (float(seat_features(match, place)[LIKELY]) for place in (1, 2))
    assert first > second > 0

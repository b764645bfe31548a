"""Encoded positions of Monarch for a net: only starts of turns, seats in order from the mover, no hidden facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import courtly
from courtly.engine.compile.rng import stream
from courtly.engine.play.match import Match
from courtly.games.monarch.state import NONE, Phase
from courtly.games.monarch.steward.position import PER_SEAT, SHARED, features, size
from tests.games.monarch.builders import begin, run

Numbers = npt.NDArray[np.float32]

HELD, COURT_SIZE = slice(0, 2), slice(13, 21)
"""The holdings and the court size within a seat's numbers."""
FIRST_SPOT = slice(8, 16)


def numbers(match: Match) -> Numbers | None:
    """Return the encoded position of a match, or None if it cannot be encoded."""
    return encoded_state(match, match.state()[0])


def encoded_state(match: Match, s: Any) -> Numbers | None:
    out = np.full(size(match.players), np.nan, np.float32)
    return out if features(match.setup.content, s, out) else None


def encoded(match: Match) -> Numbers:
    found = numbers(match)
    assert found is not None
    return found


def same(one: Numbers | None, other: Numbers | None) -> bool:
    return one is not None and other is not None and bool(np.array_equal(one, other))


def of_seat(match: Match, place: int) -> Numbers:
    """Return the numbers of the seat `place` seats after the mover."""
    return encoded(match)[SHARED + place * PER_SEAT :][:PER_SEAT]


def played(players: int, **options: Any) -> Iterator[Match]:
    """Yield the positions of a match of stewards."""
    match = courtly.new_match("monarch", players=players, seed=players, **options)
    setup, rng = match.setup, stream(1)
    while match.to_move is not None:
        yield match
        match.play(setup.codec.format(int(setup.game.rules.kernels.policy(setup.content, match.state()[0], rng))))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_of_every_turn_is_encoded_in_finite_numbers(players: int) -> None:
    turns = set()
    for match in played(players):
        found = numbers(match)
        if found is not None:
            assert np.isfinite(found).all()
            assert abs(found).max() < 20
            turns.add((match.view()["round"], match.to_move))
    rounds = max(number for number, _ in turns)
    assert len(turns) == rounds * players


@pytest.mark.parametrize("move", ["harvest", "tax"])
def test_a_turn_in_progress_is_not_encoded(move: str) -> None:
    assert numbers(run(begin(3), move)) is None
    assert numbers(run(begin(3), move, "end")) is not None


@pytest.mark.parametrize("field", ["free_improvements", "free_sweeps", "extra_incomes"])
def test_a_position_with_extra_credits_is_not_encoded(field: str) -> None:
    match = begin(2)
    s = match.state()[0]
    s[field] += 1
    assert encoded_state(match, s) is None


def test_a_position_after_a_barter_is_not_encoded() -> None:
    match = begin(2)
    s = match.state()[0]
    s.bartered[match.setup.content.barters[0]] = 1
    assert encoded_state(match, s) is None


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase != Phase.ACT])
def test_a_position_in_a_phase_other_than_act_is_not_encoded(phase: Phase) -> None:
    match = begin(2)
    s = match.state()[0]
    s.phase = phase
    assert encoded_state(match, s) is None


def test_seats_are_counted_from_the_mover() -> None:
    match = run(begin(3), "harvest", "end")
    assert of_seat(match, 0)[HELD].tolist() == pytest.approx([0.5, 0.5])
    assert of_seat(match, 2)[HELD].tolist()[1] > 0.5
    assert of_seat(match, 0)[COURT_SIZE].tolist() == [1] + [0] * 7


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_redeals_have_equal_encodings(players: int) -> None:
    for match in played(players):
        found = numbers(match)
        if found is not None:
            for seed in range(3):
                sample = match.knowledge(match.to_move or 0).redeal(stream(seed))[0]
                assert same(encoded_state(match, sample), found)


def test_another_market_card_changes_the_encoding() -> None:
    one, other = (encoded(begin(2, top)) for top in ("weepy-poet", "old-nurse"))
    assert not same(one[FIRST_SPOT], other[FIRST_SPOT])
    assert not same(one, other)


def test_an_empty_spot_has_only_zeros() -> None:
    match = begin(2)
    s = match.state()[0]
    s.market[0] = NONE
    found = encoded_state(match, s)
    assert found is not None
    assert not found[FIRST_SPOT].any()
    assert encoded(match)[FIRST_SPOT].any()

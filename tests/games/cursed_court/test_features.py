"""The observation of a seat of Cursed Court: seats counted from the observer, visible and hidden information."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.games.cursed_court.features import OBSERVATION, SIZE
from courtly.testing import random_match
from courtly.testing.positions import stages
from courtly.testing.tensors import observed
from tests.games.cursed_court.builders import HOLES, VARIANTS, begin, bets, label, run

Tensor = npt.NDArray[np.float32]


def same(one: Tensor, other: Tensor) -> bool:
    return bool(np.array_equal(one, other))


def turned(match: Match) -> Match:
    """Return the same match with all players moved one seat on."""
    deal, players = match.record()["deal"], match.players
    holes = HOLES[players]
    each = holes // players
    years = [[*year[holes - each : holes], *year[: holes - each], *year[holes:]] for year in deal["years"]]
    options: dict[str, Any] = {name: value for name, value in match.options.items() if name != "players"}
    document = {"first": (deal["first"] + 1) % players, "years": years}
    return run(courtly.new_match("cursed_court", players=players, deal=document, **options), *match.moves)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("more", [{}, {"masquerade": True, "court_remembers": "open"}, {"coinless": True}], ids=label)
def test_observation_does_not_depend_on_the_seat_number(players: int, more: dict[str, Any]) -> None:
    setup = courtly.new_match("cursed_court", players=players, seed=0, **more).setup
    for match in stages(setup, seed=players, at_most=5):
        other = turned(match)
        for seat in range(players):
            assert same(observed(match, seat), observed(other, (seat + 1) % players))


def test_observations_of_different_seats_differ() -> None:
    match = begin(2, "KQDJ")
    assert not same(observed(match, 0), observed(match, 1))


@pytest.mark.parametrize("variant", VARIANTS[1:], ids=label)
def test_observation_shows_the_options(variant: dict[str, Any]) -> None:
    base, other = (courtly.new_match("cursed_court", players=2, seed=4, **each) for each in ({}, variant))
    only_tie = {name for name, value in variant.items() if value not in (False, "off")} <= {"tie"}
    assert same(observed(base, 0), observed(other, 0)) == only_tie


@pytest.mark.parametrize(
    "moves", [["bet king"], ["bet queen"], ["bet king", "stake 0"], ["bet king", "stake 1"], ["bet opera", "stake 0"]]
)
def test_every_bet_changes_every_observation(moves: list[str]) -> None:
    before, after = begin(2, "KQDJ"), run(begin(2, "KQDJ"), *moves)
    for seat in (0, 1):
        assert not same(observed(before, seat), observed(after, seat))


def test_observation_shows_which_neighbour_shares_a_hole_card() -> None:
    one, other = (begin(4, top) for top in ("KQDJ MPSA", "KQDK MPSA"))
    swapped = begin(4, "JQDK MPSA")
    assert not same(observed(one, 0), observed(swapped, 0))
    assert same(observed(one, 1), observed(other, 1))


def test_only_the_owner_observes_a_feint() -> None:
    plain, feint = (bets(begin(2, masquerade=True), line) for line in ("king 3", "king 3 feint"))
    assert not same(observed(plain, 0), observed(feint, 0))
    assert same(observed(plain, 1), observed(feint, 1))


def test_later_player_observes_the_order_of_shared_crowns() -> None:
    first, second = (bets(begin(3, coinless=True), *lines) for lines in (("king 0", "king 0"), ("queen 0", "king 0")))
    assert not same(observed(first, 1), observed(second, 1))


def test_observation_has_the_declared_size_and_type() -> None:
    match = random_match(courtly.new_match("cursed_court", players=3, seed=0).setup, seed=1, moves=20)
    out = observed(match, 2)
    assert out.shape == (SIZE,) == (match.setup.game.rules.observation.size,)
    assert out.dtype == np.dtype(np.float32)


def test_parts_of_an_observation_keep_their_offsets() -> None:
    assert {piece.name: piece.start for piece in OBSERVATION} == {
        "tableau": 0,
        "holes": 9,
        "aside": 27,
        "crowns": 36,
        "coins": 198,
        "places": 225,
        "feint": 252,
        "seats": 280,
        "phase": 316,
        "season": 320,
        "pending": 324,
        "pending_feint": 351,
        "players": 352,
        "year": 357,
        "remembers": 358,
        "coinless": 359,
        "elimination": 360,
        "cash": 361,
        "masquerade": 362,
    }
    assert OBSERVATION.size == 363

"""The observation of a seat: seats counted from the observer, visible information and hidden information."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.games.courtisans.features import OBSERVATION, SIZE
from courtly.testing import random_match
from courtly.testing.positions import stages
from courtly.testing.tensors import observed
from tests.games.courtisans.builders import begin, deal, run

Tensor = npt.NDArray[np.float32]
HANDS = [["hare.spy", "hare.spy", "stag.plain"], ["carp.spy", "toad.plain", "toad.noble"]]


def same(one: Tensor, other: Tensor) -> bool:
    return bool(np.array_equal(one, other))


def turned_area(area: str, players: int) -> str:
    """Return an area's id after all players move on by one seat."""
    word, _, seat = area.partition(":")
    return f"domain:{(int(seat) + 1) % players}" if seat else word


def turned(match: Match) -> Match:
    """Return the same match with all players moved on by one seat."""
    record, players = match.record(), match.players
    hands = [record["deal"]["deck"][3 * seat : 3 * seat + 3] for seat in range(players)]
    missions = record["deal"]["missions"]
    document = {
        "first": (record["deal"]["first"] + 1) % players,
        "deck": [card for hand in hands[-1:] + hands[:-1] for card in hand] + record["deal"]["deck"][3 * players :],
        "missions": missions[-1:] + missions[:-1],
    }
    moves = [" ".join(turned_area(word, players) for word in move.split(" ")) for move in match.moves]
    options: dict[str, Any] = {name: value for name, value in match.options.items() if name != "players"}
    return run(courtly.new_match("courtisans", players=players, deal=document, **options), *_spies_kept(moves, match))


def _spies_kept(moves: list[str], match: Match) -> list[str]:
    """Return the moves with spy numbers restored: spies are numbered by play, not by seat."""
    return [old if old.startswith("kill spy:") else new for old, new in zip(match.moves, moves, strict=True)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["2024", "2023"])
def test_an_observation_does_not_depend_on_the_absolute_seat(players: int, edition: str) -> None:
    setup = courtly.new_match("courtisans", players=players, edition=edition, seed=0).setup
    for match in stages(setup, seed=players, at_most=8):
        other = turned(match)
        for seat in range(players):
            assert same(observed(match, seat), observed(other, (seat + 1) % players))


def test_observations_of_different_seats_differ() -> None:
    match = begin(hands=HANDS)
    assert not same(observed(match, 0), observed(match, 1))


def test_an_observation_shows_the_family_of_the_observers_spies_only() -> None:
    ends = []
    for family in ("hare", "carp"):
        match = begin(hands=[[f"{family}.spy", "stag.plain", "stag.noble"], ["toad.plain", "toad.noble", "toad.guard"]])
        ends.append(run(match, f"play {family}.spy above"))
    assert not same(observed(ends[0], 0), observed(ends[1], 0))
    assert same(observed(ends[0], 1), observed(ends[1], 1))


def test_an_observation_shows_the_family_of_the_observers_eliminated_spies_only() -> None:
    ends = []
    for family in ("hare", "carp"):
        hands = [[f"{family}.spy", "stag.plain", "stag.noble"], ["toad.assassin", "toad.noble", "toad.guard"]]
        match = begin(hands=hands)
        run(match, f"play {family}.spy above", "play stag.plain domain:0", "play stag.noble domain:1")
        ends.append(run(match, "play toad.assassin below", "kill spy:1"))
    assert not same(observed(ends[0], 0), observed(ends[1], 0))
    assert same(observed(ends[0], 1), observed(ends[1], 1))


@pytest.mark.parametrize(
    "moves",
    [
        ["play hare.spy above"],
        ["play hare.spy below"],
        ["play hare.spy domain:0"],
        ["play hare.spy domain:1"],
        ["play stag.plain above"],
        ["play stag.plain above", "play hare.spy domain:0"],
    ],
)
def test_every_play_changes_every_observation(moves: list[str]) -> None:
    before, after = begin(hands=HANDS), run(begin(hands=HANDS), *moves)
    for seat in (0, 1):
        assert not same(observed(before, seat), observed(after, seat))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"edition": "2024"}, {"edition": "2023"}),
        ({"mission_count": "nobles-double"}, {"mission_count": "cards"}),
    ],
)
def test_the_options_change_the_observation(one: dict[str, str], other: dict[str, str]) -> None:
    tensors = [observed(courtly.new_match("courtisans", players=2, seed=4, **each), 0) for each in (one, other)]
    assert not same(*tensors)


def test_only_the_holder_observes_missions() -> None:
    first, second = (
        [["nobles-3", "below-5"], ["spies-3", "fallen-hare"]],
        [["nobles-3", "below-5"], ["guards-4", "fallen-toad"]],
    )
    matches = [
        courtly.new_match("courtisans", players=2, deal=deal(2, hands=HANDS, missions=missions))
        for missions in (first, second)
    ]
    assert same(observed(matches[0], 0), observed(matches[1], 0))
    assert not same(observed(matches[0], 1), observed(matches[1], 1))


def test_an_observation_has_the_declared_length_and_type() -> None:
    match = random_match(courtly.new_match("courtisans", players=3, seed=0).setup, seed=1, moves=20)
    out = observed(match, 2)
    assert out.shape == (SIZE,) == (match.setup.game.rules.observation.size,)
    assert out.dtype == np.dtype(np.float32)


def test_the_parts_of_an_observation_keep_their_offsets() -> None:
    assert {piece.name: piece.start for piece in OBSERVATION} == {
        "hand": 0,
        "cards": 30,
        "spies": 240,
        "unknown_spies": 282,
        "missions": 289,
        "eliminated": 309,
        "own_eliminated_spies": 339,
        "unknown_eliminated_spies": 345,
        "held": 346,
        "mover": 351,
        "used": 356,
        "pending": 359,
        "phase": 366,
        "players": 369,
        "turn": 373,
        "deck": 374,
        "edition": 375,
        "nobles_double": 376,
    }
    assert OBSERVATION.size == 377

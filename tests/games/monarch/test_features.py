"""The observation of a seat of Monarch: seats in order from the observer, all public facts, but no deck order."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.games.monarch import GAME
from courtly.games.monarch.cardset import house
from courtly.games.monarch.rules.features import OBSERVATION, SIZE
from courtly.testing.positions import stages
from courtly.testing.tensors import observed
from tests.games.monarch.builders import begin, run, with_state
from tests.games.monarch.card_sets import card_set

Tensor = npt.NDArray[np.float32]

OPEN = ("log", "legal", "version", "seat", "options", "game", "gone", "result")
"""View keys that observations leave out. The order of resolved Moons, for example, does not matter."""


def same(one: Tensor, other: Tensor) -> bool:
    return bool(np.array_equal(one, other))


def with_seats_rotated(match: Match) -> Match:
    """Return the same match with every player moved to the next seat."""
    deal, players = match.record()["deal"], match.players
    options = {name: value for name, value in match.options.items() if name != "players"}
    deal = {**deal, "first": (deal["first"] + 1) % players}
    moved = courtly.new_match("monarch", players=players, deal=deal, **options)
    for move in match.moves:
        verb, _, seat = move.partition(" ")
        moved.play(f"send {(int(seat) + 1) % players}" if verb == "send" else move)
    return moved


def setup(players: int, **options: Any) -> Any:
    return courtly.new_match("monarch", players=players, seed=0, **options).setup


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_observation_does_not_depend_on_the_seat_number(players: int) -> None:
    for match in stages(setup(players), seed=players, at_most=5):
        other = with_seats_rotated(match)
        for seat in range(players):
            assert same(observed(match, seat), observed(other, (seat + 1) % players))


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 3)])
def test_different_views_have_different_observations(players: int, seed: int) -> None:
    match, rng = courtly.new_match("monarch", players=players, seed=seed), random.Random(seed)
    seen: dict[tuple[int, bytes], str] = {}
    for _ in range(40):
        match.play(rng.choice(match.legal_moves()))
        for seat in range(players):
            view = {key: value for key, value in match.view(seat).items() if key not in OPEN}
            facts = json.dumps(view, sort_keys=True)
            assert seen.setdefault((seat, observed(match, seat).tobytes()), facts) == facts


@pytest.mark.parametrize("size", ["small", "large"])
def test_observations_of_random_card_sets_stay_within_bounds(size: str) -> None:
    for match in stages(setup(3, card_set=card_set(7, size=size)), seed=5, at_most=12):
        for seat in range(3):
            out = observed(match, seat, fill=np.nan)
            assert ((out >= 0) & (out <= 1)).all()


def test_the_order_of_the_deck_is_not_encoded() -> None:
    top = "tiger-pelt mill-stream stone-bridge fireworks weepy-poet"
    one, other = begin(3, f"{top} astronomer old-nurse"), begin(3, f"{top} old-nurse astronomer")
    for seat in range(3):
        assert same(observed(one, seat), observed(other, seat))


def court(name: str) -> int:
    """Return the number of a Court Card."""
    return [card.id for card in house().courts].index(name)


def numbers(match: Match, name: str, *, seat: int = 0) -> list[float]:
    """Return the 12 numbers of a Court Card: 4 flags for places, 4 for seats, gold, food, affordable, crowns."""
    found = observed(match, seat)[court(name) * 12 :][:12]
    return [round(float(number), 3) for number in found]


MARKET = "master-mason war-falcon gazing-glass precious-comb fireworks"


def test_a_market_card_shows_its_spot_price_and_crowns() -> None:
    match = with_state(begin(3, MARKET), gold=[4, 5, 6])
    half = [0.0, 0.0, 0.0, 0.0]
    mason = [0.0, 1.0, 0.0, 0.0, *half, 0.5, 0.0, 0.0, 0.7]
    assert numbers(match, "master-mason") == mason
    assert numbers(match, "master-mason", seat=1) == [*mason[:10], 1.0, 0.7]
    assert numbers(match, "war-falcon")[1] == 0.8
    assert numbers(match, "fireworks")[1] == 0.2


def test_a_discount_lowers_only_its_owners_prices() -> None:
    match = with_state(begin(3, MARKET), courts=["royal-strongbox", "court-jester", ""])
    cheaper = with_state(begin(3, MARKET.replace("precious-comb", "hill-raiders")), courts=["precious-comb", "", ""])
    assert numbers(match, "master-mason")[8] == 0.5
    assert numbers(cheaper, "master-mason")[8] == round(4 / 9, 3)
    assert numbers(cheaper, "master-mason", seat=1)[8] == 0.5


def test_a_court_card_shows_its_owner_and_crowns() -> None:
    match = with_state(begin(3, MARKET), courts=["", "tiger-pelt", "scale-hauberk"])
    assert numbers(match, "tiger-pelt") == [0.0] * 5 + [1.0] + [0.0] * 5 + [0.625]
    assert numbers(match, "tiger-pelt", seat=1)[4] == 1.0
    assert numbers(match, "scale-hauberk", seat=1)[5] == 1.0
    assert numbers(match, "plough-oxen")[:4] == [1.0, 0.0, 0.0, 0.0]


def test_a_card_shows_that_it_is_discarded_or_being_placed() -> None:
    bought = run(with_state(begin(3, MARKET), gold=[20], courts=["tiger-pelt"]), "buy master-mason")
    assert numbers(bought, "master-mason")[:4] == [0.0, 0.0, 0.0, 1.0]
    replaced = run(bought, "replace tiger-pelt")
    assert numbers(replaced, "tiger-pelt")[:4] == [0.0, 0.0, 1.0, 0.0]
    assert numbers(replaced, "master-mason")[:5] == [0.0, 0.0, 0.0, 0.0, 1.0]


LINES = [
    *("harvest", "tax", "sweep", "end", "buy mill-stream", "buy stone-bridge", "buy weepy-poet", "buy old-nurse"),
    *("buy mill-stream, build b3", "buy mill-stream, build c3", "buy weepy-poet, send 1", "buy weepy-poet, send 2"),
]


def test_every_move_changes_the_observation_of_every_seat() -> None:
    top = "old-nurse mill-stream stone-bridge fireworks weepy-poet"
    matches = [
        run(with_state(begin(3, top), gold=[9], food=[9]), *moves)
        for moves in ([], *(line.split(", ") for line in LINES))
    ]
    for seat in range(3):
        assert len({observed(match, seat).tobytes() for match in matches}) == len(matches)


def test_a_covered_improvement_shows_its_depth() -> None:
    top = "mill-stream stepped-hills endless-wheat fireworks weepy-poet"
    one = run(with_state(begin(3, top), food=[30]), "buy mill-stream", "build b3", "buy stepped-hills", "build b3")
    other = run(with_state(begin(3, top), food=[30]), "buy mill-stream", "build c3", "buy stepped-hills", "build b3")
    three = run(one, "buy endless-wheat", "build b3")
    improvements = [card.id for card in house().improvements]

    def on(match: Match, name: str) -> list[float]:
        start = 64 * 12 + improvements.index(name) * 16 + 4
        return [round(float(number), 3) for number in observed(match, 0)[start : start + 9]]

    assert on(three, "endless-wheat")[7] == 1.0
    assert on(three, "stepped-hills")[7] == 0.5
    assert on(three, "mill-stream")[7] == 0.333
    assert on(other, "mill-stream")[8] == on(other, "stepped-hills")[7] == 1.0


def test_a_pledge_shows_the_missing_amount_and_the_passes() -> None:
    def asked(*moves: str) -> bytes:
        match = with_state(begin(3, f"{MARKET} raiders-moon"), gold=[20, 20, 20])
        return observed(run(match, "buy master-mason", *moves), 1).tobytes()

    lines = [[], ["pass"], ["pledge 1"], ["pledge 2"], ["pledge 1", "pass"], ["pledge 1", "pledge 1"], ["pass", "pass"]]
    assert len({asked(*line) for line in lines}) == len(lines)


def test_a_used_barter_is_encoded() -> None:
    match = with_state(begin(3, MARKET), courts=["keeper-of-ledgers"], food=[9])
    used = run(match, "barter keeper-of-ledgers")
    before = with_state(
        begin(3, MARKET), courts=["keeper-of-ledgers"], food=[6], gold=[int(used.view(0)["seats"][0]["gold"])]
    )
    assert used.view(0)["seats"] == before.view(0)["seats"]
    assert not same(observed(used, 2), observed(before, 2))


@pytest.mark.parametrize("options", [{"banners": False}, {"max_rounds": 9}])
def test_options_are_encoded(options: dict[str, Any]) -> None:
    one, other = (courtly.new_match("monarch", players=3, seed=4, **each) for each in ({}, options))
    assert not same(observed(one, 0), observed(other, 0))


def test_an_observation_has_the_declared_length_and_type() -> None:
    out = observed(begin(2), 1)
    assert out.shape == (SIZE,) == (GAME.rules.observation.size,)
    assert out.dtype == np.dtype(np.float32)


def test_the_parts_of_an_observation_keep_their_offsets() -> None:
    assert {piece.name: piece.start for piece in OBSERVATION} == {
        "courts": 0,
        "improvements": 768,
        "guests": 1792,
        "moons": 2176,
        "cells": 2304,
        "seats": 2367,
        "phase": 2651,
        "bartered": 2658,
        "turn": 2727,
        "pledge": 2737,
        "players": 2742,
        "banners": 2745,
    }
    assert OBSERVATION.size == 2750

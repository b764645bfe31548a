"""Moves that can be taken back, over random matches of all games."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

import courtly
from courtly.engine.compile.rng import below, stream
from courtly.engine.play.match import Match
from courtly.engine.play.take_back import can_take_back
from courtly.testing.positions import record_bytes
from tests.engine.play.fair_matches import SETUPS, begun, play

Pair = tuple[Match, Match]


@cache
def pairs(number: int) -> list[Pair]:
    """Return the positions before and after each move of a random match."""
    found: list[Pair] = []
    match, rng = begun(*SETUPS[number]), stream(86)
    while not match.is_over and match.version < 80:
        legal = match.legal_moves()
        before = match.copy()
        match.play(legal[below(rng, len(legal))])
        found.append((before, match.copy()))
    return found


def knowledge(match: Match, seat: int) -> list[Any]:
    known = match.knowledge(seat)
    return [known.view, match.log(seat), record_bytes(match.setup, known.redeal(stream(3))[0])]


every_setup = pytest.mark.parametrize("number", range(len(SETUPS)))


@every_setup
def test_after_a_move_is_taken_back_every_seat_knows_what_it_knew_before(number: int) -> None:
    taken = 0
    for before, after in pairs(number):
        if can_take_back(before, after):
            taken += 1
            again = after.at(before.version)
            assert again.record() == before.record()
            for seat in range(before.players):
                assert knowledge(again, seat) == knowledge(before, seat)
    assert taken


@every_setup
def test_a_move_that_can_be_taken_back_has_shown_no_card_but_those_of_its_player(number: int) -> None:
    """The player knew all faces that the move has shown to any audience."""
    for before, after in pairs(number):
        if not can_take_back(before, after):
            continue
        seat = before.to_move
        known = Counter(texts(before.view(seat)))
        for (event,) in zip(*after.events(since=before.version), strict=True):
            for step in event.steps:
                assert step.face is None or step.face in known


def texts(value: object) -> list[str]:
    """Return all texts in a plain value."""
    if isinstance(value, dict):
        return [text for each in value.items() for text in texts(list(each))]
    if isinstance(value, list):
        return [text for each in value for text in texts(each)]
    return [value] if isinstance(value, str) else []


@every_setup
def test_the_same_move_can_be_made_again(number: int) -> None:
    for before, after in pairs(number):
        if can_take_back(before, after):
            again = after.at(before.version)
            again.play(after.moves[-1])
            assert again.record() == after.record()
            assert again.log() == after.log()


@every_setup
def test_a_move_that_draws_or_deals_cannot_be_taken_back(number: int) -> None:
    drawn = [pair for pair in pairs(number) if has_fewer_cards(*pair)]
    assert drawn
    assert [pair for pair in drawn if can_take_back(*pair)] == []


def has_fewer_cards(before: Match, after: Match) -> bool:
    return bool(before.view()["deck"] != after.view()["deck"])


def test_the_last_move_of_a_match_cannot_be_taken_back() -> None:
    match = begun("monarch", {"players": 2})
    play(match)
    assert not can_take_back(match.at(match.version - 1), match)


def test_moves_of_several_seats_cannot_be_taken_back() -> None:
    match = courtly.new_match("cursed_court", players=3, seed=4, coinless=True)
    earlier = match.copy()
    for _ in range(2):
        match.play(match.legal_moves()[0])
    assert can_take_back(match.at(1), match)
    assert not can_take_back(earlier, match)


def test_without_a_move_there_is_nothing_to_take_back() -> None:
    match = begun("monarch", {"players": 2})
    assert not can_take_back(match.copy(), match)


def test_a_whole_turn_can_be_taken_back_unless_one_of_its_moves_reveals_something() -> None:
    match = courtly.new_match("courtisans", players=2, seed=7)
    earlier = match.copy()
    while match.to_move == earlier.to_move:
        kept = match.copy()
        match.play(match.legal_moves()[0])
    assert can_take_back(earlier, kept)
    assert not can_take_back(earlier, match)

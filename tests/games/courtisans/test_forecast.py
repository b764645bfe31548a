"""Predictions from the view alone: only the end of a turn gives the moving seat new information."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import courtly
from courtly.engine.compile.rng import stream
from courtly.games.courtisans.forecast import reveals
from tests.games.courtisans.builders import begin, random_deal, run

MOVES = ("play", "eliminate", "spare")
"""The events of a player's own move."""

HANDS = [["toad.assassin", "hare.noble", "stag.guard"], ["carp.assassin", "carp.guard", "hare.plain"]]


def may_reveal(match: courtly.Match, move: str) -> bool:
    """Return whether a move may give its player new information."""
    view: Any = match.view(match.to_move)
    return reveals(view, move)


def positions(players: int, *, seed: int) -> Iterator[courtly.Match]:
    """Yield the positions of a random match in which assassins are played early."""
    dice = random.Random(seed)
    match = courtly.new_match("courtisans", players=players, deal=random_deal(players, "2024", seed=seed))
    while not match.is_over:
        yield match
        moves = match.legal_moves()
        match.play(dice.choice([move for move in moves if ".assassin " in move or move.startswith("kill")] or moves))


def after(match: courtly.Match, move: str, seat: int) -> tuple[Any, Any]:
    """Return the view and log of a seat after a move."""
    match.play(move)
    return match.view(seat), match.log(seat)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_move_that_reveals_nothing_leads_to_the_same_view_in_every_redeal(players: int) -> None:
    dice = random.Random(players)
    for match in positions(players, seed=players):
        seat = match.to_move
        assert seat is not None
        move = dice.choice(match.legal_moves())
        if not may_reveal(match, move):
            matches = [match, *(match.imagined(seat, stream(n, match.version)) for n in range(3))]
            one, *others = (after(match.copy(), move, seat) for match in matches)
            assert all(other == one for other in others)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_preview_shows_the_whole_turn_without_the_drawn_cards(players: int) -> None:
    for match in positions(players, seed=20 + players):
        seat = match.to_move
        for move in match.legal_moves():
            if may_reveal(match, move):
                before, shown, after = match.view(seat), match.preview(move), match.copy()
                after.play(move)
                view, real = shown.view(seat), after.view(seat)
                assert (view["hand"], view["legal"], view["to_move"]) == ([], [], seat)
                assert [view[key] for key in ("deck", "missions", "result")] == [
                    before[key] for key in ("deck", "missions", "result")
                ]
                assert (view["standing"], view["eliminated"]) == (real["standing"], real["eliminated"])
                if not after.is_over:
                    assert view["areas"] == real["areas"]
                told = after.log(seat, since=match.version)
                assert shown.log(seat, since=match.version) == [each for each in told if each["id"] in MOVES]


@pytest.mark.parametrize("players", [2, 4])
def test_every_move_that_reveals_draws_cards_or_ends_the_match(players: int) -> None:
    for match in positions(players, seed=10 + players):
        for move in match.legal_moves():
            twin = match.copy()
            twin.play(move)
            drawn = twin.view()["deck"] < match.view()["deck"]
            assert may_reveal(match, move) == (drawn or twin.is_over)


def test_a_whole_turn_can_be_prepared_in_advance() -> None:
    match = begin(hands=HANDS)
    for move in ("play hare.noble above", "play toad.assassin domain:0"):
        assert not may_reveal(match, move)
        match.play(move)
    assert may_reveal(match, "play stag.guard domain:1")


def test_an_assassin_with_a_target_as_third_card_reveals_nothing_before_its_choice() -> None:
    match = run(begin(hands=HANDS[::-1]), "play hare.plain above", "play carp.guard domain:0")
    run(match, "play carp.assassin domain:1", "play hare.noble domain:1", "play stag.guard domain:0")
    assert not may_reveal(match, "play toad.assassin below")
    match.play("play toad.assassin below")
    assert [may_reveal(match, move) for move in match.legal_moves()] == [True, True]


def test_an_assassin_without_a_target_as_third_card_ends_the_turn() -> None:
    match = run(begin(hands=HANDS), "play stag.guard domain:0", "play hare.noble domain:1")
    assert may_reveal(match, "play toad.assassin above")
    match = run(begin(hands=HANDS[::-1]), "play carp.guard above", "play hare.plain domain:1")
    assert may_reveal(match, "play carp.assassin domain:0")

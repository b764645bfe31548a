"""Predictions of whether a move gives new information: only the last move of a season or between two years does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import courtly
from courtly.engine.compile.rng import stream
from courtly.games.cursed_court.forecast import reveals
from tests.games.cursed_court.builders import begin, bets, label, play_year, run

VARIANTS: list[dict[str, Any]] = [
    {"players": 2, "masquerade": True},
    {"players": 4, "years": 1},
    {"players": 3, "years": 1, "coinless": True, "masquerade": True},
    {"players": 3, "years": 2, "great_exchange": "cash"},
]
every = pytest.mark.parametrize("options", VARIANTS, ids=label)


def forecast(match: courtly.Match, move: str) -> bool:
    """Return whether a move may give its player new information."""
    view: Any = match.view(match.to_move)
    return reveals(view, move)


def positions(options: dict[str, Any], *, seed: int) -> Iterator[tuple[courtly.Match, str]]:
    """Yield positions of a random match with low stakes, so that bumps occur, each with its next move."""
    dice = random.Random(seed)
    match = courtly.new_match("cursed_court", seed=seed, **options)
    while not match.is_over:
        moves = match.legal_moves()
        low = sorted(moves, key=lambda move: int(move.split(" ")[1]))[:3] if moves[0].startswith("stake") else moves
        move = dice.choice(low)
        yield match, move
        match.play(move)


def after(match: courtly.Match, move: str, seat: int) -> tuple[Any, Any]:
    """Return a seat's view and log after a move."""
    match.play(move)
    return match.view(seat), match.log(seat)


@every
def test_move_that_does_not_reveal_leads_to_the_same_view_in_every_redeal(options: dict[str, Any]) -> None:
    for match, move in positions(options, seed=1):
        seat = match.to_move
        assert seat is not None
        if not forecast(match, move):
            matches = [match.copy(), *(match.imagined(seat, stream(n, match.version)) for n in range(3))]
            one, *others = (after(match, move, seat) for match in matches)
            assert all(other == one for other in others)


@every
def test_move_that_reveals_turns_up_cards_or_begins_a_year(options: dict[str, Any]) -> None:
    for match, move in positions(options, seed=2):
        twin = match.copy()
        twin.play(move)
        shown = {event["id"] for event in twin.log(since=match.version)} & {"season", "year-end", "idle-year"}
        assert forecast(match, move) == bool(shown)


def test_bet_and_stake_can_be_drafted_as_one_turn() -> None:
    match = begin(4)
    assert not forecast(match, "bet king")
    assert not forecast(run(match, "bet king"), "stake 3")


def test_last_crown_of_a_season_reveals_cards_unless_it_bumps() -> None:
    match = run(bets(begin(2), "king 3"), "bet queen")
    assert forecast(match, "stake 0")
    assert not forecast(run(bets(begin(2), "king 3"), "bet king"), "stake 6")


def test_tenth_stack_of_the_last_player_begins_the_year() -> None:
    match = run(play_year(begin(2, great_exchange="cash")), "stand")
    assert [forecast(match, move) for move in ("rebuy", "stand")] == [False, True]
    run(match, *["rebuy"] * 9)
    assert forecast(match, "rebuy")

"""The contract suite for Whispers, and tests of its rules by clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import chain

import numpy as np
import pytest
from whispers import GAME
from whispers.state import CARD_IDS, CARDS, HAND, NONE

from courtly.engine.contract.game import Record, set_up
from courtly.engine.play.match import Match, Opening
from courtly.testing import ContractSuite, Subject


def census(content: Record, s: Record) -> Hashable:
    """Return the number of copies of each card in the whole state. It must not change during a match."""
    there = Counter([int(s.favourite), *map(int, s.deck[: s.left])])
    for seat in range(content.players):
        there.update(card for card in range(CARDS) if s.holds[seat, card] or s.laid[seat, card])
        there.update(int(card) for card in s.vow[seat, seat] if card != NONE)
    return frozenset(there.items())


class TestWhispers(ContractSuite):
    subjects = (Subject(GAME, census),)


def dealt(*hands: str, favourite: str = "swan.4", vows: int = 2) -> Match:
    """Return a match in which seat 0 begins. These cards are dealt to the hands first, then the lowest other cards."""
    named = [hand.split() for hand in hands]
    rest = [card for card in CARD_IDS if card not in (favourite, *chain(*named))]
    filled = [card for hand in named for card in (*hand, *(rest.pop(0) for _ in range(HAND - len(hand))))]
    deal = {"first": 0, "cards": [favourite, *filled, *rest]}
    return Match(set_up(GAME, {"players": len(hands), "vows": vows}), Opening(deal=deal))


def played(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def ended(match: Match, *first: str) -> Match:
    """Return a finished match: after the moves `first`, each seat backs its first card in every turn."""
    played(match, *first)
    while not match.is_over:
        match.play(next(move for move in match.legal_moves() if move.startswith("back")))
    return match


def points(match: Match) -> list[int]:
    """Return the points that the seats would have if the match ended now."""
    out = np.zeros(match.players, np.int32)
    GAME.rules.kernels.score(match.setup.content, match.state()[0], out)
    return list(map(int, out))


def test_c1_2_c1_3_c3_1_hands_are_dealt_and_hidden_cards_are_revealed_at_the_end() -> None:
    match = dealt("stag.4", "", "")
    assert (match.view(0)["favourite"], match.view(0)["hands"]) == (None, [4, 4, 4])
    shown = ended(match, "confide stag.4 2").view(None)
    assert (shown["favourite"], shown["confided"][0]) == ("swan.4", [{"to": 2, "card": "stag.4"}])


def test_c2_2_a_backed_card_is_in_front_of_its_owner() -> None:
    assert played(dealt("stag.4", ""), "back stag.4").view(1)["backed"] == [["stag.4"], []]


def test_c2_3_c2_4_a_slander_is_in_front_of_another_seat_and_two_players_cannot_confide() -> None:
    match = played(dealt("stag.4", ""), "slander stag.4 1")
    assert match.view(1)["slandered"] == [[], ["stag.4"]]
    assert {move.split(" ")[0] for move in match.legal_moves()} == {"back", "slander"}


@pytest.mark.parametrize(("seat", "card"), [(0, "stag.4"), (1, None), (2, "stag.4"), (None, None)])
def test_c2_4_two_seats_know_a_confided_card(seat: int | None, card: str | None) -> None:
    match = played(dealt("stag.4", "", ""), "confide stag.4 2")
    assert match.view(seat)["confided"][0] == [{"to": 2, "card": card}]
    assert match.log(seat)[0]["args"]["card"] == card
    assert match.view(seat)["favours"] == [1, 0, 1]


def test_c2_5_the_option_limits_the_confided_cards() -> None:
    match = played(dealt("stag.4 stag.3", "lynx.1", "lynx.2", vows=1), "confide stag.4 2", "back lynx.1", "back lynx.2")
    assert match.why_not("confide stag.3 1") is not None


@pytest.mark.parametrize(("players", "left"), [(2, 1), (3, 2), (4, 3)])
def test_c2_6_c3_1_all_seats_draw_and_play_equal_numbers_of_cards(players: int, left: int) -> None:
    match = ended(dealt(*[""] * players))
    assert (match.view(None)["deck"], match.version % players) == (left, 0)


@pytest.mark.parametrize(
    ("moves", "scores"),
    [
        (["back swan.3", "back lynx.1"], [6, 3]),  # 6 points in the favourite's house, 3 in another
        (["back stag.4", "back stag.3"], [3, 0]),
        (["back stag.4", "slander stag.3 0"], [3, 0]),  # a strength of 1 is enough
        (["back stag.2", "back stag.3", "slander stag.1 1"], [0, 0]),  # both seats have a strength of 2
        (["slander stag.2 1", "slander stag.3 0"], [0, 0]),  # no seat has a positive strength
    ],
)
def test_c3_2_c3_3_the_strongest_seat_in_a_house_scores(moves: list[str], scores: list[int]) -> None:
    match = dealt("swan.3 stag.4 stag.2 stag.1", "lynx.1 stag.3 otter.1 otter.2")
    assert points(played(match, *moves)) == scores


def test_c3_2_c3_4_a_confided_card_counts_and_favours_are_points() -> None:
    assert points(played(dealt("stag.4", "", ""), "confide stag.4 2")) == [4, 0, 1]

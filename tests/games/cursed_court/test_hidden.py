"""Hidden information that moves can reveal: the hole cards that a seat sees, with different numbers in each year."""

from __future__ import annotations

import courtly
from courtly.games.cursed_court.hidden import HIDDEN


def test_hidden_items_of_a_seat_are_the_hole_cards_that_it_sees() -> None:
    match = courtly.new_match("cursed_court", players=4, seed=5)
    found = [HIDDEN.items(match.setup, match.state(), seat).keys() for seat in range(4)]
    assert [len(each) for each in found] == [2, 2, 2, 2]
    assert all(found[seat] & found[seat - 1] for seat in range(4))


def test_hole_cards_are_numbered_per_year_and_end_with_the_match() -> None:
    match = courtly.new_match("cursed_court", players=3, years=2, seed=5)
    first = HIDDEN.items(match.setup, match.state(), 0).keys()
    while match.view()["year"] < 2:
        match.play(match.legal_moves()[0])
    assert not first & HIDDEN.items(match.setup, match.state(), 0).keys()
    while not match.is_over:
        match.play(match.legal_moves()[0])
    assert HIDDEN.items(match.setup, match.state(), 0) == {}

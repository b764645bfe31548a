"""RULES.md, section 6: seven spaces, adding and replacing."""

from __future__ import annotations

import courtly
from tests.games.monarch.builders import run
from tests.games.monarch.positions import (
    acquire,
    begin,
    caller,
    card_set,
    choices,
    court,
    courtier,
    guests,
    next_turn,
    phase,
    refuses,
    see,
    sister,
)

SEVEN = [f"page-{number}" for number in range(1, 8)]


def full() -> courtly.Match:
    """Seat 0 has seven Court Cards, and the next lies in the row."""
    return acquire(begin(" ".join(SEVEN[:5]), " ".join(SEVEN[5:]), cards=card_set()), *SEVEN)


def test_c6_1_a_court_holds_seven_cards() -> None:
    match = full()
    assert court(match) == set(SEVEN)
    assert phase(run(match, "buy page-8")) == "place"
    assert refuses(match, "add")


def test_c6_2_the_first_card_joins_an_empty_court_unasked() -> None:
    match = run(begin("page-1 page-2", cards=card_set()), "buy page-1")
    assert (phase(match), court(match)) == ("act", {"page-1"})


def test_c6_2_a_smaller_court_adds_or_replaces() -> None:
    match = acquire(begin("page-1 page-2 page-3", cards=card_set()), "page-1", "page-2")
    run(match, "buy page-3")
    assert match.legal_moves() == ["add", "replace page-1", "replace page-2"]
    assert court(run(match, "replace page-1")) == {"page-2", "page-3"}


def test_c6_3_a_full_court_must_replace() -> None:
    match = run(full(), "buy page-8")
    assert match.legal_moves() == [f"replace {card}" for card in SEVEN]
    run(match, "replace page-4")
    assert court(match) == {*SEVEN, "page-8"} - {"page-4"}


def test_c6_4_a_replaced_card_goes_to_the_discard_pile_with_its_powers_and_crowns() -> None:
    drum = courtier("drum", 5, powers=[{"kind": "income_bonus", "when": "tax", "amount": 3}])
    match = acquire(begin("drum page-1", cards=card_set(drum)), "drum")
    assert (sister(match)["score"], sister(match)["tax"]) == (5, 8)
    run(match, "buy page-1", "replace drum")
    assert (sister(match)["score"], sister(match)["tax"]) == (0, 5)
    assert (court(match), see(match)["discard"]) == ({"page-1"}, ["drum"])


def test_c6_5_neither_guests_nor_others_cards_can_be_replaced() -> None:
    match = begin("bore page-1 page-2 page-3", cards=card_set(caller("bore")))
    run(match, "buy bore", "send 1", "buy page-1", "end", "buy page-2", "buy page-3")
    assert choices(match, "replace") == ["page-2"]
    assert refuses(match, "replace bore", "replace page-1", "replace page-3")


def test_c6_6_courts_guests_and_banners_lie_open() -> None:
    match = run(begin("bottomless-baron dancing-cranes"), "buy dancing-cranes", "buy bottomless-baron", "send 2")
    next_turn(match)
    shown = [match.view(audience)["seats"] for audience in (0, 1, 2, None)]
    assert shown[0] == shown[1] == shown[2] == shown[3]
    assert (court(match), guests(match, 2)) == ({"dancing-cranes"}, {"bottomless-baron"})

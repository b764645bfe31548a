"""RULES.md, section 6: seven spaces, adding and replacing."""

from __future__ import annotations

import pytest

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


ONE_TO_SIX = pytest.mark.parametrize("size", range(1, 7))


def holding(size: int) -> courtly.Match:
    """Return a match in which seat 0 has `size` Court Cards, `page-1` first, with the next one in the row."""
    match = begin(" ".join(SEVEN[:5]), " ".join([*SEVEN[5:], "page-8"]), cards=card_set())
    return acquire(match, *SEVEN[:size])


def bought(size: int) -> tuple[courtly.Match, str]:
    """Return a match in which seat 0 has `size` Court Cards and must place one more, and the id of that card."""
    card = f"page-{size + 1}"
    return run(holding(size), f"buy {card}"), card


def full() -> courtly.Match:
    """Return a match in which seat 0 has seven Court Cards, with the next one in the row."""
    return holding(7)


def test_c6_1_a_court_holds_seven_cards() -> None:
    match = full()
    assert court(match) == set(SEVEN)
    assert phase(run(match, "buy page-8")) == "place"
    assert refuses(match, "add")


def test_c6_2_the_first_card_is_added_automatically() -> None:
    match = run(begin("page-1 page-2", cards=card_set()), "buy page-1")
    assert (phase(match), court(match)) == ("act", {"page-1"})


@ONE_TO_SIX
def test_c6_2_a_court_of_one_to_six_can_add_or_replace_a_card(size: int) -> None:
    match, _ = bought(size)
    assert phase(match) == "place"
    assert match.legal_moves() == ["add", *(f"replace {card}" for card in SEVEN[:size])]


@ONE_TO_SIX
def test_c6_2_adding_a_card_keeps_the_others_in_place(size: int) -> None:
    match, card = bought(size)
    run(match, "add")
    assert court(match) == {*SEVEN[:size], card}
    assert (phase(match), see(match)["discard"]) == ("act", [])


@pytest.mark.parametrize(("size", "place"), [(size, place) for size in range(1, 7) for place in range(size)])
def test_c6_2_c6_4_a_card_can_replace_any_other_and_only_that_one_leaves(size: int, place: int) -> None:
    match, card = bought(size)
    run(match, f"replace {SEVEN[place]}")
    assert court(match) == {*SEVEN[:size], card} - {SEVEN[place]}
    assert (phase(match), see(match)["discard"]) == ("act", [SEVEN[place]])


@ONE_TO_SIX
def test_c6_2_c6_5_only_cards_in_the_court_can_be_replaced(size: int) -> None:
    match, card = bought(size)
    others = [other for other in [*SEVEN, "page-8"] if other not in SEVEN[:size]]
    assert card in others
    assert refuses(match, *(f"replace {other}" for other in others))


@ONE_TO_SIX
def test_c6_2_after_a_replacement_the_next_card_can_be_added_or_replace_another(size: int) -> None:
    match, card = bought(size)
    run(match, "replace page-1", f"buy page-{size + 2}")
    assert match.legal_moves() == ["add", *sorted(f"replace {kept}" for kept in [*SEVEN[1:size], card])]


@ONE_TO_SIX
def test_c6_1_c6_2_only_the_seventh_card_starts_the_last_round(size: int) -> None:
    added, replaced = (run(bought(size)[0], move) for move in ("add", "replace page-1"))
    assert (see(added)["last_round"], see(replaced)["last_round"]) == (size == 6, False)


def test_c6_3_a_full_court_must_replace() -> None:
    match = run(full(), "buy page-8")
    assert match.legal_moves() == [f"replace {card}" for card in SEVEN]
    run(match, "replace page-4")
    assert court(match) == {*SEVEN, "page-8"} - {"page-4"}


def test_c6_4_a_replaced_card_is_discarded_with_its_powers_and_crowns() -> None:
    drum = courtier("drum", 5, powers=[{"kind": "income_bonus", "when": "tax", "amount": 3}])
    match = acquire(begin("drum page-1", cards=card_set(drum)), "drum")
    assert (sister(match)["score"], sister(match)["tax"]) == (5, 8)
    run(match, "buy page-1", "replace drum")
    assert (sister(match)["score"], sister(match)["tax"]) == (0, 5)
    assert (court(match), see(match)["discard"]) == ({"page-1"}, ["drum"])


def test_c6_5_guests_and_other_sisters_cards_cannot_be_replaced() -> None:
    match = begin("bore page-1 page-2 page-3", cards=card_set(caller("bore")))
    run(match, "buy bore", "send 1", "buy page-1", "end", "buy page-2", "buy page-3")
    assert choices(match, "replace") == ["page-2"]
    assert refuses(match, "replace bore", "replace page-1", "replace page-3")


def test_c6_6_courts_guests_and_banners_are_public() -> None:
    match = run(begin("bottomless-baron dancing-cranes"), "buy dancing-cranes", "buy bottomless-baron", "send 2")
    next_turn(match)
    shown = [match.view(audience)["seats"] for audience in (0, 1, 2, None)]
    assert shown[0] == shown[1] == shown[2] == shown[3]
    assert (court(match), guests(match, 2)) == ({"dancing-cranes"}, {"bottomless-baron"})

"""RULES.md, section 5: prices, credits, and the order of steps in a purchase."""

from __future__ import annotations

import pytest

from tests.games.monarch.builders import reports, run
from tests.games.monarch.positions import (
    acquire,
    begin,
    caller,
    card_set,
    court,
    courtier,
    holds,
    moon,
    phase,
    price,
    refuses,
    row,
    see,
    works,
)

CHEAPER = {"kind": "discount", "on": "court", "amount": 2}
BACK = {"kind": "rebate", "on": "court", "resource": "gold", "amount": 2}


def gain(resource: str, amount: int) -> dict[str, object]:
    return {"kind": "gain", "resource": resource, "amount": amount}


def test_c5_1_she_may_buy_the_whole_row_and_the_cards_that_follow() -> None:
    match = begin("page-1 shed-1 bore page-2 page-3", "page-4", cards=card_set(caller("bore")), layout="vvvffffff")
    run(match, "buy shed-1", "build c1", "buy bore", "send 2")
    acquire(match, "page-3", "page-1", "page-4", "page-2")
    assert court(match) == {"page-1", "page-2", "page-3", "page-4"}
    assert match.to_move == 0


def test_c5_2_the_whole_price_is_paid_in_food_and_gold() -> None:
    match = begin("mistress-of-hives stone-bridge weepy-poet")
    run(match, "buy mistress-of-hives")
    assert holds(match) == (4, 1)
    run(match, "buy weepy-poet", "send 1")
    assert holds(match) == (1, 1)


def test_c5_2_holding_exactly_the_price_is_enough() -> None:
    match = begin("oracle-owl spice-wharf")
    run(match, "buy oracle-owl", "buy spice-wharf", "build a1")
    assert holds(match) == (0, 0)


def test_c5_2_a_discount_lowers_the_price() -> None:
    dear = courtier("dear", cost={"gold": 7})
    match = acquire(begin("dear cook", cards=card_set(dear, courtier("cook", powers=[CHEAPER]))), "cook")
    assert (price(match, "dear"), price(match, "dear", 1)) == ((5, 0), (7, 0))
    assert holds(acquire(match, "dear")) == (0, 5)


def test_c5_3_the_price_is_paid_before_the_card_is_placed() -> None:
    match = run(begin("dancing-cranes weepy-poet"), "buy weepy-poet")
    assert (phase(match), holds(match)) == ("send", (2, 5))
    assert see(match)["pending"] == {"card": "weepy-poet"}


def test_c5_3_the_card_is_placed_before_its_effects() -> None:
    match = run(begin("gift page-1", cards=card_set(courtier("gift", on_acquire=[gain("gold", 1)]))), "buy page-1")
    run(match, "buy gift")
    assert (phase(match), holds(match), court(match)) == ("place", (5, 5), {"page-1"})
    assert holds(run(match, "add")) == (6, 5)


def test_c5_3_rebates_come_before_effects() -> None:
    asks = courtier("asks", on_acquire=[{"kind": "dismiss_guest"}, gain("food", 1)])
    match = begin("cook bore asks", cards=card_set(asks, caller("bore"), courtier("cook", powers=[BACK])))
    run(match, "buy cook", "end", "buy bore", "send 0", "end", "end", "buy asks", "add")
    assert (phase(match), holds(match)) == ("dismiss", (7, 5))
    assert holds(run(match, "keep")) == (7, 6)


def test_c5_3_the_spot_is_filled_last() -> None:
    cards = card_set(
        courtier("gift", on_acquire=[gain("gold", 3)]), moon("thief", {"kind": "halve", "resource": "gold"})
    )
    match = begin("page-1 gift", "page-2 thief page-3", cards=cards)
    run(match, "buy page-1", "buy gift")
    assert (phase(match), row(match)[1]) == ("place", None)
    run(match, "add")
    assert (holds(match), row(match)[1]) == ((4, 5), "page-3")


def test_c5_4_a_credit_offers_an_improvement_free_or_at_its_price() -> None:
    match = begin("master-mason stone-bridge weepy-poet mill-stream")
    assert refuses(match, "free stone-bridge")
    run(match, "buy master-mason")
    assert {"buy stone-bridge", "free stone-bridge", "free mill-stream"} <= set(match.legal_moves())
    assert refuses(match, "free weepy-poet")
    assert all(entry["free"] == (entry["kind"] == "improvement") for entry in see(match)["market"])


def test_c5_4_the_free_option_uses_the_credit() -> None:
    match = run(begin("master-mason stone-bridge mill-stream"), "buy master-mason", "free stone-bridge", "build a1")
    assert (holds(match), see(match)["credits"]["improvement"]) == ((0, 5), 0)
    assert refuses(match, "free mill-stream")


def test_c5_4_paying_keeps_the_credit() -> None:
    match = run(begin("master-mason stone-bridge mill-stream"), "buy master-mason", "buy stone-bridge", "build a1")
    assert (holds(match), see(match)["credits"]["improvement"]) == ((0, 2), 1)
    assert "free mill-stream" in match.legal_moves()


def test_c5_4_a_credit_buys_a_card_that_she_cannot_pay_for() -> None:
    match = run(begin("master-mason royal-mint"), "buy master-mason")
    assert refuses(match, "buy royal-mint")
    run(match, "free royal-mint", "build c3")
    assert holds(match) == (0, 5)


@pytest.mark.parametrize("power", [CHEAPER, BACK])
def test_c5_5_a_card_does_not_change_its_own_price_or_rebate(power: dict[str, object]) -> None:
    match = begin("cook", cards=card_set(courtier("cook", powers=[power], cost={"gold": 4})))
    assert price(match, "cook") == (4, 0)
    assert holds(run(match, "buy cook")) == (1, 5)


def test_c5_6_a_replaced_card_still_lowers_the_price_and_pays_its_rebate() -> None:
    cards = card_set(courtier("cook", powers=[CHEAPER, BACK]), courtier("dear", cost={"gold": 6}))
    match = run(begin("cook dear page-1", cards=cards), "buy cook", "buy dear", "replace cook")
    assert (holds(match), court(match)) == ((5 - 4 + 2, 5), {"dear"})
    assert reports(match, "gain") == [{"card": "dear", "gold": [2, 0, 0], "food": [0, 0, 0]}]
    run(match, "buy page-1", "add")
    assert holds(match) == (3, 5)


@pytest.mark.parametrize(
    "move",
    [
        "buy brass-orrery",
        "buy pure-white-stag",
        "buy deep-larder",
        "buy royal-mint",
        "buy fireworks",
        "buy fault-finding-aunt",
        "free royal-mint",
        "free brass-orrery",
    ],
)
def test_c5_7_a_card_too_expensive_or_outside_the_row_is_refused(move: str) -> None:
    match = begin("brass-orrery pure-white-stag deep-larder royal-mint mill-stream")
    run(match, "buy mill-stream", "build b1")
    assert holds(match) == (5, 3)
    assert refuses(match, move)


def test_c5_7_the_view_shows_which_cards_she_can_afford() -> None:
    match = begin("brass-orrery pure-white-stag deep-larder royal-mint mill-stream")
    assert [entry["affordable"] for entry in see(match)["market"]] == [False, False, True, False, True]


def test_c5_7_a_guest_and_an_improvement_are_refused_without_their_price() -> None:
    cards = card_set(caller("bore", cost={"gold": 6}), works("hall", cost={"food": 6}))
    assert refuses(begin("bore hall", cards=cards), "buy bore", "buy hall")

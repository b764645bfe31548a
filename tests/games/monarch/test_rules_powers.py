"""RULES.md, section 14: lasting powers of cards and banners."""

from __future__ import annotations

import pytest

import courtly
from tests.games.monarch.builders import reports, run
from tests.games.monarch.positions import (
    Table,
    acquire,
    banner,
    begin,
    caller,
    card_set,
    courtier,
    crowns,
    free_house,
    guests,
    holds,
    next_turn,
    price,
    refuses,
    see,
    sister,
    works,
)

TRADE = {"kind": "barter", "give": "food", "give_amount": 3, "get": "gold", "get_amount": 2}


def power(kind: str, **more: int | str) -> Table:
    return {"kind": kind, **more}


def helped(*powers: Table, others: tuple[Table, ...] = (), market: str = "", **more: str) -> courtly.Match:
    """Return a match in which seat 0 has a Court Card for each power, `aide-0` and so on. `market` is in the row."""
    aides = [courtier(f"aide-{number}", powers=[given]) for number, given in enumerate(powers)]
    names = [aide["id"] for aide in aides]
    match = begin(" ".join([*names, *market.split()]), cards=card_set(*aides, *others), **more)
    return acquire(match, *names)


def tax(amount: int) -> Table:
    return power("income_bonus", when="tax", amount=amount)


def test_c14_1_a_power_works_while_its_card_is_in_the_court() -> None:
    match = helped(tax(2))
    assert [sister(match, seat)["tax"] for seat in range(3)] == [7, 5, 5]
    run(match, "buy page-1", "replace aide-0")
    assert sister(match)["tax"] == 5


def test_c14_1_a_banners_power_works_from_the_moment_it_flies() -> None:
    flag = banner("might", {"kind": "path_cards", "path": "might", "at_least": 1}, power=tax(4))
    match = acquire(begin("guard page-2", cards=card_set(courtier("guard", path="might"), flag)), "guard")
    assert sister(match)["tax"] == 5
    run(match, "fly might", "buy page-2", "replace guard")
    assert sister(match)["tax"] == 9
    run(match, "tax")
    assert holds(match) == (14, 0)


def test_c14_1_all_powers_add_up() -> None:
    match = helped(tax(2), tax(3), power("income_bonus", when="harvest", amount=1))
    assert (sister(match)["tax"], sister(match)["harvest"]) == (10, 5)


def test_c14_1_a_card_may_have_two_powers() -> None:
    both = courtier("both", powers=[tax(2), power("tax_relief", amount=1)])
    shown = sister(acquire(begin("both", cards=card_set(both)), "both"))
    assert (shown["tax"], shown["feed"]) == (7, 4)


WARES = (
    courtier("sage", path="wisdom", cost={"gold": 4}),
    courtier("cook", path="bounty", cost={"gold": 4, "food": 4}),
    works("school", path="wisdom", cost={"food": 4}),
    caller("bore", cost={"gold": 4, "food": 3}),
)


@pytest.mark.parametrize(
    ("discount", "prices", "sweep"),
    [
        ({"on": "court"}, [(2, 0), (2, 4), (0, 4), (4, 3)], 3),
        ({"on": "court", "resource": "food"}, [(4, 0), (4, 2), (0, 4), (4, 3)], 3),
        ({"on": "court", "path": "wisdom"}, [(2, 0), (4, 4), (0, 4), (4, 3)], 3),
        ({"on": "improvement"}, [(4, 0), (4, 4), (0, 2), (4, 3)], 3),
        ({"on": "improvement", "path": "wisdom"}, [(4, 0), (4, 4), (0, 2), (4, 3)], 3),
        ({"on": "improvement", "path": "might"}, [(4, 0), (4, 4), (0, 4), (4, 3)], 3),
        ({"on": "guest"}, [(4, 0), (4, 4), (0, 4), (2, 3)], 3),
        ({"on": "guest", "resource": "food"}, [(4, 0), (4, 4), (0, 4), (4, 1)], 3),
        ({"on": "sweep"}, [(4, 0), (4, 4), (0, 4), (4, 3)], 1),
    ],
)
def test_c14_2_a_discount_lowers_matching_prices(discount: Table, prices: list[tuple[int, int]], sweep: int) -> None:
    aide = courtier("aide", powers=[power("discount", amount=2, **discount)])
    match = acquire(begin("aide sage cook school bore", cards=card_set(aide, *WARES)), "aide")
    assert [price(match, card) for card in ("sage", "cook", "school", "bore")] == prices
    assert see(match)["sweep_price"] == sweep
    assert [price(match, card, 1) for card in ("sage", "school")] == [(4, 0), (0, 4)]
    assert match.view(1)["sweep_price"] == 3


def test_c14_2_she_pays_the_lower_price() -> None:
    cheap = power("discount", on="improvement", amount=2)
    match = helped(cheap, power("discount", on="sweep", amount=2), others=WARES, market="school")
    run(match, "buy school", "build a1")
    assert holds(match) == (5, 3)
    assert holds(run(match, "sweep")) == (4, 3)


@pytest.mark.parametrize(("amounts", "left"), [((1, 2), 1), ((2, 2), 0), ((3, 3), 0), ((99, 99), 0)])
def test_c14_3_discounts_add_up_and_no_price_falls_below_0(amounts: tuple[int, ...], left: int) -> None:
    match = helped(*(power("discount", on="court", amount=n) for n in amounts), others=WARES, market="sage cook")
    assert price(match, "sage") == (left, 0)
    assert price(match, "cook") == (left, 4)
    acquire(match, "sage")
    assert holds(match) == (5 - left, 5)


def test_c14_3_the_price_of_a_sweep_never_falls_below_0() -> None:
    match = helped(power("discount", on="sweep", amount=9))
    assert see(match)["sweep_price"] == 0
    assert holds(run(match, "sweep", "sweep")) == (5, 5)


@pytest.mark.parametrize(
    ("rebate", "card", "given"),
    [
        ({"on": "court", "resource": "food"}, "sage", (1, 7)),
        ({"on": "court", "resource": "gold", "path": "wisdom"}, "sage", (3, 5)),
        ({"on": "court", "resource": "gold", "path": "might"}, "sage", (1, 5)),
        ({"on": "improvement", "resource": "gold"}, "school", (7, 1)),
        ({"on": "improvement", "resource": "gold", "path": "bounty"}, "school", (5, 1)),
        ({"on": "guest", "resource": "food"}, "bore", (1, 4)),
        ({"on": "court", "resource": "gold"}, "bore", (1, 2)),
    ],
)
def test_c14_4_a_rebate_is_paid_after_a_matching_card(rebate: Table, card: str, given: tuple[int, int]) -> None:
    match = helped(power("rebate", amount=2, **rebate), others=WARES, market=card)
    acquire(match, card)
    if card != "sage":
        run(match, "build a1" if card == "school" else "send 1")
    assert holds(match) == given


def test_c14_4_a_free_card_gives_a_rebate_too() -> None:
    mason = courtier("mason", on_acquire=[{"kind": "free_improvement"}])
    rebate = power("rebate", on="improvement", resource="gold", amount=2)
    match = acquire(helped(rebate, others=(*WARES, mason), market="mason school"), "mason")
    run(match, "free school", "build a1")
    assert holds(match) == (7, 5)


def test_c14_4_rebates_add_up_and_are_reported() -> None:
    back = [power("rebate", on="improvement", resource=resource, amount=2) for resource in ("gold", "food")]
    match = run(helped(*back, others=WARES, market="school"), "buy school", "build a1")
    assert holds(match) == (7, 5 - 4 + 2)
    assert reports(match, "gain") == [{"card": "school", "gold": [2, 0, 0], "food": [2, 0, 0]}]


@pytest.mark.parametrize(("when", "after"), [("harvest", (5, 12)), ("tax", (10, 0))])
def test_c14_5_an_income_bonus_adds_to_a_harvest_or_a_tax(when: str, after: tuple[int, int]) -> None:
    match = helped(power("income_bonus", when="harvest", amount=3))
    assert holds(run(match, when)) == after


def test_c14_5_an_income_bonus_applies_every_time() -> None:
    runner = courtier("runner", on_acquire=[{"kind": "extra_income"}])
    match = acquire(
        helped(power("income_bonus", when="harvest", amount=3), others=(runner,), market="runner"), "runner"
    )
    assert holds(run(match, "harvest", "harvest")) == (5, 5 + 2 * 7)


@pytest.mark.parametrize(("reliefs", "feed"), [((2,), 3), ((2, 2), 1), ((5,), 0), ((4, 4), 0)])
def test_c14_6_with_tax_relief_she_feeds_fewer_villages_but_all_give_gold(reliefs: tuple[int, ...], feed: int) -> None:
    match = helped(*(power("tax_relief", amount=n) for n in reliefs))
    assert sister(match)["feed"] == feed
    assert holds(run(match, "tax")) == (10, 5 - feed)


def test_c14_6_with_tax_relief_she_can_tax_with_less_food() -> None:
    assert refuses(begin(layout="vvvvvvfff"), "tax")
    assert holds(run(helped(power("tax_relief", amount=1), layout="vvvvvvfff"), "tax")) == (11, 0)


@pytest.mark.parametrize(("relief", "values"), [(1, (-1, -3, 0)), (3, (0, -1, 0)), (9, (0, 0, 0))])
def test_c14_7_guest_relief_lowers_the_cost_of_each_guest_to_at_least_0(relief: int, values: tuple[int, ...]) -> None:
    bores = [caller(f"bore-{number}", crowns) for number, crowns in enumerate((-2, -4, 0))]
    nurse = courtier("nurse", 5, powers=[power("guest_relief", amount=relief)])
    match = begin("nurse bore-0 bore-1 bore-2", cards=card_set(*bores, nurse))
    for bore in bores:
        run(match, f"buy {bore['id']}", "send 1")
    acquire(run(match, "end"), "nurse")
    assert len(guests(match, 1)) == 3
    assert tuple(crowns(match, bore["id"], 1) for bore in bores) == values
    assert sister(match, 1)["score"] == 5 + sum(values)


def test_c14_8_a_barter_swaps_one_resource_for_the_other() -> None:
    match = run(helped(TRADE), "barter aide-0")
    assert (holds(match), see(match)["bartered"]) == ((7, 2), ["aide-0"])


def test_c14_8_a_barter_needs_enough_of_the_resource() -> None:
    match = run(helped(TRADE), "tax")
    assert holds(match) == (10, 0)
    assert refuses(match, "barter aide-0")


def test_c14_8_only_the_owner_barters_and_only_on_her_turn() -> None:
    match = run(helped(TRADE), "end")
    assert refuses(match, "barter aide-0", "barter page-1", "barter")


def test_c14_9_each_card_barters_once_per_turn() -> None:
    match = run(helped({**TRADE, "give_amount": 1}, {**TRADE, "give_amount": 2}), "barter aide-0")
    assert refuses(match, "barter aide-0")
    run(match, "barter aide-1")
    assert (holds(match), see(match)["bartered"]) == ((9, 2), ["aide-0", "aide-1"])
    assert "barter aide-0" in next_turn(match).legal_moves()


def test_c14_9_a_banner_can_barter_too() -> None:
    flag = banner("might", {"kind": "path_cards", "path": "might", "at_least": 1}, power={**TRADE, "give_amount": 1})
    match = acquire(begin("guard", cards=card_set(courtier("guard", path="might"), flag)), "guard")
    assert refuses(match, "barter might")
    run(match, "fly might", "barter might")
    assert holds(match) == (7, 4)
    assert refuses(match, "barter might")
    assert "barter might" in next_turn(match).legal_moves()


def test_c14_9_a_card_that_leaves_and_returns_cannot_barter_again_this_turn() -> None:
    trader = courtier("trader", powers=[{**TRADE, "give_amount": 1}])
    cards = card_set(trader, courtier("rich", on_acquire=[{"kind": "gain", "resource": "gold", "amount": 99}]))
    first = begin("trader rich page-1", cards=cards)
    acquire(first, "rich", "trader")
    run(first, "barter trader", "buy page-1", "replace trader", *["sweep"] * 5)
    pile = ["trader", *sorted({*see(first)["discard"], *(c["card"] for c in see(first)["market"])} - {"trader"})]
    assert "trader" in see(first)["discard"]
    match = begin("trader rich page-1", cards=cards, reshuffles=[pile])
    acquire(match, "rich", "trader")
    run(match, "barter trader", "buy page-1", "replace trader", *["sweep"] * 6)
    acquire(match, "trader")
    assert refuses(match, "barter trader")
    assert "barter trader" in next_turn(match).legal_moves()


def test_c14_1_c14_4_the_house_banner_of_balance_gives_a_rebate() -> None:
    market = "toll-drum old-nurse dancing-cranes gazing-glass mistress-of-hives"
    match = acquire(begin(market, cards=free_house()), *market.split())
    gold = holds(match)[0]
    run(match, "fly banner-of-balance")
    card = next(entry["card"] for entry in see(match)["market"] if entry["kind"] == "court")
    acquire(match, card)
    assert holds(match)[0] >= gold + 1

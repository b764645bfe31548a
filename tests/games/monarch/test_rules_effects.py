"""RULES.md, section 13: the one-time effects of acquiring a card."""

from __future__ import annotations

import pytest

import courtly
from tests.games.monarch.builders import reports, run
from tests.games.monarch.positions import (
    Table,
    acquire,
    begin,
    caller,
    card_set,
    choices,
    courtier,
    guests,
    holds,
    moon,
    next_turn,
    phase,
    played,
    refuses,
    row,
    see,
    works,
)

DISMISS = {"kind": "dismiss_guest"}


def effect(kind: str, resource: str, amount: int) -> Table:
    return {"kind": kind, "resource": resource, "amount": amount}


def comer(*effects: Table, **more: Table) -> Table:
    """Return a Court Card with those effects."""
    return courtier("comer", on_acquire=list(effects), **more)


def all_holdings(match: courtly.Match) -> list[tuple[int, int]]:
    return [holds(match, seat) for seat in range(match.players)]


def visited(visits: int, *effects: Table) -> courtly.Match:
    """Return a match in which it is the turn of seat 1, which has `visits` guests. The card `comer` is in the row."""
    bores = [caller(f"bore-{number}") for number in range(1, visits + 1)]
    match = begin("comer " + " ".join(bore["id"] for bore in bores), cards=card_set(comer(*effects), *bores))
    for bore in bores:
        run(match, f"buy {bore['id']}", "send 1")
    return run(match, "end")


def test_c13_1_effects_come_in_order_before_the_spot_is_filled() -> None:
    match = run(visited(1, effect("gain", "gold", 2), DISMISS, effect("gain", "food", 3)), "buy comer")
    assert (phase(match), holds(match, 1), row(match)[0]) == ("dismiss", (7, 5), None)
    assert see(match)["pending"] == {"card": "comer"}
    run(match, "keep")
    assert (phase(match), holds(match, 1)) == ("act", (7, 8))
    assert row(match)[0] is not None
    assert see(match)["pending"] is None


def test_c13_1_a_moon_that_follows_comes_after_the_effects() -> None:
    cards = card_set(comer(effect("gain", "gold", 5)), moon("thief", {"kind": "halve", "resource": "gold"}))
    assert holds(acquire(begin("comer", "thief", cards=cards), "comer")) == (5, 5)


def test_c13_1_effects_happen_once() -> None:
    match = next_turn(acquire(begin("comer", cards=card_set(comer(effect("gain", "gold", 2)))), "comer"))
    assert holds(match) == (7, 5)


@pytest.mark.parametrize(("resource", "after"), [("gold", (8, 5)), ("food", (5, 8))])
def test_c13_2_gain_takes_from_the_supply(resource: str, after: tuple[int, int]) -> None:
    match = acquire(begin("comer", cards=card_set(comer(effect("gain", resource, 3)))), "comer")
    assert all_holdings(match) == [after, (5, 5), (5, 5)]
    (report,) = reports(match, "gain")
    assert (report["gold"][0], report["food"][0]) == (after[0] - 5, after[1] - 5)


@pytest.mark.parametrize(("resource", "amount", "given"), [("gold", 1, 1), ("food", 4, 4), ("gold", 6, 5)])
def test_c13_3_collect_takes_the_amount_or_all_from_each_other_sister(resource: str, amount: int, given: int) -> None:
    match = acquire(begin("comer", cards=card_set(comer(effect("collect", resource, amount))), players=4), "comer")
    change = [3 * given, -given, -given, -given]
    gold, food = (change, [0] * 4) if resource == "gold" else ([0] * 4, change)
    assert all_holdings(match) == [(5 + more, 5 + fed) for more, fed in zip(gold, food, strict=True)]
    assert reports(match, "gain") == [{"card": "comer", "gold": gold, "food": food}]


def test_c13_3_a_sister_with_less_gives_all_she_has() -> None:
    cards = card_set(comer(effect("collect", "gold", 3)), courtier("dear", cost={"gold": 4}))
    match = acquire(begin("comer dear", cards=cards), "dear")
    acquire(run(match, "end"), "comer")
    assert all_holdings(match) == [(0, 5), (9, 5), (2, 5)]


def test_c13_4_she_may_dismiss_one_of_her_guests() -> None:
    match = run(visited(2, DISMISS), "buy comer")
    assert match.legal_moves() == ["dismiss bore-1", "dismiss bore-2", "keep"]
    assert see(match)["dismissals"] == 1
    run(match, "dismiss bore-2")
    assert (phase(match), guests(match, 1), see(match)["discard"]) == ("act", {"bore-1"}, ["bore-2"])


def test_c13_4_she_may_dismiss_several_guests_one_at_a_time() -> None:
    match = run(visited(3, {**DISMISS, "up_to": 2}), "buy comer")
    assert see(match)["dismissals"] == 2
    run(match, "dismiss bore-3")
    assert (see(match)["dismissals"], match.legal_moves()) == (1, ["dismiss bore-1", "dismiss bore-2", "keep"])
    run(match, "dismiss bore-1")
    assert (phase(match), guests(match, 1)) == ("act", {"bore-2"})


def test_c13_4_she_may_keep_the_remaining_guests() -> None:
    match = run(visited(3, {**DISMISS, "up_to": 3}, effect("gain", "gold", 1)), "buy comer", "dismiss bore-3", "keep")
    assert (phase(match), guests(match, 1), holds(match, 1)) == ("act", {"bore-1", "bore-2"}, (6, 5))


def test_c13_4_keep_ends_only_the_dismissals() -> None:
    match = run(visited(1, DISMISS, DISMISS), "buy comer", "keep")
    assert (phase(match), match.legal_moves()) == ("dismiss", ["dismiss bore-1", "keep"])
    assert guests(run(match, "dismiss bore-1"), 1) == set()


def test_c13_4_only_her_own_guests_leave() -> None:
    match = run(visited(1, DISMISS), "end", "buy comer")
    assert (phase(match), guests(match, 1)) == ("act", {"bore-1"})
    match = run(visited(1, DISMISS), "buy comer")
    assert refuses(match, "dismiss bore-2", "dismiss comer", "dismiss")


def test_c13_5_without_a_guest_there_is_no_question() -> None:
    match = run(visited(0, DISMISS), "buy comer")
    assert (phase(match), see(match)["dismissals"]) == ("act", 0)


def test_c13_5_after_the_last_guest_there_are_no_more_questions() -> None:
    match = run(visited(1, {**DISMISS, "up_to": 3}, effect("gain", "gold", 1)), "buy comer", "dismiss bore-1")
    assert (phase(match), guests(match, 1), holds(match, 1)) == ("act", set(), (6, 5))


def test_c13_5_she_may_keep_a_single_guest() -> None:
    match = run(visited(1, DISMISS), "buy comer")
    assert match.legal_moves() == ["dismiss bore-1", "keep"]
    run(match, "keep")
    assert (phase(match), guests(match, 1)) == ("act", {"bore-1"})
    assert played(match)[-1] == (1, "keep")


def test_c13_6_free_improvement_gives_one_credit() -> None:
    cards = card_set(comer({"kind": "free_improvement"}), works("palace", cost={"food": 9}), works("villa"))
    match = acquire(begin("comer palace villa", cards=cards), "comer")
    assert see(match)["credits"] == {"improvement": 1, "sweep": 0, "income": 0}
    run(match, "free palace", "build a1")
    assert (holds(match), choices(match, "free")) == ((5, 5), [])


def test_c13_7_free_sweep_gives_a_credit_for_the_next_sweep() -> None:
    match = acquire(begin("comer", cards=card_set(comer({"kind": "free_sweep"}))), "comer")
    assert (see(match)["credits"]["sweep"], see(match)["sweep_price"]) == (1, 0)
    assert holds(run(match, "sweep")) == (5, 5)
    assert holds(run(match, "sweep")) == (2, 5)


@pytest.mark.parametrize(
    ("incomes", "after"),
    [
        (["harvest", "comer", "harvest"], (5, 13)),
        (["harvest", "comer", "tax"], (10, 4)),
        (["comer", "harvest", "tax"], (10, 4)),
        (["tax", "comer", "harvest"], (10, 4)),
        (["comer", "harvest", "harvest"], (5, 13)),
    ],
)
def test_c13_8_extra_income_gives_one_more_harvest_or_tax(incomes: list[str], after: tuple[int, int]) -> None:
    match = begin("comer", cards=card_set(comer({"kind": "extra_income"})))
    for act in incomes:
        run(match, "buy comer" if act == "comer" else act)
    assert (holds(match), see(match)["credits"]["income"]) == (after, 0)
    assert refuses(match, "harvest", "tax")


def test_c13_9_credits_add_up() -> None:
    kinds = [{"kind": kind} for kind in ("free_improvement", "free_sweep", "extra_income")]
    twin = courtier("twin", on_acquire=[{"kind": kind["kind"]} for kind in kinds])
    match = acquire(begin("comer twin shed-1 shed-2 shed-3", cards=card_set(comer(*kinds), twin)), "comer", "twin")
    assert see(match)["credits"] == {"improvement": 2, "sweep": 2, "income": 2}
    run(match, "harvest", "harvest", "tax", "free shed-1", "build a1", "free shed-2", "build a1")
    assert see(match)["credits"] == {"improvement": 0, "sweep": 2, "income": 0}
    assert refuses(match, "harvest", "tax", "free shed-3")
    assert holds(run(match, "sweep", "sweep")) == (10, 8)

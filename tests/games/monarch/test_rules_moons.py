"""RULES.md, section 11: every effect of a Moon and the sisters it applies to. Buying `page-1` reveals the Moon."""

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
    cell,
    courtier,
    holds,
    land,
    moon,
    row,
    see,
    sister,
    works,
)

GOLDEN = courtier("golden", on_acquire=[{"kind": "gain", "resource": "gold", "amount": 3}])
FED = courtier("fed", on_acquire=[{"kind": "gain", "resource": "food", "amount": 3}])


def under(*effects: Table, boards: list[Table] | None = None) -> courtly.Match:
    """Return a match in which the next card is a Moon with those effects. `page-1` is in the row."""
    return begin("page-1", "the-moon page-9", cards=card_set(moon("the-moon", *effects), lands=boards))


def change(what: str, resource: str, amount: int, **more: str) -> Table:
    return {"kind": what, "resource": resource, "amount": amount, **more}


def all_holdings(match: courtly.Match) -> list[tuple[int, int]]:
    return [holds(match, seat) for seat in range(match.players)]


def moon_report(match: courtly.Match) -> Table:
    """Return the only report of a Moon."""
    (report,) = reports(match, "moon")
    return report


def test_c11_1_effects_happen_in_the_listed_order() -> None:
    halve = {"kind": "halve", "resource": "gold"}
    assert holds(run(under(change("gain", "gold", 4), halve), "buy page-1")) == (5, 5)
    assert holds(run(under(halve, change("gain", "gold", 4)), "buy page-1")) == (7, 5)


def test_c11_1_the_moon_goes_back_to_the_box() -> None:
    match = run(under(change("gain", "gold", 1)), "buy page-1")
    assert (see(match)["gone"], see(match)["discard"], row(match)[0]) == (["the-moon"], [], "page-9")
    assert "the-moon" not in see(match)["unseen"]


def test_c11_2_gain_takes_from_the_supply() -> None:
    match = run(under(change("gain", "gold", 4), change("gain", "food", 1)), "buy page-1")
    assert all_holdings(match) == [(9, 6)] * 3
    assert moon_report(match) == {
        "moon": "the-moon",
        "gold": [4] * 3,
        "food": [1] * 3,
        "ruined": [],
        "flushed": [],
    }


@pytest.mark.parametrize(("amount", "left"), [(2, 3), (5, 0), (6, 0), (99, 0)])
def test_c11_3_lose_takes_the_amount_or_all_she_has(amount: int, left: int) -> None:
    match = run(under(change("lose", "food", amount)), "buy page-1")
    assert all_holdings(match) == [(5, left)] * 3
    assert moon_report(match)["food"] == [left - 5] * 3


@pytest.mark.parametrize(("gifts", "left"), [(0, 3), (1, 4), (2, 6)])
def test_c11_4_halve_takes_half_rounded_down(gifts: int, left: int) -> None:
    gilt = [{**GOLDEN, "id": f"gilt-{number}"} for number in range(gifts)]
    cards = card_set(*gilt, moon("the-moon", {"kind": "halve", "resource": "gold"}))
    then = " ".join([*(f"page-{20 + number}" for number in range(gifts)), "the-moon"])
    match = begin(" ".join(["page-1", *(card["id"] for card in gilt)]), then, cards=cards)
    acquire(match, *(card["id"] for card in gilt), "page-1")
    assert all_holdings(match) == [(left, 5), (3, 5), (3, 5)]


def test_c11_4_half_of_one_is_zero() -> None:
    lose_four = change("lose", "gold", 4)
    assert all_holdings(run(under(lose_four, {"kind": "halve", "resource": "gold"}), "buy page-1")) == [(1, 5)] * 3


def test_c11_4_the_house_frost_moon_halves_food() -> None:
    match = run(begin("dancing-cranes", "frost-moon"), "buy dancing-cranes")
    assert all_holdings(match) == [(2, 3), (5, 3), (5, 3)]


def test_c11_5_harvest_gives_the_yield_of_all_farms_and_is_no_income() -> None:
    bees = courtier("bees", powers=[{"kind": "income_bonus", "when": "harvest", "amount": 2}])
    cards = card_set(bees, works("orchard", "farm", 4), moon("the-moon", {"kind": "harvest"}))
    match = acquire(begin("bees orchard page-1", "page-8 page-9 the-moon", cards=cards), "bees")
    acquire(run(match, "buy orchard", "build b1"), "page-1")
    assert (moon_report(match)["food"], all_holdings(match)) == ([7] * 3, [(5, 12)] * 3)
    assert not see(match)["income_done"]
    assert holds(run(match, "harvest")) == (5, 12 + 9)


def test_c11_5_harvest_works_after_an_income_and_uses_no_credit() -> None:
    friend = courtier("friend", on_acquire=[{"kind": "extra_income"}])
    match = begin("friend page-1", "page-9 the-moon", cards=card_set(moon("the-moon", {"kind": "harvest"}), friend))
    acquire(run(match, "harvest"), "friend", "page-1")
    assert (holds(match), see(match)["credits"]["income"]) == ((5, 5 + 4 + 4), 1)


HIGH, LOW = works("high", "village", 4), works("low", "village", 2)


def ruining(terrain: str | None, *builds: tuple[str, Table]) -> courtly.Match:
    """Return a match after a Moon with the effect `ruin`. The given improvements were built before it."""
    effect = {"kind": "ruin"} | ({} if terrain is None else {"terrain": terrain})
    cards = card_set(moon("the-moon", effect), *(card for _, card in builds))
    market = " ".join([*(card["id"] for _, card in builds), "page-1"])
    match = begin(market, " ".join([*(f"page-{20 + n}" for n in range(len(builds))), "the-moon"]), cards=cards)
    for name, card in builds:
        run(match, f"buy {card['id']}", f"build {name}")
    return acquire(match, "page-1")


def test_c11_6_ruin_takes_the_visible_improvement_with_the_highest_yield() -> None:
    match = ruining("any", ("c3", HIGH), ("a1", LOW), ("b1", works("field", "farm", 3)))
    assert moon_report(match)["ruined"] == [{"cell": "c3", "card": "high"}]
    assert (cell(match, "c3")["improvement"], cell(match, "c3")["yield"]) == (None, 1)
    assert (see(match)["discard"], cell(match, "a1")["improvement"]) == (["high"], "low")


def test_c11_6_ruin_applies_to_any_terrain_by_default() -> None:
    match = ruining(None, ("a1", LOW), ("b1", works("field", "farm", 3)))
    assert moon_report(match)["ruined"] == [{"cell": "b1", "card": "field"}]


def test_c11_6_ruin_can_name_a_terrain() -> None:
    match = ruining("village", ("a1", LOW), ("b1", works("field", "farm", 3)))
    assert moon_report(match)["ruined"] == [{"cell": "a1", "card": "low"}]


def test_c11_6_the_covered_improvement_counts_again() -> None:
    match = ruining("any", ("a1", {**LOW, "path": "might"}), ("a1", {**HIGH, "path": "culture"}))
    shown = cell(match, "a1")
    assert (shown["improvement"], shown["covered"], shown["path"], shown["yield"]) == ("low", [], "might", 2)
    assert sister(match)["tax"] == 6


@pytest.mark.parametrize(("cells", "first"), [(("c1", "a1"), "a1"), (("a2", "c1"), "c1"), (("c3", "b2"), "b2")])
def test_c11_7_of_equal_yields_the_first_in_reading_order_is_ruined(cells: tuple[str, str], first: str) -> None:
    terrains = ["farm" if cell in {"a2", "c2"} else "village" for cell in cells]
    match = ruining(
        "any", *[(name, works(f"on-{name}", terrain, 3)) for name, terrain in zip(cells, terrains, strict=True)]
    )
    assert moon_report(match)["ruined"] == [{"cell": first, "card": f"on-{first}"}]


def test_c11_6_c11_7_several_ruins_are_reported_in_reading_order() -> None:
    twice = moon("the-moon", {"kind": "ruin"}, {"kind": "ruin"}, {"kind": "ruin", "terrain": "village"})
    cards = card_set(twice, LOW, HIGH, works("field", "farm", 2))
    match = begin("low high field page-1", "page-20 page-21 page-22 the-moon", cards=cards)
    run(match, "buy low", "build c1", "buy high", "build c1", "buy field", "build b1")
    assert moon_report(acquire(match, "page-1"))["ruined"] == [
        {"cell": "b1", "card": "field"},
        {"cell": "c1", "card": "high"},
        {"cell": "c1", "card": "low"},
    ]


def test_c11_7_bare_boards_are_not_ruined() -> None:
    boards = [land("town", "village", 5, yields=5), land("lea", "farm", 5)]
    match = acquire(under({"kind": "ruin"}, change("gain", "gold", 1), boards=boards), "page-1")
    assert (moon_report(match)["ruined"], holds(match), see(match)["discard"]) == ([], (6, 5), [])
    assert moon_report(ruining("farm", ("a1", LOW)))["ruined"] == []


def test_c11_8_flush_discards_the_row_which_is_filled_after_the_moon() -> None:
    cards = card_set(moon("the-moon", {"kind": "flush"}, change("gain", "gold", 1)), works("s"))
    match = begin("page-2 page-1 page-3 s page-4", "the-moon page-11 page-12 page-13 page-14 page-15", cards=cards)
    run(match, "buy page-1")
    assert row(match) == [f"page-{number}" for number in range(11, 16)]
    assert (see(match)["discard"], moon_report(match)["flushed"]) == (
        ["page-2", "page-3", "page-4", "s"],
        ["page-2", "page-3", "s", "page-4"],
    )
    assert [len(report["cards"]) for report in reports(match, "reveal")] == [5]


def test_c11_8_the_house_dark_moon_flushes_the_row() -> None:
    match = begin("dancing-cranes fireworks", "dark-moon astronomer")
    swept = [card for card in row(match) if card not in {None, "dancing-cranes"}]
    run(match, "buy dancing-cranes")
    assert (row(match)[0], set(see(match)["discard"])) == ("astronomer", set(swept))
    assert all_holdings(match) == [(2, 5), (3, 5), (3, 5)]


def test_c11_8_a_moon_may_follow_while_a_flushed_row_is_filled() -> None:
    moons = moon("the-moon", {"kind": "flush"}), moon("second", change("gain", "gold", 1), {"kind": "flush"})
    then = "the-moon page-11 page-12 second page-13 page-14 page-15 page-16 page-17"
    match = run(begin("page-1 page-2 page-3 page-4 page-5", then, cards=card_set(*moons)), "buy page-1")
    assert row(match) == [f"page-{number}" for number in range(13, 18)]
    assert {"page-11", "page-12", "page-2"} < set(see(match)["discard"])
    assert see(match)["gone"] == ["the-moon", "second"]


WHOM = [
    ("all", None, [1, 1, 1]),
    ("most", "gold", [1, 0, 0]),
    ("fewest", "gold", [0, 1, 1]),
    ("most", "food", [1, 0, 0]),
    ("fewest", "food", [0, 1, 1]),
    ("most", "court", [1, 0, 0]),
    ("fewest", "court", [0, 1, 0]),
    ("most", "guests", [0, 1, 0]),
    ("fewest", "guests", [1, 0, 1]),
]


@pytest.mark.parametrize(("who", "measure", "concerned"), WHOM)
def test_c11_9_an_effect_applies_to_all_or_to_the_most_or_the_fewest(
    who: str, measure: str | None, concerned: list[int]
) -> None:
    """Seat 0 has the most food, gold and Court Cards. Seat 1 has no Court Card, but a guest."""
    more = {} if measure is None else {"measure": measure}
    cards = card_set(GOLDEN, FED, caller("bore"), moon("the-moon", change("gain", "gold", 1, who=who, **more)))
    match = begin("golden fed bore page-1", "page-11 page-12 page-13 the-moon", cards=cards)
    run(acquire(match, "golden", "fed"), "buy bore", "send 1", "end", "end", "buy page-1")
    assert [len(sister(match, seat)["court"]) for seat in range(3)] == [2, 0, 1]
    assert moon_report(match)["gold"] == concerned


def test_c11_9_an_effect_applies_to_all_tied_sisters() -> None:
    match = run(begin("dancing-cranes", "alms-moon"), "buy dancing-cranes")
    assert all_holdings(match) == [(5, 5)] * 3
    match = run(begin("weepy-poet keeper-of-ledgers", "astronomer alms-moon"), "buy weepy-poet", "send 1", "end")
    run(match, "buy keeper-of-ledgers")
    assert all_holdings(match) == [(5, 5), (5, 5), (5, 5)]


@pytest.mark.parametrize("kind", ["gain", "lose", "halve", "harvest"])
def test_c11_9_every_effect_on_sisters_can_be_limited(kind: str) -> None:
    effect: Table = {"kind": kind, "who": "fewest", "measure": "court"}
    effect |= {} if kind == "harvest" else {"resource": "food"}
    effect |= {"amount": 2} if kind in {"gain", "lose"} else {}
    match = acquire(under(effect), "page-1")
    after = {"gain": 7, "lose": 3, "halve": 3, "harvest": 9}[kind]
    assert [food for _, food in all_holdings(match)] == [5, after, after]


def test_c11_10_the_affected_sisters_are_determined_when_the_effect_happens() -> None:
    first = change("gain", "gold", 4, who="fewest", measure="gold")
    then = change("gain", "food", 1, who="most", measure="gold")
    match = begin("golden page-1", "page-9 the-moon", cards=card_set(GOLDEN, moon("the-moon", first, then)))
    acquire(match, "golden", "page-1")
    assert all_holdings(match) == [(8, 5), (9, 6), (9, 6)]

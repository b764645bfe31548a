"""RULES.md, sections 9 and 10: sweeping, filling the row, and decks that run out."""

from __future__ import annotations

import pytest

import courtly
from courtly.engine.errors import BadDeal, BadRecord
from tests.games.monarch.builders import reports, run, told
from tests.games.monarch.positions import (
    acquire,
    begin,
    card_set,
    courtier,
    deck,
    drained,
    holds,
    lands,
    moon,
    phase,
    refuses,
    row,
    see,
)

RICH = courtier("rich", on_acquire=[{"kind": "gain", "resource": "gold", "amount": 99}])
GIFT = moon("gift-moon", {"kind": "gain", "resource": "food", "amount": 2})
LOSS = moon("loss-moon", {"kind": "lose", "resource": "food", "amount": 1})


def running_out(*reshuffles: list[str]) -> courtly.Match:
    """Return a match with an empty deck and 25 discards. Seat 0 is rich and has three cards. One shed is built."""
    match = begin("rich", cards=card_set(RICH), reshuffles=list(reshuffles))
    acquire(run(match, "buy rich", *["sweep"] * 5), "page-26", "page-27")
    return run(match, "buy shed-1", "build a1")


def discarded_by(match: courtly.Match) -> list[str]:
    """Return the contents of the discard pile after a sweep."""
    return sorted([*see(match)["discard"], *(card for card in row(match) if card)])


def test_c9_1_a_sweep_costs_three_gold_and_reveals_five_cards() -> None:
    then = "stone-bridge tiger-pelt old-nurse weepy-poet war-falcon"
    match = begin("fireworks astronomer mill-stream brass-orrery toll-drum", then)
    assert see(match)["sweep_price"] == 3
    run(match, "sweep")
    assert (holds(match), row(match)) == ((2, 5), then.split())
    assert see(match)["discard"] == sorted(["fireworks", "astronomer", "mill-stream", "brass-orrery", "toll-drum"])


def test_c9_2_she_may_sweep_as_often_as_she_can_pay() -> None:
    match = run(begin("rich", cards=card_set(RICH)), "buy rich", "sweep", "sweep", "sweep")
    assert holds(match) == (5 + 99 - 9, 5)


def test_c9_2_without_three_gold_there_is_no_sweep() -> None:
    match = run(begin(), "sweep")
    assert (holds(match), see(match)["sweep_price"]) == ((2, 5), 3)
    assert refuses(match, "sweep")


def test_c9_3_a_sweep_credit_is_used_automatically() -> None:
    match = run(begin("oracle-owl"), "buy oracle-owl")
    assert (holds(match), see(match)["sweep_price"], see(match)["credits"]["sweep"]) == ((0, 5), 0, 1)
    run(match, "sweep")
    assert (holds(match), see(match)["sweep_price"], see(match)["credits"]["sweep"]) == ((0, 5), 3, 0)
    assert refuses(match, "sweep")


def test_c9_3_a_credit_is_used_even_if_the_sweep_is_free() -> None:
    owl = courtier("owl", on_acquire=[{"kind": "free_sweep"}])
    broom = courtier("broom", powers=[{"kind": "discount", "on": "sweep", "amount": 3}])
    match = acquire(begin("owl broom", cards=card_set(owl, broom)), "broom", "owl")
    run(match, "sweep")
    assert (holds(match), see(match)["credits"]["sweep"]) == ((5, 5), 0)


def test_c9_4_a_row_with_empty_spots_may_be_swept() -> None:
    match = drained()
    assert row(match) == [None, None, "page-27", "page-28", None]
    run(match, "sweep")
    assert holds(match, 3) == (2, 5)
    assert ({*row(match)[:2]}, row(match)[2:]) == ({"page-27", "page-28"}, [None] * 3)


def test_c9_4_an_empty_row_may_be_swept() -> None:
    match = acquire(drained(), "page-27", "page-28")
    assert row(match) == [None] * 5
    run(match, "sweep")
    assert (holds(match, 3), row(match), see(match)["discard"]) == ((2, 5), [None] * 5, [])


def test_c9_5_swept_cards_may_return_immediately() -> None:
    match = run(drained(), "sweep")
    assert reports(match, "reshuffle") == [{"cards": 2}]
    assert {card for card in row(match) if card} == {"page-27", "page-28"}


@pytest.mark.parametrize("spot", range(5))
def test_c10_1_an_empty_spot_is_filled_from_the_top_of_the_deck(spot: int) -> None:
    match = begin("page-1 page-2 page-3 page-4 page-5", "page-9 page-6", cards=card_set())
    run(match, f"buy page-{spot + 1}")
    expected = [f"page-{number}" for number in range(1, 6)]
    expected[spot] = "page-9"
    assert (row(match), see(match)["deck"]) == (expected, 34 - 6)
    assert reports(match, "reveal") == [{"spots": [spot], "cards": ["page-9"]}]


def test_c10_2_several_spots_are_filled_from_left_to_right() -> None:
    match = run(begin(then="fireworks astronomer old-nurse weepy-poet stone-bridge"), "sweep")
    came = ["fireworks", "astronomer", "old-nurse", "weepy-poet", "stone-bridge"]
    assert reports(match, "reveal") == [{"cards": came, "spots": [0, 1, 2, 3, 4]}]


def test_c10_2_older_empty_spots_are_filled_too() -> None:
    match = run(drained(), "buy page-27", "replace page-22")
    assert row(match) == ["page-22", None, None, "page-28", None]
    assert told(match)[-1] == ("reveal", {"spots": [0], "cards": ["page-22"]})


def test_c10_3_a_moon_is_resolved_before_the_spot_is_filled() -> None:
    match = begin("page-1 page-2", "gift-moon loss-moon page-9 page-8", cards=card_set(GIFT, LOSS))
    run(match, "buy page-2")
    assert (row(match)[1], [holds(match, seat) for seat in range(3)]) == ("page-9", [(5, 6)] * 3)
    assert [name for name, _ in told(match)][-3:] == ["moon", "moon", "reveal"]
    assert (match.to_move, phase(match), see(match)["gone"]) == (0, "act", ["gift-moon", "loss-moon"])


def test_c10_3_each_moon_in_a_sweep_is_resolved_before_the_next_spot() -> None:
    match = begin("page-1", "page-21 gift-moon page-22 page-23 loss-moon page-24 page-25", cards=card_set(GIFT, LOSS))
    run(match, "sweep")
    assert row(match) == [f"page-{number}" for number in range(21, 26)]
    came = [args.get("cards") or args["moon"] for _, args in told(match, "reveal", "moon")]
    assert came == [["page-21"], "gift-moon", ["page-22", "page-23"], "loss-moon", ["page-24", "page-25"]]


def test_c10_4_the_discard_pile_becomes_the_deck_only_when_a_card_is_needed() -> None:
    match = running_out()
    assert (see(match)["deck"], len(see(match)["discard"]), reports(match, "reshuffle")) == (0, 25, [])
    assert row(match) == ["shed-4", "shed-5", "shed-6", "shed-2", "shed-3"]
    run(match, "sweep")
    assert (see(match)["deck"], see(match)["discard"]) == (25, [])
    assert reports(match, "reshuffle") == [{"cards": 30}]


def test_c10_4_a_reshuffle_is_random() -> None:
    cards, rows = card_set(RICH), set()
    deal = {"first": 0, "lands": lands(cards=cards), "deck": deck("rich", cards=cards)}
    for seed in range(6):
        match = courtly.new_match("monarch", players=2, deal=deal, card_set=cards, seed=seed)
        rows.add(tuple(row(run(match, "buy rich", *["sweep"] * 7))))
    assert len(rows) == 6


def test_c10_4_one_move_can_reshuffle_twice() -> None:
    """The Moon discarded at setup is the last card of the second deck. It discards the row while spots are filled."""
    cards = card_set(RICH, moon("tide", {"kind": "flush"}))
    free = run(begin("tide rich", cards=cards), "buy rich", *["sweep"] * 5)
    second = [card for card in discarded_by(free) if card != "tide"]
    match = run(begin("tide rich", cards=cards, reshuffles=[["tide", *second]]), "buy rich", *["sweep"] * 6)
    assert (see(match)["gone"], row(match)[-1] is None) == (["tide"], False)
    listed = [*second, "tide"]
    match = run(begin("tide rich", cards=cards, reshuffles=[listed]), "buy rich", *["sweep"] * 11)
    assert (len(reports(match, "reshuffle")), see(match)["deck"]) == (1, 4)
    run(match, "sweep")
    assert (len(reports(match, "reshuffle")), see(match)["gone"], row(match).count(None)) == (2, ["tide"], 0)
    assert courtly.read_record(match.record()).view(0) == match.view(0)


def test_c10_5_a_resolved_moon_never_returns_but_one_discarded_at_setup_does() -> None:
    match = begin("gift-moon rich", "loss-moon", cards=card_set(RICH, GIFT, LOSS))
    assert see(match)["discard"] == ["gift-moon"]
    run(match, "buy rich", *["sweep"] * 5)
    assert see(match)["gone"] == ["loss-moon"]
    run(match, *["sweep"] * 7)
    assert see(match)["gone"] == ["loss-moon", "gift-moon"]
    run(match, *["sweep"] * 7)
    assert len(reports(match, "reshuffle")) > 1
    assert [report["moon"] for report in reports(match, "moon")] == ["loss-moon", "gift-moon"]


def test_c10_6_a_spot_stays_empty_if_deck_and_discard_pile_are_empty() -> None:
    match = drained()
    assert (see(match)["deck"], see(match)["discard"], row(match).count(None)) == (0, [], 3)
    assert (reports(match, "reshuffle"), phase(match)) == ([], "act")
    acquire(match, "page-27")
    assert row(match) == [None, None, None, "page-28", None]


def test_c10_7_a_listed_reshuffle_is_the_new_deck() -> None:
    listed = discarded_by(running_out())[::-1]
    match = run(running_out(listed), "sweep")
    assert row(match) == listed[:5]
    assert match.record()["deal"]["reshuffles"] == [listed]


def test_c10_7_further_reshuffles_come_from_the_seed_and_are_recorded() -> None:
    match = run(running_out(), "sweep")
    (drawn,) = match.record()["deal"]["reshuffles"]
    assert (drawn[:5], sorted(drawn[5:])) == (row(match), see(match)["unseen"])
    again = courtly.read_record(match.record())
    assert (again.view(None), again.record()) == (match.view(None), match.record())


@pytest.mark.parametrize("spoil", ["short", "over", "twice", "other"])
def test_c10_7_a_listed_reshuffle_must_match_the_discard_pile(spoil: str) -> None:
    pile = discarded_by(running_out())
    wrong = {"short": pile[1:], "over": [*pile, "rich"], "twice": [pile[1], *pile[1:]], "other": ["rich", *pile[1:]]}
    with pytest.raises(BadDeal, match="reshuffles"):
        run(running_out(wrong[spoil]), "sweep")
    record = run(running_out(), "sweep").record()
    with pytest.raises(BadRecord, match="reshuffles"):
        courtly.read_record({**record, "deal": {**record["deal"], "reshuffles": [wrong[spoil]]}})


def test_c10_7_a_refused_reshuffle_leaves_the_match_unchanged() -> None:
    match = running_out(discarded_by(running_out())[1:])
    before = match.record(), match.view(0)
    with pytest.raises(BadDeal, match="reshuffles"):
        match.play("sweep")
    assert before == (match.record(), match.view(0))


def test_c10_8_the_order_of_the_discard_pile_has_no_meaning() -> None:
    one = begin(then="old-nurse")
    other = begin(" ".join(card for card in row(one)[::-1] if card), then="old-nurse")
    for match in (one, other):
        run(match, "sweep")
    assert see(one)["discard"] == see(other)["discard"] == sorted(see(one)["discard"])

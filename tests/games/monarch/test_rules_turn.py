"""RULES.md, section 3: the acts of a turn, their order, and automatic decisions."""

from __future__ import annotations

from itertools import permutations

import pytest

import courtly
from tests.games.monarch.builders import run
from tests.games.monarch.positions import (
    acquire,
    banner,
    begin,
    caller,
    card_set,
    choices,
    court,
    courtier,
    holds,
    next_turn,
    phase,
    played,
    refuses,
    see,
    sister,
)

COSTLY = "storm-charger dawn-vanguard scale-hauberk tiger-pelt fireworks"
COSTLY_TOO = "court-composer brass-orrery pure-white-stag scholars-robe horn-of-plenty"
TRADE = {"kind": "barter", "give": "food", "give_amount": 1, "get": "gold", "get_amount": 1}


def trading(players: int = 3) -> courtly.Match:
    """Return a match at the second turn of seat 0, who may harvest, sweep, barter and fly a banner."""
    trader = courtier("trader", path="might", powers=[TRADE])
    flag = banner("might", {"kind": "path_cards", "path": "might", "at_least": 1})
    return next_turn(acquire(begin("trader", cards=card_set(trader, flag), players=players), "trader"))


@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (3, 1), (4, 3)])
def test_c3_1_turns_go_clockwise_and_a_round_is_one_turn_each(players: int, first: int) -> None:
    match = begin(players=players, first=first)
    for turn in range(3 * players):
        view = see(match)
        assert match.to_move == view["to_move"] == view["active"] == (first + turn) % players
        assert view["round"] == 1 + turn // players
        run(match, "end")


def test_c3_2_a_turn_offers_income_cards_a_sweep_banners_and_barters() -> None:
    words = {move.split(" ")[0] for move in trading().legal_moves()}
    assert words == {"harvest", "tax", "buy", "sweep", "fly", "barter", "end"}


@pytest.mark.parametrize("order", list(permutations(["harvest", "sweep", "fly might", "barter trader"])))
def test_c3_2_the_acts_of_a_turn_can_come_in_any_order(order: tuple[str, ...]) -> None:
    match = run(trading(), *order)
    assert (holds(match), sister(match)["banner"]["banner"]) == ((3, 8), "might")


def test_c3_3_she_may_end_her_turn_immediately() -> None:
    assert run(begin(), "end").to_move == 1


def test_c3_3_her_turn_goes_on_until_she_ends_it() -> None:
    match = run(begin(COSTLY, COSTLY_TOO), "sweep", "harvest")
    assert (match.to_move, match.legal_moves()) == (0, ["end"])
    assert run(match, "end").to_move == 1


def test_c3_4_the_decisions_of_a_purchase_come_first() -> None:
    cards = card_set(caller("bore"), courtier("host", on_acquire=[{"kind": "dismiss_guest"}]))
    match = run(begin("page-1 page-2 bore host shed-1", cards=cards), "buy bore")
    others = ["harvest", "tax", "sweep", "buy page-2", "end"]
    assert (phase(match), match.legal_moves()) == ("send", ["send 1", "send 2"])
    refuses(match, *others)
    run(match, "send 1", "buy shed-1")
    assert phase(match) == "build"
    refuses(match, *others, "send 1")
    run(match, "build a1", "end", "buy host")
    assert (phase(match), match.legal_moves()) == ("dismiss", ["dismiss bore", "keep"])
    refuses(match, *others, "add", "build a1")
    run(match, "keep", "buy page-1")
    assert (phase(match), match.legal_moves()) == ("place", ["add", "replace host"])
    refuses(match, *others, "keep")


def test_c3_5_a_question_with_one_answer_is_skipped_but_logged() -> None:
    match = begin("page-1 bore shed-1", cards=card_set(caller("bore")), players=2, layout="vvvvvvfff")
    run(match, "buy page-1", "buy bore", "end")
    assert (match.moves, phase(match)) == (["buy page-1", "buy bore", "end"], "act")
    assert played(match) == [(0, "buy page-1"), (0, "add"), (0, "buy bore"), (0, "send 1"), (0, "end")]


def test_c3_5_an_automatic_move_is_not_in_the_record() -> None:
    match = run(begin("page-1", cards=card_set()), "buy page-1")
    assert refuses(match, "add")


def test_c3_6_the_rulebooks_example_of_a_turn_can_be_played() -> None:
    market = "stone-bridge brass-orrery tiger-pelt scale-hauberk fireworks"
    match = begin(market, "storm-charger dancing-cranes keeper-of-ledgers", layout="ffffffvvv", first=1)
    next_turn(run(match, "harvest"), seat=1)
    assert holds(match, 1) == (5, 11)
    run(match, "buy stone-bridge", "build b3", "tax")
    assert holds(match, 1) == (5 + 4, 11 - 3 - 3)
    run(match, "sweep", "buy dancing-cranes", "buy keeper-of-ledgers", "add", "end")
    assert (holds(match, 1), court(match, 1)) == ((0, 5), {"dancing-cranes", "keeper-of-ledgers"})
    assert match.to_move == 2


def test_c3_7_an_unused_income_is_lost() -> None:
    match = next_turn(begin())
    run(match, "harvest")
    assert refuses(match, "harvest", "tax")


@pytest.mark.parametrize(
    ("effect", "credit"), [("free_improvement", "improvement"), ("free_sweep", "sweep"), ("extra_income", "income")]
)
def test_c3_7_an_unused_credit_is_lost(effect: str, credit: str) -> None:
    match = begin("friend", cards=card_set(courtier("friend", on_acquire=[{"kind": effect}])))
    run(match, "buy friend")
    assert see(match)["credits"][credit] == 1
    run(match, "end")
    assert set(see(match)["credits"].values()) == {0}
    run(match, "end", "end")
    assert set(see(match)["credits"].values()) == {0}
    assert (choices(match, "free"), see(match)["sweep_price"]) == ([], 3)
    assert refuses(run(match, "tax"), "harvest", "tax")

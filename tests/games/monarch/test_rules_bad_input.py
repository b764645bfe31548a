"""Moves that players try but may not play: each is refused with its reason and changes nothing."""

from __future__ import annotations

import pytest

import courtly
from tests.games.monarch.builders import run
from tests.games.monarch.positions import (
    acquire,
    asking,
    banner,
    begin,
    caller,
    card_set,
    courtier,
    free_house,
    refuses,
    works,
)

KNIGHT = courtier("knight", path="might")
FLAGS = [banner(path, {"kind": "path_cards", "path": path, "at_least": 1}) for path in ("might", "culture")]
GILT = [courtier(f"gilt-{number}", on_acquire=[{"kind": "gain", "resource": "gold", "amount": 3}]) for number in (1, 2)]


def refused_because(match: courtly.Match, move: str, words: str) -> bool:
    """Return whether a move is refused with these words in the reason."""
    return refuses(match, move) and all(word in str(match.why_not(move)) for word in words.split())


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("buy brass-orrery", "gold pay"),
        ("buy pure-white-stag", "food pay"),
        ("buy royal-mint", "food pay"),
        ("buy horn-of-plenty", "food pay"),
        ("buy fault-finding-aunt", "market row"),
        ("free royal-mint", "improvement free"),
    ],
)
def test_c5_7_she_cannot_buy_a_card_that_she_cannot_pay_for(move: str, words: str) -> None:
    assert refused_because(begin("brass-orrery pure-white-stag royal-mint horn-of-plenty weepy-poet"), move, words)


def test_c5_7_she_cannot_buy_a_guest_that_she_cannot_pay_for() -> None:
    match = run(begin("weepy-poet fault-finding-aunt"), "buy weepy-poet", "send 1")
    assert refused_because(match, "buy fault-finding-aunt", "gold pay")


def test_c4_5_she_cannot_tax_without_food() -> None:
    assert refused_because(begin(layout="vvvvvvfff"), "tax", "food villages")
    assert refused_because(run(begin("mill-stream"), "buy mill-stream", "build b1"), "tax", "food villages")


def test_c4_1_a_second_income_is_refused() -> None:
    for move in ("harvest", "tax"):
        assert refused_because(run(begin(), move), "harvest", "already harvested or taxed")
        assert refused_because(run(begin(), move), "tax", "already harvested or taxed")


def test_c9_2_she_cannot_sweep_without_gold() -> None:
    assert refused_because(run(begin(), "sweep"), "sweep", "gold sweep")


def test_c7_2_the_yield_cannot_fall() -> None:
    cards = card_set(works("high", yields=4), works("low", yields=3))
    match = run(begin("high low", cards=cards), "buy high", "build a1", "buy low")
    assert refused_because(match, "build a1", "yields more")


@pytest.mark.parametrize(("card", "cell"), [("stone-bridge", "b1"), ("mill-stream", "a1")])
def test_c7_1_an_improvement_cannot_change_terrain(card: str, cell: str) -> None:
    assert refused_because(run(begin(card), f"buy {card}"), f"build {cell}", "villages Village farms Farm")


def test_c6_3_an_eighth_court_card_must_replace_one() -> None:
    pages = [f"page-{number}" for number in range(1, 8)]
    match = acquire(begin(" ".join(pages[:5]), " ".join(pages[5:]), cards=card_set()), *pages)
    assert refused_because(run(match, "buy page-8"), "add", "full replace")


def test_c6_5_she_cannot_replace_a_card_she_does_not_have() -> None:
    match = run(acquire(begin("page-1 page-2", cards=card_set()), "page-1"), "buy page-2")
    assert refused_because(match, "replace page-3", "not in your court")


@pytest.mark.parametrize("active", [0, 2])
def test_c8_2_she_cannot_send_a_guest_to_herself(active: int) -> None:
    assert refused_because(run(begin("weepy-poet", first=active), "buy weepy-poet"), f"send {active}", "another sister")


def test_c13_4_she_cannot_dismiss_another_sisters_guest() -> None:
    host = courtier("host", on_acquire=[{"kind": "dismiss_guest"}])
    match = begin("bore oaf host", cards=card_set(caller("bore"), caller("oaf"), host))
    run(match, "buy bore", "send 1", "buy oaf", "send 2", "end", "buy host")
    assert refused_because(match, "dismiss oaf", "not with you")


def test_c17_5_a_second_banner_is_refused() -> None:
    match = acquire(
        begin("knight bard", cards=card_set(KNIGHT, courtier("bard", path="culture"), *FLAGS)), "knight", "bard"
    )
    assert refused_because(run(match, "fly might"), "fly culture", "already flown")


def test_c17_2_a_banner_needs_its_requirement() -> None:
    match = acquire(begin("knight", cards=card_set(KNIGHT, courtier("bard", path="culture"), *FLAGS)), "knight")
    assert refused_because(match, "fly culture", "court requirement")


def test_c17_1_a_flown_banner_is_refused() -> None:
    twin = courtier("twin", path="might")
    cards = card_set(KNIGHT, twin, courtier("bard", path="culture"), *FLAGS)
    match = run(acquire(begin("knight twin", cards=cards), "knight"), "fly might", "end")
    assert refused_because(acquire(match, "twin"), "fly might", "another sister")


@pytest.mark.parametrize(("gifts", "move"), [((), "pledge 6"), (("gilt-1",), "pledge 9"), ((), "pledge 15")])
def test_c12_5_a_pledge_above_her_holdings_is_refused(gifts: tuple[str, ...], move: str) -> None:
    cards = card_set(*GILT, asking(base=15))
    then = " ".join([*(f"page-{20 + number}" for number in range(len(gifts))), "the-moon"])
    match = acquire(begin("gilt-1 gilt-2 page-1", then, cards=cards), *gifts, "page-1")
    assert refused_because(match, move, "more than you pledge")


def test_c12_5_a_raise_above_the_rest_of_her_holdings_is_refused() -> None:
    match = acquire(begin("page-1", "the-moon", cards=card_set(asking(base=15))), "page-1")
    assert refused_because(run(match, "pledge 3", "pass", "pass"), "pledge 3", "more than you pledge")


@pytest.mark.parametrize(("before", "move"), [((), "pledge 4"), (("pledge 1",), "pledge 3")])
def test_c12_5_a_pledge_above_the_missing_amount_is_refused(before: tuple[str, ...], move: str) -> None:
    match = acquire(begin("page-1", "the-moon", cards=card_set(asking(base=3))), "page-1")
    assert refused_because(run(match, *before), move, "more than the Moon still needs")


@pytest.mark.parametrize(
    ("bought", "move", "words"),
    [
        (["weepy-poet"], "end", "first send guest"),
        (["stone-bridge"], "harvest", "first build improvement"),
        (["dancing-cranes", "keeper-of-ledgers"], "tax", "Court Card first"),
        ([], "send 1", "no guest"),
        ([], "build a1", "no improvement"),
        ([], "add", "no Court Card"),
        ([], "keep", "no card lets you dismiss"),
        ([], "pass", "no Moon"),
        ([], "barter keeper-of-ledgers", "not yours"),
        ([], "barter old-nurse", "has no barter"),
    ],
)
def test_c3_4_c23_2_a_move_at_the_wrong_time_has_a_specific_reason(bought: list[str], move: str, words: str) -> None:
    match = begin("weepy-poet stone-bridge dancing-cranes keeper-of-ledgers", cards=free_house())
    assert refused_because(run(match, *(f"buy {card}" for card in bought)), move, words)

"""RULES.md, section 17: flying a banner."""

from __future__ import annotations

import pytest

import courtly
from tests.games.monarch.builders import run
from tests.games.monarch.positions import (
    Table,
    acquire,
    banner,
    begin,
    card_set,
    courtier,
    crowns,
    free_house,
    holds,
    next_turn,
    refuses,
    see,
    sister,
    works,
)

FREE = free_house()
PAIRS = {
    "might": "toll-drum scale-hauberk",
    "culture": "fireworks hall-of-lanterns",
    "wisdom": "gazing-glass scholars-robe",
    "bounty": "pure-white-stag mistress-of-hives",
}


def holders(match: courtly.Match) -> dict[str, int | None]:
    return {entry["banner"].removeprefix("banner-of-"): entry["holder"] for entry in see(match)["banners"]}


def flag(path: str, at_least: int = 1, **more: Table | int) -> Table:
    """Return a banner that requires a number of cards of its path."""
    return banner(path, {"kind": "path_cards", "path": path, "at_least": at_least}, **more)


def armed(*banners: Table) -> courtly.Match:
    """Return a match in which each of three sisters has a might and a wisdom card. Seat 0 is to act."""
    knights = [courtier(f"knight-{seat}", path="might") for seat in range(3)]
    sages = [courtier(f"sage-{seat}", path="wisdom") for seat in range(3)]
    market = " ".join(entry["id"] for pair in zip(knights, sages, strict=True) for entry in pair).split()
    match = begin(" ".join(market[:5]), market[5], cards=card_set(*knights, *sages, *banners))
    for seat in range(3):
        run(acquire(match, f"knight-{seat}", f"sage-{seat}"), "end")
    return match


@pytest.mark.parametrize("path", PAIRS)
def test_c17_1_c17_3_two_cards_of_a_path_let_her_fly_its_banner_for_free(path: str) -> None:
    match = acquire(begin(PAIRS[path], cards=FREE), *PAIRS[path].split())
    before = holds(match)
    assert [move for move in match.legal_moves() if move.startswith("fly")] == [f"fly banner-of-{path}"]
    run(match, f"fly banner-of-{path}")
    assert (sister(match)["banner"]["banner"], holders(match)[path]) == (f"banner-of-{path}", 0)
    assert (holds(match), match.to_move) == (before, 0)


def test_c17_1_a_flown_banner_cannot_be_flown_again() -> None:
    match = run(armed(flag("might"), flag("wisdom")), "fly might", "end")
    assert refuses(match, "fly might")
    run(match, "fly wisdom", "end")
    assert refuses(match, "fly might", "fly wisdom")
    assert holders(match) == {"might": 0, "wisdom": 1}


@pytest.mark.parametrize("path", [*PAIRS, "balance"])
def test_c17_2_a_banner_without_its_requirement_is_refused(path: str) -> None:
    assert refuses(begin(cards=FREE), f"fly banner-of-{path}")
    if path in PAIRS:
        one = PAIRS[path].split()[0]
        assert refuses(acquire(begin(one, cards=FREE), one), f"fly banner-of-{path}")


def test_c17_2_the_requirement_need_not_hold_later() -> None:
    match = run(armed(flag("might", crowns=6)), "fly might", "buy page-1", "replace knight-0")
    assert (sister(match)["banner"], sister(match)["score"]) == ({"banner": "might", "crowns": 6}, 6)
    assert see(match)["banners"] == [{"banner": "might", "holder": 0, "met": False}]


def test_c17_2_the_view_shows_which_requirements_the_viewer_meets() -> None:
    match = acquire(begin(PAIRS["might"], cards=FREE), *PAIRS["might"].split())
    met = {seat: [entry["met"] for entry in match.view(seat)["banners"]] for seat in (0, 1, None)}
    assert met == {0: [True, *[False] * 4], 1: [False] * 5, None: [True, *[False] * 4]}


def test_c17_3_improvements_do_not_count_for_a_requirement() -> None:
    knight = courtier("knight", path="might")
    cards = card_set(
        knight, {**knight, "id": "squire"}, works("fort", path="might"), works("camp", path="might"), flag("might", 2)
    )
    match = acquire(begin("knight fort camp", cards=cards), "knight")
    run(match, "buy fort", "build a1", "buy camp", "build c1")
    assert refuses(match, "fly might")


@pytest.mark.parametrize(("at_least", "flies"), [(1, True), (2, True), (3, False)])
def test_c17_4_variety_requires_a_number_of_paths(at_least: int, flies: bool) -> None:
    bard = courtier("bard", path="culture")
    match = armed(banner("balance", {"kind": "path_variety", "at_least": at_least}), bard)
    assert ("fly balance" in match.legal_moves()) == flies


def test_c17_4_the_banner_of_balance_requires_all_four_paths() -> None:
    market = "toll-drum old-nurse fireworks gazing-glass mistress-of-hives"
    match = acquire(begin(market, cards=FREE), *market.split()[:4])
    assert refuses(match, "fly banner-of-balance")
    run(acquire(match, "mistress-of-hives"), "fly banner-of-balance")
    assert sister(match)["banner"] == {"banner": "banner-of-balance", "crowns": 7}


def test_c17_5_a_second_banner_is_refused() -> None:
    match = run(armed(flag("might"), flag("wisdom")), "fly might")
    assert refuses(match, "fly wisdom", "fly might")
    assert refuses(next_turn(match), "fly wisdom", "fly might")
    assert holders(match) == {"might": 0, "wisdom": None}


def test_c17_6_a_banner_gives_crowns_and_a_power() -> None:
    power = {"kind": "income_bonus", "when": "tax", "amount": 2}
    worth = {"kind": "per_path", "path": "might", "per": 3, "base": 1}
    match = armed(flag("might", crowns=worth, power=power))
    assert (sister(match)["score"], sister(match)["tax"]) == (0, 5)
    run(match, "fly might")
    assert (sister(match)["score"], sister(match)["tax"]) == (4, 7)
    assert [sister(match, seat)["tax"] for seat in (1, 2)] == [5, 5]
    assert crowns(match, "knight-0") == 0


def test_c17_6_a_banner_may_have_no_power() -> None:
    assert run(armed(flag("might", crowns=2)), "fly might", "harvest", "end").to_move == 1


def test_c17_6_a_banner_never_costs_crowns() -> None:
    match = run(armed(flag("might", crowns={"kind": "per_guest", "whose": "own", "per": 1, "base": -3})), "fly might")
    assert sister(match)["banner"]["crowns"] == 0


def test_c17_7_no_banner_can_be_flown_without_the_option() -> None:
    match = acquire(begin(PAIRS["might"], cards=FREE, banners=False), *PAIRS["might"].split())
    assert refuses(match, "fly banner-of-might")

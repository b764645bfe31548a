"""RULES.md, sections 1 and 2: components and setup."""

from __future__ import annotations

from collections import Counter

import pytest

import courtly
from courtly.engine.errors import BadOption
from tests.games.monarch.builders import HOUSE, KINDS, reports, run
from tests.games.monarch.positions import (
    CELLS,
    begin,
    card_set,
    courtier,
    deck,
    holds,
    house,
    ids,
    land,
    lands,
    next_turn,
    row,
    see,
    sister,
)

EVERY_SIZE = pytest.mark.parametrize("players", [2, 3, 4])
PURCHASES = [card for kind in ("court", "improvement", "guest") for card in HOUSE[kind]]
RICH = {"kind": "gain", "resource": "gold", "amount": 99}


def drawn(seed: int, players: int = 3) -> courtly.Match:
    """Return a match with a random deal."""
    return courtly.new_match("monarch", players=players, seed=seed)


def test_c1_1_the_deck_holds_each_card_of_the_four_types_once() -> None:
    assert [len(HOUSE[kind]) for kind in KINDS] == [38, 22, 6, 8]
    for seed in range(3):
        assert Counter(drawn(seed).record()["deal"]["deck"]) == Counter(card for kind in KINDS for card in house(kind))


def test_c1_2_bare_villages_and_farms_yield_one() -> None:
    shown = see(begin(layout="vvvvvvfff"))["lands"]
    assert [(entry["terrain"], entry["yield"]) for entry in shown] == [("village", 1)] * 6 + [("farm", 1)] * 3
    assert all((entry["path"], entry["improvement"], entry["covered"]) == ("none", None, []) for entry in shown)


def test_c1_2_there_are_six_boards_of_each_terrain() -> None:
    assert [(entry["terrain"], entry["copies"]) for entry in HOUSE["land"]] == [("village", 6), ("farm", 6)]
    seen = [Counter(drawn(seed).record()["deal"]["lands"]) for seed in range(40)]
    assert {max(counts.values()) for counts in seen} <= {5, 6}


def test_c1_3_there_is_a_banner_for_each_path_and_for_balance() -> None:
    assert [entry["banner"] for entry in see(begin())["banners"]] == ids(HOUSE["banner"])
    assert {entry["path"] for entry in HOUSE["banner"]} == {"might", "culture", "wisdom", "bounty", "balance"}


def test_c1_4_every_card_has_one_of_four_paths_or_none() -> None:
    paths = {"might", "culture", "wisdom", "bounty"}
    assert set(HOUSE["paths"]) == paths
    assert {card["path"] for kind in ("court", "improvement") for card in HOUSE[kind]} == paths | {"none"}


def test_c1_5_a_court_card_has_any_number_of_emblems() -> None:
    assert {len(card["emblems"]) if "emblems" in card else 0 for card in HOUSE["court"]} == {0, 1, 2}
    assert {emblem for card in HOUSE["court"] for emblem in card.get("emblems", [])} == set(HOUSE["emblems"])


def test_c1_6_court_cards_cost_gold_bounty_cards_also_food_and_improvements_only_food() -> None:
    for card in HOUSE["court"]:
        assert card["cost"]["gold"] > 0
        assert (card["cost"].get("food", 0) > 0) == (card["path"] == "bounty")
    assert all(set(card["cost"]) == {"food"} for card in HOUSE["improvement"])
    assert all(len(card["cost"]) == 1 for card in HOUSE["guest"])


@pytest.mark.parametrize("start", range(0, len(PURCHASES), 5))
def test_c1_6_the_market_shows_the_cost_of_each_card(start: int) -> None:
    cards = PURCHASES[start : start + 5]
    shown = see(begin(" ".join(ids(cards))))["market"][: len(cards)]
    assert [(entry["card"], entry["cost"]) for entry in shown] == [
        (card["id"], {"gold": 0, "food": 0} | card["cost"]) for card in cards
    ]


def test_c1_7_the_supply_never_runs_out() -> None:
    gifts = [courtier(f"gift-{number}", on_acquire=[RICH, {**RICH, "resource": "food"}, RICH]) for number in range(7)]
    match = begin("gift-0 gift-1 gift-2 gift-3 gift-4", "gift-5 gift-6", cards=card_set(*gifts))
    run(match, "buy gift-0")
    for number in range(1, 7):
        run(match, f"buy gift-{number}", "add")
    assert holds(match) == (5 + 14 * 99, 5 + 7 * 99)


def test_c1_8_the_house_set_says_that_it_is_not_the_printed_game() -> None:
    notice = HOUSE["set"]["notice"]
    assert "differ from the printed game" in notice["en"]
    assert "jeu imprimé" in notice["fr"]
    assert all("source" in card for kind in (*KINDS, "land", "banner") for card in HOUSE[kind])


@EVERY_SIZE
def test_c2_1_there_are_two_to_four_players(players: int) -> None:
    match = begin(players=players)
    assert match.players == see(match)["players"] == len(see(match)["seats"]) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 12])
def test_c2_1_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(BadOption, match="players") as caught:
        courtly.new_match("monarch", players=players, seed=1)
    assert caught.value.given == players


def test_c2_2_nine_boards_are_drawn_at_random() -> None:
    dealt = [tuple(drawn(seed).record()["deal"]["lands"]) for seed in range(30)]
    assert {len(boards) for boards in dealt} == {9}
    assert len(set(dealt)) > 20
    assert {Counter(boards)["simple-farm"] for boards in dealt} >= {3, 4, 5, 6}


@EVERY_SIZE
def test_c2_3_the_top_five_cards_are_the_market_row(players: int) -> None:
    match = begin("fireworks astronomer mill-stream weepy-poet old-nurse", players=players)
    assert row(match) == ["fireworks", "astronomer", "mill-stream", "weepy-poet", "old-nurse"]
    assert see(match)["deck"] == 74 - 5


def test_c2_3_the_deck_is_shuffled() -> None:
    assert len({tuple(row(drawn(seed))) for seed in range(30)}) == 30


@pytest.mark.parametrize(
    "market",
    [
        "frost-moon fireworks astronomer mill-stream weepy-poet old-nurse",
        "fireworks astronomer alms-moon dark-moon mill-stream weepy-poet raiders-moon old-nurse",
        "fireworks astronomer mill-stream weepy-poet harvest-moon famine-moon fair-moon bridge-moon old-nurse",
    ],
)
def test_c2_4_a_moon_at_setup_is_discarded_without_effect_and_replaced(market: str) -> None:
    match = begin(market)
    moons = sorted(card for card in market.split() if card.endswith("-moon"))
    assert row(match) == ["fireworks", "astronomer", "mill-stream", "weepy-poet", "old-nurse"]
    assert (see(match)["discard"], see(match)["gone"]) == (moons, [])
    assert see(match)["deck"] == 74 - 5 - len(moons)
    assert [holds(match, seat) for seat in range(3)] == [(5, 5)] * 3
    assert (see(match)["phase"], reports(match, "moon")) == ("act", [])


@EVERY_SIZE
def test_c2_5_every_sister_starts_with_five_food_and_five_gold(players: int) -> None:
    match = begin(players=players)
    for seat in range(players):
        assert holds(match, seat) == (5, 5)
        shown = sister(match, seat)
        assert (shown["court"], shown["guests"], shown["banner"], shown["score"]) == ([], [], None, 0)


def test_c2_6_all_banners_are_available() -> None:
    assert [entry["holder"] for entry in see(begin())["banners"]] == [None] * 5


def test_c2_6_the_option_removes_the_banners() -> None:
    assert see(begin(banners=False))["banners"] == []


@EVERY_SIZE
def test_c2_7_the_first_player_is_random(players: int) -> None:
    firsts = [drawn(seed, players) for seed in range(40)]
    assert {match.record()["deal"]["first"] for match in firsts} == set(range(players))
    assert all(match.to_move == match.record()["deal"]["first"] for match in firsts)


@pytest.mark.parametrize(("players", "first"), [(2, 1), (3, 2), (4, 0), (4, 3)])
def test_c2_7_a_deal_can_name_the_first_seat(players: int, first: int) -> None:
    match = begin(players=players, first=first)
    assert match.to_move == see(match)["first"] == see(match)["active"] == first


def test_c2_8_a_written_deal_is_kept_unchanged() -> None:
    market = "frost-moon fireworks"
    match = begin(market, "dark-moon", layout="ffffffvvv", first=1)
    dealt = match.record()["deal"]
    assert {key: dealt[key] for key in ("first", "lands", "deck")} == {
        "first": 1,
        "lands": lands("ffffffvvv"),
        "deck": deck(market, "dark-moon"),
    }


def test_c2_8_missing_parts_of_a_deal_come_from_the_seed() -> None:
    free = drawn(9).record()["deal"]
    bound = courtly.new_match("monarch", players=3, seed=9, deal={"lands": lands()}).record()["deal"]
    assert bound["lands"] == lands()
    assert (bound["first"], bound["deck"]) == (free["first"], free["deck"])


def test_c2_9_cells_are_named_by_column_and_row() -> None:
    assert [entry["cell"] for entry in see(begin())["lands"]] == list(CELLS)
    assert CELLS == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    boards = [land("hamlet", "village", 1), land("lea", "farm", 8)]
    match = begin("shed-1", cards=card_set(lands=boards), layout="fffvfffff")
    next_turn(run(match, "buy shed-1"))
    shown = see(match)["lands"][3]
    assert (shown["cell"], shown["land"], shown["improvement"]) == ("a2", "hamlet", "shed-1")

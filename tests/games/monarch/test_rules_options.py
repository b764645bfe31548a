"""RULES.md, sections 20 and 21: valid and invalid options, deals and card sets."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import courtly
from courtly.engine.errors import BadDeal, BadOption, BadRecord
from tests.games.monarch.builders import HOUSE, reports, run
from tests.games.monarch.positions import (
    Table,
    acquire,
    begin,
    caller,
    card_set,
    courtier,
    crowns,
    deck,
    lands,
    moon,
    refuses,
    row,
    see,
    works,
)


def opened(**options: Any) -> courtly.Match:
    return courtly.new_match("monarch", **{"players": 3, "seed": 1, **options})


def test_c20_1_the_house_set_is_the_default() -> None:
    assert sorted(opened().record()["deal"]["deck"]) == sorted(opened(card_set="house").record()["deal"]["deck"])
    assert set(opened().record()["deal"]["deck"]) == set(deck())


def test_c20_1_a_custom_set_is_given_as_a_table() -> None:
    cards = card_set(caller("bore"))
    assert sorted(opened(card_set=cards).record()["deal"]["deck"]) == sorted(deck(cards=cards))


@pytest.mark.parametrize("value", ["printed", "", 3, None, True, [], {}, ["house"], "house@", "house@000000000000"])
def test_c20_1_c20_4_other_values_of_card_set_are_refused(value: object) -> None:
    with pytest.raises(BadOption, match="card_set"):
        opened(card_set=value)


def test_c20_2_banners_are_on_by_default() -> None:
    assert [len(see(opened(**more))["banners"]) for more in ({}, {"banners": True}, {"banners": False})] == [5, 5, 0]


@pytest.mark.parametrize("rounds", [1, 2, 200])
def test_c20_3_max_rounds_is_a_whole_number(rounds: int) -> None:
    match = opened(max_rounds=rounds)
    assert see(match)["options"]["max_rounds"] == rounds
    assert see(opened())["options"]["max_rounds"] == 60


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("players", 1, ["2", "4"]),
        ("players", 5, ["2", "4"]),
        ("players", "three", ["2", "4"]),
        ("max_rounds", 0, ["1", "200"]),
        ("max_rounds", 201, ["1", "200"]),
        ("max_rounds", 2.5, ["1", "200"]),
        ("banners", "yes", []),
        ("banners", 1, []),
        ("edition", "2018", ["players", "card_set", "banners", "max_rounds"]),
    ],
)
def test_c20_3_c20_4_a_bad_option_is_refused_with_its_name_value_and_allowed_values(
    option: str, value: object, allowed: list[str]
) -> None:
    with pytest.raises(BadOption) as caught:
        opened(**{option: value})
    text = str(caught.value)
    assert option in text
    assert all(word in text for word in allowed)
    assert str(value) in text or option == "edition"


def test_c20_4_the_number_of_players_is_required() -> None:
    with pytest.raises(BadOption, match="players"):
        courtly.new_match("monarch", seed=1)


WRONG: dict[str, Callable[[Table], object]] = {
    "eight-boards": lambda deal: deal["lands"].pop(),
    "ten-boards": lambda deal: deal["lands"].append("simple-farm"),
    "seven-farms": lambda deal: deal.update(lands=["simple-farm"] * 7 + ["small-village"] * 2),
    "unknown-board": lambda deal: deal["lands"].__setitem__(2, "swamp"),
    "board-a-number": lambda deal: deal["lands"].__setitem__(2, 1),
    "boards-no-list": lambda deal: deal.update(lands="simple-farm"),
    "a-card-short": lambda deal: deal["deck"].pop(),
    "a-card-over": lambda deal: deal["deck"].append("old-nurse"),
    "a-card-twice": lambda deal: deal["deck"].__setitem__(0, deal["deck"][1]),
    "unknown-card": lambda deal: deal["deck"].__setitem__(40, "princess"),
    "a-banner-in-the-deck": lambda deal: deal["deck"].__setitem__(40, "banner-of-might"),
    "card-a-number": lambda deal: deal["deck"].__setitem__(40, 3),
    "card-a-list": lambda deal: deal["deck"].__setitem__(40, ["old-nurse"]),
    "deck-empty": lambda deal: deal.update(deck=[]),
    "deck-no-list": lambda deal: deal.update(deck={}),
    "first-too-high": lambda deal: deal.update(first=3),
    "first-negative": lambda deal: deal.update(first=-1),
    "first-a-word": lambda deal: deal.update(first="0"),
    "first-a-truth": lambda deal: deal.update(first=True),
    "reshuffles-no-list": lambda deal: deal.update(reshuffles="old-nurse"),
    "reshuffle-no-list": lambda deal: deal.update(reshuffles=["old-nurse"]),
    "reshuffle-of-an-unknown-card": lambda deal: deal.update(reshuffles=[["princess"]]),
    "unknown-key": lambda deal: deal.update(market=[]),
}


@pytest.mark.parametrize("spoil", list(WRONG.values()), ids=list(WRONG))
def test_c20_5_an_impossible_deal_is_refused(spoil: Callable[[Table], object]) -> None:
    deal = {"first": 0, "lands": lands(), "deck": deck(), "reshuffles": []}
    opened(deal=copy.deepcopy(deal))
    spoil(deal)
    with pytest.raises(BadDeal) as caught:
        opened(deal=deal)
    assert str(caught.value)


def test_c20_5_the_error_names_the_place_in_the_deal() -> None:
    with pytest.raises(BadDeal, match="princess"):
        opened(deal={"deck": ["princess", *deck()[1:]]})
    with pytest.raises(BadDeal, match="swamp"):
        opened(deal={"lands": ["swamp", *lands()[1:]]})


def test_c21_1_a_custom_set_follows_the_same_rules() -> None:
    cards = card_set(
        courtier("page", {"kind": "per_emblem", "emblem": "kite", "per": 2}, path="wisdom", emblems=["kite"]),
        *(courtier(f"more-{number}") for number in range(63)),
        works("mill", "farm", 9, cost={"food": 5}),
        emblems=("kite",),
    )
    match = acquire(begin("page mill", cards=cards), "page")
    run(match, "buy mill", "build a2", "harvest")
    assert (crowns(match, "page"), match.view(0)["seats"][0]["food"]) == (2, 12)
    assert see(match)["deck"] == 64 + 6 - 7


FAULTS: dict[str, tuple[Callable[[Table], object], str]] = {
    "cost-of-an-improvement": (lambda cards: cards["improvement"][3].update(cost={"gold": 1}), "improvement"),
    "unknown-kind": (lambda cards: cards["court"][2].update(crowns={"kind": "per_moon", "per": 1}), "court"),
    "misspelt-key": (lambda cards: cards["court"][2].update(emblem=["beast"]), "emblem"),
    "an-id-twice": (lambda cards: cards["court"][2].update(id="shed-1"), "shed-1"),
    "too-few-court-cards": (lambda cards: cards["court"].pop(), "court"),
    "one-terrain": (lambda cards: cards["land"].pop(), "land"),
    "schema": (lambda cards: cards.update(schema=2), "schema"),
    "a-guest-that-adds": (lambda cards: cards["guest"][0].update(crowns=1), "bore"),
    "unknown-table": (lambda cards: cards.update(rules={}), "rules"),
}


@pytest.mark.parametrize(("spoil", "word"), list(FAULTS.values()), ids=list(FAULTS))
def test_c21_2_an_invalid_card_set_is_refused(spoil: Callable[[Table], object], word: str) -> None:
    cards = card_set(caller("bore"))
    spoil(cards)
    with pytest.raises(BadOption, match=word) as caught:
        opened(card_set=cards)
    assert caught.value.where == "card_set"


def test_c21_2_every_problem_is_reported_with_its_place() -> None:
    cards = card_set(caller("bore"))
    cards["court"][4]["crowns"] = "many"
    cards["improvement"][1]["terrain"] = "swamp"
    cards["guest"][0]["cost"] = {"gold": 100}
    with pytest.raises(BadOption) as caught:
        opened(card_set=cards)
    lines = str(caught.value).splitlines()
    for word in ("court[page-5].crowns", "improvement[shed-2].terrain", "guest[bore].cost"):
        assert sum(word in line for line in lines) == 1


def test_c21_2_a_record_with_an_invalid_set_is_refused_with_one_line_per_problem() -> None:
    record = opened(card_set=card_set(caller("bore"))).record()
    record["options"]["card_set"]["court"][4]["crowns"] = "many"
    record["options"]["card_set"]["guest"][0]["cost"] = {"gold": 100}
    with pytest.raises(BadRecord) as caught:
        courtly.read_record(record)
    lines = str(caught.value).splitlines()
    assert [sum(word in line for line in lines) for word in ("court[page-5].crowns", "guest[bore].cost")] == [1, 1]


def test_c21_3_a_record_names_the_house_set_with_its_hash() -> None:
    for match in (opened(), opened(card_set="house")):
        name, _, digest = match.record()["options"]["card_set"].partition("@")
        assert (name, len(digest)) == ("house", 12)
        assert courtly.read_record(match.record()).record() == match.record()


def test_c21_3_a_record_of_another_house_set_is_refused() -> None:
    record = opened().record()
    record["options"] = {**record["options"], "card_set": "house@0123456789ab"}
    with pytest.raises(BadRecord, match="card_set"):
        courtly.read_record(record)


def test_c21_3_a_record_may_omit_the_hash() -> None:
    record = opened().record()
    again = courtly.read_record({**record, "options": {**record["options"], "card_set": "house"}})
    assert again.record() == record


def test_c21_3_a_record_holds_a_custom_set_in_full() -> None:
    cards = card_set(caller("bore"), moon("tide", {"kind": "flush"}))
    match = opened(card_set=cards)
    record = json.loads(json.dumps(match.record()))
    assert record["options"]["card_set"] == cards
    assert courtly.read_record(record).record() == match.record()


def test_c21_3_a_file_is_read_from_local_options_but_never_from_a_record(tmp_path: Path) -> None:
    cards = card_set(caller("bore"))
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(cards), encoding="utf-8")
    match = opened(card_set=str(path))
    assert match.record()["options"]["card_set"] == cards
    record = opened().record()
    with pytest.raises(BadRecord, match="card_set"):
        courtly.read_record({**record, "options": {**record["options"], "card_set": str(path)}})


def test_c21_4_a_set_may_have_no_guests_no_moons_and_no_banners() -> None:
    match = begin(cards=card_set())
    assert (see(match)["banners"], see(match)["deck"]) == ([], 34 - 5)
    run(match, "sweep", "harvest", "end")
    assert (match.to_move, reports(match, "moon")) == (1, [])


def test_c21_5_texts_do_not_change_play() -> None:
    other_texts = copy.deepcopy(HOUSE)
    for kind in ("court", "guest", "moon", "banner"):
        for card in other_texts[kind]:
            card["text"] = {"en": "Worth 99 crowns.", "fr": "Vaut 99 couronnes."}
    matches = [begin("dancing-cranes", "dark-moon", cards=cards) for cards in (HOUSE, other_texts)]
    for match in matches:
        acquire(match, "dancing-cranes")
    views = [{key: value for key, value in see(match).items() if key != "options"} for match in matches]
    assert views[0] == views[1]
    assert refuses(matches[1], "buy dancing-cranes")
    assert "dancing-cranes" not in row(matches[1])

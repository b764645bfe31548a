"""RULES.md, section 11: editions, options, and invalid values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import courtly
from courtly.engine.errors import BadDeal, BadOption, CourtlyError
from tests.games.courtisans.builders import deal, finish, is_met, missions_with, random_deal, statuses


def test_c11_1_the_default_edition_is_2024() -> None:
    silent = courtly.new_match("courtisans", players=3, seed=4)
    said = courtly.new_match("courtisans", players=3, seed=4, edition="2024")
    assert silent.view(None)["options"]["edition"] == "2024"
    assert silent.record()["deal"] == said.record()["deal"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_c11_1_courtiers_and_turns_are_the_same_in_both_editions(players: int) -> None:
    ends = []
    for edition in ("2024", "2023"):
        document = {
            **random_deal(players, "2024", seed=9),
            "missions": random_deal(players, edition, seed=9)["missions"],
        }
        match = courtly.new_match("courtisans", players=players, deal=document, edition=edition)
        while not match.is_over:
            match.play(match.legal_moves()[len(match.moves) % len(match.legal_moves())])
        shown = match.view(None)["result"]
        ends.append((match.moves, match.view(None)["areas"], shown["families"], shown["domains"]))
    assert ends[0] == ends[1]


@pytest.mark.parametrize(("edition", "points"), [("2024", 3), ("2023", 2)])
def test_c11_1_a_mission_scores_more_in_2024(edition: str, points: int) -> None:
    name = "fallen-hare" if edition == "2024" else "fallen-either-toad-hare"
    match = finish(below=["hare.plain"], edition=edition, missions=missions_with(name, edition=edition))
    row = next(row for row in match.view(None)["result"]["missions"][0] if row["mission"] == name)
    assert row == {"mission": name, "met": True, "points": points}


NOBLE_AGAINST_TWO: dict[str, Any] = {
    "domains": {0: ["carp.noble"], 1: ["carp.plain", "carp.plain"]},
    "avoid": ["carp"],
    "missions": missions_with("fewer-carp"),
}


def test_c11_2_c11_4_by_default_nobles_count_double_in_missions() -> None:
    silent = finish(**NOBLE_AGAINST_TWO)
    assert silent.view(None)["options"]["mission_count"] == "nobles-double"
    assert not is_met(silent, "fewer-carp")
    assert not is_met(finish(**NOBLE_AGAINST_TWO, mission_count="nobles-double"), "fewer-carp")
    assert is_met(finish(**NOBLE_AGAINST_TWO, mission_count="cards"), "fewer-carp")


@pytest.mark.parametrize("mission", ["fallen-at-least-2", "esteemed-at-most-3", "nobles-3", "fallen-either-toad-hare"])
def test_c11_3_edition_2023_accepts_either_count_without_effect(mission: str) -> None:
    ending: dict[str, Any] = {
        "above": ["hare.plain", "stag.noble"],
        "below": ["hare.noble", "toad.noble", "toad.plain"],
        "domains": {0: ["carp.noble", "carp.noble"]},
        "avoid": ["noble"],
        "edition": "2023",
        "missions": missions_with(mission, edition="2023"),
    }
    ends = [finish(**ending, mission_count=count) for count in ("nobles-double", "cards")]
    assert ends[0].view(None)["result"] == ends[1].view(None)["result"]


@pytest.mark.parametrize("mission", ["fallen-hare", "fallen-at-least-2", "esteemed-at-most-3"])
def test_c11_4_status_counts_nobles_double_even_if_missions_count_cards(mission: str) -> None:
    match = finish(
        above=["hare.plain", "toad.plain"],
        below=["hare.noble", "toad.noble"],
        missions=missions_with(mission),
        mission_count="cards",
    )
    assert (statuses(match)["hare"], statuses(match)["toad"]) == ("fallen", "fallen")
    assert is_met(match, mission)


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("edition", "2022", ["2024", "2023"]),
        ("edition", 2024, ["2024", "2023"]),
        ("mission_count", "double", ["nobles-double", "cards"]),
        ("players", 6, ["2", "5"]),
        ("players", "three", ["2", "5"]),
        ("fans", 3, ["players", "edition", "mission_count"]),
    ],
)
def test_c11_5_the_error_of_a_bad_option_names_the_option_the_value_and_the_allowed_values(
    option: str, value: object, allowed: list[str]
) -> None:
    with pytest.raises(BadOption) as caught:
        courtly.new_match("courtisans", **{"players": 3, "seed": 1, option: value})
    text = str(caught.value)
    assert option in text
    assert all(word in text for word in allowed)
    assert str(value) in text or option == "fans"


def test_c11_5_the_number_of_players_is_required() -> None:
    with pytest.raises(BadOption, match="players"):
        courtly.new_match("courtisans", seed=1)


def _missions(*pairs: list[str]) -> Callable[[dict[str, Any]], None]:
    return lambda document: document.update(missions=list(pairs))


def _card(card: object) -> Callable[[dict[str, Any]], None]:
    return lambda document: document["deck"].__setitem__(5, card)


WRONG: dict[str, Callable[[dict[str, Any]], object]] = {
    "one-card-short": lambda document: document["deck"].pop(),
    "one-card-over": lambda document: document["deck"].append("carp.spy"),
    "no-cards": lambda document: document["deck"].clear(),
    "the-deck-of-three-players": lambda document: document.update(deck=deal(3)["deck"]),
    "a-fifth-plain-butterfly": lambda document: document["deck"].__setitem__(59, "butterfly.plain"),
    "unknown-family": _card("fox.plain"),
    "unknown-role": _card("hare.king"),
    "a-hidden-spy": _card("spy:1"),
    "not-a-card": _card("hare"),
    "not-text": _card(7),
    "unknown-mission": _missions(["fewer-fox", "below-5"], ["nobles-3", "fallen-hare"]),
    "white-mission-twice": _missions(["nobles-3", "below-5"], ["nobles-3", "fallen-hare"]),
    "blue-mission-twice": _missions(["nobles-3", "below-5"], ["guards-4", "below-5"]),
    "colours-exchanged": _missions(["below-5", "nobles-3"], ["guards-4", "fallen-hare"]),
    "two-white-missions": _missions(["nobles-3", "spies-3"], ["guards-4", "fallen-hare"]),
    "other-editions-mission": _missions(["nobles-3", "fallen-either-toad-hare"], ["guards-4", "fallen-hare"]),
    "missions-for-one": _missions(["nobles-3", "below-5"]),
    "missions-for-three": _missions(["nobles-3", "below-5"], ["spies-3", "fallen-hare"], ["guards-4", "fallen-carp"]),
    "one-mission-each": _missions(["nobles-3"], ["guards-4"]),
    "first-seat-too-high": lambda document: document.update(first=2),
    "first-seat-negative": lambda document: document.update(first=-1),
    "first-seat-not-a-number": lambda document: document.update(first="0"),
    "first-seat-a-fraction": lambda document: document.update(first=0.5),
    "first-seat-nobody": lambda document: document.update(first=None),
    "deck-not-a-list": lambda document: document.update(deck="hare.plain"),
    "deck-nobody": lambda document: document.update(deck=None),
    "card-a-list": _card(["hare.plain"]),
    "missions-not-a-list": lambda document: document.update(missions={"0": ["nobles-3", "below-5"]}),
    "missions-flat": lambda document: document.update(missions=["nobles-3", "below-5"]),
    "missions-of-numbers": lambda document: document.update(missions=[[1, 2], [3, 4]]),
    "unknown-key": lambda document: document.update(discard=[]),
}


@pytest.mark.parametrize("spoil", list(WRONG.values()), ids=list(WRONG))
def test_c11_6_an_impossible_deal_is_rejected(spoil: Callable[[dict[str, Any]], object]) -> None:
    document = deal(2)
    spoil(document)
    with pytest.raises(BadDeal) as caught:
        courtly.new_match("courtisans", players=2, deal=document)
    assert str(caught.value)


@pytest.mark.parametrize(
    "missions",
    [
        [["nobles-3", "nobles-3"], ["fallen-at-least-2", "esteemed-at-most-3"]],
        [["nobles-3", "fallen-at-least-2"], ["fallen-at-least-2", "esteemed-at-most-3"]],
        [["nobles-3", "fallen-either-hare-toad"], ["fallen-at-least-2", "esteemed-at-most-3"]],
        [["nobles-3", "fallen-hare"], ["fallen-at-least-2", "esteemed-at-most-3"]],
    ],
    ids=["one-seat-twice", "two-seats", "family-order", "other-edition"],
)
def test_c11_6_edition_2023_rejects_missions_outside_its_deck(missions: list[list[str]]) -> None:
    with pytest.raises(BadDeal):
        courtly.new_match("courtisans", players=2, edition="2023", deal=deal(2, missions=missions))


def test_c11_6_every_bad_deal_raises_the_same_error_type() -> None:
    assert issubclass(BadDeal, CourtlyError)
    assert issubclass(BadOption, CourtlyError)

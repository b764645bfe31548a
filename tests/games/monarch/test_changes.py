"""Changes of single cards for measurements: the moves that take a card, avoidance, and each kind of change."""

from __future__ import annotations

from typing import Any

import pytest

from courtly.engine.contract.game import Setup, StudyCard, set_up
from courtly.engine.errors import BadOption
from courtly.games.monarch.cardset import BadCards, cards_from
from courtly.games.monarch.rules.changes import CARDS

OTTER = {
    "id": "brave-otter",
    "name": {"en": "Brave Otter", "fr": "Loutre hardie"},
    "path": "bounty",
    "cost": {"gold": 2, "food": 4},
    "crowns": 4,
    "on_acquire": [{"kind": "gain", "resource": "food", "amount": 2}],
    "powers": [{"kind": "income_bonus", "when": "harvest", "amount": 1}],
}


def house() -> Setup:
    return set_up("monarch", {"players": 2})


def card_of(setup: Setup, name: str) -> StudyCard:
    return next(card for card in CARDS.cards(setup) if card.id == name)


def changed(setup: Setup, name: str, change: str) -> dict[str, Any]:
    """Return the entry of a card after a change."""
    card = card_of(setup, name)
    document = CARDS.change(setup, card, change)["card_set"]
    return next(entry for entry in document[card.kind] if entry["id"] == name)


def with_otter(**fields: Any) -> Setup:
    """Return a setup whose card set has one more Court Card."""
    setup = house()
    document = CARDS.change(setup, card_of(setup, "tiger-pelt"), "cost+1")["card_set"]
    document["court"].append({**OTTER, **fields})
    return set_up("monarch", {"players": 2, "card_set": document})


def test_every_card_of_the_market_but_the_moons_can_be_taken_by_its_moves() -> None:
    setup = house()
    found = CARDS.cards(setup)
    assert [sum(card.kind == kind for card in found) for kind in ("court", "improvement", "guest")] == [38, 22, 6]
    for card in found:
        assert all(setup.codec.format(move).split()[-1] == card.id for move in card.moves)
        assert len(card.moves) == (2 if card.kind == "improvement" else 1), "an improvement may be free"
        assert card.names["en"]


@pytest.mark.parametrize("kind", ["court", "improvement", "guest"])
def test_an_avoided_card_is_out_of_reach_and_no_other_card_changes(kind: str) -> None:
    setup = house()
    card = next(each for each in CARDS.cards(setup) if each.kind == kind)
    contents = setup.contents.copy()
    CARDS.avoid(contents[0], card)
    dearer = (contents[0].cost != setup.content.cost).any(axis=1)
    assert dearer.sum() == 1
    assert contents[0].cost[dearer].min() > 99 * 2
    assert (contents[0].yields != setup.content.yields).sum() == (kind == "improvement")


@pytest.mark.parametrize(
    ("change", "crowns"),
    [
        ("double", {"kind": "fixed", "value": 8}),
        ("crowns+2", {"kind": "fixed", "value": 6}),
        ("crowns-3", {"kind": "fixed", "value": 1}),
    ],
)
def test_crowns_of_a_whole_number_change(change: str, crowns: dict[str, Any]) -> None:
    assert changed(with_otter(), "brave-otter", change) == {**OTTER, "crowns": crowns}


@pytest.mark.parametrize(
    ("crowns", "change", "figures"),
    [
        ({"kind": "per_path", "path": "might", "per": 2}, "double", {"per": 4}),
        ({"kind": "per_path", "path": "might", "per": 2, "max": 5}, "double", {"per": 4, "max": 10}),
        ({"kind": "per_path", "path": "might", "per": 2}, "crowns+1", {"base": 1}),
        ({"kind": "per_guest", "whose": "own", "per": 1, "base": 3}, "crowns-1", {"base": 2}),
        ({"kind": "if_count", "card": "fireworks", "then": 0, "otherwise": 4}, "crowns+1", {"then": 1, "otherwise": 5}),
    ],
)
def test_formulas_change(crowns: dict[str, Any], change: str, figures: dict[str, int]) -> None:
    assert changed(with_otter(crowns=crowns), "brave-otter", change)["crowns"] == {**crowns, **figures}


def test_a_price_changes_in_gold_and_that_of_an_improvement_in_food() -> None:
    assert changed(with_otter(), "brave-otter", "cost+3")["cost"] == {"gold": 5, "food": 4}
    setup = house()
    improvement = next(card.id for card in CARDS.cards(setup) if card.kind == "improvement")
    assert changed(setup, improvement, "cost-99")["cost"] == {"food": 0}


def test_a_plain_card_has_no_abilities_and_a_blank_one_no_crowns_either() -> None:
    plain = {key: value for key, value in OTTER.items() if key not in ("on_acquire", "powers")}
    assert changed(with_otter(), "brave-otter", "plain") == plain
    assert changed(with_otter(), "brave-otter", "blank") == {**plain, "crowns": 0}
    setup = house()
    improvement = next(card.id for card in CARDS.cards(setup) if card.kind == "improvement")
    blank = changed(setup, improvement, "blank")
    assert (blank["yield"], blank["path"]) == (1, "none")


def test_a_removed_card_leaves_the_set_and_the_other_cards_keep_their_order() -> None:
    setup = house()
    options = CARDS.change(setup, card_of(setup, "tiger-pelt"), "removed")
    before = [card.id for card in CARDS.cards(setup)]
    assert [card.id for card in CARDS.cards(set_up("monarch", options))] == [i for i in before if i != "tiger-pelt"]


def test_a_change_leaves_the_set_of_the_setup_as_it_was() -> None:
    setup = with_otter()
    before = cards_from(setup.options.given()["card_set"])
    changed(setup, "brave-otter", "double")
    assert cards_from(setup.options.given()["card_set"]) == before


@pytest.mark.parametrize(
    ("name", "change"),
    [("tiger-pelt", "bigger"), ("tiger-pelt", "cost+0"), ("tiger-pelt", "yield+1"), ("insistent-peddler", "plain")],
)
def test_a_change_that_is_unknown_or_does_not_suit_the_card_is_refused(name: str, change: str) -> None:
    setup = house()
    with pytest.raises(BadOption, match="change cannot be"):
        CARDS.change(setup, card_of(setup, name), change)


def test_a_change_that_makes_the_set_invalid_lists_the_problems() -> None:
    setup = house()
    with pytest.raises(BadCards, match="insistent-peddler"):
        CARDS.change(setup, card_of(setup, "insistent-peddler"), "crowns+9")


def test_cards_differ_by_their_figures_and_not_by_their_texts() -> None:
    setup = house()
    assert CARDS.differing(setup, setup) == []
    changed = set_up("monarch", CARDS.change(setup, card_of(setup, "tiger-pelt"), "cost+1"))
    assert CARDS.differing(setup, changed) == ["tiger-pelt"]
    assert CARDS.differing(setup, with_otter()) == ["tiger-pelt", "brave-otter"]
    document = CARDS.change(setup, card_of(setup, "tiger-pelt"), "cost+1")["card_set"]
    document["court"][0] = {**document["court"][0], "cost": {"gold": 9}, "text": {"en": "Other.", "fr": "Autre."}}
    assert CARDS.differing(setup, set_up("monarch", {"players": 2, "card_set": document})) == []

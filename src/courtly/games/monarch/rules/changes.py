"""Changes of single cards, which `courtly effect` measures."""

from __future__ import annotations

import copy
import re
from dataclasses import replace
from typing import Any, cast

from courtly.engine.contract.game import CardStudy, Setup, StudyCard
from courtly.engine.errors import cannot_be, listing
from courtly.games.monarch.cardset import HOUSE, CardSet, Court, Entry, Guest, cards_from, check_cards, house_text
from courtly.games.monarch.cardset.problems import said
from courtly.games.monarch.rules.content import MonarchOptions, cards_of
from courtly.games.monarch.rules.tables import card_numbers
from courtly.games.monarch.state import BUY, FIRST_GUEST, FIRST_IMPROVEMENT, FIRST_MOON, FREE, NONE, Content

CHANGES = ("removed", "blank", "plain", "double", "cost+N", "cost-N", "crowns+N", "crowns-N")
_STEP = re.compile(r"(?P<figure>cost|crowns)(?P<amount>[+-][1-9][0-9]?)")
_ABILITIES = ("on_acquire", "powers")
_FIGURES = ("value", "per", "base", "then", "otherwise", "min", "max")
"""The figures of a formula that are crowns."""
_CONSTANTS = {"fixed": ("value",), "if_count": ("then", "otherwise")}
"""The constant figures of each formula; `base` in all others."""
_KINDS = ("court", "improvement", "guest")
_OUT_OF_REACH = 30_000
"""A price that no sister can pay, within the integers of the content."""


def cards(setup: Setup) -> list[StudyCard]:
    """Return the Court Cards, improvements and guests of the card set, each with the moves that buy it."""
    chosen = _card_set(setup)
    numbers = card_numbers(chosen)
    return [
        StudyCard(name, _kind(chosen, name), chosen.entries[name].name, _moves(number))
        for name, number in numbers.items()
        if number < FIRST_MOON
    ]


def _card_set(setup: Setup) -> CardSet:
    return cards_of(cast(MonarchOptions, setup.options))


def _kind(chosen: CardSet, name: str) -> str:
    entry = chosen.entries[name]
    return _KINDS[0] if isinstance(entry, Court) else _KINDS[2] if isinstance(entry, Guest) else _KINDS[1]


def _moves(card: int) -> tuple[int, ...]:
    is_improvement = FIRST_IMPROVEMENT <= card < FIRST_GUEST
    return (BUY + card, FREE + card - FIRST_IMPROVEMENT) if is_improvement else (BUY + card,)


def avoid(content: Content, card: StudyCard) -> None:
    """Make a card too expensive in a content, in place; an improvement is also useless, because it may be free."""
    number = card.moves[0] - BUY
    content.cost[number] = _OUT_OF_REACH
    if card.kind == "improvement":
        content.yields[number - FIRST_IMPROVEMENT] = 0
        content.path[number] = NONE


def change(setup: Setup, card: StudyCard, wanted: str) -> dict[str, Any]:
    """Return the options of a match in which one card is changed.

    `removed` takes it out of the set, `blank` leaves only its price, `plain` takes away its powers and effects,
    `double` doubles its crowns, and `cost+1` or `crowns-2` add to a figure. The price of an improvement is in food, any
    other in gold.

    Raises
    ------
    BadOption
        The change is unknown or does not suit the card.
    BadCards
        The changed card set is invalid.
    """
    given = setup.options.given()
    is_house = str(given["card_set"]).startswith(HOUSE)
    document = check_cards(house_text()).document if is_house else copy.deepcopy(given["card_set"])
    entries = document[card.kind]
    at = next(number for number, entry in enumerate(entries) if entry["id"] == card.id)
    if wanted == "removed":
        del entries[at]
    else:
        entries[at] = _changed(entries[at], card, wanted)
    cards_from(document)
    return {**given, "card_set": document}


def _changed(entry: dict[str, Any], card: StudyCard, wanted: str) -> dict[str, Any]:
    """Return an entry of the document with a change."""
    step = _STEP.fullmatch(wanted)
    if wanted == "blank":
        kept = {key: value for key, value in entry.items() if key not in _ABILITIES}
        return kept | ({"yield": 1, "path": "none"} if card.kind == "improvement" else {"crowns": 0})
    if wanted == "plain" and card.kind == "court":
        return {key: value for key, value in entry.items() if key not in _ABILITIES}
    crowns = entry.get("crowns")
    if isinstance(crowns, int):
        crowns = {"kind": "fixed", "value": crowns}
    if wanted == "double" and crowns:
        return entry | {"crowns": crowns | {name: 2 * crowns[name] for name in _FIGURES if name in crowns}}
    if step and step["figure"] == "crowns" and crowns:
        names = _CONSTANTS.get(crowns["kind"], ("base",))
        return entry | {"crowns": crowns | {name: crowns.get(name, 0) + int(step["amount"]) for name in names}}
    if step and step["figure"] == "cost":
        resource = "food" if card.kind == "improvement" else "gold"
        cost = entry["cost"]
        return entry | {"cost": cost | {resource: max(0, cost.get(resource, 0) + int(step["amount"]))}}
    raise cannot_be("change", wanted, said("one of {known} that suits the card", known=listing(CHANGES)))


def differing(setup: Setup, other: Setup) -> list[str]:
    """Return the ids of the cards, boards and banners whose figures differ or which only one of two sets has."""
    entries, others = _card_set(setup).entries, _card_set(other).entries
    return [name for name in {**entries, **others} if _in_play(entries.get(name)) != _in_play(others.get(name))]


def _in_play(entry: Entry | None) -> Entry | None:
    """Return an entry without the fields that do not affect a match."""
    return entry and replace(entry, name={}, text={}, source=None, incomplete=False)


CARDS = CardStudy(cards, avoid, change, differing)

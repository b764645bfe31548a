"""Deals of Cursed Court as documents: `{"first": seat, "years": [[nobles, top first], ...]}`.

A year's list is its whole deck: the hole cards, gap 0 first, then the face-up cards, then the rest. Years that the list
does not name are shuffled from the seed, each from a stream of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from courtly.engine.errors import BadDeal, shown
from courtly.engine.game import Setup
from courtly.games.cursed_court import rules
from courtly.games.cursed_court.content import NOBLE_IDS
from courtly.games.cursed_court.state import CARDS, NOBLES, NONE, Content, Exchange, State
from courtly.games.cursed_court.years import COPIES, tableau_size


def write_deal(_setup: Setup, s: State) -> dict[str, Any]:
    """Return the document of a fresh state: the marker's first holder, and the first year's deck."""
    return {"first": int(s.first), "years": [_deck(s)]}


def _deck(s: State) -> list[str]:
    return [NOBLE_IDS[noble] for noble in s.deck[: s.deck_size]]


def read_deal(setup: Setup, s: State, document: Mapping[str, Any]) -> None:
    """Load a deal into a fresh state, whose luck stays as it is.

    Raises
    ------
    BadDeal
        When a value is of the wrong kind, or the components cannot give this deal.
    """
    content = setup.content
    first, years = document["first"], document["years"]
    if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < content.players:
        allowed = f"0 to {content.players - 1}"
        message = f"deal.first cannot be {shown(first)}; it is a seat, {allowed}"
        raise BadDeal(message, given=first, where="deal.first", allowed=allowed)
    if not isinstance(years, list):
        allowed = "a list of years, each a list of noble ids"
        raise BadDeal(
            f"deal.years cannot be {shown(years)}; it is {allowed}", given=years, where="deal.years", allowed=allowed
        )
    _check_years(content, years)
    s.next_deck[:] = NONE
    if years:
        _load(s, years[0])
    rules.begin(content, s, first)


def _check_years(content: Content, years: list[object]) -> None:
    """Check each year's deck as far as it can be told before the match; the rest is checked when its turn comes."""
    aside: Counter[str] = Counter()
    for number, deck in enumerate(years):
        where = f"deal.years[{number}]"
        cards = _nobles(deck, where)
        told = number == 0 or not content.remembers or content.exchange == Exchange.OFF
        if told:
            _check_deck(cards, aside, where)
        if content.remembers:
            players = int(content.players)
            holes = 2 * players if players < 4 else players
            aside = Counter(cards[: holes + 4])


def _nobles(deck: object, where: str) -> list[str]:
    if not isinstance(deck, list) or not all(isinstance(noble, str) and noble in NOBLE_IDS for noble in deck):
        wrong = next((noble for noble in deck if noble not in NOBLE_IDS), deck) if isinstance(deck, list) else deck
        message = f"{where} cannot hold {shown(wrong)}; it is a list of noble ids"
        raise BadDeal(message, given=wrong, where=where, allowed=list(NOBLE_IDS))
    return list(deck)


def _check_deck(cards: list[str], aside: Counter[str], where: str) -> None:
    """Refuse a deck that is not all 36 cards less those that sit out."""
    counts = Counter(cards)
    for noble in NOBLE_IDS:
        need = COPIES - aside[noble]
        if counts[noble] != need:
            message = f"{where} holds {noble} {counts[noble]} times; it must hold it {need} times"
            raise BadDeal(message, given=counts[noble], where=where, allowed=f"{need} of {noble}")


def _load(s: State, cards: list[str]) -> None:
    """Put a deck where the next year takes its cards from."""
    s.next_deck[:] = NONE
    s.next_deck[: len(cards)] = [NOBLE_IDS.index(noble) for noble in cards]


def follow(setup: Setup, s: State, deal: dict[str, Any], given: Mapping[str, Any]) -> None:
    """Keep the document's years to those dealt, and hold ready the next year's deck where the deal names it."""
    dealt = int(s.dealt)
    years = given.get("years", [])
    if dealt < len(years) and s.next_deck[0] == NONE:
        aside = Counter(_deck(s)[: tableau_size(s)]) if setup.content.remembers else Counter[str]()
        _check_deck(list(years[dealt]), aside, f"deal.years[{dealt}]")
        _load(s, years[dealt])
    if len(deal["years"]) < dealt:
        deal["years"] = [*deal["years"], _deck(s)]
    elif len(deal["years"]) > dealt:
        deal["years"] = list(deal["years"])[:dealt]


assert len(NOBLE_IDS) * COPIES == CARDS
assert len(NOBLE_IDS) == NOBLES

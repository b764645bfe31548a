"""Compute how many crowns a card, a banner or a board would add, from a view alone.

Each function builds the view after the move and evaluates the crown formulas in it, as `words.worth` does. It ignores
the one-time effects of a card and the cards that will be revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from courtly.games.monarch.cardset import Banner, CardSet, Court, Formula, Guest, Improvement
from courtly.games.monarch.rules.view import Land, Offer, Price, ScoredCard, Sister, View
from courtly.games.monarch.state import COURT
from courtly.games.monarch.words import Holding
from courtly.games.monarch.words.worth import count_of

NOTHING: Price = {"gold": 0, "food": 0}


def crowns_of(card: str, holding: Holding) -> int:
    """Return the crowns of a Court Card, a guest or a banner for the seat that holds it."""
    entry = holding.cards.entries[card]
    assert isinstance(entry, Court | Guest | Banner)
    crowns = _value(entry.crowns, holding)
    return min(0, crowns + holding.relief) if isinstance(entry, Guest) else crowns


def _value(formula: Formula, holding: Holding) -> int:
    if formula.kind == "fixed":
        return formula.value
    if formula.kind == "if_count":
        there = any(card.id == formula.card for card in holding.court) if formula.card else count_of(formula, holding)
        return formula.then if there >= formula.at_least else formula.otherwise
    crowns = formula.base + formula.per * count_of(formula, holding)
    crowns = crowns if formula.min is None else max(crowns, formula.min)
    return crowns if formula.max is None else min(crowns, formula.max)


def score_of(view: View, seat: int, cards: CardSet) -> int:
    """Return the crowns of a seat if the match ended now."""
    held, holding = view["seats"][seat], Holding(view, seat, cards)
    shown = [one["card"] for one in (*held["court"], *held["guests"])]
    flown = [held["banner"]["banner"]] if held["banner"] else []
    return sum(crowns_of(card, holding) for card in shown + flown)


def added(view: View, seat: int, cards: CardSet, after: View) -> int:
    """Return the change of a seat's crowns from one view to another."""
    return score_of(after, seat, cards) - view["seats"][seat]["score"]


def unmet_bonus(card: Court, view: View, seat: int, cards: CardSet) -> int | None:
    """Return how many more crowns a card would give if its condition were met. Return None if it is met or missing."""
    formula = card.crowns
    if formula.kind != "if_count" or formula.then <= formula.otherwise:
        return None
    holding = Holding(_with_court(view, seat, card.id, None), seat, cards)
    now = _value(formula, holding)
    return formula.then - now if now < formula.then else None


def crowns_from_offer(offer: Offer, view: View, seat: int, cards: CardSet) -> int:
    """Return the crowns that a card of the market adds to a seat after paying for it, at its best place.

    A guest adds none to the buyer, so its value is the largest loss that it can cause another sister.
    """
    entry, price = cards.entries[offer["card"]], NOTHING if offer["free"] else offer["price"]
    if isinstance(entry, Guest):
        others = [other for other in range(view["players"]) if other != seat]
        return min(crowns_from_guest(entry.id, view, other, cards) for other in others)
    paid = _with_seat(view, seat, _paid(price))
    if isinstance(entry, Court):
        court = view["seats"][seat]["court"]
        places = [None] if len(court) < COURT else [one["card"] for one in court]
        return max(added(view, seat, cards, _with_court(paid, seat, entry.id, place)) for place in places)
    assert isinstance(entry, Improvement)
    # Boards with the same path and yield have the same value.
    cells = {(land["path"], land["yield"]): land["cell"] for land in view["lands"] if _takes(land, entry)}
    return max((added(view, seat, cards, _with_land(paid, cell, entry)) for cell in cells.values()), default=0)


def crowns_from_court_card(card: str, replaced: str | None, view: View, seat: int, cards: CardSet) -> int:
    """Return the crowns that a Court Card adds after its purchase, as a new card or in place of `replaced`."""
    return added(view, seat, cards, _with_court(view, seat, card, replaced))


def crowns_from_improvement(card: str, cell: str, view: View, seat: int, cards: CardSet) -> int:
    """Return the crowns that an improvement adds on one board after its purchase."""
    entry = cards.entries[card]
    assert isinstance(entry, Improvement)
    return added(view, seat, cards, _with_land(view, cell, entry))


def crowns_from_guest(card: str, view: View, seat: int, cards: CardSet) -> int:
    """Return the crowns that a guest adds to the seat that takes it in, usually 0 or less."""

    def lodged(sister: Sister) -> Sister:
        return {**sister, "guests": [*sister["guests"], _unknown(card)]}

    return added(view, seat, cards, _with_seat(view, seat, lodged))


def crowns_from_banner(banner: str, view: View, seat: int, cards: CardSet) -> int:
    """Return the crowns that a banner adds to the seat that flies it."""

    def flying(sister: Sister) -> Sister:
        return {**sister, "banner": {"banner": banner, "crowns": 0}}

    return added(view, seat, cards, _with_seat(view, seat, flying))


def _takes(land: Land, entry: Improvement) -> bool:
    return land["terrain"] == entry.terrain and land["yield"] <= entry.yields


def _unknown(card: str) -> ScoredCard:
    """Return a card with 0 as a placeholder for its crowns, which are computed later."""
    return {"card": card, "crowns": 0}


def _with_seat(view: View, seat: int, change: Callable[[Sister], Sister]) -> View:
    seats = list(view["seats"])
    seats[seat] = change(seats[seat])
    return cast(View, {**view, "seats": seats})


def _paid(price: Price) -> Callable[[Sister], Sister]:
    """Return a function that takes a price from a purse, or empties a purse that holds less."""

    def change(sister: Sister) -> Sister:
        gold, food = max(0, sister["gold"] - price["gold"]), max(0, sister["food"] - price["food"])
        return {**sister, "gold": gold, "food": food}

    return change


def _with_court(view: View, seat: int, card: str, replaced: str | None) -> View:
    def change(sister: Sister) -> Sister:
        return {**sister, "court": [*_without(sister["court"], replaced), _unknown(card)]}

    return _with_seat(view, seat, change)


def _without(held: Sequence[ScoredCard], card: str | None) -> list[ScoredCard]:
    return [one for one in held if one["card"] != card]


def _with_land(view: View, cell: str, entry: Improvement) -> View:
    def built(land: Land) -> Land:
        return {**land, "yield": entry.yields, "path": entry.path, "improvement": entry.id}

    return cast(View, {**view, "lands": [built(land) if land["cell"] == cell else land for land in view["lands"]]})

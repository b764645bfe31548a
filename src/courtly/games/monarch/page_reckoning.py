"""What a card, a banner or a board would add to somebody's crowns, reckoned from what a view shows.

A view after the move is made up, and the formulas are counted in it as in `words.worth`. What a card does on arrival,
and cards that are revealed later, are not counted: that is what a player weighs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from courtly.games.monarch.cardset import Banner, CardSet, Court, Formula, Guest, Improvement
from courtly.games.monarch.rules.view import Land, Offer, Price, Sister, View, Worth
from courtly.games.monarch.state import COURT
from courtly.games.monarch.words import Holding
from courtly.games.monarch.words.worth import count_of

NOTHING: Price = {"gold": 0, "food": 0}


def crowns_of(card: str, holding: Holding) -> int:
    """Return what a Court Card, a guest or a banner brings a seat that holds it."""
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
    """Return the crowns of a seat, were the match over now."""
    held, holding = view["seats"][seat], Holding(view, seat, cards)
    shown = [one["card"] for one in (*held["court"], *held["guests"])]
    flown = [held["banner"]["banner"]] if held["banner"] else []
    return sum(crowns_of(card, holding) for card in shown + flown)


def added(view: View, seat: int, cards: CardSet, after: View) -> int:
    """Return how many crowns more a seat would have in another view."""
    return score_of(after, seat, cards) - view["seats"][seat]["score"]


def missed(card: Court, view: View, seat: int, cards: CardSet) -> int | None:
    """Return how many crowns more a card would bring if it met its condition; None where it does, or has none."""
    formula = card.crowns
    if formula.kind != "if_count" or formula.then <= formula.otherwise:
        return None
    holding = Holding(_with_court(view, seat, card.id, None), seat, cards)
    now = _value(formula, holding)
    return formula.then - now if now < formula.then else None


def by_offer(offer: Offer, view: View, seat: int, cards: CardSet) -> int:
    """Return what a card of the market adds to a seat's crowns once it is paid, at the best place for it.

    A guest adds nothing to them: it is what the sister loses to whom it costs the most.
    """
    entry, price = cards.entries[offer["card"]], NOTHING if offer["free"] else offer["price"]
    if isinstance(entry, Guest):
        others = [other for other in range(view["players"]) if other != seat]
        return min(by_guest(entry.id, view, other, cards) for other in others)
    paid = _with_seat(view, seat, _paid(price))
    if isinstance(entry, Court):
        court = view["seats"][seat]["court"]
        places = [None] if len(court) < COURT else [one["card"] for one in court]
        return max(added(view, seat, cards, _with_court(paid, seat, entry.id, place)) for place in places)
    assert isinstance(entry, Improvement)
    # Boards that show the same are worth the same.
    cells = {(land["path"], land["yield"]): land["cell"] for land in view["lands"] if _takes(land, entry)}
    return max((added(view, seat, cards, _with_land(paid, cell, entry)) for cell in cells.values()), default=0)


def by_place(card: str, replaced: str | None, view: View, seat: int, cards: CardSet) -> int:
    """Return what a Court Card that is paid adds, beside the others or in place of one."""
    return added(view, seat, cards, _with_court(view, seat, card, replaced))


def by_board(card: str, cell: str, view: View, seat: int, cards: CardSet) -> int:
    """Return what an improvement that is paid adds on one board."""
    entry = cards.entries[card]
    assert isinstance(entry, Improvement)
    return added(view, seat, cards, _with_land(view, cell, entry))


def by_guest(card: str, view: View, seat: int, cards: CardSet) -> int:
    """Return what a guest adds to the crowns of the seat that takes it in, 0 or less as a rule."""

    def lodged(sister: Sister) -> Sister:
        return {**sister, "guests": [*sister["guests"], _unknown(card)]}

    return added(view, seat, cards, _with_seat(view, seat, lodged))


def by_banner(banner: str, view: View, seat: int, cards: CardSet) -> int:
    """Return what a banner adds to the crowns of a seat that flies it."""

    def flying(sister: Sister) -> Sister:
        return {**sister, "banner": {"banner": banner, "crowns": 0}}

    return added(view, seat, cards, _with_seat(view, seat, flying))


def _takes(land: Land, entry: Improvement) -> bool:
    return land["terrain"] == entry.terrain and land["yield"] <= entry.yields


def _unknown(card: str) -> Worth:
    """Return a card whose crowns are not asked for: they are reckoned."""
    return {"card": card, "crowns": 0}


def _with_seat(view: View, seat: int, change: Callable[[Sister], Sister]) -> View:
    seats = list(view["seats"])
    seats[seat] = change(seats[seat])
    return cast(View, {**view, "seats": seats})


def _paid(price: Price) -> Callable[[Sister], Sister]:
    """Return the change of a purse; one that cannot pay yet is empty after it."""

    def change(sister: Sister) -> Sister:
        gold, food = max(0, sister["gold"] - price["gold"]), max(0, sister["food"] - price["food"])
        return {**sister, "gold": gold, "food": food}

    return change


def _with_court(view: View, seat: int, card: str, replaced: str | None) -> View:
    def change(sister: Sister) -> Sister:
        return {**sister, "court": [*_without(sister["court"], replaced), _unknown(card)]}

    return _with_seat(view, seat, change)


def _without(held: Sequence[Worth], card: str | None) -> list[Worth]:
    return [one for one in held if one["card"] != card]


def _with_land(view: View, cell: str, entry: Improvement) -> View:
    def built(land: Land) -> Land:
        return {**land, "yield": entry.yields, "path": entry.path, "improvement": entry.id}

    return cast(View, {**view, "lands": [built(land) if land["cell"] == cell else land for land in view["lands"]]})

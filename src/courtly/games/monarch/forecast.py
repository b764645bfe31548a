"""Forecast, from a seat's view, whether a move of its own may reveal new information, and which moves cost nothing.

Only cards drawn from the deck are new, so a move that fills no market spot reveals nothing. The purchase of a card also
reveals nothing yet if a decision must follow: where the card goes, or which guest leaves (clauses 5.3, 10.1, 13.1).
"""

from __future__ import annotations

from courtly.games.monarch.cardset import Court, Improvement
from courtly.games.monarch.rules.view import View
from courtly.games.monarch.words.names import cards_of

_QUIET = ("harvest", "tax", "fly", "barter", "end")


def reveals(view: View, move: str) -> bool:
    """Return whether a legal move may reveal something new to its player. `view` is the view before the move."""
    verb, _, what = move.partition(" ")
    if verb in _QUIET:
        return False
    if verb == "sweep":
        return _draws(view) or any(view["market"])
    if verb in ("pass", "pledge"):
        return _ends_moon(view, int(what or 0))
    if verb in ("buy", "free"):
        return not _asks_where(view, what) and _settles(view, what, discards=_fits(view, what) == 0)
    if verb in ("dismiss", "keep"):
        return view["dismissals"] == 1 if verb == "dismiss" else _draws(view)
    assert view["pending"] is not None
    return _settles(view, view["pending"]["card"], discards=verb == "replace")


def free_moves(view: View) -> list[str]:
    """Return the legal moves that gain something and cost nothing of use: a harvest, or a tax that costs no food.

    A seat with plenty of food gains nothing by a harvest, and loses nothing by feeding villages.
    """
    assert view["to_move"] is not None
    own, has_plenty = view["seats"][view["to_move"]], _has_plenty_of_food(view)
    gains = {
        "harvest": 0 if has_plenty else own["harvest"],
        "tax": own["tax"] if own["feed"] == 0 or has_plenty else 0,
    }
    return [move for move, gain in gains.items() if gain > 0 and move in view["legal"]]


def idle_moves(view: View) -> list[str]:
    """Return the legal moves whose gain has no use: a harvest of a seat with plenty of food."""
    return ["harvest"] if "harvest" in view["legal"] and _has_plenty_of_food(view) else []


def _has_plenty_of_food(view: View) -> bool:
    """Return whether a seat can tax and then still pay the food of any market card.

    A seat with a card that gives crowns for food never has plenty of it.
    """
    assert view["to_move"] is not None
    own = view["seats"][view["to_move"]]
    if "tax" not in view["legal"]:
        return False
    counting = {card.id for card in cards_of(view["options"]).courts if card.crowns.resource == "food"}
    dearest = max((offer["price"]["food"] for offer in view["market"] if offer), default=0)
    return own["food"] >= own["feed"] + dearest and counting.isdisjoint(held["card"] for held in own["court"])


def _draws(view: View) -> bool:
    """Return whether the deck or the discard pile has a card to draw."""
    return view["deck"] > 0 or bool(view["discard"])


def _settles(view: View, card: str, *, discards: bool) -> bool:
    """Return whether placing a card leads to a draw. `discards` says whether the placement discards a card."""
    entry = cards_of(view["options"]).entries[card]
    effects = entry.on_acquire if isinstance(entry, Court) else ()
    asks = any(effect.kind == "dismiss_guest" for effect in effects) and bool(_own_guests(view))
    return not asks and (discards or _draws(view))


def _own_guests(view: View) -> int:
    assert view["seat"] is not None
    return len(view["seats"][view["seat"]]["guests"])


def _asks_where(view: View, card: str) -> bool:
    """Return whether a bought card has more than one possible place, so that the player must choose."""
    assert view["seat"] is not None
    entry = cards_of(view["options"]).entries[card]
    if isinstance(entry, Court):
        return bool(view["seats"][view["seat"]]["court"])
    return _fits(view, card) > 1 if isinstance(entry, Improvement) else view["players"] > 2


def _fits(view: View, card: str) -> int:
    """Return the number of boards that can take an improvement; 1 for any other card."""
    entry = cards_of(view["options"]).entries[card]
    if not isinstance(entry, Improvement):
        return 1
    return sum(land["terrain"] == entry.terrain and land["yield"] <= entry.yields for land in view["lands"])


def _ends_moon(view: View, more: int) -> bool:
    """Return whether a pledge, or a pass with 0, decides the Moon. The market is filled after that."""
    moon = view["moon"]
    assert moon is not None
    return more == moon["missing"] or (more == 0 and moon["passes"] + 1 == view["players"])

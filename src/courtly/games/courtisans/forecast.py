"""Predict from the view alone whether a move could give the moving seat new information.

Only a move that ends the turn can: the seat draws cards, or the match ends. Therefore a player can prepare a whole turn
before sending it (clauses 3.8, 3.9, 7.1).
"""

from __future__ import annotations

from courtly.games.courtisans.moves import TABLE
from courtly.games.courtisans.state import HAND
from courtly.games.courtisans.view import View


def reveals(view: View, move: str) -> bool:
    """Return whether a legal move may give its player new information, judged by the view before the move."""
    verb, *words = move.split(" ")
    left = HAND - len(view["used"]) - (verb == "play")
    if left or (verb == "play" and _asks(view, *words)):
        return False
    seat = view["to_move"]
    assert seat is not None
    return view["deck"] > 0 or view["hands"][(seat + 1) % view["players"]] == 0


def _asks(view: View, card: str, area: str) -> bool:
    """Return whether a card played to an area is an assassin with a target there (clauses 5.1 to 5.7)."""
    reached = TABLE if area in TABLE else (area,)
    return card.endswith(".assassin") and any(
        not other.endswith(".guard") for place in reached for other in view["areas"][place]
    )

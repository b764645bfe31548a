"""What a seat can tell of its own move before it makes it: whether the move may show it anything new.

Only cards off the deck do, so a move that leaves no spot of the market to fill tells nothing. A card that asks
where it goes, or which guest leaves, is not yet settled (clauses 5.3, 10.1, 13.1).
"""

from __future__ import annotations

from courtly.games.monarch.cardset import Court, Improvement
from courtly.games.monarch.rules.view import View
from courtly.games.monarch.words.names import cards_of

_QUIET = ("harvest", "tax", "fly", "barter", "end")


def reveals(view: View, move: str) -> bool:
    """Return whether a legal move may tell its maker anything new, by the maker's view before it."""
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


def _draws(view: View) -> bool:
    """Return whether a card is left to draw, in the deck or in the discard pile."""
    return view["deck"] > 0 or bool(view["discard"])


def _settles(view: View, card: str, *, discards: bool) -> bool:
    """Return whether a card that has its place leads to a draw; `discards`: another card is discarded for it."""
    entry = cards_of(view["options"]).entries[card]
    effects = entry.on_acquire if isinstance(entry, Court) else ()
    asks = any(effect.kind == "dismiss_guest" for effect in effects) and bool(_own_guests(view))
    return not asks and (discards or _draws(view))


def _own_guests(view: View) -> int:
    assert view["seat"] is not None
    return len(view["seats"][view["seat"]]["guests"])


def _asks_where(view: View, card: str) -> bool:
    """Return whether a card that is bought asks where it goes: there is more than one place."""
    assert view["seat"] is not None
    entry = cards_of(view["options"]).entries[card]
    if isinstance(entry, Court):
        return bool(view["seats"][view["seat"]]["court"])
    return _fits(view, card) > 1 if isinstance(entry, Improvement) else view["players"] > 2


def _fits(view: View, card: str) -> int:
    """Return how many boards take an improvement; 1 for a card that is none."""
    entry = cards_of(view["options"]).entries[card]
    if not isinstance(entry, Improvement):
        return 1
    return sum(land["terrain"] == entry.terrain and land["yield"] <= entry.yields for land in view["lands"])


def _ends_moon(view: View, more: int) -> bool:
    """Return whether a pledge, or a pass with 0, is the last word on a Moon; the market is filled then."""
    moon = view["moon"]
    assert moon is not None
    return more == moon["missing"] or (more == 0 and moon["passes"] + 1 == view["players"])

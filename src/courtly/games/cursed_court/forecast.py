"""Predict from a seat's view whether its move could give the seat new information.

Only two moves can: the last crown of a season, after which cards are turned up, and the last answer between two years,
after which hole cards are dealt. A bet that needs a stake reveals nothing before the stake. So a player can draft the
bet and its stake as one turn (clauses 4.3, 7.1, 12.6).
"""

from __future__ import annotations

from courtly.games.cursed_court.state import CROWNS, STACK, STACKS_A_YEAR
from courtly.games.cursed_court.view import SEASON_IDS, View


def least_stake(view: View, region: str) -> int:
    """Return the minimum stake of a crown in a region (clauses 5.2 to 5.4)."""
    crowns = view["board"].get(region)
    return 0 if not crowns or view["options"]["coinless"] else max(1, 2 * int(crowns[0]["coins"]))


def is_asked(view: View, region: str) -> bool:
    """Return whether the deciding seat must choose a stake after a bet on a region (clause 5.6)."""
    seat = view["to_move"]
    assert seat is not None
    return not view["options"]["coinless"] and least_stake(view, region) != view["purse"][seat]


def reveals(view: View, move: str) -> bool:
    """Return whether a legal move may give its player new information, judged by the view before the move.

    After a `rebuy`, the same player is asked again, unless it bought the tenth and last stack. If the last player asked
    may have reached that limit, the `rebuy` counts as a move that begins the year.
    """
    verb, *words = move.split(" ")
    if verb in ("rebuy", "stand"):
        return _is_last_asked(view) and (verb == "stand" or _may_be_the_tenth(view))
    if verb == "bet" and is_asked(view, words[0]):
        return False
    return _ends_season(view, words[0] if verb == "bet" else str(view["pending"]))


def _ends_season(view: View, region: str) -> bool:
    """Return whether a crown of the deciding seat in a region would be the last of the season (clause 6.1)."""
    placed = [CROWNS - crowns for crowns in view["crowns"]]
    if not view["options"]["coinless"]:
        for bumped in view["board"].get(region, ()):
            placed[bumped["seat"]] -= 1
    assert view["to_move"] is not None
    placed[view["to_move"]] += 1
    needed = SEASON_IDS.index(view["season"]) + 1
    return all(count >= needed for count, plays in zip(placed, view["seated"], strict=True) if plays)


def _is_last_asked(view: View) -> bool:
    """Return whether the deciding seat is the last to answer. The holder of the marker answers first."""
    return view["to_move"] == (view["marker"] - 1) % view["players"]


def _may_be_the_tenth(view: View) -> bool:
    """Return whether the next stack of the seat may be its tenth, the last one allowed between these two years."""
    seat = view["to_move"]
    assert seat is not None
    return min(view["purse"][seat], view["bought"][seat]) >= STACK * (STACKS_A_YEAR - 1)

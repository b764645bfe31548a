"""Predicts from a seat's view whether its move can reveal new information to it.

Only two moves can: the last crown of a season, which turns up cards, and the answer that begins a year, which deals
hole cards. So a bet and its stake can be drafted as one turn (clauses 4.3, 7.1, 12.6).
"""

from __future__ import annotations

from courtly.games.cursed_court.state import CROWNS, STACK, STACKS_A_YEAR
from courtly.games.cursed_court.view import SEASON_IDS, View


def least_stake(view: View, region: str) -> int:
    """Return the fewest coins that a crown needs in a region (clauses 5.2 to 5.4)."""
    crowns = view["board"].get(region)
    return 0 if not crowns or view["options"]["coinless"] else max(1, 2 * int(crowns[0]["coins"]))


def is_asked(view: View, region: str) -> bool:
    """Return whether a bet of the deciding seat on a region is followed by a choice of its stake (clause 5.6)."""
    seat = view["to_move"]
    assert seat is not None
    return not view["options"]["coinless"] and least_stake(view, region) != view["purse"][seat]


def reveals(view: View, move: str) -> bool:
    """Return whether a legal move may reveal anything to the player who makes it, from that player's view before it.

    A `rebuy` by the last player asked counts as revealing if it may be the tenth.
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
    """Return whether the year begins after the deciding seat's answers; the holder of the marker answers first."""
    return view["to_move"] == (view["marker"] - 1) % view["players"]


def _may_be_the_tenth(view: View) -> bool:
    """Return whether the next stack of the seat may be its last of this break."""
    seat = view["to_move"]
    assert seat is not None
    return min(view["purse"][seat], view["bought"][seat]) >= STACK * (STACKS_A_YEAR - 1)

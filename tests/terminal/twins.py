"""Two matches of Courtisans that look the same to seat 0."""

from __future__ import annotations

import courtly
from tests.games.courtisans.builders import deal, run

TWIN_MISSIONS = (["fewer-carp", "fallen-hare"], ["guards-4", "fallen-at-least-2"])
"""The missions of seat 1 in the two matches of `twins`."""


def twins() -> tuple[courtly.Match, courtly.Match]:
    """Two matches that differ only in secrets of seat 1 and of the deck.

    Seat 1 has played a different spy and holds other cards and missions; the deck is in another order. Seat 0 holds and
    sees the same cards in both, and is to move.
    """
    mine, drawn_next = ["hare.noble", "toad.assassin", "carp.plain"], [["butterfly.plain", "toad.plain", "hare.guard"]]
    hands = [["hare.spy", "stag.plain", "carp.noble"], ["carp.spy", "stag.plain", "carp.noble"]]
    left, right = (
        deal(hands=[mine, hand], draws=drawn_next, missions=[["nobles-3", "below-5"], secret])
        for hand, secret in zip(hands, TWIN_MISSIONS, strict=True)
    )
    right["deck"][9:] = reversed(right["deck"][9:])
    matches = [courtly.new_match("courtisans", players=2, deal=document) for document in (left, right)]
    for match, spy in zip(matches, ("hare.spy", "carp.spy"), strict=True):
        run(match, "play hare.noble above", "play carp.plain domain:0", "play toad.assassin domain:1")
        run(match, f"play {spy} below", "play stag.plain domain:0", "play carp.noble domain:1")
    return matches[0], matches[1]

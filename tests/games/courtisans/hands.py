"""Matches of Courtisans with chosen hands, and the moves of an opening."""

from __future__ import annotations

from typing import Any

import courtly


def match_with(*moves: str, hands: str, players: int = 3, **options: Any) -> courtly.Match:
    """Return a match in which seat 0 begins, with these hands and after these moves."""
    wanted = hands.split()
    deck = courtly.new_match("courtisans", players=players, seed=1).record()["deal"]["deck"]
    rest = list(deck)
    for card in wanted:
        if card in rest:
            rest.remove(card)
        else:
            rest.pop()
    missions = [["fewer-carp", "below-5"], ["nobles-3", "fallen-hare"], ["spies-3", "fallen-stag"]][:players]
    match = courtly.new_match(
        "courtisans", players=players, deal={"first": 0, "deck": [*wanted, *rest], "missions": missions}, **options
    )
    for move in moves:
        match.play(move)
    return match


HANDS = "hare.noble carp.spy stag.assassin toad.plain toad.guard stag.plain carp.plain carp.guard hare.plain"
OPENED = "hare.noble carp.spy toad.plain toad.guard stag.assassin stag.plain carp.plain carp.guard hare.plain"
OPENING = ("play hare.noble above", "play carp.spy domain:0", "play toad.plain domain:1")


def two_equal_cards_in_reach() -> courtly.Match:
    """Return a match in which the assassin of seat 2 may eliminate one of two equal Hares, plays 1 and 4."""
    hands = "hare.plain toad.plain stag.plain hare.plain carp.plain butterfly.plain toad.assassin carp.guard toad.guard"
    first = ("play hare.plain above", "play toad.plain domain:0", "play stag.plain domain:1")
    second = ("play hare.plain above", "play carp.plain domain:1", "play butterfly.plain domain:2")
    return match_with(*first, *second, "play toad.assassin above", hands=hands)

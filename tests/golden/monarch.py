"""Positions of Monarch for node counts; all of them end before the deck must be reshuffled."""

from __future__ import annotations

from courtly.engine.play.match import Match
from tests.games.monarch.positions import acquire, begin, free_house, next_turn

FREE = free_house()
SEVEN = ("tiger-pelt", "storm-charger", "toll-drum", "fireworks", "astronomer", "gazing-glass", "old-nurse")
OFFERS = "hill-raiders stone-bridge weepy-poet plough-oxen mill-stream"


def positions() -> dict[str, tuple[Match, int]]:
    """Return the positions and the depths for node counts."""
    return {
        "two players": (begin(players=2), 5),
        "three players, a row of every kind": (begin(OFFERS), 5),
        "four players without banners": (begin(OFFERS, players=4, banners=False), 4),
        "every card is free": (begin(OFFERS, cards=FREE, players=4), 4),
        "a Moon asks for pledges": (acquire(begin(OFFERS, "fair-moon"), "mill-stream"), 5),
        "a Moon that nobody can meet comes next": (begin("mill-stream", "raiders-moon dark-moon", players=2), 4),
        "a full court, and banners to fly": (
            acquire(begin(" ".join(SEVEN[:5]), " ".join(SEVEN[5:]), cards=FREE), *SEVEN),
            4,
        ),
        "guests to dismiss": (_with_guests(), 4),
        "the last round": (begin(OFFERS, players=2, cards=FREE, max_rounds=1), 4),
    }


def _with_guests() -> Match:
    """Return a position in which a seat with two guests can buy a card that dismisses one of them."""
    match = begin("weepy-poet know-all-cousin old-nurse keeper-of-ledgers watchtower-square", cards=FREE)
    for guest in ("weepy-poet", "know-all-cousin"):
        match.play(f"buy {guest}")
        match.play("send 1")
    return next_turn(match, 1)

"""Positions of Monarch whose lines of play are counted; no line is long enough to need a deck that is shuffled."""

from __future__ import annotations

from courtly.engine.match import Match
from tests.games.monarch.builders import begin, poked, run

MARKET = "storm-charger mill-stream weepy-poet old-nurse small-thing"


def positions() -> dict[str, tuple[Match, int]]:
    """Return the positions to count from, and how deep."""
    return {
        "two players": (begin(2), 4),
    }

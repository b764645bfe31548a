"""Uses counted for studies of balance in Cursed Court: regions bet on, regions that scored, and chips."""

from __future__ import annotations

from typing import Any

from courtly.engine.contract.game import Use
from courtly.games.cursed_court.uses import uses


def test_bets_scores_and_chips_are_counted_by_seat() -> None:
    crowns = [{"seat": 0, "region": "jester", "points": 3}, {"seat": 1, "region": "duel", "points": 0}]
    log = [
        {"id": "bet", "args": {"seat": 0, "region": "jester"}},
        {"id": "place", "args": {"seat": 0, "region": "jester"}},
        {"id": "place", "args": {"seat": 1, "region": "duel"}},
        {"id": "year-end", "args": {"year": 1, "crowns": crowns}},
        {"id": "buy", "args": {"seat": 1}},
        {"id": "stand", "args": {"seat": 0}},
        {"id": "idle-year", "args": {"year": 2}},
    ]
    view: Any = {}
    assert uses(view, log) == [
        Use(0, "region", "jester"),
        Use(1, "region", "duel"),
        Use(0, "region scored", "jester"),
        Use(1, "chips", "rebuy"),
        Use(0, "chips", "stand"),
    ]

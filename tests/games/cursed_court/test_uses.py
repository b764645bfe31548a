"""What a study of balance counts in Cursed Court: regions bet on, those that scored, and chips."""

from __future__ import annotations

from courtly.engine.game import Use
from courtly.games.cursed_court.uses import uses


def test_regions_bet_on_and_regions_that_scored_are_counted_by_seat() -> None:
    crowns = [{"seat": 0, "region": "jester", "points": 3}, {"seat": 1, "region": "duel", "points": 0}]
    log = [
        {"seat": 0, "move": "bet jester"},
        {"seat": 0, "move": "stake 2"},
        {"seat": 1, "move": "bet duel"},
        {"report": {"year": 1, "crowns": crowns}},
        {"seat": 1, "move": "rebuy"},
        {"seat": 0, "move": "stand"},
        {"report": {"year": 2, "dealt": False}},
    ]
    assert uses({"log": log}) == [
        Use(0, "region", "jester"),
        Use(1, "region", "duel"),
        Use(0, "region scored", "jester"),
        Use(1, "chips", "rebuy"),
        Use(0, "chips", "stand"),
    ]

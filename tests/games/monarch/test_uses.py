"""What a study of balance counts in Monarch: cards taken and held, banners, and how turns were spent."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from courtly.engine.game import Use
from courtly.games.monarch.uses import uses
from tests.games.monarch.builders import begin


def seat(**held: Any) -> dict[str, Any]:
    return {"court": [], "guests": [], "banner": None, **held}


def test_cards_banners_and_actions_are_counted_by_seat() -> None:
    log = [
        {"seat": 0, "move": "harvest"},
        {"report": {"what": "income"}},
        {"seat": 0, "move": "buy cook"},
        {"seat": 0, "move": "add"},
        {"seat": 1, "move": "free mill"},
        {"seat": 1, "move": "fly feast"},
        {"seat": 1, "move": "pledge 2"},
    ]
    assert uses({"log": log, "seats": [seat(), seat()]}) == [
        Use(0, "action", "harvest"),
        Use(0, "card", "cook"),
        Use(1, "card", "mill"),
        Use(1, "banner flown", "feast"),
        Use(1, "action", "pledge"),
    ]


def test_what_is_held_at_the_end_is_counted() -> None:
    rich = seat(court=[{"card": "cook", "crowns": 2}], guests=[{"card": "bore", "crowns": -1}])
    flying = seat(banner={"banner": "feast", "crowns": 3})
    assert uses({"log": [], "seats": [rich, flying]}) == [
        Use(0, "court at the end", "cook"),
        Use(0, "guest at the end", "bore"),
        Use(1, "banner at the end", "feast"),
    ]


def test_a_whole_match_is_counted() -> None:
    match, luck = begin(players=2), random.Random(3)
    while not match.is_over:
        match.play(luck.choice(match.legal_moves()))
    found = Counter(use.kind for use in uses(match.view()))
    bought = sum(move.startswith(("buy ", "free ")) for move in match.moves)
    assert found["card"] == bought
    assert found["court at the end"] == sum(len(table["court"]) for table in match.view()["seats"])

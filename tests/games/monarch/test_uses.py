"""The counts of a balance study of Monarch: cards bought and held, banners, and acts."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, cast

from courtly.engine.contract.game import Use
from courtly.games.monarch.rules.uses import uses
from courtly.games.monarch.rules.view import View
from tests.games.monarch.builders import begin


def seat(**held: Any) -> dict[str, Any]:
    return {"court": [], "guests": [], "banner": None, **held}


def view(*seats: dict[str, Any]) -> View:
    """Return a spectator's view with only the fields that `uses` reads."""
    return cast(View, {"seats": seats})


def event(name: str, **args: Any) -> dict[str, Any]:
    """Return an event of a log."""
    return {"id": name, "args": args}


def test_cards_banners_and_actions_are_counted_by_seat() -> None:
    log = [
        event("harvest", seat=0, food=4),
        event("reveal", cards=["fox"], spots=[0]),
        event("buy", seat=0, card="cook"),
        event("add", seat=0, card="cook"),
        event("buy", seat=1, card="mill", free=True),
        event("fly", seat=1, banner="feast"),
        event("pledge", seat=1, more=2),
    ]
    assert uses(view(seat(), seat()), log) == [
        Use(0, "action", "harvest"),
        Use(0, "card", "cook"),
        Use(1, "card", "mill"),
        Use(1, "banner flown", "feast"),
        Use(1, "action", "pledge"),
    ]


def test_final_holdings_are_counted() -> None:
    rich = seat(court=[{"card": "cook", "crowns": 2}], guests=[{"card": "bore", "crowns": -1}])
    flying = seat(banner={"banner": "feast", "crowns": 3})
    assert uses(view(rich, flying), []) == [
        Use(0, "court at the end", "cook"),
        Use(0, "guest at the end", "bore"),
        Use(1, "banner at the end", "feast"),
    ]


def test_a_whole_match_is_counted() -> None:
    match, rng = begin(players=2), random.Random(3)
    while not match.is_over:
        match.play(rng.choice(match.legal_moves()))
    found = Counter(use.kind for use in uses(cast(View, match.view()), match.log()))
    bought = sum(move.startswith(("buy ", "free ")) for move in match.moves)
    assert found["card"] == bought
    assert found["court at the end"] == sum(len(table["court"]) for table in match.view()["seats"])

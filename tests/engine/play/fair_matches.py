"""Matches with fair shuffles, in every game and several variants, for tests of their records."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Any

import courtly
from courtly.engine.compile.rng import below, stream
from courtly.engine.play.fair import FairShuffle
from courtly.engine.play.match import Match

SECRET = sha256(b"a secret").digest()

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("courtisans", {"players": 3}),
    ("courtisans", {"players": 4, "edition": "2023"}),
    ("cursed_court", {"players": 2}),
    ("cursed_court", {"players": 3, "court_remembers": "open", "great_exchange": "cash", "years": 3}),
    ("cursed_court", {"players": 4, "court_remembers": "hidden", "great_exchange": "elimination"}),
    ("monarch", {"players": 2}),
    ("monarch", {"players": 4, "banners": False}),
]


def fair(players: int, *, secret: bytes = SECRET, **changes: Any) -> FairShuffle:
    words = ["plum", "poire", "", "🍒", "", "x"][:players]
    return FairShuffle(**{"secret": secret, "words": words, "table": "kq3", "match": 1, **changes})


def begun(game: str, options: dict[str, Any], **changes: Any) -> Match:
    return courtly.new_match(game, fair=fair(options["players"], **changes), **options)


def play(match: Match, moves: int = 10**6, *, luck: int = 5) -> Match:
    """Play random moves until the match is over, at most `moves`; where a sweep is legal, sweep half of the time."""
    rng = stream(luck)
    while not match.is_over and moves:
        legal = match.legal_moves()
        swept = "sweep" in legal and below(rng, 2)
        match.play("sweep" if swept else legal[below(rng, len(legal))])
        moves -= 1
    return match


@cache
def finished(number: int) -> dict[str, Any]:
    """Return the record of a whole match."""
    return play(begun(*SETUPS[number])).record()


def changed(number: int, **changes: Any) -> dict[str, Any]:
    """Return a match record with changed values at some paths: `shuffle__table="x"`."""
    record: dict[str, Any] = json.loads(json.dumps(finished(number)))
    for path, value in changes.items():
        *keys, last = path.split("__")
        inside = record
        for key in keys:
            inside = inside[key]
        inside[last] = value
    return record


def swapped(number: int, *path: str | int) -> dict[str, Any]:
    """Return a record in which the first card of a list is swapped with a different one."""
    record = changed(number)
    cards: Any = record["deal"]
    for key in path:
        cards = cards[key]
    other = next(place for place in reversed(range(len(cards))) if cards[place] != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    return record

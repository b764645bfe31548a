"""Positions of Courtisans with as many cards on the table as possible."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import courtly
from courtly.engine.play.match import Match
from tests.web.shown import Shown


def last_where(condition: Callable[[Match], bool], players: int, *, seed: int) -> Match:
    """Return the last position of a random match that meets a condition; it has the most cards on the table."""
    match, dice = courtly.new_match("courtisans", players=players, seed=seed), random.Random(seed)
    found = None
    while not match.is_over:
        match.play(dice.choice(match.legal_moves()))
        if not match.is_over and condition(match):
            found = match.copy()
    assert found is not None
    return found


@cache
def position(kind: str, players: int = 5) -> Shown:
    """Return a position and the seat of its viewer."""
    if kind == "own turn":
        match = last_where(lambda m: m.view(None)["phase"] == "play" and not m.view(None)["used"], players, seed=7)
        return match, match.to_move
    if kind == "one card left":
        match = last_where(lambda m: len(m.view(None)["used"]) == 2, players, seed=8)
        return match, match.to_move
    if kind == "assassin":
        match = last_where(lambda m: m.view(None)["pending"] in ("above", "below"), players, seed=3)
        return match, match.to_move
    if kind == "assassin in a domain":
        match = last_where(lambda m: ":" in (m.view(None)["pending"] or ""), players, seed=3)
        return match, match.to_move
    if kind == "another's turn":
        match = last_where(lambda m: m.version > 40, players, seed=4)
        return match, ((match.to_move or 0) + 1) % players
    match = last_where(lambda m: m.view(None)["turn"] == m.view(None)["turns"], players, seed=5)
    if kind == "onlooker":
        return match, None
    while not match.is_over:
        match.play(match.legal_moves()[0])
    return match, 0


def own_turns(players: int, *, seed: int = 7) -> dict[str, Match]:
    """Play a random match. Return the first and the last own choice of each kind, and the end, as seat 0 sees them."""
    match, dice = courtly.new_match("courtisans", players=players, seed=seed), random.Random(seed)
    found = dict[str, Match]()
    while not match.is_over:
        if match.to_move == 0:
            view = match.view(0)
            kind = f"{view['phase']} after {len(view['used'])} cards"
            found.setdefault(f"first {kind}", match.copy())
            found[f"last {kind}"] = match.copy()
        match.play(dice.choice(match.legal_moves()))
    return {**found, "end": match}

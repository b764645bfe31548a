"""What a seat of Cursed Court may know: the only exit, built from an allow-list, never by taking away from the whole.

Every value here is public, the seat's own, or guarded by `knows_hole` (clauses of section 14).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from courtly.engine.game import Setup
from courtly.games.cursed_court.content import NOBLE_IDS
from courtly.games.cursed_court.moves import regions_of
from courtly.games.cursed_court.policy import prospects
from courtly.games.cursed_court.redeal import knows_hole
from courtly.games.cursed_court.state import CROWNS, NONE, REGIONS, Content, Exchange, Phase, State
from courtly.games.cursed_court.years import score, sitting

SEASON_IDS = ("spring", "summer", "autumn", "winter")
_PHASES = {Phase.BET: "bet", Phase.STAKE: "stake", Phase.REBUY: "rebuy", Phase.OVER: "over"}


def facts(setup: Setup, s: State, seat: int) -> dict[str, Any]:
    """Return what a seat (-1: a spectator) may know of a position, as a plain value."""
    content, ids = setup.content, regions_of(setup)
    seats = range(int(content.players))
    return {
        "first": int(s.first),
        "phase": _PHASES[Phase(int(s.phase))],
        "year": int(s.year),
        "years": int(s.last_year) if content.exchange != Exchange.ELIMINATION else None,
        "season": SEASON_IDS[s.season],
        "marker": int(s.marker),
        "seated": [bool(s.seated[other]) for other in seats],
        "tableau": [NOBLE_IDS[noble] for noble in s.deck[s.holes : s.holes + s.season + 1] if noble != NONE],
        "holes": _holes(content, s, seat),
        "aside": [noble for i, noble in enumerate(NOBLE_IDS) for _ in range(s.aside[i])],
        "deck": max(0, int(s.deck_size) - int(s.holes) - int(s.season) - 1),
        "board": {
            ids[region]: _crowns(content, s, region, seat) for region in range(REGIONS) if s.crowns[region, 0] != NONE
        },
        "purse": [int(s.purse[other]) for other in seats],
        "crowns": [CROWNS - int(s.placed[other]) for other in seats],
        "feint": _own_feint(s, seat, ids) if content.masquerade and seat != NONE else None,
        "pending": ids[s.pending] if s.pending != NONE else None,
        "pending_feint": bool(s.pending_feint) if s.pending != NONE and seat == s.to_move else None,
        "score": _scores(content, s),
        "gained": [int(s.gained[other]) for other in seats],
        "bought": [int(s.bought[other]) for other in seats],
        "prospects": _prospects(content, s, seat, ids) if s.deck_size else None,
        "result": _result(content, s) if s.phase == Phase.OVER else None,
    }


def _prospects(content: Content, s: State, seat: int, ids: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """Return each region's chance to score this year and its average points, from what the seat knows."""
    chance, worth = np.empty(REGIONS, np.float64), np.empty(REGIONS, np.float64)
    prospects(content, s, seat, chance, worth)
    return {ids[i]: {"chance": round(float(chance[i]), 4), "points": round(float(worth[i]), 4)} for i in range(REGIONS)}


def _own_feint(s: State, seat: int, ids: tuple[str, ...]) -> str:
    return ids[s.feint[seat]] if s.feint[seat] != NONE else "hand"


def _holes(content: Content, s: State, seat: int) -> list[dict[str, Any]]:
    """Return the gaps of this year, who sees each, and its cards where the seat does."""
    playing = [other for other in range(int(content.players)) if s.seated[other]]
    count = sitting(content, s)
    if not s.holes:
        return []
    each = 1 if count > 3 else 2
    gaps = []
    for gap in range(count):
        holes = range(gap * each, (gap + 1) * each)
        known = all(knows_hole(content, s, seat, hole) for hole in holes)
        beside = [playing[gap]] if count == 2 else [playing[gap], playing[(gap + 1) % count]]
        cards = [NOBLE_IDS[s.deck[hole]] for hole in holes] if known else None
        gaps.append({"gap": gap, "seats": beside, "count": each, "cards": cards})
    return gaps


def _crowns(content: Content, s: State, region: int, seat: int) -> list[dict[str, Any]]:
    owners = [int(owner) for owner in s.crowns[region] if owner != NONE]
    return [
        {"seat": owner, "coins": int(s.stack[region]), "feint": _feint(content, s, (region, owner), seat)}
        for owner in owners
    ]


def _feint(content: Content, s: State, crown: tuple[int, int], seat: int) -> bool | None:
    """Return whether a crown, given as region and owner, is a feint; None where the seat cannot know."""
    region, owner = crown
    if not content.masquerade:
        return False
    return bool(s.feint[owner] == region) if owner == seat else None


def _scores(content: Content, s: State) -> list[int]:
    """Return the points so far; in The Great Exchange all chips, those on the board too: they are open."""
    scores = np.zeros(int(content.players), np.int32)
    score(content, s, scores)
    return [int(each) for each in scores]


def _result(content: Content, s: State) -> dict[str, Any]:
    scores = _scores(content, s)
    return {"scores": scores, "winners": [seat for seat, score in enumerate(scores) if score == max(scores)]}

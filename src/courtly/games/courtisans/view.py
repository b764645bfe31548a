"""What a seat of Courtisans may know: the only exit, built up from an allow-list, never by taking away from the whole.

Every value here is public, the seat's own, or guarded by `knows_spy` or the end of the match (clauses of section 10).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from courtly.engine.game import Setup
from courtly.games.courtisans.content import CARD_IDS, FAMILY_IDS, missions_of
from courtly.games.courtisans.moves import AREA_IDS
from courtly.games.courtisans.redeal import knows_spy
from courtly.games.courtisans.scoring import met, score, standing, tally
from courtly.games.courtisans.state import FAMILIES, HAND, KINDS, NONE, ROLES, Area, Content, Phase, Place, Role, State

STATUS = {1: "esteemed", 0: "neutral", -1: "fallen"}
_PHASES = {Phase.PLAY: "play", Phase.KILL: "kill", Phase.OVER: "over"}
_PLACES = {Place.TABLE: "table", Place.OWN: "own", Place.OTHER: "other"}


def facts(setup: Setup, s: State, seat: int) -> dict[str, Any]:
    """Return what a seat (-1: a spectator) may know of a position, as a plain value."""
    content = setup.content
    over = s.phase == Phase.OVER
    return {
        "first": int(s.first),
        "phase": _PHASES[Phase(int(s.phase))],
        "turn": int(s.turn),
        "turns": int(content.in_play) // HAND,
        "deck": int(content.in_play) - int(s.drawn),
        "removed": int(content.removed),
        "eliminated": [_graveyard_id(int(card)) for card in s.graveyard[: s.eliminated]],
        "hands": [int(held) for held in s.held[: content.players]],
        "hand": [CARD_IDS[kind] for kind in s.hands[seat, : s.held[seat]]] if seat != NONE else None,
        "used": [name for place, name in _PLACES.items() if s.used & place],
        "pending": AREA_IDS[s.pending] if s.pending != NONE else None,
        "areas": {AREA_IDS[area]: _cards(s, area) for area in range(Area.DOMAIN + content.players)},
        "spies": [_spy(s, seat, spy) for spy in range(s.spies)],
        "missions": [
            _missions(content, s, other) if over or other == seat else None for other in range(content.players)
        ],
        "standing": _standing(s),
        "result": _result(content, s) if over else None,
    }


def _graveyard_id(card: int) -> str:
    return CARD_IDS[card] if card < KINDS else f"spy:{card - KINDS + 1}"


def _cards(s: State, area: int) -> list[str]:
    """Return the cards of an area, face-up ones in the order of the columns, then the spies by number.

    After the end the spies lie face up among the others.
    """
    spies = [spy for spy in range(s.spies) if s.spy_area[spy] == area]
    counts = [int(count) for count in s.areas[area]]
    if s.phase == Phase.OVER:
        for spy in spies:
            counts[s.spy_kind[spy]] += 1
        spies = []
    face_up = [CARD_IDS[kind] for kind in range(KINDS) for _ in range(counts[kind])]
    return [*face_up, *(f"spy:{spy + 1}" for spy in spies)]


def _spy(s: State, seat: int, spy: int) -> dict[str, Any]:
    return {
        "n": spy + 1,
        "by": int(s.spy_by[spy]),
        "area": AREA_IDS[s.spy_area[spy]] if s.spy_area[spy] != NONE else None,
        "card": CARD_IDS[s.spy_kind[spy]] if knows_spy(s, seat, spy) else None,
    }


def _missions(content: Content, s: State, seat: int) -> list[str]:
    ids = missions_of(content)
    return [ids[mission] for mission in s.missions[seat]]


def _standing(s: State) -> dict[str, dict[str, int]]:
    """Return each family's face-up cards at the Queen's table, nobles double."""
    rows = s.areas[:2].reshape(2, FAMILIES, ROLES).astype(int)
    counts = rows.sum(axis=2) + rows[:, :, Role.NOBLE]
    return {family: {"above": int(counts[0, i]), "below": int(counts[1, i])} for i, family in enumerate(FAMILY_IDS)}


def _result(content: Content, s: State) -> dict[str, Any]:
    """Return the scoring of a finished match, point by point."""
    scores = np.zeros(int(content.players), np.int32)
    score(content, s, scores)
    status = np.empty(FAMILIES, np.int32)
    standing(s, status)
    seats = range(int(content.players))
    return {
        "families": _families(s, status),
        "domains": [_domain(s, seat, status) for seat in seats],
        "missions": [_scored_missions(content, s, seat, status) for seat in seats],
        "scores": scores.tolist(),
        "winners": [seat for seat in seats if scores[seat] == scores.max()],
    }


def _families(s: State, status: np.ndarray[Any, Any]) -> list[dict[str, Any]]:
    above, below = np.empty(FAMILIES, np.int32), np.empty(FAMILIES, np.int32)
    tally(s, Area.ABOVE, 2, above)
    tally(s, Area.BELOW, 2, below)
    return [
        {"family": family, "above": int(above[i]), "below": int(below[i]), "status": STATUS[int(status[i])]}
        for i, family in enumerate(FAMILY_IDS)
    ]


def _domain(s: State, seat: int, status: np.ndarray[Any, Any]) -> list[dict[str, Any]]:
    area = Area.DOMAIN + seat
    cards: list[tuple[int, int | None]] = [(kind, None) for kind in range(KINDS) for _ in range(s.areas[area, kind])]
    cards += [(int(s.spy_kind[spy]), spy + 1) for spy in range(s.spies) if s.spy_area[spy] == area]
    return [
        _scored_card(kind, spy, int(status[kind // ROLES]))
        for kind, spy in sorted(cards, key=lambda card: (card[0], card[1] or 0))
    ]


def _scored_card(kind: int, spy: int | None, status: int) -> dict[str, Any]:
    weight = 2 if kind % ROLES == Role.NOBLE else 1
    return {"card": CARD_IDS[kind], "spy": spy, "status": STATUS[status], "points": weight * status}


def _scored_missions(content: Content, s: State, seat: int, status: np.ndarray[Any, Any]) -> list[dict[str, Any]]:
    ids = missions_of(content)
    scored = [(ids[mission], bool(met(content, s, (seat, int(mission)), status))) for mission in s.missions[seat]]
    return [
        {"mission": name, "met": done, "points": int(content.mission_points) if done else 0} for name, done in scored
    ]

"""The view of a seat of Courtisans: the only part of a position that an audience receives, built from an allow-list.

Each value is public, belongs to the seat, or is guarded by `knows_spy` or by the end of the match (section 10 of the
rules).
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from typing_extensions import TypedDict

from courtly.engine.contract.game import Setup
from courtly.engine.contract.views import OWNER, RULED, BaseView, ViewField
from courtly.games.courtisans.content import CARD_IDS, FAMILY_IDS, missions_of
from courtly.games.courtisans.moves import AREA_IDS
from courtly.games.courtisans.redeal import knows_spy
from courtly.games.courtisans.scoring import met, score, standing, tally
from courtly.games.courtisans.state import (
    FAMILIES,
    HAND,
    KINDS,
    NONE,
    ROLES,
    Area,
    Content,
    Phase,
    Role,
    State,
    TurnSlot,
)

STATUS = {1: "esteemed", 0: "neutral", -1: "fallen"}
_PHASES = {Phase.PLAY: "play", Phase.KILL: "kill", Phase.OVER: "over"}
_PLACES = {TurnSlot.TABLE: "table", TurnSlot.OWN: "own", TurnSlot.OTHER: "other"}


class Spy(TypedDict):
    """A spy that was played, either still in play or eliminated."""

    n: Annotated[int, ViewField("number of the spy in order of play, from 1")]
    by: Annotated[int, ViewField("seat that played the spy")]
    area: Annotated[str | None, ViewField("area of the spy; None once eliminated")]
    card: Annotated[
        str | None,
        ViewField(
            "card of the spy, for the seat that played it; at the end for all, if the spy is still in play", RULED
        ),
    ]


class Sides(TypedDict):
    """The face-up cards of a family at the Queen's table, nobles counted double."""

    above: Annotated[int, ViewField("cards above the mat")]
    below: Annotated[int, ViewField("cards below the mat")]


class FamilyCount(TypedDict):
    """The final counts and status of a family, with all spies revealed."""

    family: Annotated[str, ViewField("id of the family")]
    above: Annotated[int, ViewField("cards above the mat, nobles counted double")]
    below: Annotated[int, ViewField("cards below the mat, nobles counted double")]
    status: Annotated[str, ViewField("`esteemed`, `neutral` or `fallen`")]


class ScoredCard(TypedDict):
    """A card of a domain at the end of the match."""

    card: Annotated[str, ViewField("id of the card")]
    spy: Annotated[int | None, ViewField("number of the spy; None for a card that was played face up")]
    status: Annotated[str, ViewField("status of its family")]
    points: Annotated[int, ViewField("points of the card, -2 to 2")]


class ScoredMission(TypedDict):
    """A mission at the end of the match."""

    mission: Annotated[str, ViewField("id of the mission")]
    met: Annotated[bool, ViewField("whether the mission is met")]
    points: Annotated[int, ViewField("points of the mission: 0, or the edition's points for a mission")]


class Result(TypedDict):
    """The scoring of a finished match."""

    families: Annotated[list[FamilyCount], ViewField("families in column order")]
    domains: Annotated[list[list[ScoredCard]], ViewField("cards of each domain, by seat")]
    missions: Annotated[list[list[ScoredMission]], ViewField("two missions of each seat")]
    scores: Annotated[list[int], ViewField("total points by seat")]
    winners: Annotated[list[int], ViewField("seats that share the victory")]


class ViewFields(TypedDict):
    """The fields of the view of a seat or a spectator that `BaseView` does not have."""

    first: Annotated[int, ViewField("seat that began the match")]
    phase: Annotated[str, ViewField("current decision: `play`, `kill` (the target of an assassin), or `over`")]
    turn: Annotated[int, ViewField("number of turns begun, from 1")]
    turns: Annotated[int, ViewField("turns in the whole match")]
    deck: Annotated[int, ViewField("cards in the deck")]
    removed: Annotated[int, ViewField("cards removed unseen")]
    eliminated: Annotated[list[str], ViewField("eliminated cards in order, each a card or `spy:<n>`")]
    hands: Annotated[list[int], ViewField("cards in hand, by seat")]
    hand: Annotated[list[str] | None, ViewField("cards of the viewing seat, in column order", OWNER)]
    used: Annotated[list[str], ViewField("places filled this turn: `table`, `own`, `other`")]
    pending: Annotated[str | None, ViewField("area of the assassin that needs a target")]
    areas: Annotated[dict[str, list[str]], ViewField("by area: face-up cards in column order, then spies as `spy:<n>`")]
    spies: Annotated[list[Spy], ViewField("all spies played, by number")]
    missions: Annotated[
        list[list[str] | None], ViewField("missions by seat: only the viewing seat's; at the end, all", RULED)
    ]
    standing: Annotated[dict[str, Sides], ViewField("by family: face-up cards at the Queen's table")]
    result: Annotated[Result | None, ViewField("final scoring; None before the end")]


class View(BaseView, ViewFields):
    """The complete view of a seat or a spectator."""


def facts(setup: Setup, s: State, audience: int | None) -> ViewFields:
    """Return the view fields of a seat, or of a spectator if `audience` is None, as a plain value."""
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
        "hand": None if audience is None else hand(s, audience),
        "used": [name for place, name in _PLACES.items() if s.used & place],
        "pending": AREA_IDS[s.pending] if s.pending != NONE else None,
        "areas": _areas(s, Area.DOMAIN + int(content.players), over=over),
        "spies": [_spy(s, audience, spy) for spy in range(s.spies)],
        "missions": [
            missions(content, s, seat) if over or seat == audience else None for seat in range(content.players)
        ],
        "standing": _standing(s),
        "result": result(content, s) if over else None,
    }


def hand(s: State, seat: int) -> list[str]:
    """Return the cards in a seat's hand, in column order."""
    return [CARD_IDS[kind] for kind in s.hands[seat, : s.held[seat]]]


def missions(content: Content, s: State, seat: int) -> list[str]:
    """Return the missions of a seat."""
    ids = missions_of(content)
    return [ids[mission] for mission in s.missions[seat] if mission != NONE]


def _graveyard_id(card: int) -> str:
    return CARD_IDS[card] if card < KINDS else f"spy:{card - KINDS + 1}"


def _areas(s: State, count: int, *, over: bool) -> dict[str, list[str]]:
    """Return the cards of each area: face-up cards in column order, then spies by number.

    After the match the spies are listed face up with the other cards.
    """
    rows: list[list[int]] = s.areas[:count].tolist()
    spies = [(spy, area) for spy, area in enumerate(s.spy_area[: s.spies].tolist()) if area != NONE]
    if over:
        for spy, area in spies:
            rows[area][s.spy_kind[spy]] += 1
        spies = []
    areas = {
        AREA_IDS[area]: [CARD_IDS[kind] for kind, many in enumerate(row) if many for _ in range(many)]
        for area, row in enumerate(rows)
    }
    for spy, area in spies:
        areas[AREA_IDS[area]].append(f"spy:{spy + 1}")
    return areas


def _spy(s: State, audience: int | None, spy: int) -> Spy:
    seat = NONE if audience is None else audience
    return {
        "n": spy + 1,
        "by": int(s.spy_by[spy]),
        "area": AREA_IDS[s.spy_area[spy]] if s.spy_area[spy] != NONE else None,
        "card": CARD_IDS[s.spy_kind[spy]] if knows_spy(s, seat, spy) else None,
    }


def _standing(s: State) -> dict[str, Sides]:
    """Return each family's face-up cards at the Queen's table, nobles counted double."""
    rows = s.areas[:2].reshape(2, FAMILIES, ROLES).astype(int)
    counts = rows.sum(axis=2) + rows[:, :, Role.NOBLE]
    return {family: {"above": int(counts[0, i]), "below": int(counts[1, i])} for i, family in enumerate(FAMILY_IDS)}


def result(content: Content, s: State) -> Result:
    """Return the detailed scoring of a finished match."""
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


def _families(s: State, status: np.ndarray[Any, Any]) -> list[FamilyCount]:
    above, below = np.empty(FAMILIES, np.int32), np.empty(FAMILIES, np.int32)
    tally(s, Area.ABOVE, 2, above)
    tally(s, Area.BELOW, 2, below)
    return [
        {"family": family, "above": int(above[i]), "below": int(below[i]), "status": STATUS[int(status[i])]}
        for i, family in enumerate(FAMILY_IDS)
    ]


def _domain(s: State, seat: int, status: np.ndarray[Any, Any]) -> list[ScoredCard]:
    area = Area.DOMAIN + seat
    cards: list[tuple[int, int | None]] = [(kind, None) for kind in range(KINDS) for _ in range(s.areas[area, kind])]
    cards += [(int(s.spy_kind[spy]), spy + 1) for spy in range(s.spies) if s.spy_area[spy] == area]
    return [
        _scored_card(kind, spy, int(status[kind // ROLES]))
        for kind, spy in sorted(cards, key=lambda card: (card[0], card[1] or 0))
    ]


def _scored_card(kind: int, spy: int | None, status: int) -> ScoredCard:
    weight = 2 if kind % ROLES == Role.NOBLE else 1
    return {"card": CARD_IDS[kind], "spy": spy, "status": STATUS[status], "points": weight * status}


def _scored_missions(content: Content, s: State, seat: int, status: np.ndarray[Any, Any]) -> list[ScoredMission]:
    ids = missions_of(content)
    held = [int(mission) for mission in s.missions[seat] if mission != NONE]
    scored = [(ids[mission], bool(met(content, s, seat, mission, status))) for mission in held]
    return [
        {"mission": name, "met": done, "points": int(content.mission_points) if done else 0} for name, done in scored
    ]

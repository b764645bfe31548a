"""What a seat of Courtisans may know: the only exit, built up from an allow-list, never by taking away from the whole.

Every value here is public, the seat's own, or guarded by `knows_spy` or the end of the match (clauses of section 10).
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from typing_extensions import TypedDict

from courtly.engine.contract.game import Setup
from courtly.engine.contract.views import READER, RULED, BaseView, Fact
from courtly.games.courtisans.content import CARD_IDS, FAMILY_IDS, missions_of
from courtly.games.courtisans.moves import AREA_IDS
from courtly.games.courtisans.redeal import knows_spy
from courtly.games.courtisans.scoring import met, score, standing, tally
from courtly.games.courtisans.state import FAMILIES, HAND, KINDS, NONE, ROLES, Area, Content, Phase, Place, Role, State

STATUS = {1: "esteemed", 0: "neutral", -1: "fallen"}
_PHASES = {Phase.PLAY: "play", Phase.KILL: "kill", Phase.OVER: "over"}
_PLACES = {Place.TABLE: "table", Place.OWN: "own", Place.OTHER: "other"}


class Spy(TypedDict):
    """A spy that was played."""

    n: Annotated[int, Fact("its number in the order in which spies were played, from 1")]
    by: Annotated[int, Fact("seat that played it")]
    area: Annotated[str | None, Fact("where it lies; None once eliminated")]
    card: Annotated[
        str | None, Fact("what it is: its player's to know; at the end everybody's, if it still lies", RULED)
    ]


class Sides(TypedDict):
    """How the face-up cards of a family stand at the Queen's table, nobles counted double."""

    above: Annotated[int, Fact("above the mat")]
    below: Annotated[int, Fact("below the mat")]


class FamilyCount(TypedDict):
    """How a family ended, every spy turned up."""

    family: Annotated[str, Fact("id of the family")]
    above: Annotated[int, Fact("cards above the mat, nobles counted double")]
    below: Annotated[int, Fact("cards below the mat, nobles counted double")]
    status: Annotated[str, Fact("`esteemed`, `neutral` or `fallen`")]


class ScoredCard(TypedDict):
    """A card of a domain at the end."""

    card: Annotated[str, Fact("id of the card")]
    spy: Annotated[int | None, Fact("its number, if it had lain face down")]
    status: Annotated[str, Fact("that of its family")]
    points: Annotated[int, Fact("what it is worth, -2 to 2")]


class ScoredMission(TypedDict):
    """A mission at the end."""

    mission: Annotated[str, Fact("id of the mission")]
    met: Annotated[bool, Fact("whether it is met")]
    points: Annotated[int, Fact("what it is worth: 0, or the points of the edition")]


class Result(TypedDict):
    """How a finished match was scored."""

    families: Annotated[list[FamilyCount], Fact("in the order of the columns")]
    domains: Annotated[list[list[ScoredCard]], Fact("every card of each domain, by seat")]
    missions: Annotated[list[list[ScoredMission]], Fact("the two missions of each seat")]
    scores: Annotated[list[int], Fact("totals by seat")]
    winners: Annotated[list[int], Fact("seats that share the victory")]


class Facts(TypedDict):
    """What a seat or a spectator may know of a position, beside what every view holds."""

    first: Annotated[int, Fact("seat that began")]
    phase: Annotated[str, Fact("what is decided now: `play`, `kill` (whom an assassin eliminates), or `over`")]
    turn: Annotated[int, Fact("turns begun, from 1")]
    turns: Annotated[int, Fact("turns of the whole match")]
    deck: Annotated[int, Fact("cards in the deck")]
    removed: Annotated[int, Fact("cards put aside unseen")]
    eliminated: Annotated[list[str], Fact("cards eliminated, in order: a card, or `spy:<n>`")]
    hands: Annotated[list[int], Fact("cards in hand, by seat")]
    hand: Annotated[list[str] | None, Fact("the reader's cards, in the order of the columns", READER)]
    used: Annotated[list[str], Fact("what this turn has used of `table`, `own`, `other`")]
    pending: Annotated[str | None, Fact("area of the assassin that asks for a target")]
    areas: Annotated[dict[str, list[str]], Fact("by area: cards face up in the order of the columns, then `spy:<n>`")]
    spies: Annotated[list[Spy], Fact("every spy played, by number")]
    missions: Annotated[list[list[str] | None], Fact("by seat: the reader's own; at the end everybody's", RULED)]
    standing: Annotated[dict[str, Sides], Fact("by family: how its face-up cards stand at the Queen's table")]
    result: Annotated[Result | None, Fact("the scoring; None before the end")]


class View(BaseView, Facts):
    """All that a seat or a spectator may know of a position."""


def facts(setup: Setup, s: State, audience: int | None) -> Facts:
    """Return what a seat (None: a spectator) may know of a position, as a plain value."""
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
    """Return the cards that a seat holds, in the order of the columns."""
    return [CARD_IDS[kind] for kind in s.hands[seat, : s.held[seat]]]


def missions(content: Content, s: State, seat: int) -> list[str]:
    """Return the missions of a seat."""
    ids = missions_of(content)
    return [ids[mission] for mission in s.missions[seat] if mission != NONE]


def _graveyard_id(card: int) -> str:
    return CARD_IDS[card] if card < KINDS else f"spy:{card - KINDS + 1}"


def _areas(s: State, count: int, *, over: bool) -> dict[str, list[str]]:
    """Return the cards of each area, face-up ones in the order of the columns, then the spies by number.

    After the end the spies lie face up among the others.
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
    """Return each family's face-up cards at the Queen's table, nobles double."""
    rows = s.areas[:2].reshape(2, FAMILIES, ROLES).astype(int)
    counts = rows.sum(axis=2) + rows[:, :, Role.NOBLE]
    return {family: {"above": int(counts[0, i]), "below": int(counts[1, i])} for i, family in enumerate(FAMILY_IDS)}


def result(content: Content, s: State) -> Result:
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

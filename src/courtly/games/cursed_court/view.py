"""What a seat of Cursed Court may know: the only exit, built from an allow-list, never by taking away from the whole.

Every value here is public, the seat's own, or guarded by `knows_hole` (clauses of section 14).
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from typing_extensions import TypedDict

from courtly.engine.contract.game import Setup
from courtly.engine.contract.views import READER, RULED, BaseView, Fact
from courtly.games.cursed_court.components import NOBLE_IDS
from courtly.games.cursed_court.moves import regions_of
from courtly.games.cursed_court.policy import prospects
from courtly.games.cursed_court.redeal import knows_hole
from courtly.games.cursed_court.state import CROWNS, NONE, REGIONS, Content, Exchange, Phase, State
from courtly.games.cursed_court.years import score, sitting

SEASON_IDS = ("spring", "summer", "autumn", "winter")
_PHASES = {Phase.BET: "bet", Phase.STAKE: "stake", Phase.REBUY: "rebuy", Phase.OVER: "over"}


class Gap(TypedDict):
    """The hole cards between two neighbours, or those of one of two players."""

    gap: Annotated[int, Fact("its number, from 0")]
    seats: Annotated[list[int], Fact("who sees its cards")]
    count: Annotated[int, Fact("how many cards lie there")]
    cards: Annotated[list[str] | None, Fact("what they are: for the seats beside it, None for others", RULED)]


class Crown(TypedDict):
    """A crown on the board."""

    seat: Annotated[int, Fact("whose it is")]
    coins: Annotated[int, Fact("coins or chips under it; 0 in The Coinless Court")]
    feint: Annotated[bool | None, Fact("whether it is the feint: its owner's to know, None for others", RULED)]


class Prospect(TypedDict):
    """What a region may bring this year."""

    chance: Annotated[float, Fact("probability, 0 to 1, that a crown there scores")]
    points: Annotated[float, Fact("points that it is worth on average")]


class Result(TypedDict):
    """How a finished match was scored."""

    scores: Annotated[list[int], Fact("points, chips, or chips less those bought, by seat")]
    winners: Annotated[list[int], Fact("seats that share the victory")]


class Facts(TypedDict):
    """What a seat or a spectator may know of a position, beside what every view holds."""

    first: Annotated[int, Fact("seat that was given the first wager marker before the match")]
    phase: Annotated[str, Fact("what is decided now: `bet`, `stake`, `rebuy`, or `over`")]
    year: Annotated[int, Fact("year, from 1; years that were not dealt count")]
    years: Annotated[int | None, Fact("years of the match, extra years too; None until one player has all chips")]
    season: Annotated[str, Fact("`spring`, `summer`, `autumn` or `winter`; `spring` between two years")]
    marker: Annotated[int, Fact("seat that holds the first wager marker")]
    seated: Annotated[list[bool], Fact("by seat, whether it plays this year")]
    tableau: Annotated[list[str], Fact("nobles face up this year, in order")]
    holes: Annotated[list[Gap], Fact("the hole cards of this year; empty between two years", RULED)]
    aside: Annotated[list[str], Fact("nobles whose cards sit out, in the order of the grid, one for each card")]
    deck: Annotated[int, Fact("cards in the deck")]
    board: Annotated[dict[str, list[Crown]], Fact("by region with a crown: its crowns in order of placing")]
    purse: Annotated[list[int], Fact("coins or chips in hand, by seat")]
    crowns: Annotated[list[int], Fact("crowns in hand, by seat")]
    feint: Annotated[str | None, Fact("where the reader's feint is: a region or `hand`", READER)]
    pending: Annotated[str | None, Fact("region of the bet whose stake is asked")]
    pending_feint: Annotated[bool | None, Fact("whether that bet is the reader's feint", READER)]
    score: Annotated[list[int], Fact("score so far by seat: points, or chips on the board and in hand")]
    gained: Annotated[list[int], Fact("points of the last finished year, by seat")]
    bought: Annotated[list[int], Fact("chips bought, by seat")]
    prospects: Annotated[
        dict[str, Prospect] | None, Fact("by region, from what the reader knows; None between two years", RULED)
    ]
    result: Annotated[Result | None, Fact("the scoring; None before the end")]


class View(BaseView, Facts):
    """All that a seat or a spectator may know of a position."""


def facts(setup: Setup, s: State, audience: int | None) -> Facts:
    """Return what a seat (None: a spectator) may know of a position, as a plain value."""
    content, ids = setup.content, regions_of(setup)
    seats = range(int(content.players))
    return {
        "first": int(s.first),
        "phase": _PHASES[Phase(int(s.phase))],
        "year": int(s.year),
        "years": int(s.last_year) if content.exchange != Exchange.ELIMINATION else None,
        "season": SEASON_IDS[s.season],
        "marker": int(s.marker),
        "seated": [bool(s.seated[seat]) for seat in seats],
        "tableau": [NOBLE_IDS[noble] for noble in s.deck[s.holes : s.holes + s.season + 1] if noble != NONE],
        "holes": holes(content, s, audience),
        "aside": sitting_out(s),
        "deck": cards_left(s),
        "board": {
            ids[region]: _crowns(content, s, region, audience)
            for region in range(REGIONS)
            if s.crowns[region, 0] != NONE
        },
        "purse": [int(s.purse[seat]) for seat in seats],
        "crowns": [CROWNS - int(s.placed[seat]) for seat in seats],
        "feint": _own_feint(s, audience, ids) if content.masquerade and audience is not None else None,
        "pending": ids[s.pending] if s.pending != NONE else None,
        "pending_feint": bool(s.pending_feint) if s.pending != NONE and audience == s.to_move else None,
        "score": _scores(content, s),
        "gained": [int(s.gained[seat]) for seat in seats],
        "bought": [int(s.bought[seat]) for seat in seats],
        "prospects": _prospects(content, s, audience, ids) if s.deck_size else None,
        "result": result(content, s) if s.phase == Phase.OVER else None,
    }


def holes(content: Content, s: State, audience: int | None) -> list[Gap]:
    """Return the gaps of this year, who sees each, and its cards where the audience does."""
    playing = [seat for seat in range(int(content.players)) if s.seated[seat]]
    if not s.holes:
        return []
    count = sitting(content, s)
    each = 1 if count > 3 else 2
    return [_gap(content, s, audience, (gap, each), playing) for gap in range(count)]


def _gap(content: Content, s: State, audience: int | None, which: tuple[int, int], playing: list[int]) -> Gap:
    """Return one gap; `which` is its number and how many cards each gap has."""
    gap, each = which
    cards = range(gap * each, (gap + 1) * each)
    known = audience is not None and all(knows_hole(content, s, audience, card) for card in cards)
    beside = [playing[gap]] if len(playing) == 2 else [playing[gap], playing[(gap + 1) % len(playing)]]
    return {
        "gap": gap,
        "seats": beside,
        "count": each,
        "cards": [NOBLE_IDS[s.deck[card]] for card in cards] if known else None,
    }


def sitting_out(s: State) -> list[str]:
    """Return the cards that sit out, in the order of the grid."""
    return [noble for i, noble in enumerate(NOBLE_IDS) for _ in range(s.aside[i])]


def cards_left(s: State) -> int:
    """Return how many cards the deck has."""
    return max(0, int(s.deck_size) - int(s.holes) - int(s.season) - 1)


def result(content: Content, s: State) -> Result:
    """Return the scoring of a finished match."""
    scores = _scores(content, s)
    return {"scores": scores, "winners": [seat for seat, score in enumerate(scores) if score == max(scores)]}


def _prospects(content: Content, s: State, audience: int | None, ids: tuple[str, ...]) -> dict[str, Prospect]:
    """Return each region's chance to score this year and its average points, from what the audience knows."""
    chance, worth = np.empty(REGIONS, np.float64), np.empty(REGIONS, np.float64)
    prospects(content, s, NONE if audience is None else audience, chance, worth)
    return {ids[i]: {"chance": round(float(chance[i]), 4), "points": round(float(worth[i]), 4)} for i in range(REGIONS)}


def _own_feint(s: State, seat: int, ids: tuple[str, ...]) -> str:
    return ids[s.feint[seat]] if s.feint[seat] != NONE else "hand"


def _crowns(content: Content, s: State, region: int, audience: int | None) -> list[Crown]:
    owners = [int(owner) for owner in s.crowns[region] if owner != NONE]
    return [
        {"seat": owner, "coins": int(s.stack[region]), "feint": _feint(content, s, region, owner, audience)}
        for owner in owners
    ]


def _feint(content: Content, s: State, region: int, owner: int, audience: int | None) -> bool | None:
    """Return whether an owner's crown in a region is a feint; None where the audience cannot know."""
    if not content.masquerade:
        return False
    return bool(s.feint[owner] == region) if owner == audience else None


def _scores(content: Content, s: State) -> list[int]:
    """Return the points so far; in The Great Exchange all chips, those on the board too: they are open."""
    scores = np.zeros(int(content.players), np.int32)
    score(content, s, scores)
    return [int(each) for each in scores]

"""The view of a seat of Cursed Court: the only part of a match that an audience receives, built from an allow-list.

Each value is public, belongs to the seat, or is guarded by `knows_hole` (section 14 of the rules).
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from typing_extensions import TypedDict

from courtly.engine.contract.game import Setup
from courtly.engine.contract.views import OWNER, RULED, BaseView, ViewField
from courtly.games.cursed_court.components import NOBLE_IDS
from courtly.games.cursed_court.moves import regions_of
from courtly.games.cursed_court.policy import prospects
from courtly.games.cursed_court.redeal import knows_hole
from courtly.games.cursed_court.state import CROWNS, NONE, REGIONS, Content, Exchange, Phase, State
from courtly.games.cursed_court.years import score, seats_playing

SEASON_IDS = ("spring", "summer", "autumn", "winter")
_PHASES = {Phase.BET: "bet", Phase.STAKE: "stake", Phase.REBUY: "rebuy", Phase.OVER: "over"}


class Gap(TypedDict):
    """The hole cards between two neighbours, or a seat's own cards in a two-player match."""

    gap: Annotated[int, ViewField("number of the gap, from 0")]
    seats: Annotated[list[int], ViewField("seats that see its cards")]
    count: Annotated[int, ViewField("number of cards in the gap")]
    cards: Annotated[
        list[str] | None, ViewField("cards of the gap, for the seats that see them; None for others", RULED)
    ]


class Crown(TypedDict):
    """A crown on the board."""

    seat: Annotated[int, ViewField("owner of the crown")]
    coins: Annotated[int, ViewField("coins or chips under it; 0 in The Coinless Court")]
    feint: Annotated[bool | None, ViewField("whether the crown is the feint, for its owner; None for others", RULED)]


class Prospect(TypedDict):
    """A region's chance and average points this year."""

    chance: Annotated[float, ViewField("probability, 0 to 1, that a crown in the region scores")]
    points: Annotated[float, ViewField("average points of a crown in the region")]


class Result(TypedDict):
    """The scoring of a finished match."""

    scores: Annotated[list[int], ViewField("points, chips, or chips minus bought chips, by seat")]
    winners: Annotated[list[int], ViewField("seats that share the victory")]


class ViewFields(TypedDict):
    """The fields of the view of a seat or a spectator that `BaseView` does not have."""

    first: Annotated[int, ViewField("seat that received the first wager marker before the match")]
    phase: Annotated[str, ViewField("current decision: `bet`, `stake`, `rebuy`, or `over`")]
    year: Annotated[int, ViewField("current year, from 1, counting years without a deal")]
    years: Annotated[
        int | None, ViewField("years of the match with extra years; None if it lasts until one player has all chips")
    ]
    season: Annotated[str, ViewField("`spring`, `summer`, `autumn` or `winter`; `spring` between two years")]
    marker: Annotated[int, ViewField("seat with the first wager marker")]
    seated: Annotated[list[bool], ViewField("by seat: whether it plays this year")]
    tableau: Annotated[list[str], ViewField("face-up nobles of this year, in order")]
    holes: Annotated[list[Gap], ViewField("hole cards of this year; empty between two years", RULED)]
    aside: Annotated[list[str], ViewField("cards that sit out, as nobles in grid order, one entry per card")]
    deck: Annotated[int, ViewField("cards in the deck")]
    board: Annotated[
        dict[str, list[Crown]], ViewField("crowns of each region in order of placement, without empty regions")
    ]
    purse: Annotated[list[int], ViewField("coins or chips in hand, by seat")]
    crowns: Annotated[list[int], ViewField("crowns in hand, by seat")]
    feint: Annotated[str | None, ViewField("location of the viewing seat's feint: a region or `hand`", OWNER)]
    pending: Annotated[str | None, ViewField("region of the bet whose stake is due")]
    pending_feint: Annotated[bool | None, ViewField("whether that bet is the viewing seat's feint", OWNER)]
    score: Annotated[list[int], ViewField("current score by seat: points, or chips on the board and in hand")]
    gained: Annotated[list[int], ViewField("points of the last finished year, by seat")]
    bought: Annotated[list[int], ViewField("chips bought, by seat")]
    prospects: Annotated[
        dict[str, Prospect] | None,
        ViewField("prospects of each region, from the viewer's knowledge; None between two years", RULED),
    ]
    result: Annotated[Result | None, ViewField("final scoring; None before the end")]


class View(BaseView, ViewFields):
    """The complete view of a seat or a spectator."""


def facts(setup: Setup, s: State, audience: int | None) -> ViewFields:
    """Return the view fields of a seat, or of a spectator if `audience` is None, as plain values."""
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
    """Return the gaps of this year: the seats that see each gap, and its cards if the audience sees them."""
    playing = [seat for seat in range(int(content.players)) if s.seated[seat]]
    if not s.holes:
        return []
    count = seats_playing(content, s)
    each = 1 if count > 3 else 2
    return [_gap(content, s, audience, (gap, each), playing) for gap in range(count)]


def _gap(content: Content, s: State, audience: int | None, which: tuple[int, int], playing: list[int]) -> Gap:
    """Return one gap; `which` is its number and the number of cards per gap."""
    gap, each = which
    cards = range(gap * each, (gap + 1) * each)
    known = audience is not None and all(knows_hole(content, s, audience, card) for card in cards)
    neighbours = [playing[gap]] if len(playing) == 2 else [playing[gap], playing[(gap + 1) % len(playing)]]
    return {
        "gap": gap,
        "seats": neighbours,
        "count": each,
        "cards": [NOBLE_IDS[s.deck[card]] for card in cards] if known else None,
    }


def sitting_out(s: State) -> list[str]:
    """Return the cards that sit out, in the order of the grid."""
    return [noble for i, noble in enumerate(NOBLE_IDS) for _ in range(s.aside[i])]


def cards_left(s: State) -> int:
    """Return the number of cards in the deck."""
    return max(0, int(s.deck_size) - int(s.holes) - int(s.season) - 1)


def result(content: Content, s: State) -> Result:
    """Return the scoring of a finished match."""
    scores = _scores(content, s)
    return {"scores": scores, "winners": [seat for seat, score in enumerate(scores) if score == max(scores)]}


def _prospects(content: Content, s: State, audience: int | None, ids: tuple[str, ...]) -> dict[str, Prospect]:
    """Return each region's chance to score this year and its average points, given the audience's knowledge."""
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
    """Return whether an owner's crown in a region is a feint; None if the audience cannot know."""
    if not content.masquerade:
        return False
    return bool(s.feint[owner] == region) if owner == audience else None


def _scores(content: Content, s: State) -> list[int]:
    """Return the current points. In The Great Exchange, return all chips, including those on the board."""
    scores = np.zeros(int(content.players), np.int32)
    score(content, s, scores)
    return [int(each) for each in scores]
